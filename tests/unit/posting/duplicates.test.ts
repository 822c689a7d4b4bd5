import { expect, test } from "vitest";
import { journalInMemory } from "../../../src/state/journal-memory.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { findDuplicates } from "../../../src/timesheet/posting/duplicates.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { build, existingWorklog, type Named, nameOf, newWorklog } from "./worklogs.ts";

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
  const found = findDuplicates(
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
  expect(findDuplicates([worklog], [partly], NO_JOURNAL)).toEqual(new Map([[worklog, partly]]));
});
