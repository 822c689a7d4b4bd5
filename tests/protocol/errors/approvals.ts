import { rejected } from "../../helpers/fault-script.ts";
import { COLLEAGUE } from "../../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";
import { calling, type Entry, invalidInput, type Met, metIn } from "./entry.ts";

const APPROVALS = { toolSets: ["approvals"] } as const;

const CAREN = { ...COLLEAGUE, accountId: "712020:caren", key: "JIRAUSER10003", displayName: "Caren" };

const IN_REVIEW = {
  approvals: {
    "2025-12-01": { status: "in_review", reviewer: COLLEAGUE.accountId, updatedOn: "2026-01-02" },
  },
} as const;

const submit = (args: object, options: SessionOptions = {}) =>
  calling("submit_timesheet", { startDate: "2025-12-01", ...args }, { ...APPROVALS, ...options });

const recall = (args: object, options: SessionOptions = {}) =>
  calling("recall_timesheet", { startDate: "2025-12-01", ...args }, { ...APPROVALS, ...options });

/** Confirms a plan, so often; returns how the last call fails. */
const confirming =
  (times: number, prepare: (session: Session) => void, budget = 10_000) =>
  async (): Promise<Met> => {
    const session = await openSession({ ...APPROVALS, budget });
    const request = { startDate: "2025-12-01", evenIfMissing: true };
    const { confirm } = await session.reply("submit_timesheet", request);
    prepare(session);
    const call = () => session.call("submit_timesheet", { ...request, confirm });
    for (let earlier = 1; earlier < times; earlier += 1) await call();
    return metIn(await call());
  };

/** Loses each submission; for `unreadableFor` milliseconds after it, no status can be read. */
function loseSubmission({ tempo, clock }: Session, unreadableFor: number, status = 504): void {
  let readableFrom = 0;
  tempo.onSubmit("all", () => {
    readableFrom = clock.now() + unreadableFor;
    return new Response("", { status });
  });
  tempo.onRead(() => clock.now() < readableFrom, rejected(403));
}

/** Recalls a timesheet so often; returns how the last call fails. */
const recalling =
  (times: number, prepare: (session: Session) => void, budget = 10_000) =>
  async (): Promise<Met> => {
    const session = await openSession({ ...APPROVALS, budget, seed: IN_REVIEW });
    prepare(session);
    const call = () => session.call("recall_timesheet", { startDate: "2025-12-01" });
    for (let earlier = 1; earlier < times; earlier += 1) await call();
    return metIn(await call());
  };

/** Takes a recall, and goes on showing the timesheet as it was. */
function showLate({ tempo, sandbox }: Session): void {
  tempo.onSubmit("all", async (request, serve) => {
    const response = await serve(request);
    sandbox.state.approvals.set("2025-12-01", IN_REVIEW.approvals["2025-12-01"]);
    return response;
  });
}

