import { describe, expect, test } from "vitest";
import type { SandboxAccount, SandboxSeed } from "../../src/sandbox/state.ts";
import { toolsOf } from "../../src/tools/index.ts";
import { example } from "../helpers/examples.ts";
import { LOST_RESPONSES } from "../helpers/faults.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../helpers/session.ts";

const ACCOUNT = {
  id: 9,
  key: "_Account_",
  name: "Billing account",
  required: false,
  type: "ACCOUNT",
} as const;
const ROLE = {
  id: 8,
  key: "_Role_",
  name: "Role",
  required: false,
  values: [
    { value: "cons", name: "Consultant" },
    { value: "dev", name: "Developer" },
  ],
};
const NOTE = { id: 7, key: "_Note_", name: "Note", required: false };

const DEV: SandboxAccount = { id: 31, key: "DEV", name: "Development", defaultOf: ["PROJ"] };
const OPS: SandboxAccount = { id: 30, key: "OPS", name: "Operations", projects: ["PROJ"] };
const OLD: SandboxAccount = { ...OPS, id: 29, key: "OLD", name: "Before 2025", status: "CLOSED" };
const OTHER: SandboxAccount = { id: 25, key: "OTHER", name: "Another project's", defaultOf: ["NEW"] };

const SEED: Partial<SandboxSeed> = {
  workAttributes: [ACCOUNT, ROLE, NOTE],
  accounts: [DEV, OPS, OLD, OTHER],
};

const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";
const ENTRY = { issueKey: "PROJ-7", hours: 2, startDate: MONDAY };
const ROW = { issueKey: "PROJ-7", hours: 2, date: MONDAY };

/** The stored worklogs, in the order of their ids. */
const stored = ({ sandbox }: Session) =>
  [...sandbox.state.worklogs.values()].map(
    ({ startDate, startTime, timeSpentSeconds, billableSeconds, attributes = {} }) => ({
      date: startDate,
      ...(startTime !== undefined && startTime !== "00:00:00" && { startTime }),
      hours: timeSpentSeconds / 3600,
      ...(billableSeconds !== timeSpentSeconds && { billable: billableSeconds / 3600 }),
      ...attributes,
    }),
  );

const writes = ({ requests }: Session) =>
  requests.filter(({ operation }) => /^(create|update|move|delete)Worklog/.test(operation)).length;

