import { describe, expect, test } from "vitest";
import type { JournalEntry } from "../../../src/timesheet/journal/entry.ts";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import { settleOpen } from "../../../src/timesheet/posting/settle-open.ts";
import {
  AMBIGUOUS_FOR_MS,
  LATEST_COMMIT_MS,
  LONGEST_WRITE_MS,
  UNKNOWN_LIST_LAG_MS,
  UNSETTLED_POLL_MS,
} from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";
import { type Content, existingWorklog, type Named, newWorklog, storedWorklog } from "../posting/worklogs.ts";

const A = { comment: "a" };
const B = { comment: "b" };
const TUESDAY = { date: "2026-01-06" };
const UNTIL_LISTED = LONGEST_WRITE_MS + LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;

/** Sends worklogs in a batch of their own. @returns the batch, and the number of each entry */
function send(journal: Journal, contents: Content[], afterId = "5") {
  const batch = journal.newBatch();
  const worklogs = contents.map((content) => newWorklog(content));
  const numbers = journal.sending(worklogs, { batch, afterId, again: () => [] });
  return { batch, numbers: worklogs.map((worklog) => numbers.get(worklog) as JournalEntry["entry"]) };
}

interface Row {
  sent: Content[];
  afterId?: string;
  /** Worklogs by id that lists show once `from` milliseconds have passed. */
  listed?: Named;
  from?: number;
  /** Adds further records of earlier calls. */
  record?: (journal: Journal) => void;
  /** The id of what each entry became, or its state. */
  states: string[];
  candidates?: string[];
  /** The time that it takes; until lists show everything unless given. */
  takes?: number;
}

const LAST_POLL = Math.ceil(UNTIL_LISTED / UNSETTLED_POLL_MS) * UNSETTLED_POLL_MS;

test.each<[behaviour: string, row: Row]>([
  ["is what equals it", { sent: [A], listed: { 7: A }, states: ["7"], takes: 0 }],
  [
    "is what equals it some seconds later",
    { sent: [A], listed: { 7: A }, from: 3000, states: ["7"], takes: 2 * UNSETTLED_POLL_MS },
  ],
  ["is not stored if nothing appears", { sent: [A, B], states: ["notStored", "notStored"] }],
  ["is each what equals it", { sent: [A, B, A], listed: { 7: B, 8: A }, states: ["8", "7", "notStored"] }],
  [
    "is of dates in any order",
    { sent: [TUESDAY, A], listed: { 7: A, 8: TUESDAY }, states: ["8", "7"], takes: 0 },
  ],
  [
    "is not what existed before, whatever it looks like",
    { sent: [A, B], afterId: "7", listed: { 6: B, 7: A }, states: ["notStored", "notStored"] },
  ],
  ["may be what has other content", { sent: [A], listed: { 7: B }, states: ["open"], candidates: ["7"] }],
  [
    "may be what has other hours, while another one is known",
    { sent: [A, B], listed: { 7: { hours: 2 }, 8: B }, states: ["open", "8"], candidates: ["7"] },
  ],
  [
    "is not what has another date or issue",
    { sent: [A, TUESDAY], listed: { 7: { issue: "2" }, 8: TUESDAY }, states: ["notStored", "8"] },
  ],
  [
    "is not what appeared on the date of another entry",
    { sent: [A, TUESDAY], listed: { 8: TUESDAY, 9: { ...TUESDAY, ...B } }, states: ["notStored", "8"] },
  ],
  [
    "is not what another entry became",
    {
      sent: [A],
      record: (journal) => {
        const [entry] = send(journal, [B]).numbers;
        if (entry !== undefined) journal.stored([{ entry, stored: storedWorklog("7", A) }]);
      },
      listed: { 7: A },
      states: ["notStored"],
    },
  ],
])("an entry without an outcome %s", async (_, row) => {
  const { sent, afterId, listed = {}, from = 0, record, states, candidates, takes = LAST_POLL } = row;
  const { run, journal } = runOf([], {
    async getExistingWorklogs({ startDate, endDate }) {
      const all = Object.entries(listed).map(([id, content]) => existingWorklog(id, content));
      const isListed = run.context.clock.now() >= start + from;
      return all.filter(({ date }) => isListed && date >= startDate && date <= endDate);
    },
  });
  const start = run.context.clock.now();
  record?.(journal);
  const { batch, numbers } = send(journal, sent, afterId);
  const left = await settleOpen(batch, run.context, run.writer);
  const entries = numbers.map((number) => journal.entries().find(({ entry }) => entry === number));
  expect({
    states: entries.map((entry) => entry?.stored?.id ?? entry?.state),
    candidates: left?.candidates.map(({ id }) => id),
    takes: run.context.clock.now() - start,
  }).toEqual({ states, candidates, takes });
});

