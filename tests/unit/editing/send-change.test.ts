import { describe, expect, test } from "vitest";
import { sendChange } from "../../../src/timesheet/editing/send-change.ts";
import {
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { CallScope, FullWorklog } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, TIME_TO_SETTLE_EDIT_MS } from "../../../src/timesheet/timeline.ts";
import { writer } from "../../helpers/writer.ts";
import { runOf } from "../posting/run.ts";
import { OLD, play, type Tempo, WANTED } from "./play-change.ts";

const OTHER = { ...WANTED, seconds: 1800, billableSeconds: 1800 };

const unknown = () => new OutcomeUnknownError("No response.", 504);
const rejection = () => new RejectedError("Bad request.", 400);

const SENT_FOUR_TIMES = ["send 0", "send 1000", "send 3000", "send 7000"];
const [UNKNOWN, UNCHANGED] = ["unknown", "unchanged"];

describe("a change is", () => {
  test.each<[what: string, tempo: Tempo, at: string[], seconds: number, storableFor?: number]>([
    ["as Tempo confirms it", { answers: [OTHER] }, ["send 0"], 1800],
    [
      "sent again after an unknown outcome, and the first request may be stored for a while",
      { answers: [unknown(), WANTED] },
      ["send 0", "send 1000"],
      3600,
      LATEST_COMMIT_MS - 1000,
    ],
    [
      "what Tempo shows at once, once it is as requested",
      { answers: [unknown()], shown: [WANTED] },
      [...SENT_FOUR_TIMES, "read 7000"],
      3600,
      LATEST_COMMIT_MS,
    ],
    [
      "what Tempo shows once it can no longer be stored",
      { answers: [unknown()], shown: [OLD, WANTED] },
      [...SENT_FOUR_TIMES, "read 7000", "read 18000"],
      3600,
    ],
    [
      "what Tempo shows in spite of a rejection",
      { answers: [rejection()], shown: [WANTED] },
      ["send 0", "read 0"],
      3600,
    ],
    [
      "what Tempo makes of it, apart from its comment and billable time",
      {
        answers: [rejection()],
        shown: [{ ...WANTED, comment: "<p>Review</p>", billableSeconds: 0 }],
      },
      ["send 0", "read 0"],
      3600,
    ],
  ])("%s", async (_, tempo, at, seconds, storableFor = 0) => {
    const { result, ...seen } = await play(tempo);
    expect(result).toMatchObject({ id: "7", seconds });
    expect(seen).toEqual({ at, edited: ["7"], possiblyEdited: [], known: seconds, storableFor });
  });

  test.each<[what: string, tempo: Tempo, at: string[], result: RegExp, outcome: string]>([
    [
      "as it was, if a rejected one still is",
      { answers: [rejection()], shown: [OLD] },
      ["send 0", "read 0"],
      /^RejectedError: Bad request/,
      UNCHANGED,
    ],
    [
      "as it was, if it never left this machine",
      { answers: [new UnavailableError("No connection.")] },
      ["send 0"],
      /^UnavailableError: No connection/,
      UNCHANGED,
    ],
    [
      "not found, if a worklog that is not found cannot be read either",
      { answers: [new NotFoundError("Not found.", 404)] },
      ["send 0", "read 0"],
      /^NotFoundError: Not found/,
      UNCHANGED,
    ],
    [
      "gone, if a rejected one cannot be read",
      { answers: [rejection()] },
      ["send 0", "read 0"],
      /^NotFoundError: Worklog 7 does not exist any more/,
      UNCHANGED,
    ],
    [
      "gone, if the worklog belongs to another user",
      { answers: [rejection()], shown: ["another user's"] },
      ["send 0", "read 0"],
      /^NotFoundError: Worklog 7 does not exist any more/,
      UNCHANGED,
    ],
    [
      "gone, if the worklog is not found after an unknown outcome",
      { answers: [unknown(), new NotFoundError("Not found.", 404)] },
      ["send 0", "send 1000", "read 1000"],
      /^NotFoundError: Worklog 7 does not exist any more/,
      UNCHANGED,
    ],
    [
      "unknown, if it is rejected after an unknown outcome and still as it was",
      { answers: [unknown(), rejection()], shown: [OLD] },
      ["send 0", "send 1000", "read 1000", `read ${LATEST_COMMIT_MS}`],
      /^OutcomeUnknownError: It is unknown whether worklog 7 was changed: .* still shows/,
      UNKNOWN,
    ],
    [
      "unknown, if the worklog still is as it was after unknown outcomes",
      { answers: [unknown()], shown: [OLD] },
      [...SENT_FOUR_TIMES, "read 7000", "read 18000"],
      /^OutcomeUnknownError: It is unknown whether worklog 7 was changed: .* still shows/,
      UNKNOWN,
    ],
    [
      "unknown, if the worklog cannot be read",
      { answers: [unknown()], shown: [new ForbiddenError("No access.", 403)] },
      [...SENT_FOUR_TIMES, "read 7000"],
      /^OutcomeUnknownError: It is unknown whether worklog 7 was changed: .* cannot be read/,
      UNKNOWN,
    ],
    ...[
      ["hours", OTHER],
      ["a comment that Tempo does not make of it", { ...WANTED, comment: "Test" }],
      ["a date", { ...WANTED, date: "2026-01-06" }],
      ["another issue, and another comment", { ...WANTED, issueId: "2", comment: "<p>Review</p>" }],
    ].map(([what, it]): [string, Tempo, string[], RegExp, string] => [
      `unknown, if the worklog has another value: ${what}`,
      { answers: [rejection()], shown: [it as FullWorklog] },
      ["send 0", "read 0"],
      /^OutcomeUnknownError: It is unknown whether the change of worklog 7 took effect/,
      UNKNOWN,
    ]),
  ])("%s", async (_, tempo, at, result, outcome) => {
    const seen = await play(tempo);
    expect(seen.result).toMatch(result);
    const isUnknown = outcome === UNKNOWN;
    expect({ ...seen, storableFor: seen.storableFor > 0 }).toEqual({
      ...{ result: seen.result, at, edited: [], possiblyEdited: isUnknown ? ["7"] : [] },
      ...{ known: undefined, storableFor: isUnknown },
    });
  });
});

