import type { CallContext } from "../call-context.ts";
import { toHours } from "../hours.ts";
import type { ExistingWorklog } from "../port.ts";
import { LIST_LAG_MS } from "../timeline.ts";
import type { Ledger, Sent } from "./ledger.ts";

/**
 * Names what no reply may have named, since nothing is deleted without a user's wish: worklogs that may be second copies of what was logged, or
 * entries that counted as not stored, worklogs that counted as deleted, and own changes that are undone. Each once.
 */
export function logSurprises(rows: readonly ExistingWorklog[], context: CallContext, ledger: Ledger): void {
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
      known && !ledger.looksAs(known, worklog) && earlier.some((it) => ledger.looksAs(it.known, worklog));
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
export function copiesIn(
  rows: readonly ExistingWorklog[],
  ledger: Ledger,
): Map<ExistingWorklog, Sent<"create">> {
  const copies = new Map<ExistingWorklog, Sent<"create">>();
  for (const worklog of rows) {
    const alike = ledger.createsAt(worklog.issueId, worklog.date).filter((it) => {
      if (!ledger.hasAppearedSince(it, worklog)) return false;
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
