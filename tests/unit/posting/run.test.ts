import { expect, test } from "vitest";
import { ForbiddenError, UnauthorizedError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { ExistingWorklog } from "../../../src/timesheet/port.ts";
import { rangeOf, readUnclaimed, waitToRead } from "../../../src/timesheet/posting/run.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const DAYS = { date: "2026-01-06" };

test("a read makes sense while the call is wanted, can write, and has time", async () => {
  const { run } = runOf([newWorklog()]);
  const left = run.context.deadline - run.context.clock.now();
  const abort = new AbortController();
  abort.abort();
  const mayNotWrite = { ...run.writer, mayWrite: () => false };
  expect([
    await waitToRead({ ...run, cannotRead: true }, 0),
    await waitToRead({ ...run, context: { ...run.context, signal: abort.signal } }, 0),
    await waitToRead({ ...run, writer: mayNotWrite }, 0),
    await waitToRead(run, left),
    await waitToRead(run, left - 1),
  ]).toEqual([false, false, false, false, true]);
});

test("no read makes sense once the call was cancelled during the wait", async () => {
  const { run } = runOf([newWorklog()]);
  const abort = new AbortController();
  const clock = { ...run.context.clock, sleep: async () => abort.abort() };
  expect(await waitToRead({ ...run, context: { ...run.context, clock, signal: abort.signal } }, 1)).toBe(
    false,
  );
});

test.each<[what: string, stored: Content, age: number, isBehind: boolean]>([
  ["lacks what was stored a moment ago", DAYS, LIST_LAG_MS, true],
  ["lacks what was stored earlier", DAYS, LIST_LAG_MS + 1, false],
  ["lacks what was stored on its first date", { date: "2026-01-05" }, 0, true],
  ["lacks what was stored on its last date", { date: "2026-01-07" }, 0, true],
  ["starts later", { date: "2026-01-04" }, 0, false],
  ["ends earlier", { date: "2026-01-08" }, 0, false],
])("a list is behind, or not, that %s", async (_, content, age, isBehind) => {
  let listed: ExistingWorklog[] = [];
  const { run, journal, advance } = runOf([newWorklog({ date: "2026-01-07" }), newWorklog()], {
    getExistingWorklogs: async () => listed,
  });
  const worklog = newWorklog(content);
  const entry = journal.sending([worklog], { batch: 1, afterId: "0", again: () => [] }).get(worklog) ?? 0;
  journal.stored([{ entry, stored: storedWorklog("1", content) }]);
  advance(age);
  expect(await readUnclaimed(run, run.batch.worklogs)).toEqual({ found: [], isBehind });
  listed = [existingWorklog("1", content)];
  expect(await readUnclaimed(run, run.batch.worklogs)).toEqual({ found: [], isBehind: false });
});

test("what was deleted is not taken for new, though a list still shows it", async () => {
  const { run, journal } = runOf([newWorklog()], {
    getExistingWorklogs: async () => [existingWorklog("1"), existingWorklog("2")],
  });
  journal.deleted(["1"]);
  expect(await readUnclaimed(run, run.batch.worklogs)).toEqual({
    found: [existingWorklog("2")],
    isBehind: false,
  });
});

test.each([
  [new UnauthorizedError(""), true],
  [new ForbiddenError(""), true],
  [new UnavailableError(""), false],
])("after %o, reading is pointless: %s", async (error, cannotRead) => {
  const { run } = runOf([newWorklog()], {
    getExistingWorklogs: async () => {
      throw error;
    },
  });
  expect([await readUnclaimed(run, run.batch.worklogs), run.cannotRead]).toEqual([undefined, cannotRead]);
});

test("a bug while reading is not taken for an answer", async () => {
  const { run } = runOf([newWorklog()]);
  await expect(readUnclaimed(run, run.batch.worklogs)).rejects.toThrow("This request was not expected.");
});

test("the range of worklogs goes from the first date to the last", () => {
  const dates = ["2026-01-07", "2026-01-05", "2026-01-06"].map((date) => newWorklog({ date }));
  expect(rangeOf(dates)).toEqual({ startDate: "2026-01-05", endDate: "2026-01-07" });
});
