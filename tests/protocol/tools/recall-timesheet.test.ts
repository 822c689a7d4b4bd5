import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { detach, page } from "../../helpers/faults.ts";
import { mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { COLLEAGUE } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

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

/** December is submitted. */
const open = (options: SessionOptions = {}) =>
  openSession({
    toolSets: ["approvals"],
    ...options,
    seed: { approvals: { "2025-12-01": SUBMITTED }, ...options.seed },
  });

const SUBMISSION = { ...REQUEST, reviewer: "Bo", evenIfMissing: true };

const NOT_SHOWN = "Tempo may still show the one before";

/** Tempo carries out a submission or recall, and shows the timesheets as they were. Returns what ends that. */
function fallBehind({ sandbox, tempo }: Pick<Awaited<ReturnType<typeof open>>, "sandbox" | "tempo">) {
  const { state } = sandbox;
  const now = state.approvals;
  tempo.onSubmit(1, async (request, serve) => {
    const before = new Map(now);
    const response = await serve(request);
    state.approvals = before;
    return response;
  });
  return () => {
    state.approvals = now;
  };
}

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
    const submit = async () => {
      const { confirm = "" } = await reply("submit_timesheet", SUBMISSION);
      return reply("submit_timesheet", { ...SUBMISSION, confirm });
    };
    expect(await submit()).toMatchObject({ submitted: true });
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
    const { timesheets } = await reply("get_timesheets", REQUEST);
    expect(timesheets).toEqual([expect.objectContaining({ ...PERIOD, status: "open" })]);
    await reply("post_worklog", { issueKey: "PROJ-7", hours: 2, startDate: "2025-12-02" });
    expect(await submit()).toMatchObject({ submitted: true });
    expect(sandbox.state.submissions).toHaveLength(2);
  });

  test("while it may still take effect, repeated calls send nothing, and neither does a submission", async () => {
    const { refusal, reply, sandbox, tempo, clock } = await open({ deployment, budget: 10_000 });
    let isBroken = false;
    tempo.onSubmit(1, (sent, serve) => {
      isBroken = true;
      const late = detach(sent);
      void clock.sleep(10_500).then(() => serve(late));
      return page(504);
    });
    tempo.onRead(() => isBroken, rejected(403));
    expect(await refusal("recall_timesheet", REQUEST)).toBe(
      `It is unknown whether the timesheet of December 2025 was recalled: Tempo returned HTTP 504. ${mayTakeEffectUntil(270, clock)} ` +
        "Sending the same call again is safe: it reads the status first.",
    );
    isBroken = false;
    const waiting =
      `Not sent: Tempo has not said what became of an earlier request about this timesheet. ${mayTakeEffectUntil(270, clock)} ` +
      "Send the same call again then: what exists by then is not stored again.";
    expect(await refusal("recall_timesheet", REQUEST)).toBe(waiting);
    expect(await refusal("submit_timesheet", { ...SUBMISSION, confirm: "00000000" })).toBe(waiting);
    await clock.sleep(15_000);
    expect(await reply("recall_timesheet", REQUEST)).toEqual(ALREADY_OPEN);
    expect(sandbox.state.recalls).toHaveLength(1);
    expect(tempo.count("submit")).toBe(1);
  });

  test("calls no period open while Tempo may not show yet what became of its submission", async () => {
    const session = await open({ deployment, budget: 10_000, seed: { approvals: {} } });
    const { reply, refusal, clock } = session;
    const { confirm = "" } = await reply("submit_timesheet", SUBMISSION);
    const catchUp = fallBehind(session);
    expect(await reply("submit_timesheet", { ...SUBMISSION, confirm })).toMatchObject({ submitted: true });
    await clock.sleep(15_000);
    expect(await refusal("recall_timesheet", REQUEST)).toContain(NOT_SHOWN);
    catchUp();
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
  });

  test("a submission calls no period submitted while Tempo may not show yet what became of its recall", async () => {
    const session = await open({ deployment, budget: 10_000 });
    const { reply, refusal, clock } = session;
    const catchUp = fallBehind(session);
    expect(await reply("recall_timesheet", REQUEST)).toEqual(RECALLED);
    await clock.sleep(15_000);
    const submission = { ...SUBMISSION, confirm: "00000000" };
    expect(await refusal("submit_timesheet", submission)).toContain(NOT_SHOWN);
    catchUp();
    const { timesheet, confirm } = await reply("submit_timesheet", submission);
    expect({ status: timesheet.status, confirm }).toEqual({ status: "open", confirm: expect.any(String) });
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
