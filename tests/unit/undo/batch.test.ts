import { expect, test } from "vitest";
import type { JournalRecord } from "../../../src/timesheet/ledger/records.ts";
import { batchOfId, lastBatch } from "../../../src/timesheet/undo/undo.ts";
import {
  A,
  create,
  done,
  gone,
  knownAs,
  ledgerOf,
  move,
  type Part,
  records,
  sent,
  unsure,
  voided,
} from "../ledger/records.ts";

/** A number that a process takes which has no lease. */
const RANDOM = 2 ** 52 + 8;

/** The batch of one entry was sent at this time. */
const sentAt = (at: number, number: number): JournalRecord => ({ ...sent(number), at });
/** Each entry became the worklog whose id is its number. */
const stored = (number: number) => done(number, knownAs(String(number)));

test.each<[what: string, kept: JournalRecord[], number: number | undefined]>([
  ["none of a journal without entries", [], undefined],
  ["the one that was sent last", records(sent(7), sent(8)), 8],
  ["the one with the greater number, although it was recorded first", [sentAt(1, 8), sentAt(2, 7)], 8],
  ["the one that was sent later, of two without a lease", [sentAt(2, RANDOM), sentAt(1, RANDOM + 8)], RANDOM],
  [
    "the one that was recorded last, of two without a lease at one time",
    [sentAt(1, RANDOM + 8), sentAt(1, RANDOM)],
    RANDOM,
  ],
  [
    "the one of the later lease, although a clock was ahead before",
    [sentAt(9000, 1_000_001), sentAt(10, 2_000_001)],
    2_000_001,
  ],
  ["one that is unsure", records(sent(7), sent(8), unsure(8)), 8],
  ["an earlier one, if nothing of the last is stored", records(sent(7), sent(8), voided(8)), 7],
  [
    "an earlier one, if all of the last was deleted",
    records(sent(7), sent(8), stored(7), stored(8), gone("8")),
    7,
  ],
  ["an earlier one, if the last only moves a worklog", records(sent(7), sent(8, move("7"))), 7],
  [
    "none, if nothing is stored any more",
    records(sent(7), sent(8), stored(7), stored(8), gone("7", "8")),
    undefined,
  ],
])("the last batch is %s", (_, kept, number) => {
  expect(lastBatch(ledgerOf(kept))?.number).toBe(number);
});

const onDate = (day: number) => ({ ...A, date: `2026-01-0${day}` });
/** Entries of one batch on these days of January. */
const entries = (batch: number, dayOf: Record<number, number>): Part<"intent"> => ({
  ...{ type: "intent", batch },
  intents: Object.entries(dayOf).map(([number, day]) => ({ number: Number(number), ...create(onDate(day)) })),
});
const storedOn = (number: number, day: number) => done(number, knownAs(String(number), onDate(day)));

const MIXED = records(
  sent(7),
  entries(8, { 8: 7, 10: 6, 11: 5, 12: 6, 13: 5, 14: 5, 15: 6, 16: 5 }),
  stored(7),
  ...[storedOn(8, 7), storedOn(12, 6), storedOn(10, 6), storedOn(11, 5), storedOn(15, 6)],
  ...[voided(13), unsure(16, "20"), gone("11")],
  ...[sent(17, move("15")), done(17, knownAs("17", { ...onDate(6), issue: "2" })), gone("15")],
);

test.each<[what: string, id: string, batch: object | undefined]>([
  ["of an id that none has is none", "9", undefined],
  ["is not found by an entry of it", "10", undefined],
  ["is not found by its number with a site", "8@https://jira.example.com", undefined],
  ["is no move", "17", undefined],
  [
    "has what is stored by date and then as it was sent, under the ids that it has now, and what is not decided",
    "8",
    {
      ...{ number: 8, at: 2000, deleted: ["11"], inDoubt: [14], unsure: [16] },
      stored: ["10 as 10", "12 as 12", "15 as 17", "8 as 8"],
    },
  ],
  [
    "is without those of other batches",
    "7",
    { number: 7, at: 1000, stored: ["7 as 7"], deleted: [], inDoubt: [], unsure: [] },
  ],
])("a batch %s", (_, id, expected) => {
  const numbers = (list: { number: number }[]) => list.map(({ number }) => number);
  const batch = batchOfId(ledgerOf(MIXED), id);
  expect(
    batch && {
      ...batch,
      stored: batch.stored.map((it) => `${it.sent.number} as ${it.id}`),
      inDoubt: numbers(batch.inDoubt),
      unsure: numbers(batch.unsure),
    },
  ).toEqual(expected);
});

test("a batch that is being shown stays as it was read, whatever a late answer says meanwhile", () => {
  const ledger = ledgerOf(records(sent(1), unsure(1, "w1")));
  const batch = batchOfId(ledger, "1");
  ledger.done([{ number: 1, row: knownAs("w1") }]);
  expect(batch?.unsure.map(({ fate }) => fate)).toEqual([{ is: "unsure", at: 2000, may: ["w1"] }]);
});
