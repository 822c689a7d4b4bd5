import { describe, expect, test } from "vitest";
import type { SandboxWorkAttribute } from "../../../src/sandbox/state.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { POST } from "../../helpers/inputs.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";
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

  test("removes a comment", async () => {
    const session = await open({ deployment, behaviour: { omittedFields: "kept" } });
    expect(await session.reply("update_worklog", { worklogId: ID, description: "" })).toEqual({
      success: true,
      worklog: { ...SHOWN, comment: "" },
      before: { comment: "Working on login flow" },
    });
    expect(stored(session)?.description).toBe("");
  });

  test.each([
    ["none stays none", 0, { hours: 6 }, 0, undefined],
    ["partly keeps its time", 2, { hours: 6 }, 2, undefined],
    ["partly is at most all", 5, { hours: 3 }, 3, 5],
    ["all by request", 2, { billable: true }, 7.5, 2],
  ])("billable time keeps its share: %s", async (_, hours, changes, expected, before) => {
    const worklogs = [{ ...ENTRY, billableSeconds: hours * HOUR }];
    const session = await open({ deployment, seed: { worklogs } });
    const reply = await session.reply("update_worklog", { worklogId: ID, ...changes });
    expect(reply.before.billableHours).toBe(before);
    expect(stored(session)?.billableSeconds).toBe(expected * HOUR);
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

  test("changes nothing that does not exist, or is another user's", async () => {
    const others = worklog({ startDate: MONDAY, accountId: COLLEAGUE.accountId });
    const session = await open({ deployment }, others);
    expect(await session.refusal("update_worklog", { worklogId: "77", hours: 6 })).toBe(
      "Worklog 77 was not found, or you have no access to it. Nothing was changed. " +
        "Check the id in the list of your worklogs.",
    );
    expect(await session.refusal("update_worklog", { worklogId: "1290001", hours: 6 })).toBe(
      "Worklog 1290001 belongs to another user, so it was not changed. Only your own worklogs can be changed; " +
        "check the id in the list of your worklogs.",
    );
    expect(session.tempo.count("update")).toBe(0);
  });

  test("gives no date more than 24 hours, and may take hours from a date that has", async () => {
    const session = await open(
      { deployment },
      worklog({ startDate: MONDAY, timeSpentSeconds: 17 * HOUR }),
      worklog({ startDate: "2026-01-06", timeSpentSeconds: 17 * HOUR }),
    );
    const update = (changes: object) => session.refusal("update_worklog", { worklogId: ID, ...changes });
    const check = "and a day has 24. Check the date, the hours and your worklogs of that date.";
    expect(await update({ hours: 8 })).toBe(`Not sent: with these 8 h, 2026-01-05 would have 25 h, ${check}`);
    expect(await update({ date: "2026-01-06" })).toBe(
      `Not sent: with these 7.5 h, 2026-01-06 would have 24.5 h, ${check}`,
    );
    await session.reply("update_worklog", { worklogId: ID, hours: 7.25 });
    await session.reply("update_worklog", { worklogId: ID, hours: 7, date: "2026-01-06" });
    expect(stored(session)).toMatchObject({ startDate: "2026-01-06", timeSpentSeconds: 7 * HOUR });
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
      behaviour: { hiddenAttribute: "_Team_" },
    });
    const { differences } = await session.reply("update_worklog", { worklogId: ID, hours: 6 });
    expect(differences).toEqual([{ field: "_Team_", stored: "none" }]);
    expect(stored(session)?.attributes).toEqual({ _Team_: "none", _Account_: "ACME" });
  });

  test("changes nothing if a required work attribute is hidden", async () => {
    const session = await open({
      deployment,
      seed: { workAttributes: [{ ...TEAM, required: true }, ACCOUNT] },
      behaviour: { hiddenAttribute: "_Team_" },
    });
    expect(await session.refusal("update_worklog", { worklogId: ID, hours: 6 })).toMatch(
      /^Tempo rejected this \(HTTP 400\)\. It says: "Work attribute 'Team' \(_Team_\) is required"\. Nothing was changed/,
    );
    expect(stored(session)).toEqual({ ...ENTRY, id: Number(ID) });
  });

  describe("after a lost response", () => {
    test.each(["gateway error, processed", "no response, processed", "HTML page, not processed"] as const)(
      "sends the change again: %s",
      async (fault) => {
        const session = await open({ deployment });
        session.tempo.onUpdate(1, fault);
        expect(await session.reply("update_worklog", { worklogId: ID, hours: 6 })).toEqual({
          success: true,
          worklog: { ...SHOWN, hours: 6 },
          before: { hours: 7.5 },
        });
        expect(session.tempo.count("update")).toBe(2);
      },
    );

    test("reads what Tempo holds if none comes at all", async () => {
      const session = await open({ deployment });
      session.tempo.onUpdate("all", "gateway error, processed");
      const { worklog: now } = await session.reply("update_worklog", { worklogId: ID, hours: 6 });
      expect(now.hours).toBe(6);
      expect(session.tempo.count("update")).toBe(4);
    });

    test("finds what Tempo stores late", async () => {
      const session = await open({ deployment });
      session.tempo.onUpdate("all", "gateway error, not processed");
      const late = await open({ deployment });
      late.tempo.onUpdate(({ number }) => number === 4, "gateway timeout, processed late", {
        processedAfter: 9000,
      });
      late.tempo.onUpdate("all", "gateway error, not processed");
      expect((await late.reply("update_worklog", { worklogId: ID, hours: 6 })).worklog.hours).toBe(6);
      expect(await session.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `It is unknown whether worklog ${ID} was changed: Tempo gave no usable response. It still shows the worklog as it was, ` +
          "but may show a change late. Sending the same call again is safe.",
      );
    });

    test("takes a worklog that is read as it was for no proof, since Tempo may show a change late", async () => {
      const session = await open({ deployment });
      let shown: Response | undefined;
      session.tempo.onRead(
        ({ number }) => number > 0,
        async (request, serve) => {
          shown ??= await serve(request);
          return shown.clone();
        },
      );
      session.tempo.onUpdate("all", "gateway error, processed");
      expect(await session.refusal("update_worklog", { worklogId: ID, hours: 6 })).toMatch(
        /^It is unknown whether/,
      );
      expect(stored(session)?.timeSpentSeconds).toBe(6 * HOUR);
    });

    test("believes no rejection without reading", async () => {
      const session = await open({ deployment });
      session.tempo.onUpdate("all", "rejected, processed");
      const { worklog: now } = await session.reply("update_worklog", { worklogId: ID, hours: 6 });
      expect(now.hours).toBe(6);
    });

    test("waits with the next change until the first can no longer be stored", async () => {
      const session = await open({ deployment });
      session.tempo.onUpdate(1, "gateway timeout, processed late", { processedAfter: 10_000 });
      await session.reply("update_worklog", { worklogId: ID, hours: 6 });
      const { before } = await session.reply("update_worklog", { worklogId: ID, hours: 5 });
      expect(before).toEqual({ hours: 6 });
      await session.clock.sleep(60_000);
      expect(stored(session)?.timeSpentSeconds).toBe(5 * HOUR);
    });

    test("says so if the worklog cannot be read then, was deleted, or is something else", async () => {
      const unread = await open({ deployment });
      unread.tempo.onUpdate("all", "gateway error, processed");
      unread.tempo.onRead(() => unread.tempo.count("update") > 0, rejected(403));
      expect(await unread.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `It is unknown whether worklog ${ID} was changed: Tempo gave no usable response, and the worklog cannot be read to ` +
          "the end. Sending the same call again is safe.",
      );

      const deleted = await open({ deployment });
      deleted.tempo.onUpdate("all", async (request, serve) => {
        deleted.sandbox.state.worklogs.clear();
        await serve(request);
        throw new TypeError("fetch failed", { cause: { code: "UND_ERR_SOCKET" } });
      });
      expect(await deleted.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `Worklog ${ID} does not exist any more: something else has deleted it while it was being changed.`,
      );

      const rejectedFirst = await open({ deployment });
      rejectedFirst.tempo.onUpdate("all", async (request, serve) => {
        await serve(request);
        rejectedFirst.sandbox.state.worklogs.clear();
        return rejected(400)(request, serve);
      });
      expect(await rejectedFirst.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `Worklog ${ID} does not exist any more: something else has deleted it while it was being changed.`,
      );

      const stored = await open({ deployment });
      const { worklog } = await stored.reply("post_worklog", POST);
      stored.tempo.onUpdate("all", "gateway error, processed");
      stored.tempo.onRead(() => stored.tempo.count("update") > 0, rejected(404));
      expect(await stored.refusal("update_worklog", { worklogId: worklog.id, hours: 6 })).toBe(
        `It is unknown whether worklog ${worklog.id} was changed: Tempo gave no usable response, and the worklog cannot be ` +
          "read to the end. Sending the same call again is safe.",
      );

      const other = await open({ deployment });
      other.tempo.onUpdate("all", "gateway error, not processed");
      other.tempo.onRead(
        () => other.tempo.count("update") > 0,
        (request, serve) => {
          other.sandbox.state.worklogs.set(Number(ID), {
            ...ENTRY,
            id: Number(ID),
            timeSpentSeconds: 3 * HOUR,
          });
          return serve(request);
        },
      );
      expect(await other.refusal("update_worklog", { worklogId: ID, hours: 6 })).toBe(
        `It is unknown whether the change of worklog ${ID} took effect: the worklog is neither as it was nor as requested ` +
          "(now 3 h on 2026-01-05). Something else has changed it too, or Tempo stores it otherwise: check it before you change " +
          "it again.",
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
      const behaviour = { updateReply, timeSeparator, omittedFields };
      const { reply, requests } = await open({ deployment: "datacenter", behaviour });
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
