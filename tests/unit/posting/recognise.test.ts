import { describe, expect, test } from "vitest";
import { recogniseExisting } from "../../../src/timesheet/posting/recognise.ts";
import {
  AMBIGUOUS_FOR_MS,
  LATEST_COMMIT_MS,
  LIST_LAG_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { deleted, failed, notStored, type Step, sent, stored } from "./steps.ts";
import { type Content, existingWorklog, type Named, newWorklog, storedWorklog } from "./worklogs.ts";

const A = { comment: "a" };
const B = { comment: "b" };
const X = { comment: "changed by Tempo" };
/** Two hours: not the duration of the others. */
const LONGER = { hours: 2 };
const OTHER_ISSUE = { issue: "2" };

interface Row {
  wanted: Content[];
  /** Records of earlier calls, and the age of the last one. */
  journal: Step[];
  age?: number;
  existing?: Named;
  /** The results of looking up ids, and whether they are the user's; they are unless given. */
  lookUp?: Named;
  isOwn?: boolean;
  /** The outcome of each worklog: the id of the existing one, with that of a second copy; or its state. */
  outcome: string[];
  lookedUp?: string[];
  log?: string[];
  /** The time from now until uncertain entries count as failed, in milliseconds. */
  failedIn?: number;
}

const TABLES: Record<string, [behaviour: string, row: Row][]> = {
  "an entry that was sent again": [
    [
      "may have an equal worklog as its second copy",
      {
        wanted: [A],
        journal: [sent(A), sent(A, { again: [1] }), stored(2, "7", A)],
        existing: { 7: A, 8: A },
        outcome: ["7, or 8"],
      },
    ],
    [
      "may have one that lists did not show yet when it was sent again",
      {
        wanted: [A],
        journal: [sent(A, { afterId: "7" }), sent(A, { afterId: "7", again: [1] }), stored(2, "9", A)],
        existing: { 8: A, 9: A },
        outcome: ["9, or 8"],
      },
    ],
    [
      "may have one that appeared since it was sent first, however its requests are ordered",
      {
        wanted: [A],
        journal: [
          sent(A, { afterId: "9" }),
          sent(A, { afterId: "7", again: [1] }),
          sent(A, { afterId: "9", again: [2] }),
          stored(3, "10", A),
        ],
        existing: { 8: A, 10: A },
        outcome: ["10, or 8"],
      },
    ],
    [
      "has no second copy that is older, or different, or its own",
      {
        wanted: [A],
        journal: [sent(A, { afterId: "6" }), sent(A, { afterId: "6", again: [1] }), stored(2, "7", A)],
        existing: { 6: A, 7: A, 8: B, 9: { ...A, issue: "2" } },
        outcome: ["7"],
      },
    ],
    [
      "has no second copy that is the worklog itself",
      { wanted: [A], journal: [sent(A), sent(A, { again: [1] })], existing: { 7: A }, outcome: ["7"] },
    ],
    [
      "has no second copy that is the result of another entry",
      {
        wanted: [A],
        journal: [sent(A), sent(A, { again: [1] }), stored(2, "7", A), sent(A), stored(3, "8", A)],
        existing: { 7: A, 8: A },
        outcome: ["7"],
      },
    ],
  ],
  "an existing worklog of an equal row": [
    [
      "explains one entry each",
      {
        wanted: [A, A, A],
        journal: [sent(A), sent(A)],
        existing: { 7: A, 8: A },
        outcome: ["7", "8", "ready"],
      },
    ],
    [
      "explains no entry that was sent after it appeared",
      {
        wanted: [A, A],
        journal: [sent(A, { afterId: "7" })],
        existing: { 7: A },
        outcome: ["7", "uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "explains no further entry if it is the result of one",
      {
        wanted: [A, A],
        journal: [sent(A), stored(1, "7", A), sent(A)],
        existing: { 7: A },
        outcome: ["7", "uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "explains the entry that has no outcome rather than one that has",
      {
        wanted: [A, A],
        journal: [sent(A), stored(1, "6", A), deleted("6"), sent(A)],
        existing: { 7: A },
        outcome: ["7", "ready"],
      },
    ],
  ],
  "an entry that was sent once": [
    [
      "may have an equal worklog that appeared since as its second copy, since a gateway may send a request twice",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A)],
        existing: { 7: A, 8: A },
        outcome: ["7, or 8"],
      },
    ],
    [
      "has no second copy that existed before",
      {
        wanted: [A],
        journal: [sent(A, { seen: ["8"] }), stored(1, "7", A)],
        existing: { 7: A, 8: A },
        outcome: ["7"],
      },
    ],
    [
      "has no second copy if it was not stored",
      { wanted: [A], journal: [sent(A), notStored(1)], existing: { 7: A, 8: A }, outcome: ["7"] },
    ],
    [
      "has no second copy that is the worklog of an equal row, and one of its own",
      {
        wanted: [A, A, A],
        journal: [sent(A), stored(1, "7", A), sent(A), stored(2, "8", A)],
        existing: { 7: A, 8: A, 9: A, 10: A },
        outcome: ["7, or 10", "8", "9"],
      },
    ],
  ],
  "what was stored a moment ago and is not listed": [
    [
      "is looked up",
      {
        wanted: [A, B],
        journal: [sent(A), stored(1, "7", X)],
        lookUp: { 7: X },
        outcome: ["7", "ready"],
        lookedUp: ["7"],
      },
    ],
    [
      "is not sent if it does not exist, since a look-up may be behind too",
      { wanted: [A], journal: [sent(A), stored(1, "7", A)], outcome: ["failed"], lookedUp: ["7"] },
    ],
    [
      "is the result of one of equal rows, of which none is sent then",
      {
        wanted: [A, A, A],
        journal: [sent(A), stored(1, "7", A), sent(A), stored(2, "8", A), sent(A), stored(3, "9", A)],
        lookUp: { 8: A, 9: A },
        outcome: ["9", "8", "failed"],
        lookedUp: ["7", "8", "9"],
      },
    ],
    [
      "is sent once a look-up must show it",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A)],
        age: LIST_LAG_MS,
        outcome: ["ready"],
        lookedUp: ["7"],
      },
    ],
    [
      "is sent if it belongs to another user",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A)],
        lookUp: { 7: A },
        isOwn: false,
        outcome: ["ready"],
        lookedUp: ["7"],
      },
    ],
    [
      "is not looked up if it was deleted",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A), deleted("7")],
        lookUp: { 7: A },
        outcome: ["ready"],
      },
    ],
    [
      "accounts for one entry each",
      {
        wanted: [A, A, A],
        journal: [sent(A), stored(1, "7", A), sent(A), stored(2, "8", A)],
        lookUp: { 7: A, 8: A },
        outcome: ["7", "8", "ready"],
        lookedUp: ["7", "8"],
      },
    ],
    [
      "is looked up beside an equal one that is listed",
      {
        wanted: [A, A],
        journal: [sent(A), stored(1, "7", A), sent(A), stored(2, "8", A)],
        existing: { 7: A },
        lookUp: { 7: A, 8: A },
        outcome: ["7", "8"],
        lookedUp: ["8"],
      },
    ],
    [
      "is looked up although a list must show it by now, since it may be on another date",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A)],
        age: LIST_LAG_MS,
        lookUp: { 7: A },
        outcome: ["7"],
        lookedUp: ["7"],
      },
    ],
    [
      "is looked up behind one that does not exist any more",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A), sent(A), stored(2, "8", A)],
        lookUp: { 8: A },
        outcome: ["8"],
        lookedUp: ["7", "8"],
      },
    ],
    [
      "is that of the last entry that got its id, which Tempo gives again once it is restored from a backup",
      {
        wanted: [A],
        journal: [
          sent(A),
          stored(1, "7", { ...A, createdAt: 5000 }),
          sent(A),
          stored(2, "7", { ...A, createdAt: 60_000 }),
        ],
        lookUp: { 7: { ...A, date: "2026-01-06", createdAt: 60_000 } },
        outcome: ["7"],
        lookedUp: ["7"],
      },
    ],
    [
      "is looked up behind one that is known to be deleted",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A), deleted("7"), sent(A), stored(2, "8", A)],
        lookUp: { 7: A, 8: A },
        outcome: ["8"],
        lookedUp: ["8"],
      },
    ],
  ],
  "what has the id of the result of an entry": [
    [
      "is that result if it was created then",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", { ...A, createdAt: 5000 })],
        existing: { 7: { ...LONGER, createdAt: 5000 } },
        outcome: ["7"],
      },
    ],
    [
      "is none if it was created at another time",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", { ...A, createdAt: 5000 })],
        existing: { 7: { ...LONGER, createdAt: 9000 } },
        outcome: ["ready"],
      },
    ],
    [
      "may be that result if its time of creation is unknown",
      { wanted: [A], journal: [sent(A), stored(1, "7", A)], existing: { 7: LONGER }, outcome: ["failed"] },
    ],
    [
      "may be that result if it is looked up on another date",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", A)],
        lookUp: { 7: { date: "2026-01-06" } },
        outcome: ["failed"],
        lookedUp: ["7"],
      },
    ],
    [
      "and was looked up is none if it was created at another time",
      {
        wanted: [A],
        journal: [sent(A), stored(1, "7", { ...A, createdAt: 5000 })],
        lookUp: { 7: { ...LONGER, createdAt: 9000 } },
        outcome: ["ready"],
        lookedUp: ["7"],
      },
    ],
    [
      "is what an entry without an outcome became if it was created at another time",
      {
        wanted: [A],
        journal: [sent(B), stored(1, "7", { ...B, createdAt: 5000 }), sent(A)],
        existing: { 7: { ...X, createdAt: 9000 } },
        outcome: ["7"],
      },
    ],
  ],
  "an entry without an outcome": [
    [
      "is what appeared since, whatever Tempo made of it",
      { wanted: [A], journal: [sent(A, { afterId: "5" })], existing: { 7: X }, outcome: ["7"] },
    ],
    [
      "is not what existed before",
      {
        wanted: [A],
        journal: [sent(A, { afterId: "7" })],
        existing: { 7: X },
        outcome: ["uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is what appeared since, whatever ids there were before",
      {
        wanted: [A],
        journal: [sent(A, { afterId: "9", seen: ["6", "9"] })],
        existing: { 7: X },
        outcome: ["7"],
      },
    ],
    [
      "is not what was seen before, whatever its id",
      {
        wanted: [A],
        journal: [sent(A, { afterId: "6", seen: ["7"] })],
        existing: { 7: X },
        outcome: ["uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is not what existed before, though it appeared since another one was sent",
      {
        wanted: [A, OTHER_ISSUE],
        journal: [sent(OTHER_ISSUE, { afterId: "5" }), sent(A, { afterId: "7" })],
        existing: { 7: X },
        outcome: ["failed", "uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is sent after a while, and is not what existed before, though it appeared since another one was sent",
      {
        wanted: [A, OTHER_ISSUE],
        journal: [sent(OTHER_ISSUE, { afterId: "5" }), sent(A, { afterId: "7" })],
        age: AMBIGUOUS_FOR_MS,
        existing: { 7: X },
        outcome: ["ready", "ready"],
      },
    ],
    [
      "is what appeared since, though another one was sent later",
      {
        wanted: [A, OTHER_ISSUE],
        journal: [sent(OTHER_ISSUE, { afterId: "5" }), sent(A, { afterId: "8" })],
        existing: { 7: { ...X, issue: "2" } },
        outcome: ["uncertain", "7"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is not the result of another entry",
      {
        wanted: [A],
        journal: [sent(A), sent(B), stored(2, "7", X)],
        existing: { 7: X },
        outcome: ["uncertain"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is not what another worklog of the batch is",
      {
        wanted: [A, X],
        journal: [sent(A)],
        existing: { 7: X },
        outcome: ["uncertain", "7"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is not the second copy of another worklog of the batch",
      {
        wanted: [A, B],
        journal: [sent(A), sent(B), stored(2, "7", B)],
        existing: { 7: B, 8: B },
        outcome: ["failed", "7, or 8"],
      },
    ],
    [
      "is one of as many worklogs as there are entries",
      {
        wanted: [A, A, A],
        journal: [sent(A), sent(A)],
        outcome: ["uncertain", "uncertain", "ready"],
        failedIn: LONGEST_WRITE_MS,
      },
    ],
    [
      "is not sent while another worklog that appeared may be it",
      {
        wanted: [A],
        journal: [sent(A)],
        age: AMBIGUOUS_FOR_MS - 1,
        existing: { 7: LONGER },
        outcome: ["failed"],
      },
    ],
    [
      "is sent after a while, though another worklog may be it",
      { wanted: [A], journal: [sent(A)], age: AMBIGUOUS_FOR_MS, existing: { 7: LONGER }, outcome: ["ready"] },
    ],
    [
      "is awaited as long as it may be stored",
      {
        wanted: [A],
        journal: [sent(A)],
        age: 1000,
        outcome: ["uncertain"],
        failedIn: LONGEST_WRITE_MS - 1000,
      },
    ],
    [
      "is awaited for less, if its request has failed",
      {
        wanted: [A],
        journal: [sent(A), failed(1)],
        age: 1000,
        outcome: ["uncertain"],
        failedIn: -1000,
      },
    ],
    [
      "is awaited to the last moment",
      {
        wanted: [A],
        journal: [sent(A)],
        age: LATEST_COMMIT_MS + LONGEST_WRITE_MS - 1,
        outcome: ["uncertain"],
        failedIn: 1 - LATEST_COMMIT_MS,
      },
    ],
    [
      "is awaited while a list may lack it",
      {
        wanted: [A],
        journal: [sent(A)],
        age: LATEST_COMMIT_MS + LONGEST_WRITE_MS + UNKNOWN_LIST_LAG_MS - 1,
        outcome: ["uncertain"],
        failedIn: 1 - LATEST_COMMIT_MS - UNKNOWN_LIST_LAG_MS,
      },
    ],
    [
      "is sent once lists show what was stored",
      {
        wanted: [A],
        journal: [sent(A)],
        age: LATEST_COMMIT_MS + LONGEST_WRITE_MS + UNKNOWN_LIST_LAG_MS,
        outcome: ["ready"],
      },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, table) => {
  test.each(table)("%s", async (_, row) => {
    const { wanted, journal: steps, age = 0, existing = {}, lookUp = {}, isOwn = true, outcome } = row;
    const { lookedUp = [], log: logged = [], failedIn } = row;
    const looked: string[] = [];
    const { run, batch, journal, log, advance, worklogs } = runOf(wanted.map(newWorklog), {
      async readWorklog(id) {
        looked.push(id);
        const content = lookUp[id];
        return content && { worklog: { ...existingWorklog(id, content), attributes: [] }, isOwn };
      },
    });
    for (const step of steps) step(journal);
    advance(age);
    await recogniseExisting(
      run,
      Object.entries(existing).map(([id, content]) => existingWorklog(id, content)),
      run.context.clock.wallClock(),
    );
    const states = worklogs.map((worklog) => {
      const found = batch.storedAs(worklog);
      if (found)
        return found.possibleDuplicateId
          ? `${found.stored.id}, or ${found.possibleDuplicateId}`
          : found.stored.id;
      if (batch.uncertain().includes(worklog)) return "uncertain";
      return batch.ready().includes(worklog) ? "ready" : "failed";
    });
    expect({ states, looked, log, failedIn: batch.lastUnknownAt - run.context.clock.now() }).toEqual({
      states: outcome,
      looked: lookedUp,
      log: logged,
      failedIn: failedIn ?? Number.NEGATIVE_INFINITY,
    });
  });
});

test("what is looked up is reported as Tempo holds it", async () => {
  const { run, batch, journal, worklogs } = runOf([newWorklog(A)], {
    readWorklog: async (id) => ({ worklog: { ...existingWorklog(id, X), attributes: [] }, isOwn: true }),
  });
  for (const step of [sent(A), stored(1, "7", X)]) step(journal);
  await recogniseExisting(run, [], run.context.clock.wallClock());
  expect(worklogs.map((worklog) => batch.storedAs(worklog))).toEqual([
    { stored: storedWorklog("7", X), alreadyLogged: true },
  ]);
});

test("an entry that was awaited is the one that is found in the end", async () => {
  const { run, batch, journal } = runOf([newWorklog(A)]);
  sent(A)(journal);
  await recogniseExisting(run, [], run.context.clock.wallClock());
  batch.adopt([existingWorklog("7", A)]);
  expect(journal.entryOfId("7")?.entry).toBe(1);
});

test("an entry that is sent though another worklog may be it names that worklog", async () => {
  const { run, journal, advance, worklogs } = runOf([newWorklog(A)]);
  sent(A)(journal);
  advance(AMBIGUOUS_FOR_MS);
  const copies = await recogniseExisting(run, [existingWorklog("7", LONGER)], run.context.clock.wallClock());
  expect([...copies].map(([worklog, { id }]) => [worklog, id])).toEqual([[worklogs[0], "7"]]);
});

test("an entry names that worklog too if it appeared since another entry was sent", async () => {
  const { run, journal, advance, worklogs } = runOf([newWorklog(A), newWorklog(OTHER_ISSUE)]);
  for (const step of [sent(OTHER_ISSUE, { afterId: "5" }), sent(A, { afterId: "7" })]) step(journal);
  advance(AMBIGUOUS_FOR_MS);
  const copies = await recogniseExisting(run, [existingWorklog("7", X)], run.context.clock.wallClock());
  expect([...copies].map(([worklog, { id }]) => [worklog, id])).toEqual([[worklogs[0], "7"]]);
});

test("an entry that may have been stored after the list was read is looked for again, however long the look-ups took", async () => {
  const { run, batch, journal, advance, worklogs } = runOf([newWorklog(A), newWorklog(B)], {
    async readWorklog(id) {
      advance(30_000);
      return { worklog: { ...existingWorklog(id, B), attributes: [] }, isOwn: true };
    },
  });
  for (const step of [sent(A), failed(1), sent(B), stored(2, "7", B)]) step(journal);
  advance(1000);
  await recogniseExisting(run, [], run.context.clock.wallClock());
  expect(batch.uncertain()).toEqual([worklogs[0]]);
  expect(batch.lastUnknownAt - run.context.clock.now()).toBe(-31_000);
});

test.each<[what: string, isOwn: boolean | undefined, stored: string | undefined]>([
  ["is the existing worklog of its entry, as it is now", true, "7"],
  ["is none if it is gone", undefined, undefined],
  ["is none if it belongs to another user", false, undefined],
])("a worklog that was changed, and is not listed, %s", async (_, isOwn, found) => {
  const { run, batch, journal, worklogs, advance } = runOf([newWorklog(A)], {
    readWorklog: async (id) =>
      isOwn === undefined
        ? undefined
        : { worklog: { ...existingWorklog(id, LONGER), attributes: [] }, isOwn },
  });
  for (const step of [sent(A), stored(1, "7", A)]) step(journal);
  journal.editing(existingWorklog("7", A));
  journal.edited(existingWorklog("7", LONGER), existingWorklog("7", A));
  advance(LIST_LAG_MS);
  await recogniseExisting(run, [], run.context.clock.wallClock());
  const [worklog] = worklogs.map((it) => batch.storedAs(it)?.stored);
  expect({ id: worklog?.id, seconds: worklog?.seconds, ready: batch.ready().length }).toEqual({
    id: found,
    seconds: found && 7200,
    ready: found ? 0 : 1,
  });
});
