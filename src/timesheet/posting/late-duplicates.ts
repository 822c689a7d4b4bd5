import pLimit from "p-limit";
import { deleteWithRetry } from "../delete-worklog.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, NewWorklog } from "../port.ts";
import { FINAL_CHECK_DELAYS_MS, FINAL_CHECKS_UNTIL_MS } from "../timeline.ts";
import { durationKey } from "./duplicates.ts";
import { describe } from "./errors.ts";
import { pollAfter } from "./reconcile.ts";
import type { PostingRun } from "./run.ts";

/**
 * Deletes what was stored late, after it had been sent again, and so is stored twice. What may be a duplicate and cannot be
 * distinguished from a worklog logged elsewhere is left alone and logged.
 */
export async function deleteLateDuplicates(run: PostingRun): Promise<void> {
  const { context, batch } = run;
  let others: ExistingWorklog[] = [];
  for (const delay of FINAL_CHECK_DELAYS_MS) {
    const found = await pollAfter(run, delay, batch.worklogs);
    if (!found) {
      for (const worklog of batch.resent)
        context.log(`${describe(worklog)} may be logged twice after a lost response; check in Tempo`);
      return;
    }
    const matches = batch.adopt(batch.uncertain(), found);
    const { concurrency } = context.timesheet.createLimits;
    await pLimit(concurrency).map(matches.lateDuplicates, async ([duplicate, existing]) => {
      batch.claimLateDuplicate(duplicate, existing);
      await deleteDuplicate(run, duplicate.worklog, existing.id);
    });
    others = matches.others;
    if (context.clock.now() > batch.lastUnknownAt + FINAL_CHECKS_UNTIL_MS) break;
  }
  const durations = new Set(
    batch.possibleDuplicates().map((duplicate) => durationKey(duplicate.issueId, duplicate)),
  );
  for (const { id, issueId, date, seconds } of others)
    if (durations.has(durationKey(issueId, { date, seconds })))
      context.log(
        `worklog ${id} of ${toHours(seconds)} h for ${date} appeared meanwhile: a late duplicate, or logged elsewhere; ` +
          "check in Tempo",
      );
}

async function deleteDuplicate({ context }: PostingRun, worklog: NewWorklog, id: string): Promise<void> {
  try {
    await deleteWithRetry(id, context);
    context.log(
      `${describe(worklog)} was logged twice after a lost response; deleted the duplicate, worklog ${id}`,
    );
  } catch (error) {
    context.log(
      `${describe(worklog)} is logged twice after a lost response: delete worklog ${id} in Tempo. ${error}`,
    );
  }
}
