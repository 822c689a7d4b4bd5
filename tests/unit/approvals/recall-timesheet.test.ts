import { describe, expect, test } from "vitest";
import { recallTimesheet } from "../../../src/timesheet/approvals/submit-and-recall.ts";
import { OutcomeUnknownError, RejectedError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { Approval, CallScope, TimesheetRecall } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, STATUS_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";
import { failed, type Step } from "../posting/steps.ts";
import { asked, made } from "./play-submission.ts";

const OPEN: Approval = { startDate: "2025-12-01", endDate: "2025-12-31", status: "open" };
const IN_REVIEW: Approval = { ...OPEN, status: "in_review", reviewer: "Bo", comment: "Complete." };
const APPROVED: Approval = { ...OPEN, status: "approved", reviewer: "Bo" };

const DECIDED_MS = LATEST_COMMIT_MS + STATUS_LAG_MS;

interface Tempo {
  /** Statuses that reads return in turn, the last one for all further reads. */
  shown: readonly (Approval | "none")[];
  answer?: Approval | Error;
  /** Whether the request fails before it is sent. */
  isUnsent?: true;
  comment?: string;
  deadline?: number;
  /** The records of earlier calls, a second ago. */
  steps?: Step[];
}

/** Recalls a timesheet, and says what can be seen of it. */
async function play({ shown, answer = OPEN, isUnsent, comment, deadline = 47_500, steps = [] }: Tempo) {
  const at: string[] = [];
  const sent: TimesheetRecall[] = [];
  const since = () => clock.now() - start;
  const { context, ledger, advance } = runOf([], {
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
  const { clock, changes } = context;
  for (const step of steps) step(ledger);
  advance(1000);
  const start = clock.now();
  const request = { startDate: OPEN.startDate, ...(comment !== undefined && { comment }) };
  const result = await recallTimesheet(request, { ...context, deadline: start + deadline }).catch(
    (error: Error) => error,
  );
  return {
    outcome: result instanceof Error ? `${result.name}: ${result.message}` : result.isRecalled,
    at,
    sent,
    recalled: [changes.ids("recalled", true).length, changes.ids("recalled", false).length],
    fate: ledger.lastStatus(OPEN.startDate)?.fate.is,
  };
}

const lost = () => new OutcomeUnknownError("No response.", 503);
const SENT = [{ period: IN_REVIEW, comment: "" }];
const reads = (...times: number[]) => times.map((time) => `read ${time}`);
const READ_AND_SENT = ["read 0", "send 0"];
/** A look every two seconds, until it is decided. */
const LOOKS = reads(...Array.from({ length: 21 }, (_, index) => index * 2000), DECIDED_MS);

const MADE = { outcome: true, recalled: [1, 0], fate: "done", sent: SENT };
/** It is open, and another client may have opened it. */
const FOUND = { outcome: false, recalled: [0, 0], fate: "done" };
const NOT_MADE = { recalled: [0, 0], fate: "void", sent: SENT };
const NOT_SENT = { recalled: [0, 0], fate: undefined, sent: [] };

describe("a recall", () => {
  test.each<[what: string, tempo: Tempo, seen: object]>([
    ["is as Tempo confirms it", { shown: [IN_REVIEW] }, { at: READ_AND_SENT, ...MADE }],
    ["of an open timesheet is not sent", { shown: [OPEN] }, { outcome: false, at: ["read 0"], ...NOT_SENT }],
    [
      "of an approved timesheet is not sent",
      { shown: [APPROVED] },
      { outcome: expect.stringMatching(/^RejectedError: Not recalled: /), at: ["read 0"], ...NOT_SENT },
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
      { outcome: "RejectedError: Not possible.", at: READ_AND_SENT, ...NOT_MADE },
    ],
    [
      "that Tempo refuses failed",
      { shown: [IN_REVIEW], answer: new RejectedError("Not yours.", 400) },
      {
        outcome: expect.stringMatching(/^RejectedError: December 2025 was submitted .*Not yours\./),
        at: [...READ_AND_SENT, "read 0"],
        ...NOT_MADE,
      },
    ],
    [
      "that fails is what Tempo shows",
      { shown: [IN_REVIEW, IN_REVIEW, OPEN], answer: lost() },
      { at: [...READ_AND_SENT, ...reads(0, 2000, 2000)], ...MADE },
    ],
    [
      "whose response still shows it in review is what Tempo shows then",
      { shown: [IN_REVIEW, OPEN], answer: IN_REVIEW },
      { at: [...READ_AND_SENT, ...reads(0, 0)], ...MADE },
    ],
    [
      "without a comment is known where Tempo keeps that of the submission",
      { shown: [IN_REVIEW, { ...OPEN, comment: " Complete." }], answer: lost() },
      { at: [...READ_AND_SENT, ...reads(0, 0)], ...MADE },
    ],
    ...["Wait.", " Wait."].map((comment): [string, Tempo, object] => [
      `with the comment "${comment}" is known by it, whatever spaces Tempo keeps`,
      { shown: [IN_REVIEW, { ...OPEN, comment: "Wait. " }], answer: lost(), comment },
      { at: [...READ_AND_SENT, ...reads(0, 0)], ...MADE, sent: [{ period: IN_REVIEW, comment }] },
    ]),
    ...["Complete.", "Rejected."].map((comment): [string, Tempo, object] => [
      `with a comment is not known by the comment ${comment}`,
      { shown: [IN_REVIEW, { ...OPEN, comment }], answer: lost(), comment: "Wait." },
      {
        at: [...READ_AND_SENT, ...reads(0, 0)],
        ...FOUND,
        sent: [{ period: IN_REVIEW, comment: "Wait." }],
      },
    ]),
    ...[IN_REVIEW, APPROVED].map((it): [string, Tempo, object] => [
      `that fails was not made if the timesheet is ${it.status} once it can take effect no more`,
      { shown: [IN_REVIEW, it], answer: lost() },
      {
        outcome: expect.stringMatching(
          /^UnavailableError: The timesheet of December 2025 was not recalled: Tempo returned HTTP 503, and still shows it as waiting for approval\./,
        ),
        at: [...READ_AND_SENT, ...LOOKS],
        ...NOT_MADE,
      },
    ]),
  ])("%s", async (_, tempo, seen) => {
    expect(await play(tempo)).toEqual(seen);
  });
});

describe("after a request of a second ago, a recall", () => {
  const WAIT_MS = DECIDED_MS - 1000;
  const LAG_MS = STATUS_LAG_MS - 1000;
  const [submission, recall] = [asked("submitted"), asked("recalled")];

  test.each<[what: string, tempo: Tempo, at: string[], outcome: boolean | RegExp]>([
    [
      "waits until that is decided, before the timesheet is called open",
      { shown: [OPEN, OPEN, IN_REVIEW], steps: [submission, failed(1)] },
      [...reads(0, 0, 2000, 2000), "send 2000"],
      true,
    ],
    [
      "waits for another recall, before it is sent again",
      { shown: [IN_REVIEW, IN_REVIEW, OPEN], steps: [recall, failed(1)] },
      reads(0, 0, 2000, 2000),
      false,
    ],
    [
      "calls the timesheet open once it is decided that nothing came",
      { shown: [OPEN], steps: [submission, failed(1)] },
      reads(0, ...Array.from({ length: 20 }, (_, index) => index * 2000), WAIT_MS, WAIT_MS),
      false,
    ],
    [
      "waits until Tempo shows what was submitted",
      { shown: [OPEN, IN_REVIEW], steps: [submission, made(1)] },
      [...reads(0, LAG_MS), `send ${LAG_MS}`],
      true,
    ],
    [
      "waits until Tempo shows what was recalled",
      { shown: [IN_REVIEW, OPEN], steps: [recall, made(1)] },
      reads(0, LAG_MS),
      false,
    ],
    [
      "has no time to wait until Tempo shows it",
      { shown: [OPEN], steps: [submission, made(1)], deadline: LAG_MS },
      ["read 0"],
      /^NotSentError: .* for another status .* of December 2025 .* may still show the one before/,
    ],
    [
      "does not wait for what Tempo shows",
      { shown: [IN_REVIEW], steps: [submission, made(1)] },
      READ_AND_SENT,
      true,
    ],
    [
      "of an approved timesheet is refused, though another one is in doubt",
      { shown: [APPROVED], steps: [recall, failed(1)] },
      ["read 0"],
      /^RejectedError: Not recalled: December 2025 was approved/,
    ],
    [
      "is refused once the timesheet is approved meanwhile",
      { shown: [IN_REVIEW, APPROVED], steps: [recall, failed(1)] },
      reads(0, ...Array.from({ length: 20 }, (_, index) => index * 2000), WAIT_MS, WAIT_MS),
      /^RejectedError: Not recalled: December 2025 was approved/,
    ],
  ])("%s", async (_, tempo, at, outcome) => {
    const seen = await play(tempo);
    expect(seen.at).toEqual(at);
    if (outcome instanceof RegExp) expect(seen.outcome).toMatch(outcome);
    else expect(seen.outcome).toBe(outcome);
    expect(seen.sent).toHaveLength(at.some((it) => it.startsWith("send")) ? 1 : 0);
  });
});