describe.each(["cloud", "datacenter"] as const)("with the set details on %s", (deployment) => {
  const open = ({ seed, ...options }: SessionOptions = {}) =>
    openSession({ deployment, toolSets: ["details", "edit"], ...options, seed: { ...SEED, ...seed } });

  test("one bulk logs an account from 9 on Monday, and a role on Tuesday", async () => {
    const session = await open();
    const { results } = await session.reply("bulk_post_worklogs", {
      worklogs: [
        { ...ROW, startTime: "9:00", attributes: { account: "Operations" } },
        { ...ROW, hours: 3, date: TUESDAY, attributes: { role: "consultant" } },
      ],
    });
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    expect(stored(session)).toEqual([
      { date: MONDAY, startTime: "09:00:00", hours: 2, _Account_: "OPS" },
      { date: TUESDAY, hours: 3, _Role_: "cons" },
    ]);
    expect(writes(session)).toBe(deployment === "cloud" ? 1 : 2);
  });

  test("an entry that was moved is not logged again beside one that gives no attributes", async () => {
    const session = await open();
    const row = { ...ROW, attributes: { account: "OPS" } };
    const { results: first } = await session.reply("bulk_post_worklogs", { worklogs: [row] });
    const worklogId = first[0]?.worklogId ?? "";
    await session.reply("update_worklog", { worklogId, issueKey: "PROJ-123" });
    const { results } = await session.reply("bulk_post_worklogs", { worklogs: [ROW, row] });
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(results[1]?.error).toContain("which is on another issue");
    expect(stored(session)).toEqual([
      { date: MONDAY, hours: 2, _Account_: "OPS" },
      { date: MONDAY, hours: 2 },
    ]);
  });

  test("the replies show them with names, whatever was read before", async () => {
    const session = await open();
    const attributes = { Account: "operations", NOTE: "on site", _Role_: "Consultant" };
    expect(await session.reply("post_worklog", { ...ENTRY, startTime: "9 am", attributes })).toEqual(
      await example("PostWorklogResponse/details"),
    );
    const logged = await example("GetWorklogsResponse/details");
    expect(await session.reply("get_worklogs", { startDate: MONDAY })).toEqual(logged);
    const worklogs = [...session.sandbox.state.worklogs.values()];
    const { reply } = await open({ seed: { worklogs } });
    expect(await reply("get_worklogs", { startDate: MONDAY })).toEqual(logged);
  });

  test("a closed account has no name in any reply", async () => {
    const attributes = { _Account_: "OLD", _Role_: "dev" };
    const seed = {
      worklogs: [worklog({ startDate: MONDAY, issueId: 10007, timeSpentSeconds: 7200, attributes })],
    };
    const shown = [
      { key: "_Account_", value: "OLD" },
      { key: "_Role_", value: "dev", name: "Developer" },
    ];
    const session = await open({ seed, toolSets: ["details", "find"] });
    await session.reply("get_work_attributes", { issueKey: "PROJ-7" });
    const { worklogs } = await session.reply("get_worklogs", { startDate: MONDAY });
    expect(worklogs[0]?.attributes).toEqual(shown);
  });

  test("names cost one request each for the list of attributes and that of accounts", async () => {
    const exists = { startDate: MONDAY, issueId: 10007, timeSpentSeconds: 7200 };
    const namesRead = async (attributes: Record<string, string>) => {
      const session = await open({ seed: { worklogs: [worklog({ ...exists, attributes })] } });
      for (let call = 0; call < 2; call += 1) await session.reply("get_worklogs", { startDate: MONDAY });
      const names = session.requests.map(({ operation }) => operation);
      return [/workattribute/i, /account/i].map((kind) => names.filter((name) => kind.test(name)).length);
    };
    expect(await namesRead({})).toEqual([0, 0]);
    expect(await namesRead({ _Role_: "dev" })).toEqual([1, 0]);
    expect(await namesRead({ _Account_: "OPS" })).toEqual([1, 1]);
  });

  test("fill_days and update_worklog show the names too", async () => {
    const session = await open({ toolSets: ["fill", "edit", "details"] });
    const rows = [{ issueKey: "PROJ-7", hours: 2, attributes: { account: "operations", role: "dev" } }];
    const { entries, confirm = "" } = await session.reply("fill_days", { startDate: MONDAY, rows });
    const shown = [
      { key: "_Account_", value: "OPS", name: "Operations" },
      { key: "_Role_", value: "dev", name: "Developer" },
    ];
    expect(entries.map(({ attributes }) => attributes)).toEqual([shown]);
    const filled = await session.reply("fill_days", { startDate: MONDAY, rows, confirm });
    expect(filled.entries.map(({ attributes }) => attributes)).toEqual([shown]);
    const [worklogId = ""] = filled.entries[0]?.worklogIds ?? [];
    const { worklog: now, before } = await session.reply("update_worklog", {
      worklogId,
      attributes: { account: "Development", role: "" },
    });
    expect([now.attributes, before.attributes]).toEqual([
      [{ key: "_Account_", value: "DEV", name: "Development" }],
      shown,
    ]);
  });

  test("a range gets them on each day, and the replies show them with names", async () => {
    const session = await open();
    const entry = {
      ...ENTRY,
      endDate: TUESDAY,
      startTime: "13:30",
      attributes: { Role: "dev", account: "ops" },
    };
    const { worklog: first, additionalWorklogs } = await session.reply("post_worklog", entry);
    const details = {
      startTime: "13:30",
      attributes: [
        { key: "_Account_", value: "OPS", name: "Operations" },
        { key: "_Role_", value: "dev", name: "Developer" },
      ],
    };
    expect([first, ...(additionalWorklogs ?? [])]).toMatchObject([
      { date: MONDAY, ...details },
      { date: TUESDAY, ...details },
    ]);
    const { worklogs } = await session.reply("get_worklogs", { startDate: MONDAY, endDate: TUESDAY });
    expect(worklogs).toMatchObject([
      { date: MONDAY, ...details },
      { date: TUESDAY, ...details },
    ]);
    const again = await session.reply("post_worklog", entry);
    expect(again.worklog).toEqual({ ...first, alreadyLogged: true });
    expect(stored(session)).toHaveLength(2);
  });

  test("each row has its own billable, and that of the call otherwise", async () => {
    const session = await open();
    await session.reply("bulk_post_worklogs", {
      billable: false,
      worklogs: [
        { ...ROW, billable: true },
        { ...ROW, hours: 1 },
      ],
    });
    expect(stored(session)).toEqual([
      { date: MONDAY, hours: 2 },
      { date: MONDAY, hours: 1, billable: 0 },
    ]);
  });

  describe("rows that differ in an attribute alone are different entries", () => {
    const worklogs = [
      { ...ROW, attributes: { account: "OPS" } },
      { ...ROW, attributes: { account: "DEV" } },
      { ...ROW },
      { ...ROW, attributes: { account: "OPS" }, startTime: "15:00" },
    ];

    test.each(["post them in one call", "repeat the call in another order"])("%s", async (what) => {
      const session = await open();
      const first = await session.reply("bulk_post_worklogs", { worklogs });
      const ids = first.results.map(({ worklogId = "" }) => worklogId);
      expect(new Set(ids).size).toBe(4);
      const accounts = (of: readonly string[]) =>
        of.map((id) => session.sandbox.state.worklogs.get(Number(id))?.attributes?._Account_);
      expect(accounts(ids)).toEqual(["OPS", "DEV", undefined, "OPS"]);
      if (what.startsWith("post")) return;
      const again = await session.reply("bulk_post_worklogs", { worklogs: worklogs.toReversed() });
      expect(again.results.every(({ alreadyLogged }) => alreadyLogged)).toBe(true);
      expect(accounts(again.results.map(({ worklogId = "" }) => worklogId))).toEqual([
        "OPS",
        undefined,
        "DEV",
        "OPS",
      ]);
      expect(stored(session)).toHaveLength(4);
    });
  });

  describe("an existing worklog that other programs logged", () => {
    const exists = (attributes?: Record<string, string>) =>
      worklog({
        startDate: MONDAY,
        issueId: 10007,
        timeSpentSeconds: 7200,
        ...(attributes && { attributes }),
      });

    test.each<
      [
        what: string,
        given: Record<string, string> | undefined,
        has: Record<string, string> | undefined,
        isIt: boolean,
      ]
    >([
      ["is the entry that gives the same value", { account: "Operations" }, { _Account_: "OPS" }, true],
      ["is the entry that gives none", undefined, { _Account_: "OPS" }, true],
      [
        "is the entry that gives one of its two",
        { account: "OPS" },
        { _Account_: "OPS", _Role_: "dev" },
        true,
      ],
      ["is another one with another value", { account: "DEV" }, { _Account_: "OPS" }, false],
      ["is another one without the value", { account: "OPS" }, undefined, false],
      ["is another one with one of two values", { account: "OPS", role: "dev" }, { _Account_: "OPS" }, false],
      ["is another one with a value that is to be none", { account: "" }, { _Account_: "OPS" }, false],
      ["is the entry without the value that is to be none", { account: "" }, { _Role_: "dev" }, true],
      ["is the entry with a text with other space around", { note: " abc " }, { _Note_: "abc" }, true],
    ])("%s", async (_, attributes, has, isIt) => {
      const session = await open({ seed: { worklogs: [exists(has)] } });
      const { worklog: now } = await session.reply("post_worklog", {
        ...ENTRY,
        startTime: "10:00",
        ...(attributes && { attributes }),
      });
      expect(now.alreadyLogged ?? false).toBe(isIt);
      expect(stored(session)).toHaveLength(isIt ? 1 : 2);
    });

    test("fits each row that it can, whatever their order", async () => {
      const session = await open({
        seed: {
          worklogs: [exists({ _Account_: "OPS", _Role_: "dev" }), exists({ _Account_: "OPS" }), exists()],
        },
      });
      const { results } = await session.reply("bulk_post_worklogs", {
        worklogs: [ROW, { ...ROW, attributes: { account: "OPS" } }, { ...ROW, attributes: { role: "dev" } }],
      });
      expect(results.map(({ alreadyLogged }) => alreadyLogged)).toEqual([true, true, true]);
    });
  });

  test.each(LOST_RESPONSES)(
    "entries that differ in an account alone are stored once each if a request meets a fault (%s)",
    async (fault) => {
      const session = await open({ budget: 600_000 });
      session.tempo.onWrite(1, fault);
      const worklogs = [{ account: "OPS" }, { account: "DEV" }, {}].map((attributes) => ({
        ...ROW,
        attributes,
      }));
      await session.call("bulk_post_worklogs", { worklogs });
      const { results } = await session.reply("bulk_post_worklogs", { worklogs: worklogs.toReversed() });
      const accounts = results.map(
        ({ worklogId }) => session.sandbox.state.worklogs.get(Number(worklogId))?.attributes?._Account_,
      );
      expect(accounts).toEqual([undefined, "DEV", "OPS"]);
      expect(stored(session)).toHaveLength(3);
    },
  );

  test.each([
    ["with the same account is named as a possible copy", "OPS", 1],
    ["with another account is not", "DEV", 0],
  ])("an equal worklog that appears %s", async (_, account, lines) => {
    const session = await open();
    await session.reply("post_worklog", { ...ENTRY, attributes: { account: "OPS" } });
    const [first] = session.sandbox.state.worklogs.values();
    if (first)
      session.sandbox.state.worklogs.set(1290900, {
        ...first,
        id: 1290900,
        attributes: { _Account_: account },
      });
    await session.reply("post_worklog", { ...ENTRY, hours: 1 });
    expect(session.log.filter((line) => line.includes("may be a second copy of worklog"))).toHaveLength(
      lines,
    );
  });

  test("a worklog whose account was changed since is still the entry's, and the new value's too", async () => {
    const session = await open();
    const entry = { ...ENTRY, attributes: { account: "OPS" } };
    const { worklog: first } = await session.reply("post_worklog", entry);
    await session.reply("update_worklog", { worklogId: first.id, attributes: { account: "development" } });
    for (const account of ["OPS", "DEV"]) {
      const { worklog: again } = await session.reply("post_worklog", { ...ENTRY, attributes: { account } });
      expect(again).toMatchObject({ id: first.id, alreadyLogged: true });
    }
    expect(stored(session)).toHaveLength(1);
  });

  describe("an attribute that Tempo stores otherwise than it was given is named in a warning", () => {
    const storing = (attributes: Record<string, string>) =>
      open({ budget: 600_000, behaviour: { change: (it) => ({ ...it, attributes }) } });
    const attributes = { role: "dev", note: " on site" };

    test("by post_worklog", async () => {
      const session = await storing({ _Note_: "on site" });
      const { worklog: now, warnings } = await session.reply("post_worklog", { ...ENTRY, attributes });
      expect({ now: now.attributes, warnings }).toEqual({
        now: [{ key: "_Note_", value: "on site" }],
        warnings: ["Tempo shows nothing as _Role_, not dev, in worklog 1290000: look at it in Tempo."],
      });
    });

    test("by bulk_post_worklogs, for many entries in one sentence", async () => {
      const session = await storing({ _Role_: "cons", _Note_: "on site" });
      const row = (hours: number) => ({ ...ROW, hours, attributes });
      const { warnings } = await session.reply("bulk_post_worklogs", {
        worklogs: [...[1, 1.25, 1.5, 1.75, 2, 2.25, 2.5].map(row), { ...ROW, hours: 3 }],
      });
      expect(warnings).toEqual([
        "Tempo shows cons as _Role_, not dev, in worklog 1290000, and other attributes than were given in 1290001, 1290002, 1290003, 1290004, 1290005 and 1 more: look at it in Tempo.",
      ]);
    });

    test("also where it was to have none, and where no answer has come", async () => {
      const session = await storing({ _Role_: "cons" });
      session.tempo.onWrite(1, "gateway error, processed");
      const { warnings } = await session.reply("post_worklog", { ...ENTRY, attributes: { role: "" } });
      expect(warnings).toEqual([
        "Tempo shows cons as _Role_, not nothing, in worklog 1290000: look at it in Tempo.",
      ]);
    });

    test("and not where it is as it was given, nor for a worklog that was there", async () => {
      const session = await storing({ _Role_: "dev", _Note_: "on site" });
      for (const _ of ["stored", "already logged"])
        expect((await session.reply("post_worklog", { ...ENTRY, attributes })).warnings).toBeUndefined();
    });
  });

  describe("while lists show an account as it was before a change", () => {
    async function openFrozen(seeded: Partial<SandboxSeed> = {}) {
      const session = await open({ seed: seeded });
      const freeze = () => {
        const frozen = structuredClone([...session.sandbox.state.worklogs.values()]);
        session.sandbox.state.behaviour.listed = () => frozen;
      };
      return { ...session, freeze };
    }
    const change = { worklogId: "1290000", attributes: { account: "DEV" } };

    test("an entry with the new one is not logged again", async () => {
      const session = await openFrozen();
      await session.reply("post_worklog", { ...ENTRY, attributes: { account: "OPS" } });
      session.freeze();
      await session.reply("update_worklog", change);
      const { worklog: now } = await session.reply("post_worklog", {
        ...ENTRY,
        attributes: { account: "DEV" },
      });
      expect(now).toMatchObject({ id: "1290000", alreadyLogged: true });
      expect(stored(session)).toEqual([{ date: MONDAY, hours: 2, _Account_: "DEV" }]);
    });

    test("an entry with the old one is another one, if another program logged the worklog", async () => {
      const other = { startDate: MONDAY, issueId: 10007, timeSpentSeconds: 7200 };
      const session = await openFrozen({
        worklogs: [worklog({ ...other, attributes: { _Account_: "OPS" } })],
      });
      session.freeze();
      await session.reply("update_worklog", change);
      await session.reply("post_worklog", { ...ENTRY, attributes: { account: "OPS" } });
      expect(stored(session)).toMatchObject([{ _Account_: "DEV" }, { _Account_: "OPS" }]);
    });

    test("the log names a worklog whose change is undone, once lists would show it", async () => {
      const session = await openFrozen();
      await session.reply("post_worklog", { ...ENTRY, attributes: { account: "OPS" } });
      session.freeze();
      await session.reply("update_worklog", change);
      await session.reply("post_worklog", { ...ENTRY, hours: 1 });
      expect(session.log).toEqual([]);
      await session.clock.sleep(60_001);
      await session.reply("post_worklog", { ...ENTRY, hours: 3 });
      expect(session.log).toEqual([
        expect.stringContaining("worklog 1290000 of 2026-01-05 looks as it did before"),
      ]);
    });
  });

  test("an account of the settings is the entry's if it is given too", async () => {
    const session = await open({ workAttributes: { _Account_: "@issue" } });
    const { worklog: first } = await session.reply("post_worklog", ENTRY);
    const given = { ...ENTRY, attributes: { _Account_: "@issue" } };
    expect((await session.reply("post_worklog", given)).worklog).toEqual({ ...first, alreadyLogged: true });
    const other = await session.reply("post_worklog", { ...ENTRY, attributes: { _Account_: "OPS" } });
    expect(other.worklog.alreadyLogged).toBeUndefined();
    expect(stored(session)).toMatchObject([{ _Account_: "DEV" }, { _Account_: "OPS" }]);
  });

  test("a given start time wins over that of the settings, and the others follow it", async () => {
    const session = await open({ startTime: "08:00" });
    await session.reply("bulk_post_worklogs", {
      worklogs: [ROW, { ...ROW, hours: 1, startTime: "10:00" }, { ...ROW, hours: 3 }],
    });
    expect(stored(session).map(({ startTime }) => startTime)).toEqual(["11:00:00", "10:00:00", "13:00:00"]);
  });

  describe("is refused before anything is sent", () => {
    const cases: [what: string, attributes: Record<string, string>, sentence: string][] = [
      [
        "an unknown attribute",
        { Team: "red" },
        "Not sent: `attributes` names Team, which this Tempo does not have. It has: _Account_ (Billing account), _Role_ (Role), _Note_ (Note). Correct or remove it.",
      ],
      [
        "an unknown value",
        { role: "boss" },
        "Not sent: `attributes` sets _Role_ to boss, which is not an allowed value (cons (Consultant), dev (Developer)). Set it to one of them.",
      ],
      [
        "a closed account",
        { account: "Before 2025" },
        "Not sent: `attributes` sets _Account_ to Before 2025, which is not open to PROJ-7. Open to it: DEV (Development), OPS (Operations). Set it to one of them.",
      ],
      [
        "another project's account",
        { "billing account": "OTHER" },
        "Not sent: `attributes` sets _Account_ to OTHER, which is not open to PROJ-7. Open to it: DEV (Development), OPS (Operations). Set it to one of them.",
      ],
      [
        "one by key and by name with two values",
        { _Account_: "OPS", "Billing Account": "Development" },
        "Not sent: `attributes` gives _Account_ (Billing account) two values: OPS and DEV. Give it one.",
      ],
      [
        "the issue's account for a role",
        { Role: "@issue" },
        "Not sent: `attributes` sets _Role_ to @issue, which only an attribute of type ACCOUNT can have; _Role_ is of type STATIC_LIST. Set it to a value.",
      ],
    ];

    test.each(cases)("%s", async (_, attributes, sentence) => {
      const session = await open();
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes })).toBe(sentence);
      const { results } = await session.reply("bulk_post_worklogs", {
        worklogs: [
          { ...ROW, attributes },
          { ...ROW, hours: 1, attributes: { role: "dev" } },
        ],
      });
      expect(results.map(({ error }) => error)).toEqual([sentence, undefined]);
      expect(stored(session)).toEqual([{ date: MONDAY, hours: 1, _Role_: "dev" }]);
    });

    test.each(["value", "name"])("a %s that is cut, as a reply shows a long one", async (what) => {
      const session = await open();
      const cut = "x… (73 more characters)";
      const attributes = what === "name" ? { [cut]: "x" } : { note: cut };
      const rule = "must not end with the mark of a text that is cut: write the whole text, or leave it out";
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes })).toBe(
        `Invalid input for post_worklog: \`attributes\` ${rule}. Nothing was sent to Tempo; correct the arguments and call again.`,
      );
      const { results } = await session.failedReply("bulk_post_worklogs", {
        worklogs: [{ ...ROW, attributes }],
      });
      expect(results.map(({ error }) => error)).toEqual([`Not sent: \`attributes\` ${rule}`]);
      expect(writes(session)).toBe(0);
    });

    test("a name that several have, with the candidates", async () => {
      const session = await open({
        seed: {
          workAttributes: [
            { ...ROLE, name: "Role " },
            { ...NOTE, name: "role" },
          ],
          accounts: [],
        },
      });
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes: { ROLE: "dev" } })).toBe(
        "Not sent: `attributes` names ROLE, which may be _Role_ (Role ), _Note_ (role). Use the key of one.",
      );
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes: { _Role_: "x" } })).toContain(
        "not an allowed value",
      );
    });

    test("a name that two accounts have, with both", async () => {
      const session = await open({ seed: { accounts: [DEV, OPS, { ...OPS, id: 40, key: "OPS2" }] } });
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes: { account: "operations" } })).toBe(
        "Not sent: `attributes` sets _Account_ to operations, which may be OPS (Operations), OPS2 (Operations). Use the value of one.",
      );
    });

    test("more than twelve values are counted", async () => {
      const values = Array.from({ length: 20 }, (_, index) => ({ value: `v${index}`, name: `v${index}` }));
      const session = await open({ seed: { workAttributes: [{ ...ROLE, values }] } });
      expect(await session.refusal("post_worklog", { ...ENTRY, attributes: { role: "x" } })).toContain(
        "(v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11 and 8 more)",
      );
    });

    test.each(["24:00", "9:60", "25:00", "noon", "9", "13 pm", "09:00:30"])(
      "the start time %s",
      async (startTime) => {
        const session = await open();
        const rule = "must be a time of day from 00:00 to 23:59, written HH:mm";
        expect(await session.refusal("post_worklog", { ...ENTRY, startTime })).toBe(
          `Invalid input for post_worklog: \`startTime\` ${rule}. Nothing was sent to Tempo; correct the arguments and call again.`,
        );
        const { results } = await session.reply("bulk_post_worklogs", {
          worklogs: [
            { ...ROW, startTime },
            { ...ROW, hours: 1 },
          ],
        });
        expect(results.map(({ error }) => error)).toEqual([`Not sent: \`startTime\` ${rule}`, undefined]);
      },
    );
  });

  describe("a required attribute that is not given", () => {
    const required = { workAttributes: [{ ...ACCOUNT, required: true }, { ...ROLE, required: true }, NOTE] };
    const lacks = (names: string, argument: string) =>
      `Not sent: this Tempo requires a work attribute that the entry does not have: ${names}. Give it in \`attributes\`, such as ${argument}.`;
    const ofAccount = "Billing account (_Account_: DEV (Development), OPS (Operations))";
    const ofRole = "Role (_Role_: cons (Consultant), dev (Developer))";

    test("is named with its values before anything is sent, and fails its row alone", async () => {
      const session = await open({ seed: required });
      const both = lacks(`${ofAccount}; ${ofRole}`, '{"_Account_":"DEV","_Role_":"cons"}');
      expect(await session.refusal("post_worklog", ENTRY)).toBe(both);
      const { results } = await session.reply("bulk_post_worklogs", {
        worklogs: [
          { ...ROW, attributes: { role: "dev" } },
          { ...ROW, attributes: { role: "dev", account: "@issue" } },
          { ...ROW, attributes: { role: "", account: "OPS" } },
          { ...ROW, attributes: { role: "dev", account: " " } },
        ],
      });
      expect(results.map(({ error }) => error)).toEqual([
        lacks(ofAccount, '{"_Account_":"DEV"}'),
        undefined,
        lacks(ofRole, '{"_Role_":"cons"}'),
        lacks(ofAccount, '{"_Account_":"DEV"}'),
      ]);
      expect(writes(session)).toBe(1);
    });

    test("may be one of the settings", async () => {
      const session = await open({ seed: required, workAttributes: { _Account_: "@issue", _Role_: "dev" } });
      await session.reply("post_worklog", ENTRY);
      expect(stored(session)).toMatchObject([{ _Account_: "DEV", _Role_: "dev" }]);
    });
  });

  test("the list of attributes is read once, and accounts only if one is given", async () => {
    const session = await open();
    const count = () => {
      const names = session.requests.map(({ operation }) => operation);
      session.requests.length = 0;
      return {
        attributes: names.filter((name) => /workattribute/i.test(name)).length,
        accounts: names.filter((name) => /account/i.test(name)).length,
      };
    };
    await session.reply("post_worklog", ENTRY);
    expect(count()).toEqual({ attributes: 1, accounts: 0 });
    await session.reply("post_worklog", { ...ENTRY, attributes: { role: "dev" } });
    expect(count()).toEqual({ attributes: 0, accounts: 0 });
    await session.reply("get_worklogs", { startDate: MONDAY });
    expect(count()).toEqual({ attributes: 0, accounts: 0 });
  });
});

