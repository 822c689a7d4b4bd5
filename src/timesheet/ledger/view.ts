import pLimit from "p-limit";
import type { CallContext, Writer } from "../call-context.ts";
import { type DateRange, isWithin } from "../dates.ts";
import { ForbiddenError } from "../errors.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog, FullWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Ledger, Row, Sent } from "./ledger.ts";
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

/** The same. Names what no reply has named. */
export async function viewNamed(range: DateRange, context: CallContext, { ledger }: Writer): Promise<View> {
  const view = await viewOf(range, context, ledger);
  logSurprises(view.rows, context, ledger);
  return view;
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
    !ledger.isUnchanged(known, shown) &&
    earlier.some((it) => it.at >= since && ledger.isUnchanged(it.known, shown))
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

/**
 * Names what no reply may have named, since nothing is deleted without a user's wish: worklogs that may be second copies of what was logged, or
 * entries that counted as not stored, worklogs that counted as deleted, and own changes that are undone. Each once.
 */
function logSurprises(rows: readonly ExistingWorklog[], context: CallContext, ledger: Ledger): void {
  for (const [worklog, sent] of copiesIn(rows, ledger)) {
    const { id, date, seconds } = worklog;
    if (!ledger.copy(id, sent)) continue;
    const of = sent.fate.is === "done" ? sent.fate.row?.id : undefined;
    context.log(
      `worklog ${id}, ${toHours(seconds)} h on ${sent.wanted.issueKey} for ${date}, may be ` +
        (of === undefined
          ? "an entry that was reported as not stored: Tempo may have stored it late, or it was logged elsewhere; look at it in Tempo"
          : `a second copy of worklog ${of}; look at both in Tempo, and delete one if they are the same hours`),
    );
  }
  const now = context.clock.wallClock();
  for (const worklog of rows) {
    const { id, date, seconds, createdAt } = worklog;
    if (ledger.isGone(id, createdAt))
      logOnce(
        `worklog ${id}, ${toHours(seconds)} h for ${date}, is in Tempo, although it counted as deleted; look at it there, and delete it if its ` +
          "hours are logged twice",
        context,
        ledger,
      );
    const { known, earlier = [], at = now } = ledger.row(id) ?? {};
    const isUndone =
      known &&
      !ledger.isUnchanged(known, worklog) &&
      earlier.some((it) => ledger.isUnchanged(it.known, worklog));
    if (isUndone && at < now - LIST_LAG_MS)
      logOnce(
        `worklog ${id} of ${date} looks as it did before it was changed: an earlier request may have been stored late, or it was changed ` +
          "back; look at it in Tempo",
        context,
        ledger,
      );
  }
}

/**
 * Worklogs that may be second copies, each with the create that it may repeat: it has appeared since that was sent, is as it was sent or as
 * Tempo shows its result, and is no result itself.
 */
function copiesIn(rows: readonly ExistingWorklog[], ledger: Ledger): Map<ExistingWorklog, Sent<"create">> {
  const copies = new Map<ExistingWorklog, Sent<"create">>();
  for (const worklog of rows) {
    const alike = ledger.createsAt(worklog.issueId, worklog.date).filter((it) => {
      if (!ledger.hasAppearedSince(it, worklog) || !ledger.hasGiven(it.wanted, worklog)) return false;
      const { known } = (it.fate.is === "done" && it.fate.row && ledger.row(it.fate.row.id)) || {};
      return ledger.isAs(it.wanted, worklog) || (known && ledger.looksAs(known, worklog));
    });
    // One that is stored rather than one that is not, and of equal ones each once.
    const stored = alike.filter(({ fate }) => fate.is === "done");
    const repeated = stored.length > 0 ? stored : alike;
    const taken = new Set(copies.values());
    const create = repeated.find((it) => !taken.has(it)) ?? repeated[0];
    if (create) copies.set(worklog, create);
  }
  return copies;
}

/** The lines that were logged of each ledger: what a list shows once, it shows in each call. */
const logged = new WeakMap<Ledger, Set<string>>();

function logOnce(line: string, context: CallContext, ledger: Ledger): void {
  const lines = logged.get(ledger) ?? new Set();
  logged.set(ledger, lines);
  if (!lines.has(line)) context.log(line);
  lines.add(line);
}
