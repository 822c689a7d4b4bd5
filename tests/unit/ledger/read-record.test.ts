import { describe, expect, test } from "vitest";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import {
  type Intent,
  type JournalRecord,
  journalInMemory,
  type KnownWorklog,
  type ReadRecord,
  readRecord,
  type UnreadableRecord,
} from "../../../src/timesheet/ledger/records.ts";
import { SILENCE_MS, UNKNOWN_LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";

const TIME = { issueId: "10", date: "2026-01-05", seconds: 60, billableSeconds: 0, comment: "hash" };
const KNOWN: KnownWorklog = { id: "7", ...TIME };
const WANTED = { issueKey: "PROJ-1", ...TIME };
const SENT: Intent = { number: 1, op: "create", wanted: WANTED };

/** One of each type, and of each intent. */
const RECORDS: JournalRecord[] = [
  { at: 1, type: "again", numbers: [1] },
  { at: 1, boot: "a", uptime: 2.5, type: "intent", batch: 1, intents: [SENT], seen: ["6"] },
  {
    ...{ at: 1, type: "intent", batch: 1, plan: "digest", serverTime: 9 },
    intents: [
      { number: 2, op: "create", wanted: WANTED, replaces: KNOWN },
      { number: 3, op: "change", before: KNOWN, wanted: WANTED },
      { number: 4, op: "delete", before: KNOWN },
      { number: 5, op: "status", period: "2026-01-01", from: "open", effect: "submitted" },
    ],
  },
  { at: 1, type: "lost", numbers: [1], silent: true },
  { at: 1, type: "done", fates: [{ number: 1, row: KNOWN, unproven: true }, { number: 4 }] },
  { at: 1.5, type: "void", numbers: [] },
  { at: 1, type: "unsure", fates: [{ number: 1, may: ["7"] }] },
  { at: 1, type: "gone", ids: ["7"] },
  { at: 1, type: "copy", id: "7", of: 1 },
];

test.each(RECORDS)("a record is what was kept: %j", (record) => {
  expect(readRecord(structuredClone(record), "row 1", 5)).toEqual(record);
});

const [AT, PLACE] = [5, "row 1 of tempofiller.journal"];

test.each<[string, unknown, UnreadableRecord["mayBe"]]>([
  ["nothing", null, "request"],
  ["a text", "done", "request"],
  ["a list", [], "request"],
  ["an empty object", {}, "request"],
  ["a type that does not exist", { at: 1, type: "sent" }, "request"],
  ["the name of a property of every object", { at: 1, type: "constructor" }, "request"],
  ["a list with a type in it", { at: 1, type: ["void"], numbers: [1] }, "request"],
  ["its own kind", { at: 1, type: "unreadable", place: "x", mayBe: "outcome" }, "request"],
  ["a record without a time", { type: "gone", ids: ["7"] }, "outcome"],
  ["a time without end", { at: Number.POSITIVE_INFINITY, type: "gone", ids: ["7"] }, "outcome"],
  ["a time that is a text", { at: "1", type: "intent", batch: 1, intents: [SENT] }, "request"],
  ["a request without intents", { at: 1, type: "intent", batch: 1 }, "request"],
  ["a request with an intent of nothing", { at: 1, type: "intent", batch: 1, intents: [null] }, "request"],
  [
    "a request with an intent without a number",
    { at: 1, type: "intent", batch: 1, intents: [{ ...SENT, number: "1" }] },
    "request",
  ],
  ["a number that counts no more", { at: 1, type: "lost", numbers: [1e300] }, "outcome"],
  ["an outcome without numbers", { at: 1, type: "void" }, "outcome"],
  ["an outcome whose numbers are one", { at: 1, type: "void", numbers: 1 }, "outcome"],
  ["an outcome without fates", { at: 1, type: "done" }, "outcome"],
  ["an outcome with a fate of nothing", { at: 1, type: "unsure", fates: [null] }, "outcome"],
  ["worklogs whose ids are numbers", { at: 1, type: "gone", ids: [7] }, "outcome"],
  ["a copy of nothing", { at: 1, type: "copy", id: "7" }, "outcome"],
  ["a copy that is a number", { at: 1, type: "copy", id: 7, of: 1 }, "outcome"],
])("%s cannot be read, and by its type alone it may be a request or not", (_, value, mayBe) => {
  const unreadable = { type: "unreadable", place: PLACE, at: AT, mayBe };
  expect(readRecord(value, PLACE, AT)).toEqual(unreadable);
});

test("what cannot be read keeps its own time, and that of the machine", () => {
  expect(readRecord({ at: 1, boot: "a", uptime: 2, type: "sent" }, PLACE)).toEqual({
    ...{ at: 1, boot: "a", uptime: 2 },
    ...{ type: "unreadable", place: PLACE, mayBe: "request" },
  });
  expect(readRecord({ boot: 1, uptime: "2" }, PLACE)).toEqual({
    ...{ type: "unreadable", place: PLACE, at: 0, mayBe: "request" },
  });
});

describe("a ledger with a record that cannot be read", () => {
  const NOW = 1_000_000;
  const LONGEST = SILENCE_MS + UNKNOWN_LIST_LAG_MS;
  const ledgerOf = (...records: ReadRecord[]) =>
    new Ledger(journalInMemory(records), { wallClock: () => NOW });

  test.each<[string, number, UnreadableRecord["mayBe"], unclearFor: number, places: string[]]>([
    ["recorded now is unclear as long as a request may be unlisted", NOW, "request", LONGEST, [PLACE]],
    ["recorded a second ago is unclear a second less", NOW - 1000, "request", LONGEST - 1000, []],
    ["recorded in the future counts as recorded now", NOW + 1e9, "request", LONGEST, [PLACE]],
    ["recorded long ago is clear", NOW - LONGEST, "request", 0, []],
    ["recorded at an unknown time is clear, and may be new", 0, "request", 0, [PLACE]],
    ["of an outcome is clear", NOW, "outcome", 0, []],
  ])("%s", (_, at, mayBe, unclearFor, places) => {
    const ledger = ledgerOf({ type: "unreadable", place: PLACE, at, mayBe });
    expect([ledger.unclearFor(), ledger.unreadSince(NOW)]).toEqual([unclearFor, places]);
  });

  test("has all others, and names it once", () => {
    const unreadable: ReadRecord = { type: "unreadable", place: PLACE, at: NOW, mayBe: "outcome" };
    const ledger = ledgerOf(unreadable, ...RECORDS);
    expect(ledger.all().map(({ number, fate }) => [number, fate.is])).toEqual([
      ...[
        [1, "done"],
        [2, "sent"],
        [3, "sent"],
        [4, "done"],
        [5, "sent"],
      ],
    ]);
    expect([ledger.takeUnreadable(), ledger.takeUnreadable()]).toEqual([[PLACE], []]);
  });
});
