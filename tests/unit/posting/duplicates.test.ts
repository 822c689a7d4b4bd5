import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { findDuplicates } from "../../../src/timesheet/posting/duplicates.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import {
  build,
  type Content,
  existingWorklog,
  type Named,
  nameOf,
  newWorklog,
  storedWorklog,
} from "./worklogs.ts";

const NO_JOURNAL = new Journal(journalInMemory(), virtualClock());

const A = { comment: "a" };

test.each<[behaviour: string, wanted: Named, existing: Named, duplicates: Record<string, string>]>([
  ["an equal worklog is a duplicate", { A }, { w1: A }, { A: "w1" }],
  ["each existing worklog accounts for one entry", { A, B: A, C: A }, { w1: A }, { A: "w1" }],
  [
    "as many entries are duplicates as equal worklogs exist",
    { A, B: A },
    { w1: A, w2: A, w3: A },
    { A: "w1", B: "w2" },
  ],
  [
    "the oldest of equal worklogs is the duplicate, in whatever order they are listed",
    { A },
    { w3: A, w1: A, w2: A },
    { A: "w1" },
  ],
  ["entries find their duplicates in any order", { A, B: {} }, { w1: {}, w2: A }, { A: "w2", B: "w1" }],
  ["another issue makes a difference", { A }, { w1: { ...A, issue: "2" } }, {}],
  ["another date makes a difference", { A }, { w1: { ...A, date: "2026-01-06" } }, {}],
  ["another duration makes a difference", { A }, { w1: { ...A, hours: 1.01 } }, {}],
  [
    "a duration that replies show alike makes none",
    { A: { hours: 1 / 3 } },
    { w1: { hours: 0.33 } },
    { A: "w1" },
  ],
  [
    "what Tempo may have made not billable is a duplicate",
    { A },
    { w1: { ...A, billable: false } },
    { A: "w1" },
  ],
  [
    "what is to be not billable is no duplicate of billable time",
    { A: { ...A, billable: false } },
    { w1: A },
    {},
  ],
  ["another comment makes a difference", { A }, { w1: {} }, {}],
  ["the case of a comment makes a difference", { A }, { w1: { comment: "A" } }, {}],
  [
    "whitespace within a comment makes none, since Tempo may change it",
    { A: { comment: "a b" } },
    { w1: { comment: "a  b" } },
    { A: "w1" },
  ],
  ["whitespace around a comment makes none", { A: { comment: " a\n" } }, { w1: A }, { A: "w1" }],
  [
    "the line ends of a comment make none",
    { A: { comment: "a\r\nb\rc" } },
    { w1: { comment: "a\nb\nc" } },
    { A: "w1" },
  ],
  ["nothing is a duplicate if nothing exists", { A }, {}, {}],
])("%s", (_, wanted, existing, duplicates) => {
  const worklogs = build(wanted, newWorklog);
  const { found } = findDuplicates(
    [...worklogs.values()],
    Object.entries(existing).map(([id, content]) => existingWorklog(id, content)),
    NO_JOURNAL,
  );
  expect(Object.fromEntries([...found].map(([entry, { id }]) => [nameOf(worklogs, entry), id]))).toEqual(
    duplicates,
  );
});

test("the amount of billable time makes no difference, only whether there is any", () => {
  const worklog = newWorklog();
  const partly = { ...existingWorklog("w1"), billableSeconds: 60 };
  expect(findDuplicates([worklog], [partly], NO_JOURNAL).found).toEqual(new Map([[worklog, partly]]));
});

