import { expect, test } from "vitest";
import { logLateEffects } from "../../../src/timesheet/posting/late-effects.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { deleted, notStored, type Step, sent, stored } from "./steps.ts";
import { type Content, existingWorklog, type Named } from "./worklogs.ts";

const A = { comment: "a" };
/** No worklogs were there. */
const NONE = { seen: [] };
const CHANGED = { comment: "changed by Tempo" };

const copy = (id: string, of: string) =>
  `worklog ${id}, 1 h on PROJ-1 for 2026-01-05, may be a second copy of worklog ${of}; ` +
  "look at both in Tempo, and delete one if they are the same hours";
const copyOfDeleted = (id: string, of: string) =>
  `worklog ${id}, 1 h on PROJ-1 for 2026-01-05, may be a second copy of worklog ${of}, which was deleted; ` +
  "look at it in Tempo, and delete it too if it is";
const late = (id: string) =>
  `worklog ${id}, 1 h for 2026-01-05, may be an entry that was reported as not stored: Tempo may have stored it ` +
  "all the same, or it was logged elsewhere; look at it in Tempo";
const undone = (id: string) =>
  `worklog ${id} of 2026-01-05 looks as it did before it was changed: an earlier request may have been stored late, ` +
  "or it was changed back; look at it in Tempo";

const still = (id: string) =>
  `worklog ${id}, 1 h for 2026-01-05, is in Tempo, although it counted as deleted: an earlier response may have been late; ` +
  "look at it in Tempo, and delete it if its hours are logged twice";

const edited =
  (id: string, content: Content, before: Content): Step =>
  (journal) =>
    journal.edited(existingWorklog(id, content), existingWorklog(id, before));

test.each<[what: string, journal: Step[], existing: Named, log: string[]]>([
  ["a worklog of an entry is none", [sent(A, NONE), stored(1, "7", A)], { 7: A }, []],
  [
    "an equal one that appeared since is",
    [sent(A, NONE), stored(1, "7", A)],
    { 7: A, 8: A },
    [copy("8", "7")],
  ],
  [
    "an equal one that was seen before is none",
    [sent(A, { seen: ["8"] }), stored(1, "7", A)],
    { 7: A, 8: A },
    [],
  ],
  ["one of other content is none", [sent(A, NONE), stored(1, "7", A)], { 7: A, 8: CHANGED }, []],
  [
    "one that looks as the entry was sent is, whatever Tempo has made of the other",
    [sent(A, NONE), stored(1, "7", CHANGED)],
    { 7: CHANGED, 8: A },
    [copy("8", "7")],
  ],
  [
    "one that Tempo has changed in the same way is",
    [sent(A, NONE), stored(1, "7", CHANGED)],
    { 7: CHANGED, 8: CHANGED },
    [copy("8", "7")],
  ],
  [
    "one that is left is, although the worklog of the entry was deleted",
    [sent(A, NONE), stored(1, "7", A), deleted("7")],
    { 8: A },
    [copyOfDeleted("8", "7")],
  ],
  [
    "one is that of a worklog that exists rather than of a deleted one",
    [sent(A, NONE), stored(1, "6", A), deleted("6"), sent(A, NONE), stored(2, "7", A)],
    { 7: A, 8: A },
    [copy("8", "7")],
  ],
  [
    "one that appeared before the entry was sent again is, since the first request may have stored it",
    [sent(A, NONE), sent(A, { seen: ["8"], again: [1] }), stored(2, "7", A)],
    { 7: A, 8: A },
    [copy("8", "7")],
  ],
  ["one of an entry that was not stored is none", [sent(A, NONE), notStored(1)], { 8: A }, [late("8")]],
  [
    "one that an entry without an outcome may be is none",
    [sent(A, NONE), stored(1, "7", A), sent(A, NONE)],
    { 7: A, 8: A },
    [],
  ],
  [
    "one beyond that is",
    [sent(A, NONE), stored(1, "7", A), sent(A, NONE)],
    { 7: A, 8: A, 9: A },
    [copy("9", "7")],
  ],
  [
    "one beyond the entries without an outcome is, although none of them is known to be stored",
    [sent(A, NONE), sent(A, { seen: [], again: [1] })],
    { 7: A, 8: A },
    [copy("8", "7")],
  ],
  [
    "each of two is that of another of two equal entries",
    [sent(A, NONE), stored(1, "6", A), sent(A, NONE), stored(2, "7", A)],
    { 6: A, 7: A, 8: A, 9: A },
    [copy("8", "6"), copy("9", "7")],
  ],
  [
    "one that was there when the stored entry was sent is none, although it appeared since one that was not stored",
    [sent(A, NONE), notStored(1), sent(A, { seen: ["8"] }), stored(2, "7", A)],
    { 7: A, 8: A },
    [],
  ],
])("second copies: %s", (_, steps, existing, expected) => {
  expect(logged(steps, existing)).toEqual(expected);
});

