import { describe, expect, test } from "vitest";
import type { SandboxAccount, SandboxSeed } from "../../src/sandbox/state.ts";
import { WEEK, WEEK_SOURCES } from "../helpers/drafted-week.ts";
import { evidenceOf } from "../helpers/evidence.ts";
import { example } from "../helpers/examples.ts";
import { LOST_RESPONSES } from "../helpers/faults.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../helpers/session.ts";

const ACCOUNT = { id: 9, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" } as const;
const ACTIVITY = {
  id: 8,
  key: "_Activity_",
  name: "Activity",
  required: false,
  values: [
    { value: "dev", name: "Development" },
    { value: "ops", name: "Operations" },
  ],
};

const DEV: SandboxAccount = { id: 31, key: "DEV", name: "Development", defaultOf: ["PROJ"] };
const OPS: SandboxAccount = { id: 30, key: "OPS", name: "Operations", projects: ["PROJ"] };
const OLD: SandboxAccount = { ...OPS, id: 29, key: "OLD", name: "Before 2025", status: "CLOSED" };
const OTHER: SandboxAccount = { id: 25, key: "OTHER", name: "Another project's", defaultOf: ["NEW"] };

const ENTRY = worklog({
  startDate: "2026-01-05",
  timeSpentSeconds: 3600,
  description: "Login",
  attributes: { _Account_: "DEV", _Activity_: "dev" },
});
const ID = "1290000";
const TUESDAY = { startDate: "2026-01-06" };

const SEED: Partial<SandboxSeed> = {
  workAttributes: [ACCOUNT, ACTIVITY],
  accounts: [DEV, OPS, OLD, OTHER],
  worklogs: [ENTRY],
};

const attributesOf = ({ sandbox }: Session) =>
  [...sandbox.state.worklogs.values()].map(({ attributes }) => attributes);

describe.each(["cloud", "datacenter"] as const)("attributes of a call on %s", (deployment) => {
  const open = ({ seed, ...options }: SessionOptions = {}) =>
    openSession({
      deployment,
      toolSets: ["fill", "edit", "draft"],
      ...options,
      seed: { ...SEED, ...seed },
    });

  describe("fill_days", () => {
    const rows = [
      { issueKey: "PROJ-7", hours: 1, attributes: { _Account_: "OPS", _Activity_: "Operations" } },
      { issueKey: "PROJ-123", attributes: { _Account_: "DEV" } },
    ];

    test("stores those of each row, of a list by its name too, and its plan shows them", async () => {
      const session = await open();
      const plan = await session.reply("fill_days", { ...TUESDAY, rows });
      const { confirm } = plan;
      expect(plan).toEqual({ ...(await example("FillDaysResponse/attributes")), confirm });
      const result = await session.reply("fill_days", { ...TUESDAY, rows, confirm });
      expect(result.entries.map(({ attributes }) => attributes)).toEqual(
        plan.entries.map(({ attributes }) => attributes),
      );
      expect(attributesOf(session).slice(1)).toEqual([
        { _Account_: "OPS", _Activity_: "ops" },
        { _Account_: "DEV" },
      ]);
    });

    test("wins over the settings and over the account of the issue, which need not be known then", async () => {
      const session = await open({
        workAttributes: { _Account_: "@issue", _Activity_: "dev" },
        seed: { accounts: [{ ...DEV, defaultOf: [], projects: ["PROJ"] }, OPS] },
      });
      const asked = {
        ...TUESDAY,
        rows: [{ issueKey: "PROJ-7", attributes: { _Account_: "OPS", _Activity_: "" } }],
      };
      const { confirm } = await session.reply("fill_days", asked);
      await session.reply("fill_days", { ...asked, confirm });
      expect(attributesOf(session).slice(1)).toEqual([{ _Account_: "OPS" }]);
    });

    test("plans anew if the attributes are other than those of the confirmed plan", async () => {
      const session = await open();
      const asked = (account: string) => ({
        ...TUESDAY,
        rows: [{ issueKey: "PROJ-7", attributes: { _Account_: account } }],
      });
      const { confirm } = await session.reply("fill_days", asked("OPS"));
      const other = await session.reply("fill_days", { ...asked("DEV"), confirm });
      expect(other.logged).toBe(false);
      expect(other.confirm).not.toBe(confirm);
      expect(attributesOf(session)).toHaveLength(1);
    });

    describe("rows of a day that differ in them alone", () => {
      const split = [
        { issueKey: "PROJ-7", hours: 3, attributes: { _Account_: "OPS" } },
        { issueKey: "PROJ-7", hours: 3, attributes: { _Account_: "DEV" } },
      ];
      const asked = { ...TUESDAY, rows: split };
      const NAMES: Record<string, string> = { OPS: "Operations", DEV: "Development" };
      const entry = (account: string, worklogIds?: string[]) => ({
        issueKey: "PROJ-7",
        issueSummary: "Code review",
        hours: 3,
        dates: [TUESDAY.startDate],
        ...(worklogIds && { worklogIds }),
        attributes: [{ key: "_Account_", value: account, name: NAMES[account] }],
      });

      test("are entries of their own, each with its worklog, and no second call logs them again", async () => {
        const session = await open();
        const plan = await session.reply("fill_days", asked);
        expect(plan.entries).toEqual([entry("OPS"), entry("DEV")]);
        const { entries } = await session.reply("fill_days", { ...asked, confirm: plan.confirm });
        expect(entries).toEqual([entry("OPS", ["1290001"]), entry("DEV", ["1290002"])]);
        expect(attributesOf(session).slice(1)).toEqual([{ _Account_: "OPS" }, { _Account_: "DEV" }]);
        expect((await session.reply("fill_days", asked)).confirm).toBeUndefined();
      });

      test("are completed by the one that is not logged, whatever their order", async () => {
        const ofDev = { issueId: 10007, timeSpentSeconds: 3 * 3600, attributes: { _Account_: "DEV" } };
        const session = await open({ seed: { worklogs: [worklog({ ...TUESDAY, ...ofDev })] } });
        const { entries } = await session.reply("fill_days", asked);
        expect(entries).toEqual([entry("OPS")]);
        const turned = await session.reply("fill_days", { ...TUESDAY, rows: split.toReversed() });
        expect(turned.entries).toEqual([entry("OPS")]);
      });

      test.each(LOST_RESPONSES)("are stored once each if a request meets a fault (%s)", async (fault) => {
        const session = await open({ budget: 600_000 });
        session.tempo.onWrite(1, fault);
        const { confirm } = await session.reply("fill_days", asked);
        await session.call("fill_days", { ...asked, confirm });
        const rest = await session.reply("fill_days", { ...asked, rows: split.toReversed() });
        await session.call("fill_days", { ...asked, rows: split.toReversed(), confirm: rest.confirm });
        expect(
          attributesOf(session)
            .slice(1)
            .map((it) => it?._Account_)
            .sort(),
        ).toEqual(["DEV", "OPS"]);
      });

      test("are one entry where the same values are given in another order", async () => {
        const { reply } = await open();
        const both = { _Account_: "OPS", _Activity_: "dev" };
        const { entries } = await reply("fill_days", {
          ...TUESDAY,
          rows: [
            { issueKey: "PROJ-7", hours: 1, attributes: both },
            { issueKey: "PROJ-7", hours: 2, attributes: { _Activity_: "Development", account: "ops" } },
          ],
        });
        expect(entries.map(({ hours }) => hours)).toEqual([3]);
      });
    });

    test("counts hours with other attributes as logged", async () => {
      const { reply } = await open();
      const { skipped } = await reply("fill_days", {
        startDate: "2026-01-05",
        rows: [{ issueKey: "PROJ-123", hours: 1, description: "Login", attributes: { _Account_: "OPS" } }],
      });
      expect(skipped?.map(({ reason }) => reason)).toEqual(["1 h are logged on it already"]);
    });
  });

  describe("post_draft", () => {
    const asked = { ...WEEK, attributes: { _Account_: "OPS" } };
    const options = { evidence: evidenceOf(WEEK_SOURCES), seed: { worklogs: [] } };

    test("logs all entries with them", async () => {
      const session = await open(options);
      const { confirm } = await session.reply("draft_timesheet", asked);
      const { logged, worklogIds } = await session.reply("post_draft", { ...asked, confirm });
      expect(logged).toBe(true);
      expect(attributesOf(session)).toEqual(worklogIds.map(() => ({ _Account_: "OPS" })));
    });

    test("logs nothing if the confirmed draft had others, and returns a draft to confirm", async () => {
      const session = await open(options);
      const { confirm } = await session.reply("draft_timesheet", WEEK);
      const { logged, draft } = await session.reply("post_draft", { ...asked, confirm });
      expect({ logged, stored: attributesOf(session) }).toEqual({ logged: false, stored: [] });
      const again = await session.reply("post_draft", { ...asked, confirm: String(draft?.confirm) });
      expect(again.logged).toBe(true);
    });
  });

  describe("update_worklog", () => {
    test("changes those that it names, keeps the others, and shows both values", async () => {
      const session = await open();
      const changed = { worklogId: ID, attributes: { _Account_: "Operations" } };
      expect(await session.reply("update_worklog", changed)).toEqual(
        await example("UpdateWorklogResponse/attributes"),
      );
      expect(attributesOf(session)).toEqual([{ _Account_: "OPS", _Activity_: "dev" }]);
    });

    test("removes one by an empty value", async () => {
      const session = await open();
      const { worklog: now, before } = await session.reply("update_worklog", {
        worklogId: ID,
        attributes: { _Activity_: "" },
      });
      const old = { key: "_Activity_", value: "dev", name: "Development" };
      expect([now.attributes, before.attributes]).toEqual([undefined, [old]]);
      expect(attributesOf(session)).toEqual([{ _Account_: "DEV" }]);
    });

    test("changes nothing if the worklog has them already", async () => {
      const session = await open();
      const { unchanged } = await session.reply("update_worklog", {
        worklogId: ID,
        attributes: { _Account_: "DEV" },
      });
      expect(unchanged).toBe(true);
    });

    test("moves a worklog with them, and they win over the account of the issue", async () => {
      const session = await open({ workAttributes: { _Account_: "@issue" } });
      await session.reply("update_worklog", {
        worklogId: ID,
        issueKey: "PROJ-7",
        attributes: { _Account_: "OPS", _Activity_: "ops" },
      });
      expect([...session.sandbox.state.worklogs.values()]).toEqual([
        expect.objectContaining({ issueId: 10007, attributes: { _Account_: "OPS", _Activity_: "ops" } }),
      ]);
    });
  });

  test("a value that Tempo does not take is refused before anything is sent", async () => {
    const session = await open();
    const attributes = { _Activity_: "review" };
    const expected =
      "Not sent: `attributes` sets _Activity_ to review, which is not an allowed value (dev (Development), ops (Operations)). Set it to one of them.";
    const row = { issueKey: "PROJ-7", attributes };
    expect(await session.refusal("fill_days", { ...TUESDAY, rows: [row] })).toBe(expected);
    expect(await session.refusal("update_worklog", { worklogId: ID, issueKey: "PROJ-7", attributes })).toBe(
      expected,
    );
    expect(
      session.requests.filter(({ operation }) => /^(create|update|move|delete)Worklog/.test(operation)),
    ).toEqual([]);
  });
});
