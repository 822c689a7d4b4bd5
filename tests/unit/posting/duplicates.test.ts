import { describe, expect, test } from "vitest";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { findDuplicates } from "../../../src/timesheet/posting/recognise.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { changed, deleted, type Step, sent, stored } from "./steps.ts";
import { build, existingWorklog, type Named, nameOf, newWorklog } from "./worklogs.ts";

const EMPTY = new Ledger(journalInMemory(), virtualClock());

const A = { comment: "a" };
const NONE = { attributes: {} };
const OPS = { attributes: { account: "OPS" } };
const DEV = { attributes: { account: "DEV" } };
const ROLE = { attributes: { role: "dev" } };
const OPS_DEV = { attributes: { account: "OPS", role: "dev" } };

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
  ["a given attribute that the worklog has makes none", { A: OPS }, { w1: OPS_DEV }, { A: "w1" }],
  ["a given attribute that the worklog has otherwise makes one", { A: DEV }, { w1: OPS }, {}],
  ["a given attribute that the worklog lacks makes one", { A: OPS }, { w1: NONE }, {}],
  [
    "a given attribute makes none if Tempo does not say what a worklog has",
    { A: OPS },
    { w1: {} },
    { A: "w1" },
  ],
  ["an attribute that is not given makes none", { A: {} }, { w1: OPS }, { A: "w1" }],
  [
    "a start time makes none",
    { A: { startTime: "09:00:00" } },
    { w1: { startTime: "14:00:00" } },
    { A: "w1" },
  ],
  [
    "entries that give more attributes find theirs first",
    { A: {}, B: OPS, C: OPS_DEV },
    { w1: OPS_DEV, w2: OPS, w3: NONE },
    { A: "w3", B: "w2", C: "w1" },
  ],
  ["one that gives an attribute goes before one that does not", { A: {}, B: OPS }, { w1: OPS }, { B: "w1" }],
  [
    "an entry leaves a worklog to another one that may be no other",
    { A: OPS, B: ROLE },
    { w1: OPS_DEV, w2: OPS },
    { A: "w2", B: "w1" },
  ],
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
    EMPTY,
  );
  expect(Object.fromEntries([...found].map(([entry, { id }]) => [nameOf(worklogs, entry), id]))).toEqual(
    duplicates,
  );
});

test("the amount of billable time makes no difference, only whether there is any", () => {
  const worklog = newWorklog();
  const partly = { ...existingWorklog("w1"), billableSeconds: 60 };
  expect(findDuplicates([worklog], [partly], EMPTY)).toEqual(new Map([[worklog, partly]]));
});

