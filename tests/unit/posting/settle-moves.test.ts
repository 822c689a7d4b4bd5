import { describe, expect, test } from "vitest";
import { RejectedError } from "../../../src/timesheet/errors.ts";
import type { MoveEntry } from "../../../src/timesheet/journal/entry.ts";
import type { FullWorklog } from "../../../src/timesheet/port.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { isMoveOf, settleMoves } from "../../../src/timesheet/posting/settle-moves.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { fullWorklog } from "../editing/worklogs.ts";
import { runOf } from "./run.ts";
import { newWorklog, storedWorklog } from "./worklogs.ts";

const OLD = fullWorklog({ id: "7", createdAt: 1_000_000 });
const NEW = fullWorklog({
  id: "8",
  issueId: "2",
  seconds: 3600,
  billableSeconds: 3600,
  comment: "",
  createdAt: 2_000_000,
});

/** A worklog as Tempo shows it: as it was recorded, changed, not at all, as another one with its id, or another user's. */
type Shown = "as it was" | "changed" | "none" | "given again" | "another user's";

interface Settling {
  old: Shown;
  new: Shown;
  /** The time since it was sent. */
  age?: number;
  /** The failure of deletes. */
  fails?: Error;
  /** Whether the call needs no outcome. */
  isOfNoConcern?: true;
  /** Whether it is not known if the new worklog is stored; Tempo's list has it then unless that is not shown. */
  hasNoOutcome?: true;
  /** The time from sending to the creation of the worklog that Tempo's list has; undefined if Tempo does not say it. */
  createdAfter?: number | undefined;
}

/** Settles the move of worklog 7 from issue 1 to issue 2, where it is worklog 8, and says what can be seen of it. */
async function settle({ age = 1000, fails, isOfNoConcern, hasNoOutcome, ...settling }: Settling) {
  const { createdAfter, ...tempo } = { createdAfter: 0, ...settling };
  const deleted: string[] = [];
  const shown = (worklog: FullWorklog, as: Shown) => {
    if (as === "none") return undefined;
    const isOther = as === "given again" && { createdAt: 500_000_000 };
    const isChanged = (as === "changed" || as === "given again") && { seconds: 1800, billableSeconds: 1800 };
    return { worklog: { ...worklog, ...isOther, ...isChanged }, isOwn: as !== "another user's" };
  };
  const row = newWorklog({ issue: "2" });
  const { run, journal, log, advance } = runOf([row], {
    readWorklog: async (id) => (id === "7" ? shown(OLD, tempo.old) : shown(NEW, tempo.new)),
    findWorklog: async (id) => ({ id, isOwn: true }),
    getExistingWorklogs: async () => {
      const found = shown(NEW, tempo.new)?.worklog;
      if (!found) return [];
      const { createdAt: _, ...listed } = found;
      return [createdAfter === undefined ? listed : { ...listed, createdAt: sentAt + createdAfter }];
    },
    deleteWorklog: async (id, scope) => {
      await scope.beforeWrite?.();
      deleted.push(id);
      if (fails) throw fails;
    },
  });
  const sentAt = run.context.clock.wallClock();
  const batch = new BatchJournal(journal, { moves: OLD });
  batch.sending([row]);
  if (!hasNoOutcome) batch.stored([[row, { ...storedWorklog("8"), createdAt: 2_000_000 }]]);
  advance(age);
  const debug: string[] = [];
  const deadline = run.context.clock.now() + 47_500;
  const context = { ...run.context, deadline, debug: (line: string) => void debug.push(line) };
  const settled = await settleMoves(() => !isOfNoConcern, context, run.writer).catch((error: Error) => error);
  return {
    deleted,
    isOpen: journal.moves.open().length > 0,
    idNow: journal.moves.idNow("7"),
    log: [...log, ...debug],
    ...(settled instanceof Error && { failure: settled.message }),
  };
}

const OPEN =
  "worklog 7 of 2026-01-05 was to be moved to PROJ-2, which is not finished: its hours may also be there as worklog 8; look at both " +
  "issues in Tempo, and delete one if they are the same hours";
const [MADE, UNDONE] = [
  { isOpen: false, idNow: "8", log: [] },
  { isOpen: false, idNow: "7", log: [] },
];
const LEFT = { deleted: [], isOpen: true, idNow: "7", log: [OPEN] };

