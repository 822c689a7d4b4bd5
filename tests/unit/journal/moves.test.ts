import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../../src/timesheet/journal/entry.ts";
import { Moves } from "../../../src/timesheet/journal/moves.ts";
import type { FormerWorklog, StoredEntry } from "../../../src/timesheet/journal/records.ts";

let clock = 0;

/** An entry that moves the worklog `from`, created at 1000, and is stored as `to`, if it is; each is sent after those before. */
function move(from: string | undefined, to?: string, state: JournalEntry["state"] = to ? "stored" : "open") {
  clock += 1;
  return {
    sentAt: clock,
    state,
    ...(from !== undefined && { moves: { id: from, createdAt: 1000 } as FormerWorklog }),
    ...(to !== undefined && { stored: { id: to } as StoredEntry }),
  } as JournalEntry;
}

function movesOf(entries: readonly JournalEntry[], deleted: readonly string[] = []) {
  const moves = new Moves();
  for (const entry of entries) moves.sent(entry);
  return { moves, ended: deleted.map((id) => moves.deleted(id)) };
}

describe("a move is open", () => {
  test.each<[when: string, entry: JournalEntry, deleted: string[], isOpen: boolean]>([
    ["while it has no outcome", move("7"), [], true],
    ["once it is stored", move("7", "8"), [], true],
    ["though another worklog is deleted", move("7", "8"), ["9"], true],
    ["though another worklog is deleted, without an outcome too", move("7"), ["9"], true],
    ["until the old worklog is gone", move("7", "8"), ["7"], false],
    ["until the new worklog is gone", move("7", "8"), ["8"], false],
    ["until the old worklog is gone, without an outcome too", move("7"), ["7"], false],
    ["unless it was not stored", move("7", undefined, "notStored"), [], false],
    ["unless it was sent again", move("7", undefined, "replaced"), [], false],
    ["unless the entry moves nothing", move(undefined, "8"), [], false],
  ])("%s", (_, entry, deleted, isOpen) => {
    expect(movesOf([entry], deleted).moves.open()).toEqual(isOpen ? [entry] : []);
  });
});

describe("a deletion ends a move", () => {
  const stored = move("7", "8");
  test.each<[what: string, entry: JournalEntry, deleted: string, made: JournalEntry[], idNow: string]>([
    ["which is made if the old worklog is gone", stored, "7", [stored], "8"],
    ["which is not made if the new worklog is gone", stored, "8", [], "7"],
    ["which is not made if nothing is known to be stored", move("7"), "7", [], "7"],
    ["which is not made if nothing was stored", move("7", "8", "notStored"), "7", [], "7"],
    ["only if it is of the move", stored, "9", [], "7"],
  ])("%s", (_, entry, deleted, made, idNow) => {
    const { moves, ended } = movesOf([entry, move("1", "2")], [deleted]);
    expect({ made: ended[0], idNow: moves.idNow("7") }).toEqual({ made, idNow });
  });
});

describe("the id that a worklog has got by moves", () => {
  test.each<[what: string, id: string, shown: { createdAt?: number } | undefined, now: string]>([
    ["is that of the last one", "7", undefined, "9"],
    ["is that of the last one, from in between", "8", undefined, "9"],
    ["is its own if it was not moved", "9", undefined, "9"],
    ["is another's, though Tempo still shows it", "7", { createdAt: 1000 }, "9"],
    ["is another's, if Tempo does not say when it was created", "7", {}, "9"],
    ["is its own if it was created at another time", "7", { createdAt: 500_000 }, "7"],
  ])("%s", (_, id, shown, now) => {
    const { moves } = movesOf([move("7", "8"), move("8", "9")], ["7", "8"]);
    expect(moves.idNow(id, shown)).toBe(now);
  });
});

describe("once Tempo was restored from a backup, and has given ids again, a worklog has the id that its last move gave it", () => {
  test.each<[what: string, moves: [from: string, to: string][], id: string, now: string]>([
    ["its own", [["7", "7"]], "7", "7"],
    [
      "that of the first worklog",
      [
        ["7", "8"],
        ["8", "7"],
      ],
      "7",
      "7",
    ],
    [
      "that of the first worklog, from in between",
      [
        ["7", "8"],
        ["8", "7"],
      ],
      "8",
      "7",
    ],
    [
      "another one",
      [
        ["7", "8"],
        ["8", "7"],
        ["7", "9"],
      ],
      "8",
      "9",
    ],
  ])("%s", (_, made, id, now) => {
    const { moves } = movesOf([]);
    for (const [from, to] of made) {
      moves.sent(move(from, to));
      moves.deleted(from);
    }
    expect(moves.idNow(id)).toBe(now);
  });
});
