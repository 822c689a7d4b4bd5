import { describe, expect, test } from "vitest";
import {
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { FullWorklog } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { OLD, play, type Tempo, WANTED } from "./play-change.ts";

const OTHER = { ...WANTED, seconds: 1800, billableSeconds: 1800 };

const unknown = () => new OutcomeUnknownError("No response.", 504);
const rejection = () => new RejectedError("Bad request.", 400);

test.each([
  ["PROJ-2", "PROJ-2"],
  // Stands for a key of an issue that the user may not see.
  [WANTED.issueId, undefined],
])("the journal knows a changed worklog of %s by the key %s", async (issueKey, key) => {
  expect(await play({ answers: [WANTED] }, { issueKey })).toMatchObject({ key });
});

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
  ])("%s", async (_, tempo, at, seconds, storableFor) => {
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
      "unknown, if the connection is lost, which has no status",
      { answers: [new OutcomeUnknownError("Connection lost.")], shown: [OLD] },
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
      ["a start time", { ...WANTED, startTime: "10:00:00" }],
      [
        "a start time, and what Tempo makes of a comment",
        { ...WANTED, startTime: "10:00:00", comment: "<p>Review</p>" },
      ],
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
    expect({ ...seen, storableFor: seen.storableFor !== undefined }).toEqual({
      ...{ result: seen.result, at, edited: [], possiblyEdited: isUnknown ? ["7"] : [] },
      ...{ known: undefined, storableFor: isUnknown },
    });
  });
});

describe("a change of a worklog that a read does not show", () => {
  const GONE = /^NotFoundError: Worklog 7 does not exist any more/;
  const NOT_SHOWN =
    /^OutcomeUnknownError: It is unknown whether worklog 7 was changed: .* cannot be read to the end/;

  test.each<[what: string, storedFor: number, tempo: Tempo, at: string[], result: RegExp | FullWorklog]>([
    [
      "is unknown, if that was stored less than a minute ago and stays unseen",
      LIST_LAG_MS - 18_001,
      { answers: [unknown()] },
      [...SENT_FOUR_TIMES, "read 7000", "read 18000"],
      NOT_SHOWN,
    ],
    [
      "is what a later read shows, if that was stored less than a minute ago",
      1000,
      { answers: [unknown()], shown: ["none", WANTED] },
      [...SENT_FOUR_TIMES, "read 7000", "read 18000"],
      WANTED,
    ],
    [
      "is unknown after a rejection, if that was stored less than a minute ago",
      LIST_LAG_MS,
      { answers: [rejection()] },
      ["send 0", "read 0"],
      NOT_SHOWN,
    ],
    [
      "is not found if Tempo says so, whenever that was stored",
      1000,
      { answers: [new NotFoundError("Not found.", 404)] },
      ["send 0", "read 0"],
      /^NotFoundError: Not found/,
    ],
    [
      "is gone, if that was stored a minute ago",
      LIST_LAG_MS + 1,
      { answers: [unknown()] },
      [...SENT_FOUR_TIMES, "read 7000"],
      GONE,
    ],
    [
      "is gone, if that is another user's",
      1000,
      { answers: [rejection()], shown: ["another user's"] },
      ["send 0", "read 0"],
      GONE,
    ],
  ])("%s", async (_, storedFor, tempo, at, result) => {
    const seen = await play(tempo, { storedFor });
    expect(seen.at).toEqual(at);
    if (result instanceof RegExp) expect(seen.result).toMatch(result);
    else expect(seen.result).toEqual(result);
    expect(seen.possiblyEdited).toEqual(result === NOT_SHOWN ? ["7"] : []);
  });
});
