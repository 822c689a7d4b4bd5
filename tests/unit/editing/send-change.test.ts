import { describe, expect, test } from "vitest";
import { sendChange } from "../../../src/timesheet/editing/send-change.ts";
import {
  ForbiddenError,
  NoAnswerError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { CallScope, FullWorklog } from "../../../src/timesheet/port.ts";
import {
  CANCELLED_WAIT_MS,
  LATEST_COMMIT_MS,
  UNKNOWN_LIST_LAG_MS,
  UNSETTLED_POLL_MS,
} from "../../../src/timesheet/timeline.ts";
import { writer as writerOf } from "../../helpers/writer.ts";
import { runOf } from "../posting/run.ts";
import { fullWorklog } from "./worklogs.ts";

const OLD = fullWorklog();
const WANTED = fullWorklog({ seconds: 3600, billableSeconds: 3600 });
const OTHER = fullWorklog({ seconds: 1800, billableSeconds: 1800 });

const ISSUE = { id: OLD.issueId, key: "PROJ-1", summary: "" };

const CALL_MS = 47_500;
const DECIDED_MS = LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;

/** The result of a read: a worklog, none, that of another user, or a failure. */
type Shown = FullWorklog | "none" | "another user's" | Error;

interface Tempo {
  answer: FullWorklog | Error;
  /** The time until the answer. */
  after?: number;
  /** Whether the request fails before it leaves. */
  isUnsent?: true;
  /** The results of reads in turn, the last one for all further reads. */
  shown?: readonly Shown[];
  cancelledAfter?: number;
  mayWrite?: () => boolean;
}

/** Sends the change to a Tempo, and says what can be seen of it. */
async function play({ answer, after = 0, isUnsent, shown = ["none"], cancelledAfter, mayWrite }: Tempo) {
  const at: string[] = [];
  const caller = new AbortController();
  const run = runOf([], {
    async readWorklog() {
      const reads = at.filter((it) => it.startsWith("read")).length;
      at.push(`read ${clock.now()}`);
      const it = shown[Math.min(reads, shown.length - 1)];
      if (it instanceof Error) throw it;
      if (!it || it === "none") return undefined;
      return it === "another user's" ? { worklog: OLD, isOwn: false } : { worklog: it, isOwn: true };
    },
    updateWorklog: (_, scope) => send(scope),
  });
  const { ledger } = run;
  const { clock } = run.context;
  const context = { ...run.context, signal: caller.signal };
  const send = async (scope: CallScope) => {
    if (isUnsent) throw answer;
    await scope.beforeWrite?.();
    at.push(`send ${clock.now()}`);
    await clock.sleep(after);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  if (cancelledAfter !== undefined) void clock.sleep(cancelledAfter).then(() => caller.abort());
  const writer = mayWrite ? writerOf(ledger, mayWrite) : run.writer;
  const change = { old: OLD, changes: {}, wanted: WANTED, issue: ISSUE };
  const result = await sendChange(change, context, writer).catch((error: Error) => error);
  return {
    result: result instanceof Error ? `${result.name}: ${result.message}` : result,
    at,
    made: context.changes.ids("changed", true),
    perhapsMade: context.changes.ids("changed", false),
    fate: ledger.find(1)?.fate.is,
    endedAt: clock.now(),
    clock,
    ledger,
  };
}

const lost = (status = 503) => new OutcomeUnknownError("No response.", status);

/** A look every two seconds, until it is decided; the last one is for the reply. */
const LOOKS = [
  ...Array.from(
    { length: Math.ceil(DECIDED_MS / UNSETTLED_POLL_MS) },
    (_, index) => index * UNSETTLED_POLL_MS,
  ),
  ...[DECIDED_MS, DECIDED_MS],
].map((at) => `read ${at}`);

/** A look every two seconds, as long as the call has time. */
const LOOKS_ON = Array.from({ length: 24 }, (_, index) => `read ${index * UNSETTLED_POLL_MS}`);

describe("a change is made", () => {
  test.each<[what: string, tempo: Tempo, at: string[], result: FullWorklog]>([
    ["as Tempo confirms it, whatever that is", { answer: OTHER }, ["send 0"], OTHER],
    [
      "if Tempo shows it at once after a failure",
      { answer: lost(), shown: [WANTED] },
      ["send 0", "read 0", "read 0"],
      WANTED,
    ],
    [
      "if Tempo shows it some seconds after a failure",
      { answer: lost(), shown: [OLD, OLD, WANTED] },
      ["send 0", "read 0", "read 2000", "read 4000", "read 4000"],
      WANTED,
    ],
    [
      "if Tempo shows it after silence",
      { answer: new NoAnswerError("No answer.", 504), shown: [WANTED] },
      ["send 0", "read 0", "read 0"],
      WANTED,
    ],
    [
      "if Tempo shows it in spite of a rejection",
      { answer: new RejectedError("Bad request.", 400), shown: [WANTED] },
      ["send 0", "read 0", "read 0"],
      WANTED,
    ],
    [
      "if Tempo shows what it makes of it",
      { answer: lost(), shown: [{ ...WANTED, comment: "<p>Review</p>", billableSeconds: 0 }] },
      ["send 0", "read 0", "read 0"],
      { ...WANTED, comment: "<p>Review</p>", billableSeconds: 0 },
    ],
  ])("%s", async (_, tempo, at, result) => {
    const { ledger, ...seen } = await play(tempo);
    expect(seen).toMatchObject({ result, at, made: ["7"], perhapsMade: [], fate: "done" });
    expect(ledger.row("7")?.known.seconds).toBe(result.seconds);
  });
});

describe("a change is not made, and not sent again", () => {
  test.each<[what: string, tempo: Tempo, at: string[], result: RegExp, fate: string | undefined]>([
    [
      "if Tempo rejects it",
      { answer: new RejectedError("Bad request.", 400), shown: [OLD] },
      ["send 0", "read 0", "read 0"],
      /^RejectedError: Bad request\.$/,
      "void",
    ],
    [
      "if Tempo does not find it",
      { answer: new NotFoundError("Not found.", 404) },
      ["send 0", "read 0", "read 0"],
      /^NotFoundError: Not found\.$/,
      "void",
    ],
    [
      "if it never left this machine",
      { answer: new UnavailableError("No connection."), isUnsent: true },
      [],
      /^UnavailableError: No connection\.$/,
      undefined,
    ],
    [
      "if the worklog is as it was once it can take effect no more",
      { answer: lost(), shown: [OLD] },
      ["send 0", ...LOOKS],
      /^UnavailableError: Worklog 7 was not changed: Tempo returned HTTP 503, and shows it as it was\. Send the same call again\.$/,
      "void",
    ],
    [
      "if the worklog is gone then",
      { answer: lost() },
      ["send 0", ...LOOKS],
      /^NotFoundError: Worklog 7 does not exist any more/,
      "void",
    ],
    [
      "if the worklog belongs to another user",
      { answer: lost(), shown: ["another user's"] },
      ["send 0", ...LOOKS],
      /^NotFoundError: Worklog 7 does not exist any more/,
      "void",
    ],
  ])("%s", async (_, tempo, at, result, fate) => {
    const seen = await play(tempo);
    expect(seen).toMatchObject({ result: expect.stringMatching(result), at, made: [], perhapsMade: [] });
    expect(seen.fate).toBe(fate);
  });
});

describe("a change is unknown", () => {
  const UNTIL =
    /HTTP 50[34]\. It may still take effect until \d\d:\d\d:\d\d, \d+ seconds from now\. Send the same call again then\.$/;

  test.each<[what: string, tempo: Tempo, at: string[], result: RegExp, fate: string]>([
    [
      "after silence, if Tempo does not show it yet",
      { answer: new NoAnswerError("No answer.", 504), shown: [OLD] },
      ["send 0", ...LOOKS_ON],
      UNTIL,
      "lost",
    ],
    [
      "if the worklog cannot be read for now",
      { answer: lost(), shown: [new UnavailableError("Tempo is away.", 503)] },
      ["send 0", "read 0"],
      UNTIL,
      "lost",
    ],
    [
      "if the user may not see the worklog any more",
      { answer: lost(), shown: [new ForbiddenError("No access.", 403)] },
      ["send 0", "read 0"],
      /^OutcomeUnknownError: .* HTTP 503\. It cannot be read any more\. Look at it in Tempo\.$/,
      "unsure",
    ],
    [
      "if Tempo rejects it, and it cannot be read whether it was made all the same",
      {
        answer: new RejectedError("Bad request.", 400),
        shown: [new UnavailableError("Tempo is away.", 503)],
      },
      ["send 0", "read 0"],
      /^OutcomeUnknownError: Tempo rejected this request \(HTTP 400\), and it cannot be read whether it has carried it out all the same\. Tempo is away\. Look at it in Tempo before you send it again\.$/,
      "void",
    ],
    ...[
      ["hours", OTHER],
      ["a comment that Tempo does not make of it", { ...WANTED, comment: "Test" }],
      ["a start time", { ...WANTED, startTime: "10:00:00" }],
      ["a date", { ...WANTED, date: "2026-01-06" }],
    ].map(([what, it]): [string, Tempo, string[], RegExp, string] => [
      `if the worklog has another value then: ${what}`,
      { answer: lost(), shown: [it as FullWorklog] },
      ["send 0", ...LOOKS],
      /^OutcomeUnknownError: It is unknown whether the change of worklog 7 took effect/,
      "void",
    ]),
  ])("%s", async (_, tempo, at, result, fate) => {
    expect(await play(tempo)).toMatchObject({
      ...{ result: expect.stringMatching(result), at, made: [], perhapsMade: ["7"], fate },
    });
  });

  test("if Tempo does not answer within the call; the answer is recorded when it comes", async () => {
    const seen = await play({ answer: WANTED, after: 60_000, shown: [OLD] });
    expect(seen).toMatchObject({
      result: expect.stringMatching(
        /^OutcomeUnknownError: .* Tempo gave no usable answer\. It may still take effect/,
      ),
      ...{ at: ["send 0", `read ${CALL_MS}`], perhapsMade: ["7"], fate: "sent" },
    });
    await seen.clock.sleep(20_000);
    expect(seen.ledger.find(1)?.fate.is).toBe("done");
  });

  test("if it is cancelled, after a moment", async () => {
    const { endedAt, perhapsMade } = await play({
      ...{ answer: WANTED, after: 60_000, shown: [OLD], cancelledAfter: 1000 },
    });
    expect([endedAt, perhapsMade]).toEqual([1000 + CANCELLED_WAIT_MS, ["7"]]);
  });
});

test.each([
  ["before it records anything", 0, undefined],
  ["while it records", 1, "void"],
])("a process that has lost the lease sends no change: %s", async (_, allowed, fate) => {
  let asked = 0;
  const seen = await play({ answer: WANTED, mayWrite: () => asked++ < allowed });
  expect(seen.result).toMatch(/^NotSentError: Not sent: this process was paused/);
  expect([seen.at, seen.made, seen.perhapsMade, seen.fate]).toEqual([[], [], [], fate]);
});

test("a bug while it is read back is passed on, and the change stays in doubt", async () => {
  const { result, fate } = await play({ answer: lost(), shown: [new TypeError("A bug.")] });
  expect([result, fate]).toEqual(["TypeError: A bug.", "lost"]);
});
