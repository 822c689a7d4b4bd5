import pLimit from "p-limit";
import type { CallContext } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import { ForbiddenError } from "../errors.ts";
import type { ExistingWorklog, FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Ledger, Row } from "./ledger.ts";
import type { KnownWorklog } from "./records.ts";

/** The worklogs of a range of dates, as Tempo lists them and the ledger knows better. */
export interface View {
  rows: ExistingWorklog[];
  /** Stored or changed less than a minute ago, and shown neither by the list nor by a read: they count, unless Tempo or a user has deleted them since. */
  missing: KnownWorklog[];
  /** Whether the list was behind: what it lacks may be stored all the same. */
  isBehind: boolean;
}

/**
 * Lists the worklogs of a range. A list may lag for LIST_LAG_MS: what was stored or changed here since is read by its id unless the list shows
 * it, and what was deleted is left out.
 *
 * @throws TimesheetError if they cannot be read
 */
export async function viewOf(range: DateRange, context: CallContext, ledger: Ledger): Promise<View> {
  const { timesheet, clock } = context;
  const since = clock.wallClock() - LIST_LAG_MS;
  const listed = await timesheet.getExistingWorklogs(range, context);
  const rows = new Map(listed.map((worklog) => [worklog.id, worklog]));
  for (const { id, createdAt } of listed)
    if (ledger.isGone(id, createdAt) && ledger.goneSince(id, since)) rows.delete(id);
  const unlisted = ledger.recentRows().filter((row) => isUnlisted(row, rows, range, since, ledger));
  const missing: KnownWorklog[] = [];
  let isBehind = false;
  await pLimit(timesheet.createLimits.concurrency).map(unlisted, async ({ known }) => {
    const found = await readVisible(known.id, context);
    rows.delete(known.id);
    if (found === "gone") {
      if (isWithin(range, known.date)) missing.push(known);
    } else if (found !== "hidden" && isWithin(range, found.date)) {
      rows.set(known.id, found);
      isBehind = true;
    }
  });
  return { rows: [...rows.values()], missing, isBehind };
}

/** Whether a list lacks a row, or shows it as it was before a change. */
function isUnlisted(
  { known, earlier }: Row,
  rows: ReadonlyMap<string, ExistingWorklog>,
  range: DateRange,
  since: number,
  ledger: Ledger,
): boolean {
  const shown = rows.get(known.id);
  if (!shown) return isWithin(range, known.date);
  return (
    !ledger.looksAs(known, shown) && earlier.some((it) => it.at >= since && ledger.looksAs(it.known, shown))
  );
}

/** Reads an own worklog by its id. `gone`: there is none, or another user's; `hidden`: the user has no access to it any more. */
export async function readVisible(
  id: string,
  context: CallContext,
): Promise<FullWorklog | "gone" | "hidden"> {
  try {
    const found = await context.timesheet.readWorklog(id, context);
    return found?.isOwn ? found.worklog : "gone";
  } catch (error) {
    if (error instanceof ForbiddenError) return "hidden";
    throw error;
  }
}

/** Reads worklogs by their ids; leaves out those that are not shown. */
export async function readAll(ids: readonly string[], context: CallContext): Promise<FullWorklog[]> {
  const found: FullWorklog[] = [];
  for (const id of ids) {
    const worklog = await readVisible(id, context);
    if (typeof worklog === "object") found.push(worklog);
  }
  return found;
}
