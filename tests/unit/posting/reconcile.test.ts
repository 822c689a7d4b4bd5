import { expect, test } from "vitest";
import { OutcomeUnknownError } from "../../../src/timesheet/errors.ts";
import { reconcile } from "../../../src/timesheet/posting/reconcile.ts";
import { MIN_TIME_TO_RESEND_MS, TIME_TO_DELETE_DUPLICATE_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { newWorklog } from "./worklogs.ts";

/** The worklogs that are sent again, of five with unknown outcome that no list ever shows. */
async function sentAgain({ timeLeft, resent }: { timeLeft: number; resent: number }) {
  const rows = ["a", "b", "c", "d", "e"].map((comment) => newWorklog({ comment }));
  const { run, batch, worklogs } = runOf(rows, { getExistingWorklogs: async () => [] });
  batch.markUnknown(worklogs, new OutcomeUnknownError(""));
  batch.markSent(worklogs.slice(0, resent));
  batch.markUnknown(worklogs, new OutcomeUnknownError(""));
  const context = { ...run.context };
  const { clock } = context;
  const started = clock.now();
  // The last read is known by then, and so is what it leaves of the time.
  let last = started;
  context.clock = {
    ...clock,
    now: () => {
      last = clock.now();
      return last;
    },
  };
  context.deadline = started + timeLeft;
  const again = await reconcile({ ...run, context });
  return { again: again.length, took: last - started };
}

test("what cannot be deleted in time, should all be stored twice, is not sent again", async () => {
  const { again: all, took } = await sentAgain({ timeLeft: 100_000, resent: 0 });
  expect(all).toBe(5);
  const forThree = took + MIN_TIME_TO_RESEND_MS + 3 * TIME_TO_DELETE_DUPLICATE_MS;
  const rows = [
    { timeLeft: forThree, resent: 0 },
    { timeLeft: forThree, resent: 2 },
    { timeLeft: forThree, resent: 5 },
    { timeLeft: forThree - 1, resent: 0 },
    { timeLeft: took + MIN_TIME_TO_RESEND_MS - 1, resent: 0 },
  ];
  const again = [];
  for (const row of rows) again.push((await sentAgain(row)).again);
  expect(again).toEqual([3, 1, 0, 2, 0]);
});
