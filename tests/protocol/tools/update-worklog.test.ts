import { describe, expect, test } from "vitest";
import type { SandboxWorkAttribute } from "../../../src/sandbox/state.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { LOST_RESPONSES } from "../../helpers/faults.ts";
import { lockedUntil, mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { POST } from "../../helpers/inputs.ts";
import { hidesAttribute, keepsOmittedFields, updatesInArrays } from "../../helpers/other-tempos.ts";
import { readsBehind } from "../../helpers/reads-behind.ts";
import { ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const HOUR = 3600;
const ID = "1290000";
const MONDAY = "2026-01-05";

const TEAM: SandboxWorkAttribute = { id: 7, key: "_Team_", name: "Team", required: false };
const ACCOUNT: SandboxWorkAttribute = { id: 8, key: "_Account_", name: "Account", required: false };

const ENTRY = worklog({
  startDate: MONDAY,
  timeSpentSeconds: 7.5 * HOUR,
  startTime: "14:00:00",
  description: "Working on login flow",
  attributes: { _Team_: "blue", _Account_: "ACME" },
});

const SHOWN = {
  id: ID,
  issueKey: "PROJ-123",
  issueSummary: "Implement user authentication",
  date: MONDAY,
  hours: 7.5,
  comment: "Working on login flow",
};

const open = (options: SessionOptions = {}, ...others: ReturnType<typeof worklog>[]) =>
  openSession({
    toolSets: ["edit"],
    ...options,
    seed: { workAttributes: [TEAM, ACCOUNT], worklogs: [ENTRY, ...others], ...options.seed },
  });

type Opened = Awaited<ReturnType<typeof open>>;

const stored = ({ sandbox }: Opened) => sandbox.state.worklogs.get(Number(ID));

describe.each(["cloud", "datacenter"] as const)("update_worklog on %s", (deployment) => {
  test("gives a start time to a worklog without one, and takes it away as midnight", async () => {
    const { startTime: _, ...without } = ENTRY;
    const session = await open({ deployment, seed: { worklogs: [without] } });
    expect(await session.reply("update_worklog", { worklogId: ID, startTime: "10:30" })).toEqual({
      success: true,
      worklog: { ...SHOWN, startTime: "10:30" },
      before: { startTime: "00:00" },
    });
    expect(await session.reply("update_worklog", { worklogId: ID, startTime: "00:00" })).toEqual({
      success: true,
      worklog: { ...SHOWN, startTime: "00:00" },
      before: { startTime: "10:30" },
    });
  });

  test("changes the hours and keeps all else", async () => {
    const session = await open({ deployment });
    expect(await session.reply("update_worklog", { worklogId: ID, hours: 6 })).toEqual({
      success: true,
      worklog: { ...SHOWN, hours: 6 },
      before: { hours: 7.5 },
    });
    expect(stored(session)).toEqual({
      ...ENTRY,
      id: Number(ID),
      timeSpentSeconds: 6 * HOUR,
      billableSeconds: 6 * HOUR,
    });
  });

  test("changes every field at once", async () => {
    const session = await open({ deployment });
    const changes = {
      date: "2026-01-12",
      startTime: "09:30",
      description: "Review of the login flow",
      billable: false,
    };
    expect(await session.reply("update_worklog", { worklogId: ID, ...changes })).toEqual({
      success: true,
      worklog: {
        ...SHOWN,
        date: "2026-01-12",
        comment: "Review of the login flow",
        billableHours: 0,
        startTime: "09:30",
      },
      before: { date: MONDAY, comment: "Working on login flow", billableHours: 7.5, startTime: "14:00" },
    });
    expect(stored(session)).toEqual({
      ...ENTRY,
      id: Number(ID),
      startDate: "2026-01-12",
      startTime: "09:30:00",
      billableSeconds: 0,
      description: "Review of the login flow",
    });
  });

  test("keeps what another client changes while the list of the date is awaited", async () => {
    const isList = (url: string) => /\/worklogs\/(search|user\/)/.test(url);
    const session: Opened = await open({
      deployment,
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        if (!isList(request.url)) return response;
        const before = stored(session);
        await session.clock.sleep(2000);
        if (before) session.sandbox.state.worklogs.set(before.id, { ...before, description: "By hand" });
        return response;
      },
    });
    const { worklog: now, before } = await session.reply("update_worklog", { worklogId: ID, hours: 8 });
    expect({ now, before }).toEqual({
      now: { ...SHOWN, hours: 8, comment: "By hand" },
      before: { hours: 7.5 },
    });
  });

  test("removes a comment", async () => {
    const session = await open({ deployment, upstream: keepsOmittedFields });
    expect(await session.reply("update_worklog", { worklogId: ID, description: "" })).toEqual({
      success: true,
      worklog: { ...SHOWN, comment: "" },
      before: { comment: "Working on login flow" },
    });
    expect(stored(session)?.description).toBe("");
  });

  test("sends nothing if the worklog is as requested, to what replies show", async () => {
    const worklogs = [{ ...ENTRY, timeSpentSeconds: 1200, billableSeconds: 1200 }];
    const session = await open({ deployment, seed: { worklogs } });
    const same = { hours: 0.33, date: MONDAY, startTime: "14:00", description: "Working on login flow " };
    expect(await session.reply("update_worklog", { worklogId: ID, ...same, billable: true })).toEqual({
      success: true,
      worklog: { ...SHOWN, hours: 0.33, timeSpent: "20m" },
      before: {},
      unchanged: true,
    });
    expect(session.tempo.count("update")).toBe(0);
  });

  test("names what Tempo has stored otherwise than it was sent", async () => {
    const session = await open({
      deployment,
      behaviour: {
        change: (it) => ({ ...it, timeSpentSeconds: Math.ceil(it.timeSpentSeconds / 900) * 900 }),
      },
    });
    expect(await session.reply("update_worklog", { worklogId: ID, hours: 6.1 })).toEqual({
      success: true,
      worklog: { ...SHOWN, hours: 6.25, billableHours: 6.1 },
      before: { hours: 7.5, billableHours: 7.5 },
      differences: [{ field: "hours", sent: "6.1", stored: "6.25" }],
    });
  });

  test("names a work attribute that reading hides and that was therefore reset", async () => {
    const session = await open({
      deployment,
      seed: { workAttributes: [{ ...TEAM, default: "none" }, ACCOUNT] },
      upstream: hidesAttribute("_Team_"),
    });
    const { differences } = await session.reply("update_worklog", { worklogId: ID, hours: 6 });
    expect(differences).toEqual([{ field: "_Team_", stored: "none" }]);
    expect(stored(session)?.attributes).toEqual({ _Team_: "none", _Account_: "ACME" });
  });

  describe("after a lost response", () => {
    test.each(LOST_RESPONSES)("is made once, by this call or by the next: %s", async (fault, processed) => {
      const session = await open({ deployment, budget: 600_000 });
      session.tempo.onUpdate(1, fault);
      const changed = {
        success: true,
        worklog: { ...SHOWN, hours: 6 },
        before: { hours: 7.5 },
      };
      const change = { worklogId: ID, hours: 6 };
      if (processed === 1) expect(await session.reply("update_worklog", change)).toEqual(changed);
      else {
        expect(await session.refusal("update_worklog", change)).toMatch(
          /^Worklog 1290000 was not changed: Tempo (returned HTTP 504|gave no usable answer), and shows it as it was\. Send the same call again\.$/,
        );
        expect(session.tempo.count("update")).toBe(1);
        expect(await session.reply("update_worklog", change)).toEqual(changed);
      }
      expect(session.tempo.count("update")).toBe(2 - processed);
      expect(stored(session)?.timeSpentSeconds).toBe(6 * HOUR);
    });

    test("refuses the next change until the first can take effect no more, or is seen", async () => {
      const session = await open({ deployment });
      session.tempo.onUpdate(1, "gateway timeout, processed late", { processedAfter: 100_000 });
      expect(await session.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `It is unknown whether worklog ${ID} was changed: Tempo returned HTTP 504. ${mayTakeEffectUntil(250, session.clock)} ` +
          "Send the same call again then.",
      );
      const next = { worklogId: ID, hours: 5 };
      expect(await session.refusal("update_worklog", next)).toBe(lockedUntil(250, session.clock));
      await session.clock.sleep(100_000);
      expect((await session.reply("update_worklog", next)).before).toEqual({ hours: 6 });
      await session.clock.sleep(300_000);
      expect(stored(session)?.timeSpentSeconds).toBe(5 * HOUR);
    });

    test("is unknown if reads by id are behind, and show the worklog as it was", async () => {
      const session = await open({ deployment, upstream: readsBehind().upstream });
      session.tempo.onUpdate("all", "gateway error, processed");
      expect(await session.refusal("update_worklog", { worklogId: ID, hours: 6 })).toMatch(/unknown/);
      expect(stored(session)?.timeSpentSeconds).toBe(6 * HOUR);
    });

    test("is unknown if the worklog was stored a moment ago and is not found", async () => {
      const session = await open({ deployment });
      const { worklog } = await session.reply("post_worklog", POST);
      session.tempo.onUpdate("all", "gateway error, processed");
      session.tempo.onRead(() => session.tempo.count("update") > 0, rejected(404));
      expect(await session.refusal("update_worklog", { worklogId: worklog.id, hours: 6 })).toBe(
        `It is unknown whether worklog ${worklog.id} was changed: Tempo returned HTTP 504. ${mayTakeEffectUntil(250, session.clock)} ` +
          "Send the same call again then.",
      );
    });
  });

  test("a repeated post of what was changed since is not stored again, on whatever date it is now", async () => {
    const session = await openSession({ deployment, toolSets: ["edit"] });
    await session.reply("post_worklog", { ...POST, description: "Login" });
    await session.reply("update_worklog", { worklogId: ID, hours: 6, description: "Review" });
    const now = { id: ID, issueKey: "PROJ-123", issueSummary: "Implement user authentication", hours: 6 };
    expect((await session.reply("post_worklog", { ...POST, description: "Login" })).worklog).toEqual({
      ...now,
      date: MONDAY,
      comment: "Review",
      alreadyLogged: true,
    });
    await session.reply("update_worklog", { worklogId: ID, date: "2026-01-12" });
    session.clock.advance(3_600_000);
    expect((await session.reply("post_worklog", { ...POST, description: "Login" })).worklog).toEqual({
      ...now,
      date: "2026-01-12",
      comment: "Review",
      alreadyLogged: true,
    });
    expect(session.sandbox.state.worklogs.size).toBe(1);
  });

  test("what was changed a moment ago counts, though lists still show what was before", async () => {
    const session = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: MONDAY }), worklog({ startDate: "2026-01-06" })] },
    });
    const before = [...session.sandbox.state.worklogs.values()];
    await session.reply("update_worklog", { worklogId: ID, hours: 20 });
    await session.reply("update_worklog", { worklogId: "1290001", hours: 20, date: "2026-01-07" });
    session.sandbox.state.behaviour.listed = () => before;
    for (const startDate of [MONDAY, "2026-01-07"])
      expect(await session.refusal("post_worklog", { ...POST, startDate })).toMatch(
        `${startDate} would have 28 h`,
      );
    await session.reply("post_worklog", { ...POST, startDate: "2026-01-06" });
  });
});