/** Errors of the tool set approvals, and those of any tool in a locked period. */
export const APPROVAL_ERRORS: Entry[] = [
  {
    cause: "there is no such period",
    meet: submit({ startDate: "2026-03-01", reviewer: "Bo" }, { deployment: "datacenter" }),
    code: "not_found",
    text: "Tempo lists no period with 2026-03-01, so there is no timesheet to submit. List the timesheets to find their dates; Data Center lists no future periods.",
  },
  invalidInput(
    "the date is inside a period",
    submit({ startDate: "2025-12-02" }),
    "`startDate`: 2025-12-02 is inside 2025-12-01 to 2025-12-31. Nothing was sent; to submit that period, use its first " +
      "date, 2025-12-01.",
  ),
  invalidInput(
    "Data Center lists no periods so old",
    calling("get_timesheets", { startDate: "2000-01-03" }, { ...APPROVALS, deployment: "datacenter" }),
    "`startDate`: Tempo Data Center lists the last 120 periods only, here from 2016-02-01 on. Nothing was sent; use a later date.",
  ),
  invalidInput(
    "several people may approve",
    submit({}, { seed: { colleagues: [COLLEAGUE, CAREN] } }),
    "`reviewer`: several people may approve this timesheet: Bo, Caren. Nothing was sent; ask the user which one.",
  ),
  invalidInput(
    "Data Center needs a reviewer",
    submit({}, { deployment: "datacenter" }),
    "`reviewer`: Tempo Data Center needs the name of a reviewer. Nothing was sent; ask the user for it.",
  ),
  invalidInput(
    "nobody of that name may approve",
    submit({ reviewer: "Zoe" }),
    '`reviewer`: "Zoe" is not the name of a reviewer. Nothing was sent. Choose one of: Bo.',
  ),
  {
    cause: "a submission got lost, and the timesheet is open",
    meet: confirming(1, (session) => loseSubmission(session, 0), 50_000),
    code: "outcome_unknown",
    text:
      "It is unknown whether the timesheet of December 2025 was submitted: Tempo returned HTTP 504. It may still take effect until TIME, N seconds " +
      "from now. Sending the same call again is safe: it reads the status first.",
  },
  {
    cause: "a submission got lost, and the status cannot be read",
    meet: confirming(1, (session) => loseSubmission(session, 60_000, 503), 50_000),
    code: "outcome_unknown",
    text:
      "It is unknown whether the timesheet of December 2025 was submitted: Tempo returned HTTP 503. Its status cannot be read. Sending the same " +
      "call again is safe: it reads the status first.",
  },
  {
    cause: "Tempo fails at a submission, and shows the timesheet as open once it can submit it no more",
    meet: confirming(1, (session) => loseSubmission(session, 0, 503), 50_000),
    code: "unavailable",
    text: "The timesheet of December 2025 was not submitted: Tempo returned HTTP 503, and still shows it as open. Send the same call again.",
  },
  {
    cause: "the same submission, soon after that",
    meet: confirming(2, (session) => loseSubmission(session, 0)),
    code: "not_sent",
    text:
      "Not sent: Tempo has not said what became of an earlier request about this timesheet. It may still take effect until TIME, N seconds " +
      "from now. Send the same call again then: what exists by then is not stored again.",
  },
  {
    cause: "there is no such period to recall",
    meet: recall({ startDate: "2026-03-01" }, { deployment: "datacenter" }),
    code: "not_found",
    text: "Tempo lists no period with 2026-03-01, so there is no timesheet to recall. List the timesheets to find their dates; Data Center lists no future periods.",
  },
  invalidInput(
    "the date to recall is inside a period",
    recall({ startDate: "2025-12-02" }, { seed: IN_REVIEW }),
    "`startDate`: 2025-12-02 is inside 2025-12-01 to 2025-12-31. Nothing was sent; to recall that period, use its first " +
      "date, 2025-12-01.",
  ),
  {
    cause: "an approved timesheet is recalled",
    meet: recall(
      {},
      { seed: { approvals: { "2025-12-01": { ...IN_REVIEW.approvals["2025-12-01"], status: "approved" } } } },
    ),
    code: "rejected",
    text:
      "Not recalled: December 2025 was approved on 2 January 2026 by Bo. Its hours can be changed again once it is open: ask Bo to " +
      "reopen it in Tempo.",
  },
  {
    cause: "Tempo refuses a recall",
    meet: recalling(1, ({ tempo }) => tempo.onSubmit(1, rejected(400, "Not yours"))),
    code: "rejected",
    text:
      "December 2025 was submitted on 2 January 2026 and is waiting for approval by Bo. Tempo rejected this (HTTP 400). It says: " +
      '"Not yours". Nothing was changed. Its hours can be changed again once it is open: ask Bo to reopen it in Tempo, or recall it there.',
  },
  {
    cause: "a recall got lost, and the timesheet is waiting for approval",
    meet: recalling(1, (session) => loseSubmission(session, 0), 50_000),
    code: "outcome_unknown",
    text:
      "It is unknown whether the timesheet of December 2025 was recalled: Tempo returned HTTP 504. It may still take effect until TIME, N seconds " +
      "from now. Sending the same call again is safe: it reads the status first.",
  },
  {
    cause: "a recall got lost, and the status cannot be read",
    meet: recalling(1, (session) => loseSubmission(session, 60_000, 503), 50_000),
    code: "outcome_unknown",
    text:
      "It is unknown whether the timesheet of December 2025 was recalled: Tempo returned HTTP 503. Its status cannot be read. Sending the same " +
      "call again is safe: it reads the status first.",
  },
  {
    cause: "the same recall, soon after that",
    meet: recalling(2, (session) => loseSubmission(session, 0)),
    code: "not_sent",
    text:
      "Not sent: Tempo has not said what became of an earlier request about this timesheet. It may still take effect until TIME, N seconds " +
      "from now. Send the same call again then: what exists by then is not stored again.",
  },
  {
    cause: "a timesheet was recalled a moment ago, and Tempo does not show it",
    meet: recalling(2, showLate),
    code: "not_sent",
    text:
      "Not sent: an earlier call has asked Tempo for another status of the timesheet of December 2025 less than a minute ago, and " +
      "Tempo may still show the one before. Send the same call again in a minute.",
  },
  {
    cause: "the period is known to be submitted",
    meet: calling(
      "post_worklog",
      { issueKey: "PROJ-7", hours: 1, startDate: "2025-12-02" },
      { ...APPROVALS, seed: IN_REVIEW },
    ),
    code: "rejected",
    text:
      "Not sent: December 2025 was submitted on 2 January 2026 and is waiting for approval by Bo. Its hours can be changed " +
      "again once it is open: recall the timesheet if the user agrees.",
  },
  {
    cause: "Tempo refuses a change in a submitted period",
    meet: calling(
      "post_worklog",
      { issueKey: "PROJ-7", hours: 1, startDate: "2025-12-02" },
      { seed: IN_REVIEW },
    ),
    code: "rejected",
    text:
      "December 2025 was submitted on 2 January 2026 and is waiting for approval by Bo. Tempo rejected this (HTTP 400). It says: " +
      '"Worklogs of this period can no longer be changed". Nothing was changed. Its hours can be changed again once it is open: ask Bo ' +
      "to reopen it in Tempo, or recall it there.",
  },
];
