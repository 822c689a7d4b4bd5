import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { readRecord } from "../../../src/timesheet/journal/read-record.ts";
import type {
  JournalRecord,
  KnownWorklog,
  ReadRecord,
  UnreadableRecord,
} from "../../../src/timesheet/journal/records.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS, UNKNOWN_LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";

const WORKLOG: KnownWorklog = {
  id: "7",
  date: "2026-01-05",
  seconds: 60,
  billableSeconds: 0,
  comment: "hash",
};
const SENT = {
  entry: 1,
  issueId: "10",
  issueKey: "PROJ-1",
  date: "2026-01-05",
  seconds: 60,
  billableSeconds: 60,
  comment: "hash",
  afterId: "0",
};

/** One of each type, and more where a field may be missing. */
const RECORDS: JournalRecord[] = [
  { at: 1, type: "sending", batch: 1, entries: [SENT, { ...SENT, entry: 2, again: [1] }] },
  { at: 1, type: "stored", worklogs: [{ ...WORKLOG, entry: 1 }] },
  { at: 1, type: "sending", batch: 1, entries: [SENT], seen: ["6"] },
  { at: 1, boot: "a", uptime: 2.5, type: "retrying", entries: [1] },
  { at: 1, type: "unknown", entries: [1] },
  { at: 1, type: "notStored", entries: [] },
  { at: 1, type: "deleting", id: "7" },
  { at: 1, type: "deleting", id: "7", date: "2026-01-05" },
  { at: 1, type: "notDeleted", id: "7" },
  { at: 1, type: "deleted", ids: ["7"] },
  { at: 1, type: "editing", id: "7" },
  { at: 1, type: "editing", id: "7", issueId: "10", date: "2026-01-05" },
  { at: 1, type: "edited", worklog: WORKLOG },
  { at: 1, type: "edited", worklog: WORKLOG, before: WORKLOG },
  { at: 1.5, type: "edited", worklog: WORKLOG, mayBeStoredUntil: 9 },
  { at: 1, type: "notEdited", id: "7" },
  { at: 1, type: "submitting", period: "2026-01-01" },
  { at: 1, type: "submitting", period: "2026-01-01", recalls: true },
  { at: 1, type: "submissionSettled", period: "2026-01-01" },
  { at: 1, type: "submissionSettled", period: "2026-01-01", made: true },
];

test.each(RECORDS)("a record is what was kept: %j", (record) => {
  expect(readRecord(structuredClone(record), "row 1", 5)).toEqual(record);
});

const OPTIONAL = new Set([
  "mayBeStoredUntil",
  "before",
  "issueId",
  "date",
  "seen",
  "boot",
  "uptime",
  "former",
  "recalls",
  "made",
]);

test.each(RECORDS)("without any of its fields a record cannot be read: %j", (record) => {
  const needed = Object.keys(record).filter((field) => !OPTIONAL.has(field));
  const cut = needed.map((field) => {
    const { [field]: _, ...rest } = record as Record<string, unknown>;
    return readRecord(rest, "row 1").type;
  });
  expect(cut).toEqual(needed.map(() => "unreadable"));
});

/** The value with each of its texts and numbers in turn replaced by an object, which no field is. */
function spoiled(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [{}];
  return Object.entries(value).flatMap(([key, part]) =>
    spoiled(part).map((it) => Object.assign(structuredClone(value), { [key]: it })),
  );
}

const EVERY_FIELD: JournalRecord[] = [
  ...RECORDS,
  { at: 1, type: "stored", worklogs: [{ ...WORKLOG, createdAt: 5, entry: 1, issueId: "10" }] },
];

test.each(EVERY_FIELD)("with any value of another type a record cannot be read: %j", (record) => {
  const values = spoiled(record);
  expect(values.length).toBeGreaterThan(1);
  expect(values.map((value) => readRecord(value, "row 1").type)).toEqual(values.map(() => "unreadable"));
});

const [AT, PLACE] = [5, "row 1 of tempofiller.journal"];