describe("what is sent", () => {
  test("to Tempo Cloud: all of the worklog but the remaining estimate", async () => {
    const { reply, requests } = await open();
    await reply("update_worklog", { worklogId: ID, hours: 6 });
    expect(requests).toEqual([
      { operation: "getMyself", parameters: {} },
      { operation: "getWorklog", parameters: { id: ID } },
      {
        operation: "bulkFetchIssues",
        parameters: {},
        body: { issueIdsOrKeys: ["10123"], fields: ["summary"] },
      },
      {
        operation: "updateWorklog",
        parameters: { id: ID },
        body: {
          authorAccountId: ME.accountId,
          startDate: MONDAY,
          startTime: "14:00:00",
          timeSpentSeconds: 6 * HOUR,
          billableSeconds: 6 * HOUR,
          description: "Working on login flow",
          attributes: [
            { key: "_Team_", value: "blue" },
            { key: "_Account_", value: "ACME" },
          ],
        },
      },
    ]);
  });

  test.each([
    ["object", " ", "kept"],
    ["array", "T", "reset"],
  ] as const)(
    "to Data Center, which replies with an %s, writes times after %j, and has fields that are not sent %s",
    async (updateReply, timeSeparator, omittedFields) => {
      const { reply, requests } = await open({
        deployment: "datacenter",
        behaviour: { timeSeparator },
        upstream: (fetch, sandbox) => {
          const kept = omittedFields === "kept" ? keepsOmittedFields(fetch, sandbox) : fetch;
          return updateReply === "array" ? updatesInArrays(kept) : kept;
        },
      });
      expect(await reply("update_worklog", { worklogId: ID, date: "2026-01-12" })).toEqual({
        success: true,
        worklog: { ...SHOWN, date: "2026-01-12" },
        before: { date: MONDAY },
      });
      expect(requests).toEqual([
        { operation: "getMyselfDataCenter", parameters: {} },
        { operation: "getWorklog", parameters: { id: ID } },
        {
          operation: "searchWorklogs",
          parameters: {},
          body: { from: "2026-01-12", to: "2026-01-12", worker: [ME.key] },
        },
        {
          operation: "updateWorklog",
          parameters: { id: ID },
          body: {
            worker: ME.key,
            originTaskId: "10123",
            started: "2026-01-12T14:00:00.000",
            timeSpentSeconds: 7.5 * HOUR,
            billableSeconds: 7.5 * HOUR,
            comment: "Working on login flow",
            attributes: {
              _Team_: { workAttributeId: 7, key: "_Team_", name: "Team", value: "blue" },
              _Account_: { workAttributeId: 8, key: "_Account_", name: "Account", value: "ACME" },
            },
          },
        },
      ]);
    },
  );
});