describe("with a journal", () => {
  const X = { comment: "changed by Tempo" };
  const THEN = Date.UTC(2026, 0, 5, 9);

  /** A journal of entries, each with the ids that it became and what they looked like then. */
  function journalOf(entries: [Content, Named][]): Journal {
    const journal = new Journal(journalInMemory(), virtualClock());
    for (const [content, results] of entries) {
      const worklog = newWorklog(content);
      const options = { batch: 1, afterId: "0", again: () => [] };
      if (Object.keys(results).length === 0) journal.sending([worklog], options);
      for (const [id, look] of Object.entries(results)) {
        const entry = journal.sending([worklog], options).get(worklog) ?? 0;
        journal.stored([{ entry, stored: storedWorklog(id, look) }]);
      }
    }
    return journal;
  }

  interface Row {
    journal: [Content, Named][];
    deleted?: string[];
    wanted: Named;
    existing: Named;
    duplicates: Record<string, string>;
    unclear?: Record<string, string>;
  }

  test.each<[behaviour: string, row: Row]>([
    [
      "the result of an entry is its duplicate, whatever it looks like",
      {
        journal: [[A, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...X, hours: 3, date: "2026-01-06", createdAt: THEN } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the fraction of a second of its creation makes no difference",
      {
        journal: [[A, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...X, createdAt: THEN + 999 } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "what was created at another time is no result",
      {
        journal: [[A, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...X, createdAt: THEN + 1001 } },
        duplicates: {},
      },
    ],
    [
      "what was created at another time and looks as the result did is its duplicate",
      {
        journal: [[A, { w1: { ...X, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...X, createdAt: THEN + 1001 } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "what was created then and is on another issue may be the result",
      {
        journal: [[A, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...A, issue: "2", createdAt: THEN } },
        duplicates: {},
        unclear: { A: "w1" },
      },
    ],
    [
      "what looks as the result did and is on another issue may be the result",
      {
        journal: [[A, { w1: A }]],
        wanted: { A },
        existing: { w1: { ...A, issue: "2" } },
        duplicates: {},
        unclear: { A: "w1" },
      },
    ],
    [
      "what looks different on another issue is no result",
      { journal: [[A, { w1: A }]], wanted: { A }, existing: { w1: { ...X, issue: "2" } }, duplicates: {} },
    ],
    [
      "what looks different may be the result if its time of creation is unknown",
      {
        journal: [[A, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A, B: A },
        existing: { w1: X },
        duplicates: {},
        unclear: { A: "w1" },
      },
    ],
    [
      "what may be the result matters no more once an equal worklog exists",
      { journal: [[A, { w1: A }]], wanted: { A }, existing: { w1: X, w2: A }, duplicates: { A: "w2" } },
    ],
    [
      "what has the id of the result of another entry, and was created at another time, is a duplicate",
      {
        journal: [[X, { w1: { ...A, createdAt: THEN } }]],
        wanted: { A },
        existing: { w1: { ...A, createdAt: THEN + 1001 } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the result of an entry is its duplicate before an equal worklog",
      { journal: [[A, { w2: X }]], wanted: { A }, existing: { w1: A, w2: X }, duplicates: { A: "w2" } },
    ],
    [
      "each result accounts for one entry",
      {
        journal: [[A, { w1: X, w2: X }]],
        wanted: { A, B: A, C: A },
        existing: { w1: X, w2: X },
        duplicates: { A: "w1", B: "w2" },
      },
    ],
    [
      "a result that does not exist is no duplicate, and another one is",
      { journal: [[A, { w1: X, w2: X }]], wanted: { A }, existing: { w2: X }, duplicates: { A: "w2" } },
    ],
    [
      "a result that was deleted is no duplicate, though a list still shows it",
      { journal: [[A, { w1: X }]], deleted: ["w1"], wanted: { A }, existing: { w1: X }, duplicates: {} },
    ],
    [
      "an entry without a result is found by its looks",
      { journal: [[A, {}]], wanted: { A }, existing: { w1: A }, duplicates: { A: "w1" } },
    ],
    [
      "an equal worklog that still looks as it was stored for another entry belongs to that entry",
      { journal: [[X, { w1: A }]], wanted: { A }, existing: { w1: A }, duplicates: {} },
    ],
    [
      "an equal worklog that was changed since it was stored for another entry is a duplicate",
      { journal: [[X, { w1: X }]], wanted: { A }, existing: { w1: A }, duplicates: { A: "w1" } },
    ],
  ])("%s", (_, { journal: entries, deleted = [], wanted, existing, duplicates, unclear = {} }) => {
    const journal = journalOf(entries);
    journal.deleted(deleted);
    const worklogs = build(wanted, newWorklog);
    const listed = build(existing, (content, id) => existingWorklog(id, content));
    const result = findDuplicates([...worklogs.values()], [...listed.values()], journal);
    const named = (found: typeof result.found) =>
      Object.fromEntries([...found].map(([entry, { id }]) => [nameOf(worklogs, entry), id]));
    expect([named(result.found), named(result.unclear)]).toEqual([duplicates, unclear]);
  });

  test("the result of an entry is its duplicate as the last own change left it", () => {
    const journal = journalOf([[A, { w1: A }]]);
    journal.edited(existingWorklog("w1", X), existingWorklog("w1", A));
    const worklog = newWorklog(A);
    const listed = existingWorklog("w1", X);
    expect(findDuplicates([worklog], [listed], journal)).toEqual({
      found: new Map([[worklog, listed]]),
      unclear: new Map(),
    });
  });

  test("an own change of a worklog that was created at another time is no proof that it is the result", () => {
    const journal = journalOf([[A, { w1: { ...A, createdAt: THEN } }]]);
    const listed = existingWorklog("w1", { ...X, createdAt: THEN + 60_000 });
    journal.edited(listed, existingWorklog("w1", A));
    expect(findDuplicates([newWorklog(A)], [listed], journal)).toEqual({
      found: new Map(),
      unclear: new Map(),
    });
  });

  test("a worklog that has the id of one that was deleted, and was created at another time, is not deleted", () => {
    const journal = journalOf([[A, { w1: { ...A, createdAt: THEN } }]]);
    journal.deleted(["w1"]);
    const times = [undefined, THEN, THEN + 1001];
    expect(times.map((createdAt) => journal.isDeleted("w1", createdAt))).toEqual([true, true, false]);
  });

  test("a copy that was deleted is so, though it was created at another time than the one that was kept", () => {
    const journal = journalOf([[A, { w2: { ...A, createdAt: THEN + 15_000 } }]]);
    const entry = journal.entryOfId("w2")?.entry ?? 0;
    journal.deleted(["w2"]);
    journal.stored([{ entry, stored: storedWorklog("w1", { ...A, createdAt: THEN }) }]);
    expect(journal.isDeleted("w2", THEN + 15_000)).toBe(true);
  });

  test("a worklog that is stored under an id that was deleted exists", () => {
    const journal = journalOf([[A, { w1: A }]]);
    journal.deleted(["w1"]);
    const worklog = newWorklog(A);
    const entry = journal.sending([worklog], { batch: 2, afterId: "0", again: () => [] }).get(worklog) ?? 0;
    journal.stored([{ entry, stored: storedWorklog("w1", X) }]);
    expect(findDuplicates([worklog], [existingWorklog("w1", X)], journal).found.size).toBe(1);
  });
});