test.each<[what: string, journal: Step[], existing: Named, log: string[]]>([
  ["an equal worklog that appeared since is one", [sent(A, NONE), notStored(1)], { 8: A }, [late("8")]],
  ["one that was seen before is none", [sent(A, { seen: ["8"] }), notStored(1)], { 8: A }, []],
  ["one of other content is none", [sent(A, NONE), notStored(1)], { 8: CHANGED }, []],
  [
    "one that may be an equal entry without an outcome is none",
    [sent(A, NONE), notStored(1), sent(A, NONE)],
    { 8: A },
    [],
  ],
])("entries that were reported as not stored: %s", (_, steps, existing, expected) => {
  expect(logged(steps, existing)).toEqual(expected);
});

test.each<[what: string, journal: Step[], existing: Named, log: string[]]>([
  [
    "one is listed all the same",
    [sent(A, NONE), stored(1, "7", A), edited("7", CHANGED, A), deleted("7")],
    { 7: CHANGED },
    [still("7")],
  ],
  [
    "one is named once, as a second copy",
    [sent(A, NONE), stored(1, "7", A), sent(A, NONE), stored(2, "8", A), deleted("7")],
    { 7: A, 8: A },
    [copy("7", "8")],
  ],
  ["one is gone", [sent(A, NONE), stored(1, "7", A), deleted("7")], {}, []],
])("worklogs that counted as deleted: %s", (_, steps, existing, expected) => {
  expect(logged(steps, existing)).toEqual(expected);
});

test.each<[what: string, journal: Step[], age: number, shown: Content, log: string[]]>([
  ["a changed worklog is shown as it was left", [edited("7", CHANGED, A)], LIST_LAG_MS + 1, CHANGED, []],
  ["one is shown as it was before", [edited("7", CHANGED, A)], LIST_LAG_MS + 1, A, [undone("7")]],
  ["lists may not show the change yet", [edited("7", CHANGED, A)], LIST_LAG_MS, A, []],
  ["one was changed otherwise since", [edited("7", CHANGED, A)], LIST_LAG_MS + 1, { comment: "b" }, []],
  ["one was not changed", [sent(A, NONE), stored(1, "7", A)], LIST_LAG_MS + 1, A, []],
])("own changes that are undone: %s", (_, steps, age, shown, expected) => {
  expect(logged(steps, { 7: shown }, age)).toEqual(expected);
});

function logged(steps: readonly Step[], existing: Named, age = 0): string[] {
  const { run, journal, log, advance } = runOf([]);
  for (const step of steps) step(journal);
  advance(age);
  const worklogs = Object.entries(existing).map(([id, content]) => existingWorklog(id, content));
  logLateEffects(worklogs, run.context, journal);
  return log;
}

test("a line is logged once, however often the worklogs are read", () => {
  const { run, journal, log } = runOf([]);
  for (const step of [sent(A, NONE), stored(1, "7", A)]) step(journal);
  const worklogs = ["7", "8"].map((id) => existingWorklog(id, A));
  for (let call = 0; call < 3; call += 1) logLateEffects(worklogs, run.context, journal);
  expect(log).toEqual([copy("8", "7")]);
});
