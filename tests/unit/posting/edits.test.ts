import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../../../src/timesheet/timeline.ts";

const SIX = { id: "7", date: "2026-01-05", seconds: 21_600, billableSeconds: 21_600, comment: "Review" };
const FIVE = { ...SIX, seconds: 18_000 };

const editing = (at: number): JournalRecord => ({ at, type: "editing", id: "7" });
const edited = (at: number, worklog = SIX): JournalRecord => ({ at, type: "edited", worklog });
const notEdited = (at: number): JournalRecord => ({ at, type: "notEdited", id: "7" });

describe("what the journal knows of a worklog that was changed", () => {
  test.each<[what: string, records: JournalRecord[], known: object]>([
    ["nothing", [], { has: false, of: undefined, until: 0 }],
    [
      "a change without an outcome, which may be stored for a while",
      [editing(1000)],
      { has: true, of: undefined, until: 1000 + LONGEST_WRITE_MS + LATEST_COMMIT_MS },
    ],
    ["a change", [editing(1000), edited(2000)], { has: true, of: SIX, until: 0 }],
    [
      "a change that failed, of which no start is recorded",
      [notEdited(2000)],
      { has: false, of: undefined, until: 0 },
    ],
    ["a change that failed", [editing(1000), notEdited(2000)], { has: false, of: undefined, until: 0 }],
    [
      "a change that failed after another",
      [editing(1000), edited(2000), editing(3000), notEdited(4000)],
      { has: true, of: SIX, until: 0 },
    ],
    [
      "two changes, read twice",
      [
        editing(1),
        edited(2),
        editing(3),
        edited(4, FIVE),
        editing(1),
        edited(2),
        editing(3),
        edited(4, FIVE),
      ],
      { has: true, of: FIVE, until: 0 },
    ],
    [
      "a change of which an earlier request may still be stored",
      [editing(1000), { at: 2000, type: "edited", worklog: SIX, mayBeStoredUntil: 9000 }],
      { has: true, of: SIX, until: 9000 },
    ],
  ])("%s", (_, records, known) => {
    const { edits } = new Journal(journalInMemory(records), { wallClock: () => 0 });
    expect({
      has: edits.has("7"),
      of: withoutTime(edits.of("7")),
      until: edits.mayBeStoredUntil("7"),
    }).toEqual(known);
  });

  test("counts among what was stored a moment ago until it is deleted", () => {
    const journal = new Journal(journalInMemory([editing(1000), edited(2000)]), { wallClock: () => 0 });
    expect(journal.storedSince(2000).map(withoutTime)).toEqual([SIX]);
    expect(journal.storedSince(2001)).toEqual([]);
    journal.deleted(["7"]);
    expect(journal.storedSince(2000)).toEqual([]);
  });
});

describe("a worklog that a list shows as it was before the last change", () => {
  const FOUR = { ...SIX, seconds: 14_400 };
  const SHOWN = { ...SIX, isOwn: true };
  /** It had four hours at first; each change says when it was made. */
  const changed = (...changes: [at: number, from: typeof SIX, to: typeof SIX][]) =>
    changes.map(([at, before, worklog]): JournalRecord => ({ at, type: "edited", worklog, before }));
  const ONCE = changed([1000, FOUR, SIX]);
  const TWICE = changed([1000, FOUR, SIX], [61_000, SIX, FIVE]);

  test.each<
    [what: string, records: JournalRecord[], shown: typeof SIX, since: number, now: typeof SIX | undefined]
  >([
    ["is as the change left it", ONCE, FOUR, 1000, SIX],
    ["is as the list shows it, if the list shows the change", ONCE, SIX, 1000, undefined],
    ["is as the list shows it, if the change is too old", ONCE, FOUR, 1001, undefined],
    ["is as the list shows it, if something else has changed it too", ONCE, FIVE, 1000, undefined],
    ["is as the list shows it, if the change has no outcome", [editing(1000)], FOUR, 0, undefined],
    ["is as the list shows it, if nothing has changed it", [], FOUR, 0, undefined],
    ["is as the last of two changes left it", TWICE, SIX, 1000, FIVE],
    ["is as the last of two changes left it, even if the list shows none", TWICE, FOUR, 1000, FIVE],
    ["is as the list shows it, if the first of two changes is too old", TWICE, FOUR, 1001, undefined],
    [
      "is as the list shows it, if the first of two changes was made longer ago than lists lag",
      changed([999, FOUR, SIX], [61_000, SIX, FIVE]),
      FOUR,
      0,
      undefined,
    ],
    [
      "is as the list shows it, if it was changed back",
      changed([1000, FOUR, SIX], [2000, SIX, FOUR]),
      FOUR,
      0,
      undefined,
    ],
  ])("%s", (_, records, shown, since, now) => {
    const journal = new Journal(journalInMemory([...records]), { wallClock: () => 0 });
    expect(withoutTime(journal.unlistedEdit({ ...SHOWN, ...shown }, since))).toEqual(now);
  });
});

function withoutTime(known: object | undefined): object | undefined {
  if (!known) return undefined;
  const { at: _, ...rest } = known as { at?: number };
  return rest;
}