test.each<[string, unknown, UnreadableRecord["mayBe"]]>([
  ["nothing", null, "batch"],
  ["a text", "stored", "batch"],
  ["a list", [], "batch"],
  ["an empty object", {}, "batch"],
  ["a type that does not exist", { at: 1, type: "sent" }, "batch"],
  ["the name of a property of every object", { at: 1, type: "constructor" }, "batch"],
  ["a list with a type in it", { at: 1, type: ["notDeleted"], id: "7" }, "batch"],
  ["a time without end", { at: Number.POSITIVE_INFINITY, type: "notDeleted", id: "7" }, "outcome"],
  ["a time that is no number", { at: Number.NaN, type: "notDeleted", id: "7" }, "outcome"],
  ["its own kind", { at: 1, type: "unreadable", place: "x", mayBe: "outcome" }, "batch"],
  ["a request without entries", { at: 1, type: "sending", batch: 1 }, "batch"],
  ["a request with an entry of nothing", { at: 1, type: "sending", batch: 1, entries: [null] }, "batch"],
  ["a number that counts no more", { at: 1, type: "retrying", entries: [1e300] }, "request"],
  ["a time that is a text", { at: "1", type: "sending", batch: 1, entries: [SENT] }, "batch"],
  [
    "a list of what was seen that is a number",
    { at: 1, type: "sending", batch: 1, entries: [], seen: 1 },
    "batch",
  ],
  ["a start of the machine that is a number", { at: 1, boot: 1, type: "retrying", entries: [] }, "request"],
  ["an uptime that is a text", { at: 1, uptime: "1", type: "retrying", entries: [] }, "request"],
  ["an outcome without worklogs", { at: 1, type: "stored" }, "outcome"],
  ["an outcome with worklogs of nothing", { at: 1, type: "stored", worklogs: [null] }, "outcome"],
  ["an outcome whose entries are a number", { at: 1, type: "unknown", entries: 1 }, "outcome"],
  ["a delete of a number", { at: 1, type: "deleting", id: 7 }, "request"],
  ["a delete that failed, of a number", { at: 1, type: "notDeleted", id: 7 }, "outcome"],
  ["a deletion of a number", { at: 1, type: "deleted", ids: [7] }, "outcome"],
])("%s cannot be read, and by its type alone it was less than a batch", (_, value, mayBe) => {
  const unreadable = { type: "unreadable", place: PLACE, at: AT, mayBe };
  expect(readRecord(value, PLACE, AT)).toEqual(unreadable);
});

test.each([
  ["sending", "batch"],
  ...["retrying", "deleting", "editing", "submitting"].map((type) => [type, "request"]),
])("a record of type %s announces a request, so what is left of it may be a %s", (type, mayBe) => {
  expect(readRecord({ at: 1, type }, PLACE)).toMatchObject({ type: "unreadable", mayBe });
});

test.each([
  ...["stored", "unknown", "notStored", "notDeleted", "deleted"],
  ...["edited", "notEdited", "submissionSettled"],
])("a record of type %s is an outcome, so what is left of it is no request", (type) => {
  expect(readRecord({ at: 1, type }, PLACE)).toMatchObject({ type: "unreadable", mayBe: "outcome" });
});

test("what cannot be read keeps the time of the machine", () => {
  expect(readRecord({ at: 1, boot: "a", uptime: 2, type: "sent" }, PLACE)).toEqual({
    ...{ at: 1, boot: "a", uptime: 2 },
    ...{ type: "unreadable", place: PLACE, mayBe: "batch" },
  });
});

describe("a journal with a record that cannot be read", () => {
  const NOW = 1_000_000;
  const LONGEST = LONGEST_WRITE_MS + LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;
  const journalOf = (...records: ReadRecord[]) =>
    new Journal(
      { readNew: () => records.splice(0), append() {}, hash: (comment) => comment },
      { wallClock: () => NOW },
    );

  test.each<[string, number, UnreadableRecord["mayBe"], number]>([
    ["recorded now is unclear as long as a request may be unlisted", NOW, "request", LONGEST],
    ["recorded a second ago is unclear a second less", NOW - 1000, "batch", LONGEST - 1000],
    ["recorded in the future counts as recorded now", NOW + 1e9, "batch", LONGEST],
    ["recorded long ago is clear", NOW - LONGEST, "batch", 0],
    ["recorded at an unknown time is clear", 0, "batch", 0],
    ["of an outcome is clear", NOW, "outcome", 0],
  ])("%s", (_, at, mayBe, unclearFor) => {
    const journal = journalOf({ type: "unreadable", place: PLACE, at, mayBe });
    expect(journal.unclearFor()).toBe(unclearFor);
  });

  test("has all others, and names it once", () => {
    const unreadable: ReadRecord = { type: "unreadable", place: PLACE, at: NOW, mayBe: "outcome" };
    const [sending] = RECORDS as [JournalRecord];
    const journal = journalOf(unreadable, sending);
    expect(journal.entries().map(({ entry, state }) => [entry, state])).toEqual([
      [1, "replaced"],
      [2, "open"],
    ]);
    expect([journal.takeUnreadable(), journal.takeUnreadable()]).toEqual([[PLACE], []]);
  });
});