describe("a move that was interrupted", () => {
  test.each<[what: string, settling: Settling, seen: object]>([
    ["is finished", { old: "as it was", new: "as it was" }, { deleted: ["7"], ...MADE }],
    [
      "is finished, though the new worklog was changed",
      { old: "as it was", new: "changed" },
      { deleted: ["7"], ...MADE },
    ],
    [
      "is undone if the old worklog was changed",
      { old: "changed", new: "as it was" },
      { deleted: ["8"], ...UNDONE },
    ],
    ["is left if both were changed", { old: "changed", new: "changed" }, LEFT],
    ["is made if the old worklog is gone", { old: "none", new: "as it was" }, { deleted: [], ...MADE }],
    [
      "is made if the old worklog's id was given again",
      { old: "given again", new: "as it was" },
      { deleted: [], ...MADE },
    ],
    [
      "is undone if the new worklog is gone",
      { old: "as it was", new: "none", age: LIST_LAG_MS },
      { deleted: [], ...UNDONE },
    ],
    [
      "is left if the new worklog may not be shown yet",
      { old: "as it was", new: "none", age: LIST_LAG_MS - 1 },
      LEFT,
    ],
    ["is left if the new worklog's id was given again", { old: "as it was", new: "given again" }, LEFT],
    ["is left if the old worklog is another user's", { old: "another user's", new: "as it was" }, LEFT],
    ["is left if the new worklog is another user's", { old: "as it was", new: "another user's" }, LEFT],
    [
      "is left if Tempo deletes neither",
      { old: "as it was", new: "as it was", fails: new RejectedError("Period is closed.", 400) },
      { ...LEFT, deleted: ["7"], log: [OPEN, "a move is not finished: Period is closed."] },
    ],
    [
      "fails by an error of the program",
      { old: "as it was", new: "as it was", fails: new TypeError("A bug") },
      { ...LEFT, deleted: ["7"], log: [], failure: "A bug" },
    ],
    [
      "is left if the call does not need it",
      { old: "as it was", new: "as it was", isOfNoConcern: true },
      { ...LEFT, log: [] },
    ],
    [
      "is left if the call does not need it, although it could be known that no new worklog is stored",
      { old: "as it was", new: "none", hasNoOutcome: true, age: 100_000, isOfNoConcern: true },
      { ...LEFT, log: [] },
    ],
    [
      "is finished once it is known that the new worklog is stored",
      { old: "as it was", new: "as it was", hasNoOutcome: true },
      { deleted: ["7"], ...MADE },
    ],
    ...[-20_001, 39_001, undefined].map((createdAfter): [string, Settling, object] => [
      `is left if an equal worklog was created ${createdAfter ?? "an unknown number of"} ms after it was sent`,
      { old: "as it was", new: "as it was", hasNoOutcome: true, createdAfter, age: 100_000 },
      { ...LEFT, log: [OPEN.replace(" as worklog 8", "")] },
    ]),
    ...[-20_000, 39_000].map((createdAfter): [string, Settling, object] => [
      `is finished if the worklog was created ${createdAfter} ms after it was sent`,
      { old: "as it was", new: "as it was", hasNoOutcome: true, createdAfter, age: 100_000 },
      { deleted: ["7"], ...MADE },
    ]),
    [
      "is none once the old worklog is gone, whatever became of the new one",
      { old: "none", new: "changed", hasNoOutcome: true },
      { deleted: [], ...UNDONE },
    ],
    [
      "is none once it is known that no new worklog is stored",
      { old: "as it was", new: "none", hasNoOutcome: true, age: 100_000 },
      { deleted: [], ...UNDONE },
    ],
    [
      "is left while nothing is known of a new worklog",
      { old: "as it was", new: "changed", hasNoOutcome: true },
      { ...LEFT, log: [OPEN.replace(" as worklog 8", "")] },
    ],
  ])("%s", async (_, settling, seen) => {
    expect(await settle(settling)).toEqual(seen);
  });
});

test.each<[ids: string[], stored: string | undefined, isOfThem: boolean]>([
  [["7"], "8", true],
  [["8"], "8", true],
  [["1", "8"], "8", true],
  [["9"], "8", false],
  [[], "8", false],
  [["7"], undefined, true],
  [["8"], undefined, false],
])("whether a move is of %j, stored as %s", (ids, stored, isOfThem) => {
  const move = { moves: OLD, ...(stored !== undefined && { stored: { ...NEW, id: stored } }) };
  expect(isMoveOf(ids)(move as unknown as MoveEntry)).toBe(isOfThem);
});

test.each<[what: string, deleted: string[]]>([
  ["before the old worklog is deleted", ["12"]],
  ["after the old worklog was deleted", ["12", "7"]],
])("a move leads to the copy that is kept, if another copy was its result until then, %s", (_, deleted) => {
  const { journal } = runOf([]);
  const row = newWorklog({ issue: "2" });
  const batch = new BatchJournal(journal, { moves: OLD });
  batch.sending([row]);
  batch.stored([[row, storedWorklog("12")]]);
  journal.deleted(deleted);
  batch.stored([[row, storedWorklog("11")]]);
  if (!deleted.includes("7")) {
    expect(journal.moves.open().map(({ stored }) => stored?.id)).toEqual(["11"]);
    journal.deleted(["7"]);
  }
  expect([journal.moves.open(), journal.moves.idNow("7")]).toEqual([[], "11"]);
});
