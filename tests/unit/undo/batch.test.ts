import { expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord, SentEntry } from "../../../src/timesheet/journal/records.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { batchBefore, batchOfId, lastBatch } from "../../../src/timesheet/undo/batch.ts";

/** A number that a process takes which has no lease. */
const RANDOM = 2 ** 52 + 8;

const CLOCK = { wallClock: () => 10_000 };

const sentEntry = (entry: number, date = "2026-01-05"): SentEntry => ({
  ...{ entry, issueId: "1", issueKey: "PROJ-1", date },
  ...{ seconds: 60, billableSeconds: 60, comment: "", afterId: "0" },
});

/** Entries of a batch, the first with the number of the batch unless given. */
const sent = (at: number, batch: number, entries = [sentEntry(batch)]): JournalRecord => ({
  ...{ at, type: "sending", batch, entries },
});

/** Each entry became the worklog whose id is its number. */
const stored = (at: number, ...entries: number[]): JournalRecord => ({
  at,
  type: "stored",
  worklogs: entries.map((entry) => ({
    ...{ entry, id: String(entry), date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "" },
  })),
});

const deleted = (at: number, ...ids: string[]): JournalRecord => ({ at, type: "deleted", ids });

const journalOf = (records: JournalRecord[]) => new Journal(journalInMemory([...records]), CLOCK);

test.each<[what: string, records: JournalRecord[], number: number | undefined]>([
  ["none of a journal without entries", [], undefined],
  ["the one that was sent last", [sent(1, 7), sent(2, 8)], 8],
  ["the one that was sent last, although it was recorded first", [sent(2, 8), sent(1, 7)], 8],
  ["the one that was sent later, of two without a lease", [sent(2, RANDOM), sent(1, RANDOM + 8)], RANDOM],
  [
    "the one that was recorded last, of two without a lease at one time",
    [sent(1, RANDOM + 8), sent(1, RANDOM)],
    RANDOM,
  ],
  [
    "the one of the later lease, although a clock was ahead before",
    [sent(9000, 1_000_001), sent(10, 2_000_001)],
    2_000_001,
  ],
  ["the one that was recorded last, of two at one time", [sent(1, 7), sent(1, 8)], 8],
  [
    "an earlier one, if nothing of the last is stored",
    [sent(1, 7), sent(2, 8), { at: 3, type: "notStored", entries: [8] }],
    7,
  ],
  [
    "an earlier one, if all of the last was deleted",
    [sent(1, 7), sent(2, 8), stored(3, 7, 8), deleted(4, "8")],
    7,
  ],
  [
    "none, if nothing is stored any more",
    [sent(1, 7), sent(2, 8), stored(3, 7, 8), deleted(4, "7", "8")],
    undefined,
  ],
])("the last batch is %s", (_, records, number) => {
  expect(lastBatch(journalOf(records))?.number).toBe(number);
});

const known = (id: string) => ({ id, date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "" });

/** The batches 7, 8 and 9, of which each has stored a worklog. */
const THREE = [sent(1, 7), sent(2, 8), sent(3, 9), stored(4, 7, 8, 9)];

test.each<[what: string, records: JournalRecord[], of: number, number: number | undefined]>([
  ["the one that was sent before", THREE, 9, 8],
  ["an earlier one, if a call has changed it", [...THREE, { at: 5, type: "editing", id: "8" }], 9, 7],
  [
    "an earlier one, if a call has moved it",
    [
      ...THREE,
      { at: 5, type: "sending", batch: 10, entries: [sentEntry(10)], moves: { ...known("8"), issueId: "1" } },
      stored(6, 10),
      deleted(7, "8"),
    ],
    9,
    7,
  ],
  ["an earlier one, if all of it was deleted", [...THREE, deleted(5, "8")], 9, 7],
  ["one without an outcome", [...THREE.slice(0, 3), stored(4, 9)], 9, 8],
  ["none of the first one", THREE, 7, undefined],
])("the batch before is %s", (_, records, of, number) => {
  expect(batchBefore({ number: of }, journalOf(records))?.number).toBe(number);
});

const MIXED: JournalRecord[] = [
  sent(1, 7),
  sent(2, 8, [
    sentEntry(8, "2026-01-07"),
    sentEntry(12, "2026-01-06"),
    sentEntry(10, "2026-01-06"),
    sentEntry(11),
    sentEntry(13),
    sentEntry(14),
    sentEntry(15, "2026-01-06"),
  ]),
  stored(3, 7, 8, 12, 10, 11, 15),
  { at: 3, type: "notStored", entries: [13] },
  deleted(4, "11"),
];

test.each<[what: string, id: string, batch: object | undefined]>([
  ["of an id that none has is none", "9", undefined],
  ["is not found by an entry of it", "10", undefined],
  ["is not found by its number with a site", "8@https://jira.example.com", undefined],
  [
    "has what is stored by date and then as it was sent, and what is open",
    "8",
    { number: 8, sentAt: 2, stored: [10, 12, 15, 8], deleted: ["11"], open: [14] },
  ],
  ["is without those of other batches", "7", { number: 7, sentAt: 1, stored: [7], deleted: [], open: [] }],
])("a batch %s", (_, id, expected) => {
  const numbers = (entries: { entry: number }[]) => entries.map(({ entry }) => entry);
  const batch = batchOfId(journalOf(MIXED), id);
  expect(batch && { ...batch, stored: numbers(batch.stored), open: numbers(batch.open) }).toEqual(expected);
});
