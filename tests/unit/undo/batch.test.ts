import { expect, test } from "vitest";
import { journalInMemory } from "../../../src/state/journal-memory.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord, SentEntry } from "../../../src/timesheet/journal/records.ts";
import { lastBatch } from "../../../src/timesheet/undo/batch.ts";

const CLOCK = { wallClock: () => 10_000 };

const sent = (at: number, batch: number): JournalRecord => {
  const entry: SentEntry = {
    entry: batch,
    issueId: "1",
    issueKey: "PROJ-1",
    date: "2026-01-05",
    seconds: 60,
    billableSeconds: 60,
    comment: "",
    afterId: "0",
  };
  return { at, type: "sending", batch, entries: [entry] };
};

test.each<[what: string, records: JournalRecord[], id: string | undefined]>([
  ["none of a journal without entries", [], undefined],
  ["the one that was sent last", [sent(1, 7), sent(2, 8)], "8"],
  ["the one that was sent last, although it was recorded first", [sent(2, 8), sent(1, 7)], "8"],
  ["the one that was recorded last, of two at one time", [sent(1, 7), sent(1, 8)], "8"],
  [
    "an earlier one, if nothing of the last is stored",
    [sent(1, 7), sent(2, 8), { at: 3, type: "notStored", entries: [8] }],
    "7",
  ],
])("the last batch is %s", (_, records, id) => {
  const journal = new Journal(journalInMemory(records), CLOCK);
  expect(lastBatch(journal, { site: "https://jira.example.com" })?.id).toBe(id);
});
