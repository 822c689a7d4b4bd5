import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import type { BookedWorklog } from "../port.ts";
import { addTo, type Tally } from "../totals.ts";

/** The time of the worklogs with the same issue, account and date. What is not distinguished is empty. */
export interface Cell extends Tally {
  issueId: string;
  /** Its key; empty for worklogs without one. */
  account: string;
  date: string;
}

export interface CellsQuery {
  range: DateRange;
  issueKey?: string | undefined;
  /** Only worklogs with billable time, or only those without. */
  billable?: boolean | undefined;
  distinguish: { issues?: boolean; accounts?: boolean; dates?: boolean };
}

/** The one place that adds up worklogs of a long range. Of the worklogs, only one part at a time is in memory. */
export async function readCells(
  { range, issueKey, billable, distinguish }: CellsQuery,
  context: CallContext,
): Promise<Cell[]> {
  const cells = new Map<string, Cell>();
  const isWanted = ({ billableSeconds }: BookedWorklog) =>
    billable === undefined || billable === billableSeconds > 0;
  let accountKey: string | undefined;
  for await (const part of context.timesheet.worklogParts(range, issueKey, context)) {
    if (distinguish.accounts && part.some(hasAttributes)) accountKey ??= await readAccountKey(context);
    for (const worklog of part.filter(isWanted)) {
      const issueId = distinguish.issues ? worklog.issueId : "";
      const account = worklog.attributes.get(accountKey ?? "") ?? "";
      const date = distinguish.dates ? worklog.date : "";
      const id = JSON.stringify([issueId, account, date]);
      const cell = cells.get(id) ?? { issueId, account, date, seconds: 0, billableSeconds: 0, worklogs: 0 };
      const { seconds, billableSeconds } = worklog;
      addTo(cell, { seconds, billableSeconds, worklogs: 1 });
      cells.set(id, cell);
    }
  }
  return [...cells.values()];
}

/** Which attribute is the account, the list of them says; it only needs to be read if a worklog has any. Empty if none is. */
export async function readAccountKey(context: CallContext): Promise<string> {
  const known = await context.timesheet.workAttributes(context);
  return known.find(({ type }) => type === "ACCOUNT")?.key ?? "";
}

export function hasAttributes({ attributes }: Pick<BookedWorklog, "attributes">): boolean {
  return attributes.size > 0;
}