describe("a change of unknown outcome", () => {
  const tempo = { answers: [unknown()], shown: [OLD] };

  test.each([
    [
      "is not sent again if it could not be settled then",
      1000 + TIME_TO_SETTLE_EDIT_MS,
      ["send 0", "read 0", "read 11000"],
    ],
    [
      "is sent again if it can",
      1001 + TIME_TO_SETTLE_EDIT_MS,
      ["send 0", "send 1000", "read 1000", "read 12000"],
    ],
    ["is not waited for beyond the call's time", LATEST_COMMIT_MS, ["send 0", "read 0"]],
    ["is waited for up to the call's time", LATEST_COMMIT_MS + 1, ["send 0", "read 0", "read 11000"]],
  ])("%s", async (_, deadline, at) => {
    expect((await play(tempo, { deadline })).at).toEqual(at);
  });

  test("is not waited for in a call that is cancelled", async () => {
    const { at, result } = await play(tempo, { signal: AbortSignal.abort() });
    expect(at).toEqual(["send 0", "read 1000"]);
    expect(result).toMatch(/the worklog cannot be read to the end/);
  });
});

describe("a process that lost the lease", () => {
  test.each([
    ["before it records anything", 0],
    ["while it records", 1],
  ])("sends no change: %s", async (_, allowed) => {
    let asked = 0;
    const updateWorklog = async (_worklog: FullWorklog, scope: CallScope) => {
      await scope.beforeWrite?.();
      return WANTED;
    };
    const { run, journal } = runOf([], { updateWorklog });
    const lost = writer(journal, () => asked++ < allowed);
    const change = { old: OLD, wanted: WANTED, context: run.context, writer: lost };
    await expect(sendChange(change)).rejects.toThrow("Not sent: this process was paused");
    expect(journal.edits.has("7")).toBe(allowed > 0);
    expect(run.context.changes.possiblyEdited.size).toBe(0);
  });
});
