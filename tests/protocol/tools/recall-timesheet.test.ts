import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { detach, type Fault, page, rejection } from "../../helpers/faults.ts";
import { COLLEAGUE } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";

const PERIOD = { startDate: "2025-12-01", endDate: "2025-12-31" };

const REQUEST = { startDate: "2025-12-01" };

const RECALLED = { recalled: true, ...PERIOD };

const ALREADY_OPEN = { recalled: false, alreadyOpen: true, ...PERIOD };

const SUBMITTED = {
  status: "in_review",
  reviewer: COLLEAGUE.accountId,
  comment: "Complete.",
  updatedOn: "2026-01-02",
} as const;

const APPROVED = { ...SUBMITTED, status: "approved" } as const;

const NOT_RECALLED =
  "Not recalled: December 2025 was approved on 2 January 2026 by Bo. Its hours can be changed again once it is open: ask Bo to " +
  "reopen it in Tempo.";

/** December is submitted. */
const open = (options: SessionOptions = {}) =>
  openSession({
    toolSets: ["approvals"],
    ...options,
    seed: { approvals: { "2025-12-01": SUBMITTED }, ...options.seed },
  });

describe.each(["cloud", "datacenter"] as const)("recall_timesheet on %s", (deployment) => {
  test("opens a submitted period with one call, and sends nothing more if it is repeated", async () => {
    const { reply, refusal, sandbox, tempo } = await open({ deployment });
    const entry = { issueKey: "PROJ-7", hours: 1, startDate: "2025-12-02" };
    expect(await refusal("post_worklog", entry)).toContain("recall the timesheet if the user agrees");
    expect(await reply("recall_timesheet", { ...REQUEST, comment: "Two hours are missing." })).toEqual(
      RECALLED,
    );
    expect(await reply("recall_timesheet", REQUEST)).toEqual(ALREADY_OPEN);
    expect(sandbox.state.recalls).toEqual([{ ...REQUEST, comment: "Two hours are missing." }]);
    expect(tempo.count("submit")).toBe(1);
    expect(await reply("post_worklog", entry)).toMatchObject({ success: true });
  });

  test("costs no more requests than it needs", async () => {
    const { reply, requests } = await open({ deployment });
    await reply("recall_timesheet", REQUEST);
    expect(requests.map(({ operation }) => operation)).toEqual(
      deployment === "cloud"
        ? ["getMyself", "getPeriods", "getTimesheetApproval", "getUser", "recallTimesheet"]
        : ["getMyselfDataCenter", "getApprovalStatuses", "actOnTimesheet"],
    );
  });

  test("submitted, recalled, corrected and submitted again", async () => {
    const { reply, sandbox } = await open({ deployment, seed: { approvals: {} } });
    const submission = { ...REQUEST, reviewer: "Bo", evenIfMissing: true };
    const submit = async () => {
      const { confirm = "" } = await reply("submit_timesheet", submission);
      return reply("submit_timesheet", { ...submission, confirm });
    };
    expect(await submit()).toMatchObject({ submitted: true });
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
    const { timesheets } = await reply("get_timesheets", REQUEST);
    expect(timesheets).toEqual([expect.objectContaining({ ...PERIOD, status: "open" })]);
    await reply("post_worklog", { issueKey: "PROJ-7", hours: 2, startDate: "2025-12-02" });
    expect(await submit()).toMatchObject({ submitted: true });
    expect(sandbox.state.submissions).toHaveLength(2);
  });

  test("an approved period is refused, and so is one that was approved meanwhile", async () => {
    const { refusal, tempo, sandbox } = await open({
      deployment,
      seed: { approvals: { "2025-12-01": APPROVED } },
    });
    expect(await refusal("recall_timesheet", REQUEST)).toBe(NOT_RECALLED);
    expect(tempo.count("submit")).toBe(0);
    sandbox.state.approvals.set("2025-12-01", SUBMITTED);
    tempo.onSubmit(1, () => {
      sandbox.state.approvals.set("2025-12-01", APPROVED);
      return rejection(400, "The timesheet is not in review");
    });
    expect(await refusal("recall_timesheet", REQUEST)).toBe(NOT_RECALLED);
    sandbox.state.approvals.set("2025-12-01", SUBMITTED);
    tempo.onSubmit(2, () => {
      sandbox.state.approvals.set("2025-12-01", APPROVED);
      return page(504);
    });
    expect(await refusal("recall_timesheet", REQUEST)).toBe(NOT_RECALLED);
  });

  test("a refused recall says what Tempo says; one of a period that was opened meanwhile is not needed", async () => {
    const { refusal, reply, tempo, sandbox } = await open({ deployment });
    tempo.onSubmit(1, rejected(400, "No permission to recall"));
    expect(await refusal("recall_timesheet", REQUEST)).toMatch(
      /^December 2025 was submitted .*"No permission to recall".* ask Bo to reopen it in Tempo, or recall it there\.$/,
    );
    tempo.onSubmit(2, () => {
      sandbox.state.approvals.set("2025-12-01", { status: "open", comment: "Rejected." });
      return rejection(400, "The timesheet is not in review");
    });
    expect(await reply("recall_timesheet", REQUEST)).toEqual(ALREADY_OPEN);
    expect(sandbox.state.recalls).toEqual([]);
  });

  test.each<[fault: Fault, recalls: number]>([
    ["connection lost, processed", 1],
    ["connection lost, not processed", 0],
    ["gateway error, processed", 1],
    ["gateway error, not processed", 0],
    ["gateway timeout, processed late", 1],
    ["no response, processed", 1],
    ["no response, not processed", 0],
    ["response cut off", 1],
    ["HTML page, processed", 1],
    ["HTML page, not processed", 0],
    ["connection lost while reading, processed", 1],
    ["empty success, processed late", 1],
  ])("%s: its status says whether it is recalled, and nothing is sent again", async (fault, recalls) => {
    const { call, sandbox, tempo } = await open({ deployment });
    tempo.onSubmit(1, fault);
    const { isError, structuredContent, content } = await call("recall_timesheet", REQUEST);
    expect(tempo.count("submit")).toBe(1);
    expect(sandbox.state.recalls).toHaveLength(recalls);
    if (recalls === 1) expect(structuredContent).toEqual(RECALLED);
    else {
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(/^It is unknown whether the timesheet of December 2025 was recalled/);
    }
  });

  test("a rejection by the reviewer is not taken for a recall that got lost", async () => {
    const { reply, sandbox, tempo } = await open({ deployment });
    tempo.onSubmit(1, () => {
      sandbox.state.approvals.set("2025-12-01", {
        status: "open",
        comment: "Please add Tuesday.",
        updatedOn: "2026-01-03",
      });
      return page(504);
    });
    expect(await reply("recall_timesheet", REQUEST)).toEqual(ALREADY_OPEN);
  });

  test("while it may still take effect, repeated calls wait and send nothing, and so does a submission", async () => {
    const { refusal, reply, sandbox, tempo, clock } = await open({ deployment, budget: 10_000 });
    let isBroken = false;
    tempo.onSubmit(1, (sent, serve) => {
      isBroken = true;
      const late = detach(sent);
      void clock.sleep(10_500).then(() => serve(late));
      return page(504);
    });
    tempo.onRead(() => isBroken, rejected(403));
    expect(await refusal("recall_timesheet", REQUEST)).toContain("its status cannot be read to the end");
    isBroken = false;
    const waiting =
      "Not sent: an earlier call has recalled the timesheet of December 2025 and got no response, so it may still be recalled. " +
      "Send the same call again in a minute.";
    expect(await refusal("recall_timesheet", REQUEST)).toBe(waiting);
    const submission = { ...REQUEST, reviewer: "Bo", evenIfMissing: true };
    expect(await refusal("submit_timesheet", { ...submission, confirm: "00000000" })).toBe(waiting);
    await clock.sleep(15_000);
    expect(await reply("recall_timesheet", REQUEST)).toEqual(ALREADY_OPEN);
    expect(sandbox.state.recalls).toHaveLength(1);
    expect(tempo.count("submit")).toBe(1);
  });

  test.each(["before", "after"] as const)(
    "a process that starts anew sends a recall again only once that of a killed one, %s its effect, is over",
    async (when) => {
      const clock = virtualClock();
      const at = clock.wallClock();
      const killed = { at, type: "submitting", period: "2025-12-01", recalls: true } as const;
      const journal = new Journal(journalInMemory([killed]), clock);
      const { reply, sandbox } = await open({
        deployment,
        clock,
        writers: { run: (_, __, write) => write(writer(journal)) },
      });
      if (when === "after") sandbox.state.approvals.set("2025-12-01", { status: "open", comment: "" });
      const start = clock.now();
      expect(await reply("recall_timesheet", REQUEST)).toEqual(when === "after" ? ALREADY_OPEN : RECALLED);
      expect(clock.now() - start >= 19_000).toBe(when === "before");
    },
  );

  test("a submission that may still take effect is waited for before the period is called open", async () => {
    const { plan, reply, call, sandbox, tempo, clock } = await planned({ deployment });
    const request = { ...REQUEST, reviewer: "Bo", evenIfMissing: true, confirm: await plan() };
    let isBroken = false;
    tempo.onSubmit(1, (sent, serve) => {
      isBroken = true;
      const late = detach(sent);
      void clock.sleep(10_900).then(() => serve(late));
      return page(504);
    });
    tempo.onRead(() => isBroken, rejected(403));
    const submitting = call("submit_timesheet", request);
    await clock.sleep(9000);
    isBroken = false;
    await submitting;
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
    expect([sandbox.state.submissions.length, sandbox.state.recalls.length]).toEqual([1, 1]);
  });

  test("what Tempo shows late is waited for", async () => {
    const { plan, reply, sandbox, tempo, clock } = await planned({ deployment });
    const request = { ...REQUEST, reviewer: "Bo", evenIfMissing: true, confirm: await plan() };
    tempo.onSubmit(1, async (sent, serve) => {
      const response = await serve(sent);
      const submitted = sandbox.state.approvals.get("2025-12-01") ?? SUBMITTED;
      sandbox.state.approvals.delete("2025-12-01");
      void clock.sleep(5000).then(() => sandbox.state.approvals.set("2025-12-01", submitted));
      return response;
    });
    expect(await reply("submit_timesheet", request)).toMatchObject({ submitted: true });
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
  });

  test("one of two calls at the same moment recalls it", async () => {
    const { reply, sandbox, tempo } = await open({ deployment });
    const replies = await Promise.all([
      reply("recall_timesheet", REQUEST),
      reply("recall_timesheet", REQUEST),
    ]);
    expect(replies.map(({ recalled }) => recalled).sort()).toEqual([false, true]);
    expect(sandbox.state.recalls).toHaveLength(1);
    expect(tempo.count("submit")).toBe(1);
  });
});

/** December is open. */
async function planned(options: SessionOptions) {
  const session = await open({ ...options, seed: { approvals: {} } });
  const submission = { ...REQUEST, reviewer: "Bo", evenIfMissing: true };
  const plan = async () => (await session.reply("submit_timesheet", submission)).confirm ?? "";
  return { ...session, plan };
}