describe.each(["cloud", "datacenter"] as const)("without the set details on %s", (deployment) => {
  const exists = worklog({
    startDate: MONDAY,
    issueId: 10007,
    timeSpentSeconds: 7200,
    startTime: "09:00:00",
    attributes: { _Account_: "OPS" },
  });
  const open = () => openSession({ deployment, seed: { ...SEED, worklogs: [exists] }, startTime: "09:00" });

  test("replies show neither start times nor attributes, and nothing more is read", async () => {
    const session = await open();
    const { worklogs } = await session.reply("get_worklogs", { startDate: MONDAY });
    const { worklog: now } = await session.reply("post_worklog", { ...ENTRY, startDate: TUESDAY });
    const keys = ["id", "issueKey", "issueSummary", "date", "hours", "comment"];
    expect([worklogs, now].flat().map((it) => Object.keys(it))).toEqual([keys, keys]);
    expect(session.requests.filter(({ operation }) => /attribute|account/i.test(operation))).toEqual([]);
  });

  test("the arguments are refused, and it is said what takes them", async () => {
    const session = await open();
    const rule =
      "is an argument of the tool set details, which is off: leave it out and tell the user, or add details to TEMPO_TOOLSETS and restart the server";
    expect(
      await session.refusal("post_worklog", {
        ...ENTRY,
        startTime: "09:00",
        attributes: { a: "b" },
        accounts: 1,
      }),
    ).toBe(
      `Invalid input for post_worklog: \`startTime\` ${rule}; \`attributes\` ${rule}; unknown argument \`accounts\`; expected one of ` +
        "`issueKey`, `hours`, `startDate`, `endDate`, `billable`, `description`. Nothing was sent to Tempo; correct the arguments and call again.",
    );
    const { results } = await session.reply("bulk_post_worklogs", {
      worklogs: [
        { ...ROW, date: TUESDAY },
        { ...ROW, billable: false },
      ],
    });
    expect(results.map(({ error }) => error)).toEqual([undefined, `Not sent: \`billable\` ${rule}`]);
  });
});

test("the set adds no tool, and gives two of them another input", () => {
  const [without, withSet] = [toolsOf(new Set()), toolsOf(new Set(["details"]))];
  expect(withSet.map(({ name }) => name)).toEqual(without.map(({ name }) => name));
  expect(
    withSet.filter((tool, index) => tool.input !== without[index]?.input).map(({ input }) => input),
  ).toEqual(["PostWorklogDetailsInput", "BulkPostWorklogsDetailsInput"]);
});
