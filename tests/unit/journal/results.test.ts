import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../../src/timesheet/journal/entry.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "../posting/worklogs.ts";

const OPTIONS = { batch: 1, afterId: "50", again: () => [] };

/** A journal with an entry of one hour on issue 1, and the records that were made of it. */
function sent({ seen, result }: { seen?: string[]; result?: Content } = {}) {
  const records: JournalRecord[] = [];
  const store = { ...journalInMemory(), append: (record: JournalRecord) => void records.push(record) };
  const journal = new Journal(store, { wallClock: () => 1000 });
  const worklog = newWorklog();
  const number = journal.sending([worklog], { ...OPTIONS, ...(seen && { seen }) }).get(worklog) ?? 0;
  if (result) journal.stored([{ entry: number, stored: storedWorklog("77", result) }]);
  const [entry] = journal.entriesOf(worklog) as readonly [JournalEntry];
  return { journal, entry, number, records };
}

test("an entry that is sent again counts as stored since then, however long ago it was sent first", () => {
  let now = 0;
  const journal = new Journal(journalInMemory(), { wallClock: () => now });
  const worklog = newWorklog();
  const number = journal.sending([worklog], OPTIONS).get(worklog) as number;
  now = 2 * 3_600_000;
  expect(journal.storedSince(now)).toEqual([]);
  journal.retrying([number]);
  journal.stored([{ entry: number, stored: storedWorklog("77") }]);
  expect(journal.storedSince(now).map(({ id }) => id)).toEqual(["77"]);
});

test("a move that has got the id of the worklog that it moved, once Tempo was restored from a backup, is moved nowhere", () => {
  const { journal, entry } = sent({ result: {} });
  const moved = newWorklog({ issue: "2" });
  const moves = { ...existingWorklog("77"), attributes: [] };
  const number = journal.sending([moved], { ...OPTIONS, batch: 2, moves }).get(moved) ?? 0;
  journal.stored([{ entry: number, stored: storedWorklog("77", { issue: "2" }) }]);
  journal.deleted(["77"]);
  const [move] = journal.entriesOf(moved);
  expect([entry, move as JournalEntry].map((it) => journal.movedTo(it))).toEqual([undefined, undefined]);
});

describe("an entry without an outcome is no longer one", () => {
  const open = (journal: Journal) => journal.openAt(0).map(({ entry }) => entry);

  test("once it is known that it is not stored", () => {
    const { journal, number } = sent();
    expect(open(journal)).toEqual([number]);
    journal.notStored([number]);
    expect(open(journal)).toEqual([]);
  });

  test("once it is sent again: the later entry is", () => {
    const { journal, number } = sent();
    const again = newWorklog();
    const later = journal.sending([again], { ...OPTIONS, again: () => [number] }).get(again);
    expect(open(journal)).toEqual([later]);
  });
});

describe("whether a worklog appeared since an entry was sent", () => {
  test.each<[what: string, seen: string[] | undefined, id: string, content: Content, expected: boolean]>([
    ["another one on its issue and date has", ["60"], "40", {}, true],
    ["one that was seen before has not", ["40"], "40", {}, false],
    ["one on another issue has not", [], "60", { issue: "2" }, false],
    ["one on another date has not", [], "60", { date: "2026-01-06" }, false],
    ["one of another issue and date has not", [], "60", { issue: "2", date: "2026-01-06" }, false],
    ["without a list of those seen, one with a higher id has", undefined, "51", { issue: "2" }, true],
    ["without a list of those seen, one with the highest id known then has not", undefined, "50", {}, false],
  ])("%s", (_, seen, id, content, expected) => {
    const { journal, entry } = sent({ ...(seen && { seen }) });
    expect(journal.hasAppearedSince(entry, existingWorklog(id, content))).toBe(expected);
  });

  test("the result of an entry has not, unless another worklog has its id now", () => {
    const { journal, entry } = sent({ seen: [], result: { createdAt: 5000 } });
    expect(journal.hasAppearedSince(entry, existingWorklog("77", { createdAt: 5000 }))).toBe(false);
    expect(journal.hasAppearedSince(entry, existingWorklog("77", { createdAt: 50_000 }))).toBe(true);
  });
});

