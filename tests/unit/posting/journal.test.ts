import { describe, expect, test } from "vitest";
import { isOfLease, LEASE_DIGITS, numbersOfLease } from "../../../src/timesheet/journal/entry-numbers.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../../../src/timesheet/timeline.ts";
import { newWorklog, storedWorklog } from "./worklogs.ts";

const NONE = { batch: 1, afterId: "0", again: () => [] };

/** A journal, and what another process on the same records knows. */
function open(records: JournalRecord[] = []) {
  let now = 1_000_000;
  const clock = { wallClock: () => now };
  const store = () => ({
    readNew: () => records.slice(),
    append: (record: JournalRecord) => void records.push(record),
    hash: (comment: string) => `hash of ${comment}`,
  });
  return {
    journal: new Journal(store(), clock),
    other: () => new Journal(store(), clock),
    records,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const statesOf = (journal: Journal) =>
  journal.entries().map(({ entry, state, stored }) => [entry, state, stored?.id]);

describe("the journal", () => {
  test.each<[what: string, act: (journal: Journal, entry: number) => void, expected: unknown]>([
    ["was sent, and nothing is known", () => {}, [1, "open", undefined]],
    ["failed with an unknown outcome", (journal, entry) => journal.unknown([entry]), [1, "open", undefined]],
    ["is not stored", (journal, entry) => journal.notStored([entry]), [1, "notStored", undefined]],
    [
      "is stored",
      (journal, entry) => journal.stored([{ entry, stored: storedWorklog("77") }]),
      [1, "stored", "77"],
    ],
    [
      "is stored, whatever is recorded of an earlier failure",
      (journal, entry) => {
        journal.stored([{ entry, stored: storedWorklog("77") }]);
        journal.unknown([entry]);
        journal.notStored([entry]);
      },
      [1, "stored", "77"],
    ],
  ])("knows an entry that %s, in this process and in another one", (_, act, expected) => {
    const { journal, other } = open();
    const worklog = newWorklog();
    const entry = journal.sending([worklog], NONE).get(worklog) ?? 0;
    act(journal, entry);
    expect(statesOf(journal)).toEqual([expected]);
    expect(statesOf(other())).toEqual([expected]);
  });

  test("knows its own records once, though the store shows them again", () => {
    const { journal } = open();
    const worklog = newWorklog();
    const entry = journal.sending([worklog], NONE).get(worklog) ?? 0;
    journal.unknown([entry]);
    journal.refresh();
    journal.stored([{ entry, stored: storedWorklog("77") }]);
    expect(journal.entriesOf(worklog).map(({ state }) => state)).toEqual(["stored"]);
  });

  test("finds an entry by its content alone, line ends and surrounding whitespace of the comment aside", () => {
    const { journal, other } = open();
    journal.sending([newWorklog({ comment: "a\r\nb " })], NONE);
    const found = (parts: Parameters<typeof newWorklog>[0]) => other().entriesOf(newWorklog(parts)).length;
    expect([
      found({ comment: " a\nb" }),
      found({ comment: "ab" }),
      found({ comment: "a\nb", hours: 2 }),
      found({ comment: "a\nb", billable: false }),
      found({ comment: "a\nb", issue: "2" }),
      found({ comment: "a\nb", date: "2026-01-06" }),
    ]).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test("counts an entry that was sent again as replaced, and numbers entries on in another process", () => {
    const { journal, other } = open();
    const worklog = newWorklog();
    const first = journal.sending([worklog], NONE).get(worklog) ?? 0;
    const next = other();
    next.refresh(numbersOfLease(2));
    next.sending([worklog], { ...NONE, again: () => [first] });
    expect(statesOf(other())).toEqual([
      [1, "replaced", undefined],
      [2_000_001, "open", undefined],
    ]);
  });

  test("gives entries numbers at random if another process has had the greater ones", () => {
    const { journal, other } = open();
    journal.refresh(numbersOfLease(10 ** LEASE_DIGITS - 1));
    journal.sending([newWorklog()], NONE);
    const [one, two] = [other(), other()].map((each) => {
      each.refresh(numbersOfLease(1));
      return each.newBatch();
    });
    expect(one).not.toBe(two);
    expect([one, two].map((number) => Number.isSafeInteger(number) && isOfLease(number ?? 0))).toEqual([
      false,
      false,
    ]);
  });

  test("no longer takes a deleted worklog for the result of its entry", () => {
    const { journal, other } = open();
    const worklog = newWorklog();
    const entry = journal.sending([worklog], NONE).get(worklog) ?? 0;
    journal.stored([{ entry, stored: storedWorklog("77") }]);
    expect(other().entryOfId("77")?.entry).toBe(1);
    journal.deleted(["77"]);
    expect({ entry: other().entryOfId("77"), isDeleted: other().isDeleted("77") }).toEqual({
      entry: undefined,
      isDeleted: true,
    });
  });

  test("says until when an entry may still be stored: from its failure, or from the longest time that its request took", () => {
    const { journal, advance } = open();
    const worklogs = [newWorklog(), newWorklog({ hours: 2 })];
    journal.sending(worklogs, NONE);
    advance(3000);
    journal.unknown([1]);
    advance(1000);
    journal.retrying([2]);
    expect(journal.entries().map((entry) => journal.mayBeStoredUntil(entry) - 1_000_000)).toEqual([
      3000 + LATEST_COMMIT_MS,
      4000 + LONGEST_WRITE_MS + LATEST_COMMIT_MS,
    ]);
  });

  test("records no comment, only its hash", () => {
    const { journal, records } = open();
    journal.sending([newWorklog({ comment: "secret" })], NONE);
    expect(records).toEqual([
      {
        at: 1_000_000,
        type: "sending",
        batch: 1,
        entries: [
          {
            entry: 1,
            issueId: "1",
            issueKey: "PROJ-1",
            date: "2026-01-05",
            seconds: 3600,
            billableSeconds: 3600,
            comment: "hash of secret",
            afterId: "0",
          },
        ],
      },
    ]);
  });
});