describe("what may be a worklog that appeared since", () => {
  test.each<[what: string, age: number, left: { wait: number; isOld: boolean }]>([
    ["is waited for until it is old", UNTIL_LISTED, { wait: AMBIGUOUS_FOR_MS - UNTIL_LISTED, isOld: false }],
    ["is waited for a last millisecond", AMBIGUOUS_FOR_MS - 1, { wait: 1, isOld: false }],
    ["is left once it is old", AMBIGUOUS_FOR_MS, { wait: 0, isOld: true }],
    [
      "is waited for no longer than that if the clock was set back",
      -3_600_000,
      { wait: AMBIGUOUS_FOR_MS, isOld: false },
    ],
  ])("%s", async (_, age, expected) => {
    const { run, journal, advance } = runOf([], {
      getExistingWorklogs: async () => [existingWorklog("7", B)],
    });
    const { batch, numbers } = send(journal, [A, TUESDAY]);
    advance(age);
    const deadline = run.context.clock.now() + 47_500;
    const left = await settleOpen(batch, { ...run.context, deadline }, run.writer);
    expect({ ...left, entries: left?.entries.map(({ entry }) => entry) }).toEqual({
      entries: numbers.slice(0, 1),
      candidates: [existingWorklog("7", B)],
      ...expected,
    });
    expect(journal.entries().map(({ state }) => state)).toEqual(["open", "notStored"]);
  });
});

describe("what has no outcome", () => {
  const nothing = { getExistingWorklogs: async () => [] };

  test("in another batch is left alone", async () => {
    const { run, journal } = runOf([], nothing);
    const other = send(journal, [A]);
    const { batch } = send(journal, [B]);
    await settleOpen(batch, run.context, run.writer);
    expect(journal.entries().map(({ batch: of, state }) => [of, state])).toEqual([
      [other.batch, "open"],
      [batch, "notStored"],
    ]);
  });

  test("is not waited for once it was sent long ago", async () => {
    const { run, journal, advance } = runOf([], nothing);
    const { batch } = send(journal, [A]);
    advance(UNTIL_LISTED);
    const start = run.context.clock.now();
    expect(await settleOpen(batch, run.context, run.writer)).toBeUndefined();
    expect(run.context.clock.now()).toBe(start);
  });

  test("is waited for no longer if the clock was set back meanwhile", async () => {
    const { run, journal, advance } = runOf([], nothing);
    const { batch } = send(journal, [A]);
    advance(-3_600_000);
    const context = { ...run.context, deadline: run.context.clock.now() + 47_500 };
    const start = context.clock.now();
    expect(await settleOpen(batch, context, run.writer)).toBeUndefined();
    expect(context.clock.now() - start).toBe(LAST_POLL);
  });

  test("stays so if the call ends before, and it is known how long that is", async () => {
    const { run, journal } = runOf([], nothing);
    const { batch } = send(journal, [A]);
    const context = { ...run.context, deadline: run.context.clock.now() + 5 * UNSETTLED_POLL_MS };
    const left = await settleOpen(batch, context, run.writer);
    expect(left).toEqual({
      entries: journal.entries(),
      candidates: [],
      wait: UNTIL_LISTED - 4 * UNSETTLED_POLL_MS,
      isOld: false,
    });
  });

  test("stays so if the call is cancelled", async () => {
    const { run, journal } = runOf([], nothing);
    const { batch } = send(journal, [A]);
    const context = { ...run.context, signal: AbortSignal.abort() };
    await expect(settleOpen(batch, context, run.writer)).rejects.toThrow("the call was cancelled");
    expect(journal.entries()[0]?.state).toBe("open");
  });

  test("stays so if another process may write", async () => {
    const { run, journal } = runOf([], { getExistingWorklogs: async () => [existingWorklog("7", A)] });
    const { batch } = send(journal, [A]);
    const paused = { ...run.writer, mayWrite: () => false };
    await expect(settleOpen(batch, run.context, paused)).rejects.toThrow("this process was paused");
    expect(journal.entries()[0]?.state).toBe("open");
  });
});