describe("the result of an entry", () => {
  test.each<[what: string, content: Content, expected: boolean]>([
    ["as it was", {}, true],
    ["with other hours", { hours: 2 }, false],
    ["that is no longer billable", { billable: false }, false],
    ["on another date", { date: "2026-01-06" }, false],
    ["with another comment", { comment: "Test" }, false],
  ])("%s looks as stored: %s", (_, content, expected) => {
    const { journal, entry } = sent({ result: {} });
    expect(journal.looksAsStored(entry, storedWorklog("77", content))).toBe(expected);
  });

  test("looks as nothing as long as there is none", () => {
    const { journal, entry } = sent();
    expect(journal.looksAsStored(entry, storedWorklog("77"))).toBe(false);
    expect(journal.identityOf(entry, existingWorklog("77"))).toBe("another");
    expect(journal.storedSince(0)).toEqual([]);
  });

  test.each<[what: string, result: Content, shown: Content, identity: string]>([
    ["as it was stored is the same", {}, {}, "same"],
    ["as it was changed is the same", {}, { hours: 5 }, "same"],
    ["that looks otherwise is unclear", {}, { hours: 3 }, "unclear"],
    ["on another issue, as it was changed, is unclear", {}, { hours: 5, issue: "2" }, "unclear"],
    ["on another issue that looks otherwise is another", {}, { hours: 3, issue: "2" }, "another"],
    [
      "created at another time is another, even as the entry's was changed",
      { createdAt: 5000 },
      { hours: 5, createdAt: 50_000 },
      "another",
    ],
  ])("%s", (_, result, shown, identity) => {
    const { journal, entry } = sent({ result });
    const [now, before] = [storedWorklog("77", { hours: 5 }), storedWorklog("77")].map((it) => ({
      ...it,
      billableSeconds: it.seconds,
    }));
    if (now && before) journal.edited(now, before);
    expect(journal.identityOf(entry, existingWorklog("77", shown))).toBe(identity);
    expect(journal.identityOf(entry, existingWorklog("78", shown))).toBe("another");
  });

  test("is recorded with its issue, and as billable as it was sent if Tempo does not say", () => {
    const { journal, number, records } = sent();
    const { billableSeconds: _, ...stored } = storedWorklog("77", { hours: 2 });
    const { billableSeconds: __, ...unknown } = storedWorklog("78", { hours: 2, createdAt: 5 });
    journal.stored([
      { entry: number, stored },
      { entry: number, stored: { ...stored, billableSeconds: 0 } },
      { entry: 99, stored: unknown },
    ]);
    const common = { id: "77", date: "2026-01-05", seconds: 7200, comment: "" };
    expect(records.at(-1)).toStrictEqual({
      at: 1000,
      type: "stored",
      worklogs: [
        { entry: number, issueId: "1", ...common, billableSeconds: 3600 },
        { entry: number, issueId: "1", ...common, billableSeconds: 0 },
        { entry: 99, ...common, id: "78", billableSeconds: 7200, createdAt: 5 },
      ],
    });
  });
});

test("nothing is recorded of no entries", () => {
  const { journal, records } = sent();
  const before = records.length;
  journal.retrying([]);
  journal.stored([]);
  journal.unknown([]);
  journal.notStored([]);
  expect(records).toHaveLength(before);
});

test("a record has no fields without a value", () => {
  const { journal, records } = sent();
  const known = { id: "7", date: "2026-01-05", seconds: 60, billableSeconds: 0, comment: "" };
  journal.deleting("7", undefined);
  journal.edited(known, known);
  journal.submitting("2026-01-01");
  journal.submissionSettled("2026-01-01");
  journal.submitting("2026-01-01", true);
  journal.submissionSettled("2026-01-01", true);
  expect(records.slice(1)).toStrictEqual([
    { at: 1000, type: "deleting", id: "7" },
    { at: 1000, type: "edited", worklog: known, before: known },
    { at: 1000, type: "submitting", period: "2026-01-01" },
    { at: 1000, type: "submissionSettled", period: "2026-01-01" },
    { at: 1000, type: "submitting", period: "2026-01-01", recalls: true },
    { at: 1000, type: "submissionSettled", period: "2026-01-01", made: true },
  ]);
});
