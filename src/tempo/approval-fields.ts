import type { DateRange } from "../timesheet/dates.ts";
import type { Approval } from "../timesheet/port.ts";
import { compareText } from "../timesheet/totals.ts";
import { InvalidResponseError } from "./http/parse.ts";
import { upstreamName } from "./http/upstream-message.ts";

/** A timesheet's comment and date. They only appear in texts, so malformed values are left out instead of refused. */
export function approvalDetails(found: {
  comment: unknown;
  changedAt: unknown;
}): Pick<Approval, "comment" | "changedOn"> {
  const { comment, changedAt } = found;
  const changedOn = typeof changedAt === "string" ? localDate(changedAt) : undefined;
  return {
    ...(typeof comment === "string" && comment !== "" && { comment }),
    ...(changedOn !== undefined && { changedOn }),
  };
}

/** @param names by the name of upstream's status, in lower case */
export function approvalStatus(
  status: unknown,
  names: ReadonlyMap<string, Approval["status"]>,
): Approval["status"] {
  const found = names.get(String(status).toLowerCase());
  if (found) return found;
  throw new InvalidResponseError(`the timesheet's status ${JSON.stringify(status)} is unknown`);
}

/** A person's name as plain text; undefined if there is none. */
export function personName(...names: unknown[]): string | undefined {
  const name = names.find((candidate) => typeof candidate === "string" && candidate.trim() !== "");
  return typeof name === "string" ? upstreamName(name) : undefined;
}

/** The local date of a timestamp with a zone; of any other, the date that it begins with. */
function localDate(timestamp: string): string | undefined {
  const [date] = /^\d{4}-\d{2}-\d{2}/.exec(timestamp) ?? [];
  const moment = /(Z|[+-]\d{2}:?\d{2})$/.test(timestamp) ? new Date(timestamp) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return date;
  return new Intl.DateTimeFormat("sv-SE").format(moment);
}

/** The periods that have a date in the range, ascending by their first date, each once. */
export function overlapping<Period extends DateRange>(
  { startDate, endDate }: DateRange,
  periods: readonly Period[],
): Period[] {
  const byStart = new Map(periods.map((period) => [period.startDate, period]));
  return [...byStart.values()]
    .filter((period) => period.startDate <= endDate && period.endDate >= startDate)
    .sort((a, b) => compareText(a.startDate, b.startDate));
}
