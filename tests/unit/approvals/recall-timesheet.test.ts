import { describe, expect, test } from "vitest";
import { recallTimesheet } from "../../../src/timesheet/approvals/recall-timesheet.ts";
import { OutcomeUnknownError, RejectedError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { Approval, CallScope, TimesheetRecall } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, STATUS_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";

const OPEN: Approval = { startDate: "2025-12-01", endDate: "2025-12-31", status: "open" };
const IN_REVIEW: Approval = { ...OPEN, status: "in_review", reviewer: "Bo", comment: "Complete." };
const APPROVED: Approval = { ...OPEN, status: "approved", reviewer: "Bo" };

const OPEN_FOR_MS = LONGEST_WRITE_MS + LATEST_COMMIT_MS;

interface Tempo {
  /** Statuses that reads return in turn, the last one for all further reads; those after the request from the second on. */
  shown: readonly (Approval | "none")[];
  answer?: Approval | Error;
  /** Whether the request fails before it is sent. */
  isUnsent?: true;
  comment?: string;
  deadline?: number;
  /** The records of earlier calls, and how old they are. */
  earlier?: [record: (journal: Journal) => void, ago: number];
}

/** Recalls a timesheet, and says what can be seen of it. */
async function play({ shown, answer = OPEN, isUnsent, comment, deadline, earlier }: Tempo) {
  const at: string[] = [];
  const sent: TimesheetRecall[] = [];
  const since = () => run.context.clock.now() - start;
  const { run, journal, advance } = runOf([], {
    approvals: {
      read: async () => {
        const reads = at.filter((it) => it.startsWith("read")).length;
        at.push(`read ${since()}`);
        const found = shown[Math.min(reads, shown.length - 1)] ?? "none";
        return found === "none" ? [] : [found];
      },
      recall: async (recall: TimesheetRecall, scope: CallScope) => {
        if (isUnsent) throw answer;
        await scope.beforeWrite?.();
        at.push(`send ${since()}`);
        sent.push(recall);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      submit: async () => OPEN,
      findReviewers: async () => [],
    },
    getOwner: async () => ({ site: "", worker: "" }),
  });
  earlier?.[0](journal);
  advance(earlier?.[1] ?? 0);
  const start = run.context.clock.now();
  const { changes } = run.context;
  const context = {
    ...run.context,
    ...(deadline !== undefined && { deadline: start + deadline }),
    writers: {
      run: (_: unknown, __: unknown, write: (it: typeof run.writer) => Promise<never>) => write(run.writer),
    } as typeof run.context.writers,
  };
  const request = { startDate: OPEN.startDate, ...(comment !== undefined && { comment }) };
  const result = await recallTimesheet(request, context).catch((error: Error) => error);
  return {
    outcome: result instanceof Error ? `${result.name}: ${result.message}` : result.isRecalled,
    at,
    sent,
    recalled: [changes.ids("recalled", true).length, changes.ids("recalled", false).length],
    pending: journal.submissions.of(OPEN.startDate).pending?.effect,
    settled: {
      made: journal.submissions.of(OPEN.startDate).made?.effect,
      refused: journal.submissions.of(OPEN.startDate).refused?.effect,
    },
  };
}

const lost = () => new OutcomeUnknownError("No response.", 504);
const SENT = [{ period: IN_REVIEW, comment: "" }];
const READS = ["read 0", "send 0", "read 500", "read 2000", "read 5000", `read ${LATEST_COMMIT_MS}`];
const SETTLED = { made: undefined, refused: undefined };
const MADE = { recalled: [1, 0], pending: undefined, settled: { ...SETTLED, made: "recalled" } };
const NOT_MADE = { recalled: [0, 0], pending: undefined, settled: { ...SETTLED, refused: "recalled" } };
const NOT_SENT = { recalled: [0, 0], pending: undefined, settled: SETTLED, sent: [] };
const UNKNOWN = { recalled: [0, 1], pending: "recalled", settled: SETTLED };

describe("a recall", () => {
  test.each<[what: string, tempo: Tempo, seen: object]>([
    [
      "is as Tempo confirms it",
      { shown: [IN_REVIEW] },
      { outcome: true, at: ["read 0", "send 0"], sent: SENT, ...MADE },
    ],
    ["of an open timesheet is not sent", { shown: [OPEN] }, { outcome: false, at: ["read 0"], ...NOT_SENT }],
    [
      "of an approved timesheet is not sent",
      { shown: [APPROVED] },
      {
        outcome: expect.stringMatching(/^RejectedError: Not recalled: /),
        at: ["read 0"],
        ...NOT_SENT,
      },
    ],
    [
      "of a period that Tempo does not list is not sent",
      { shown: ["none"] },
      {
        outcome: expect.stringMatching(/^NotFoundError: Tempo lists no .* no timesheet to recall\. /),
        at: ["read 0"],
        ...NOT_SENT,
      },
    ],
    [
      "of a date inside a period is not sent",
      { shown: [{ ...IN_REVIEW, startDate: "2025-11-30" }] },
      {
        outcome: expect.stringMatching(
          /^InvalidInputError: .* is inside 2025-11-30 .* to recall that period, /,
        ),
        at: ["read 0"],
        ...NOT_SENT,
      },
    ],
    [
      "that cannot be sent is what the error says, whatever Tempo shows",
      { shown: [IN_REVIEW, OPEN], answer: new UnavailableError("No answer.", 503), isUnsent: true },
      { outcome: "UnavailableError: No answer.", at: ["read 0"], ...NOT_SENT },
    ],
    [
      "that is refused without a response of Tempo is what the error says",
      { shown: [IN_REVIEW], answer: new RejectedError("Not possible.") },
      { outcome: "RejectedError: Not possible.", at: READS.slice(0, 2), sent: SENT, ...NOT_MADE },
    ],
    [
      "without a usable response is what Tempo shows",
      { shown: [IN_REVIEW, IN_REVIEW, OPEN], answer: lost() },
      { outcome: true, at: READS.slice(0, 4), sent: SENT, ...MADE },
    ],
    [
      "whose response still shows it in review is what Tempo shows then",
      { shown: [IN_REVIEW, OPEN], answer: IN_REVIEW },
      { outcome: true, at: READS.slice(0, 3), sent: SENT, ...MADE },
    ],
    [
      "without a comment is known where Tempo keeps that of the submission",
      { shown: [IN_REVIEW, { ...OPEN, comment: "Complete." }], answer: lost() },
      { outcome: true, at: READS.slice(0, 3), sent: SENT, ...MADE },
    ],
    [
      "without a comment is known where Tempo keeps that of the submission without its spaces",
      {
        shown: [
          { ...IN_REVIEW, comment: " Complete.\n" },
          { ...OPEN, comment: "Complete." },
        ],
        answer: lost(),
      },
      {
        outcome: true,
        at: READS.slice(0, 3),
        sent: [{ period: { ...IN_REVIEW, comment: " Complete.\n" }, comment: "" }],
        ...MADE,
      },
    ],
    ...["Wait.", " Wait."].map((comment): [string, Tempo, object] => [
      `with the comment "${comment}" is known by it, whatever spaces Tempo keeps`,
      { shown: [IN_REVIEW, { ...OPEN, comment: "Wait. " }], answer: lost(), comment },
      { outcome: true, at: READS.slice(0, 3), sent: [{ period: IN_REVIEW, comment }], ...MADE },
    ]),
    ...(["Complete.", "Rejected."] as const).map((comment): [string, Tempo, object] => [
      `with a comment is not known by the comment ${comment}, and may come later`,
      { shown: [IN_REVIEW, { ...OPEN, comment }], answer: lost(), comment: "Wait." },
      {
        outcome: false,
        at: READS.slice(0, 3),
        sent: [{ period: IN_REVIEW, comment: "Wait." }],
        recalled: [0, 0],
        pending: "recalled",
        settled: SETTLED,
      },
    ]),
    [
      "that is refused is none, if the timesheet is open then",
      { shown: [IN_REVIEW, OPEN], answer: new RejectedError("Not in review.", 400) },
      { outcome: false, at: READS.slice(0, 3), sent: SENT, ...NOT_MADE },
    ],
    [
      "that is refused while it is in review failed",
      { shown: [IN_REVIEW], answer: new RejectedError("Not yours.", 400) },
      {
        outcome: expect.stringMatching(/^RejectedError: December 2025 was submitted .*Not yours\./),
        at: READS.slice(0, 3),
        sent: SENT,
        ...NOT_MADE,
      },
    ],
    [
      "that never left this machine is not read back",
      { shown: [IN_REVIEW], answer: new UnavailableError("No connection.") },
      { outcome: "UnavailableError: No connection.", at: READS.slice(0, 2), sent: SENT, ...NOT_MADE },
    ],
    [
      "without a usable response is unknown if the timesheet stays in review",
      { shown: [IN_REVIEW], answer: lost() },
      {
        outcome: expect.stringMatching(
          /^OutcomeUnknownError: .* shows it as waiting for approval, but may show a recall late/,
        ),
        at: READS,
        sent: SENT,
        ...UNKNOWN,
      },
    ],
    [
      "without a usable response of a timesheet that is approved then was none",
      { shown: [IN_REVIEW, APPROVED], answer: lost() },
      {
        outcome: expect.stringMatching(/^RejectedError: Not recalled: December 2025 was approved/),
        at: READS.slice(0, 3),
        sent: SENT,
        recalled: [0, 0],
        pending: "recalled",
        settled: SETTLED,
      },
    ],
    [
      "of a timesheet that is approved when it can come no more was none for ever",
      { shown: [...Array.from({ length: 4 }, () => IN_REVIEW), APPROVED], answer: lost() },
      {
        outcome: expect.stringMatching(/^RejectedError: Not recalled: December 2025 was approved/),
        at: READS,
        sent: SENT,
        ...NOT_MADE,
      },
    ],
  ])("%s", async (_, tempo, seen) => {
    expect(await play(tempo)).toEqual(seen);
  });
});

describe("after earlier requests, a recall", () => {
  const submitting = (journal: Journal) => journal.submitting(OPEN.startDate);
  const recalling = (journal: Journal) => journal.submitting(OPEN.startDate, true);
  const submitted = (journal: Journal) => {
    submitting(journal);
    journal.submissionSettled(OPEN.startDate, true);
  };
  const refused = (journal: Journal) => {
    submitting(journal);
    journal.submissionSettled(OPEN.startDate);
  };
  const recallRefused = (journal: Journal) => {
    recalling(journal);
    journal.submissionSettled(OPEN.startDate);
  };
  const waited = (ms: number) => ["read 0", `read ${ms}`, `send ${ms}`];

  test.each<[what: string, tempo: Tempo, outcome: boolean, at: string[]]>([
    [
      "waits for a submission that may still come, before the timesheet is called open",
      { shown: [OPEN, IN_REVIEW], earlier: [submitting, 1000] },
      true,
      waited(OPEN_FOR_MS - 1000),
    ],
    [
      "waits for a submission that may still come, before another is overtaken",
      { shown: [IN_REVIEW], earlier: [submitting, 1000] },
      true,
      waited(OPEN_FOR_MS - 1000),
    ],
    [
      "waits for one that may still come, before it is sent again",
      { shown: [IN_REVIEW, OPEN], earlier: [recalling, 1000] },
      false,
      ["read 0", `read ${OPEN_FOR_MS - 1000}`],
    ],
    [
      "waits on until Tempo shows a submission that may have come, before the timesheet is called open",
      { shown: [OPEN, OPEN, IN_REVIEW], earlier: [submitting, 5000], deadline: 45_000 },
      true,
      ["read 0", `read ${OPEN_FOR_MS - 5000}`, "read 44000", "send 44000"],
    ],
    [
      "calls the timesheet open once Tempo must show that nothing came",
      { shown: [OPEN], earlier: [submitting, OPEN_FOR_MS + 1000], deadline: STATUS_LAG_MS },
      false,
      ["read 0", `read ${STATUS_LAG_MS - 1000}`],
    ],
    [
      "does not wait for what Tempo must have shown",
      { shown: [OPEN], earlier: [submitting, OPEN_FOR_MS + STATUS_LAG_MS] },
      false,
      ["read 0"],
    ],
    [
      "does not wait for one that has opened it",
      { shown: [OPEN], earlier: [recalling, 1000] },
      false,
      ["read 0"],
    ],
    [
      "does not wait for what can come no more",
      { shown: [IN_REVIEW], earlier: [recalling, OPEN_FOR_MS] },
      true,
      ["read 0", "send 0"],
    ],
    [
      "waits until Tempo shows what was submitted a moment ago",
      { shown: [OPEN, IN_REVIEW], earlier: [submitted, 1000] },
      true,
      waited(STATUS_LAG_MS - 1000),
    ],
    [
      "does not wait for what Tempo shows",
      { shown: [IN_REVIEW], earlier: [submitted, 1000] },
      true,
      ["read 0", "send 0"],
    ],
    [
      "waits before the timesheet is called open, if a submission was refused a moment ago",
      { shown: [OPEN], earlier: [refused, 1000] },
      false,
      ["read 0", `read ${STATUS_LAG_MS - 1000}`],
    ],
    [
      "does not wait for what was refused, if it is sent itself",
      { shown: [IN_REVIEW], earlier: [refused, 1000] },
      true,
      ["read 0", "send 0"],
    ],
    [
      "takes no status for its effect that may be older than the submission",
      {
        shown: [IN_REVIEW, OPEN, IN_REVIEW, OPEN],
        answer: lost(),
        earlier: [submitted, STATUS_LAG_MS - 4000],
      },
      true,
      ["read 0", "send 0", "read 500", "read 2000", "read 5000"],
    ],
    [
      "takes a status for its effect as soon as it is not older than the submission",
      { shown: [IN_REVIEW, OPEN], answer: lost(), earlier: [submitted, STATUS_LAG_MS - 2000] },
      true,
      ["read 0", "send 0", "read 500", "read 2000"],
    ],
    [
      "does not wait for a recall that was refused, if the timesheet is open",
      { shown: [OPEN], earlier: [recallRefused, 1000] },
      false,
      ["read 0"],
    ],
  ])("%s", async (_, tempo, outcome, at) => {
    const seen = await play(tempo);
    expect(seen).toMatchObject({ outcome, at });
  });

  test.each<[what: string, shown: Approval[], at: string[]]>([
    ["is refused at once, though a recall may still come", [APPROVED], ["read 0"]],
    [
      "is refused once it is approved meanwhile",
      [IN_REVIEW, APPROVED],
      ["read 0", `read ${OPEN_FOR_MS - 1000}`],
    ],
  ])("of an approved timesheet %s", async (_, shown, at) => {
    const seen = await play({ shown, earlier: [recalling, 1000] });
    const outcome = expect.stringMatching(/^RejectedError: Not recalled: December 2025 was approved/);
    expect(seen).toMatchObject({ outcome, at, sent: [] });
  });

  test("that has no time to wait until Tempo shows what may have come is not sent", async () => {
    const tempo: Tempo = { shown: [OPEN], earlier: [submitting, OPEN_FOR_MS], deadline: STATUS_LAG_MS };
    expect(await play(tempo)).toMatchObject({
      outcome: expect.stringMatching(/^NotSentError: .* for another status .* may still show the one before/),
      at: ["read 0"],
      pending: "submitted",
    });
  });

  test.each<[earlier: (journal: Journal) => void, shown: Approval, deadline: number, error: RegExp]>([
    [submitting, OPEN, OPEN_FOR_MS, /^NotSentError: .* has submitted .* and got no response/],
    [recalling, IN_REVIEW, OPEN_FOR_MS, /^NotSentError: .* has recalled .* and got no response/],
    [submitted, OPEN, STATUS_LAG_MS, /^NotSentError: .* for another status .* may still show the one before/],
  ])("that has no time to wait for that is not sent: %#", async (earlier, shown, deadline, error) => {
    const { outcome, sent } = await play({ shown: [shown], earlier: [earlier, 0], deadline });
    expect(outcome).toMatch(error);
    expect(sent).toEqual([]);
    const inTime = await play({ shown: [shown], earlier: [earlier, 0], deadline: deadline + 1 });
    expect(inTime.at.slice(0, 2)).toEqual(["read 0", `read ${deadline}`]);
  });
});
