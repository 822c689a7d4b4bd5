import type { Worklog } from "../../generated/responses.ts";
import { lenientComment } from "../../timesheet/content.ts";
import type { ReceiptRow } from "./receipt.ts";

/** The worklogs that undoing a receipt deletes, and those that it leaves. */
export interface UndoPlan {
  /** Stored by the call, and unchanged since. */
  deletable: readonly Worklog[];
  /** Stored by the call, but changed since: never deleted from here. */
  changed: readonly Worklog[];
  /** The ids of the call's worklogs that no longer exist. */
  gone: readonly string[];
}

/** @param current every worklog that Tempo holds now on the receipt's dates */
export function planUndo(rows: readonly ReceiptRow[], current: readonly Worklog[]): UndoPlan {
  const byId = new Map(current.map((worklog) => [worklog.id, worklog]));
  const logged = rows.filter(({ outcome, id }) => outcome === "logged" && id !== undefined);
  const pairs = logged.map((row) => ({ row, worklog: byId.get(row.id ?? "") }));
  const found = pairs.flatMap(({ row, worklog }) => (worklog ? [{ row, worklog }] : []));
  const worklogsOf = (pairs: typeof found) => pairs.map(({ worklog }) => worklog);
  return {
    deletable: worklogsOf(found.filter(isUnchanged)),
    changed: worklogsOf(found.filter((pair) => !isUnchanged(pair))),
    gone: pairs.flatMap(({ row, worklog }) => (worklog ? [] : (row.id ?? []))),
  };
}

/** The rows that the call stored and that still exist, as far as it is known. */
export function standingRows(rows: readonly ReceiptRow[], gone: ReadonlySet<string>): ReceiptRow[] {
  return rows.filter(({ outcome, id = "" }) => outcome === "logged" && !gone.has(id));
}

/** Aside from what storing can change in a comment, such as one that Tempo fills in where the call gave none. */
function isUnchanged({ row, worklog }: { row: ReceiptRow; worklog: Worklog }): boolean {
  return (
    row.date === worklog.date &&
    row.hours === worklog.hours &&
    (row.billableHours === undefined || row.billableHours === (worklog.billableHours ?? worklog.hours)) &&
    (row.storedKey === undefined || row.storedKey === worklog.issueKey) &&
    lenientComment(row.comment ?? "") === lenientComment(worklog.comment)
  );
}
