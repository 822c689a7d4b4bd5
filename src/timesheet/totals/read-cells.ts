import type { CallContext } from "../call-context.ts";
import type { DateRange } from "../dates.ts";
import type { FoundWorklog } from "../port.ts";
import { addTo, type Tally, tallyOf } from "../totals.ts";

/** The time of the worklogs with the same issue, account, date and person. What is not distinguished is empty. */
export interface Cell extends Tally {
  issueId: string;
  /** Its key; empty for worklogs without one. */
  account: string;
  /** `YYYY-MM` if months alone are distinguished. */
  date: string;
  person: string;
}

/** The keys of cells that worklogs are distinguished by. */
export interface Distinguished {
  issues?: boolean;
  accounts?: boolean;
  dates?: boolean | "months";
  persons?: boolean;
}

export interface CellsFilter {
  /** Only worklogs with billable time, or only those without. */
  billable?: boolean | undefined;
}

export interface CellsQuery extends CellsFilter {
  range: DateRange;
  issueKey?: string | undefined;
  distinguish: Distinguished;
}

/** A worklog, and who logged it if persons are distinguished. */
export interface CountedWorklog
  extends Pick<FoundWorklog, "issueId" | "date" | "seconds" | "billableSeconds" | "attributes"> {
  person?: string;
}

/** Adds up the user's own worklogs. */
export function readCells(
  { range, issueKey, distinguish, ...filter }: CellsQuery,
  context: CallContext,
): Promise<Cell[]> {
  return addUp(context.timesheet.worklogParts(range, issueKey, context), filter, distinguish, context);
}

/** The one place that adds up worklogs of a long range. Of the worklogs, only one part at a time is in memory. */
export async function addUp(
  parts: AsyncIterable<readonly CountedWorklog[]>,
  { billable }: CellsFilter,
  distinguish: Distinguished,
  context: CallContext,
): Promise<Cell[]> {
  const cells = new Map<string, Cell>();
  const isWanted = ({ billableSeconds }: CountedWorklog) =>
    billable === undefined || billable === billableSeconds > 0;
  let accountKey: string | undefined;
  for await (const part of parts) {
    if (distinguish.accounts && part.some(hasAttributes)) accountKey ??= await readAccountKey(context);
    for (const worklog of part.filter(isWanted)) {
      const issueId = distinguish.issues ? worklog.issueId : "";
      const account = worklog.attributes.get(accountKey ?? "") ?? "";
      const date = dateOf(worklog, distinguish);
      const person = distinguish.persons ? (worklog.person ?? "") : "";
      const id = JSON.stringify([issueId, account, date, person]);
      const cell = cells.get(id) ?? { issueId, account, date, person, ...tallyOf([]) };
      const { seconds, billableSeconds } = worklog;
      addTo(cell, { seconds, billableSeconds, worklogs: 1 });
      cells.set(id, cell);
    }
  }
  return [...cells.values()];
}

function dateOf({ date }: CountedWorklog, { dates }: Distinguished): string {
  if (dates === "months") return date.slice(0, 7);
  return dates ? date : "";
}

/** Which attribute is the account, the list of them says; it only needs to be read if a worklog has any. Empty if none is. */
export async function readAccountKey(context: CallContext): Promise<string> {
  const known = await context.timesheet.workAttributes(context);
  return known.find(({ type }) => type === "ACCOUNT")?.key ?? "";
}

export function hasAttributes({ attributes }: Pick<FoundWorklog, "attributes">): boolean {
  return attributes.size > 0;
}