describe("with a ledger", () => {
  const X = { comment: "changed by Tempo" };
  const THEN = Date.UTC(2026, 0, 5, 9);
  const A_THEN = { ...A, createdAt: THEN };

  interface Row {
    steps: Step[];
    wanted?: Named;
    existing: Named;
    duplicates: Record<string, string>;
  }

  test.each<[behaviour: string, row: Row]>([
    [
      "the result of an entry is its duplicate, whatever it looks like",
      {
        steps: [sent(A), stored(1, "w1", A_THEN)],
        existing: { w1: { ...X, hours: 3, date: "2026-01-06", createdAt: THEN } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the fraction of a second of its creation makes no difference",
      {
        steps: [sent(A), stored(1, "w1", A_THEN)],
        existing: { w1: { ...X, createdAt: THEN + 999 } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "it is its duplicate if the time of its creation is not shown",
      { steps: [sent(A), stored(1, "w1", A_THEN)], existing: { w1: X }, duplicates: { A: "w1" } },
    ],
    [
      "what was created at another time is no result",
      {
        steps: [sent(A), stored(1, "w1", A_THEN)],
        existing: { w1: { ...X, createdAt: THEN + 1001 } },
        duplicates: {},
      },
    ],
    [
      "what is on another issue is no duplicate, though it is the result",
      {
        steps: [sent(A), stored(1, "w1", A_THEN)],
        existing: { w1: { ...A_THEN, issue: "2" } },
        duplicates: {},
      },
    ],
    [
      "what has the id of the result of another entry, and was created at another time, is a duplicate",
      {
        steps: [sent(X), stored(1, "w1", A_THEN)],
        existing: { w1: { ...A, createdAt: THEN + 1001 } },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the result of an entry is its duplicate before an equal worklog",
      { steps: [sent(A), stored(1, "w2", X)], existing: { w1: A, w2: X }, duplicates: { A: "w2" } },
    ],
    [
      "each result accounts for one entry",
      {
        steps: [sent(A), sent(A), stored(1, "w1", X), stored(2, "w2", X)],
        wanted: { A, B: A, C: A },
        existing: { w1: X, w2: X },
        duplicates: { A: "w1", B: "w2" },
      },
    ],
    [
      "a result that does not exist is no duplicate, and another one is",
      {
        steps: [sent(A), sent(A), stored(1, "w1", X), stored(2, "w2", X)],
        existing: { w2: X },
        duplicates: { A: "w2" },
      },
    ],
    [
      "a result that was deleted is no duplicate, though a list shows it",
      { steps: [sent(A), stored(1, "w1", X), deleted("w1")], existing: { w1: X }, duplicates: {} },
    ],
    [
      "an entry without a result is found by its looks",
      { steps: [sent(A)], existing: { w1: A }, duplicates: { A: "w1" } },
    ],
    [
      "an equal worklog that still looks as it was stored for another entry belongs to that entry",
      { steps: [sent(X), stored(1, "w1", A)], existing: { w1: A }, duplicates: {} },
    ],
    [
      "an equal worklog that was changed since it was stored for another entry is a duplicate",
      { steps: [sent(X), stored(1, "w1", X)], existing: { w1: A }, duplicates: { A: "w1" } },
    ],
    [
      "the result of an entry is its duplicate as the last own change has left it",
      {
        steps: [sent(A), stored(1, "w1", A), changed("w1", A, X)],
        existing: { w1: X },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the result of an entry that gave more attributes is a duplicate",
      {
        steps: [sent(OPS_DEV), stored(1, "w1", X)],
        wanted: { A: OPS },
        existing: { w1: X },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the result of an entry that gave another value is none",
      { steps: [sent(OPS), stored(1, "w1", OPS)], wanted: { A: DEV }, existing: { w1: OPS }, duplicates: {} },
    ],
    [
      "the result of an entry that gave another value is one if it has the given value now",
      {
        steps: [sent(OPS), stored(1, "w1", OPS)],
        wanted: { A: DEV },
        existing: { w1: DEV },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the result of an entry to which the settings gave the value is one",
      {
        steps: [sent({}), stored(1, "w1", OPS)],
        wanted: { A: OPS },
        existing: { w1: OPS },
        duplicates: { A: "w1" },
      },
    ],
    [
      "the results of entries that gave the same attributes come first",
      {
        steps: [
          sent(OPS_DEV),
          sent(OPS),
          sent({}),
          stored(1, "w1", X),
          stored(2, "w2", X),
          stored(3, "w3", X),
        ],
        wanted: { A: {}, B: OPS, C: OPS_DEV },
        existing: { w1: X, w2: X, w3: X },
        duplicates: { A: "w3", B: "w2", C: "w1" },
      },
    ],
  ])("%s", (_, { steps, wanted = { A }, existing, duplicates }) => {
    const ledger = new Ledger(journalInMemory(), virtualClock());
    for (const step of steps) step(ledger);
    const worklogs = build(wanted, newWorklog);
    const listed = build(existing, (content, id) => existingWorklog(id, content));
    const found = findDuplicates([...worklogs.values()], [...listed.values()], ledger);
    expect(Object.fromEntries([...found].map(([entry, { id }]) => [nameOf(worklogs, entry), id]))).toEqual(
      duplicates,
    );
  });
});
