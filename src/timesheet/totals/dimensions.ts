import type { GetTeamTotalsInput, GetTotalsInput } from "../../generated/inputs.ts";
import { weekOf } from "../calendar-week.ts";
import type { Issue } from "../port.ts";
import type { Cell } from "./read-cells.ts";

/** A kind of groups. */
export type Dimension = NonNullable<GetTotalsInput["groupBy"] | GetTeamTotalsInput["groupBy"]>;

/** The issues of the cells, by id. */
export type Issues = ReadonlyMap<string, Issue>;

const GROUP_OF: Record<Dimension, (cell: Cell, issues: Issues) => string> = {
  issue: ({ issueId }) => issueId,
  project: ({ issueId }, issues) => projectOf(issues.get(issueId)),
  account: ({ account }) => account,
  day: ({ date }) => date,
  week: ({ date }) => weekOf(date).startDate,
  month: ({ date }) => date.slice(0, 7),
  person: ({ person }) => person,
};

/** The group that a cell belongs to: the id of an issue, the key of a project or account, a date, a person; empty if it has none. */
export function groupOf(dimension: Dimension, cell: Cell, issues: Issues): string {
  return GROUP_OF[dimension](cell, issues);
}

export function isOfTime(dimension: Dimension): boolean {
  return dimension === "day" || dimension === "week" || dimension === "month";
}

/** The key of an issue's project; empty if the user may no longer see the issue, which then has no key. */
export function projectOf(issue: Issue | undefined): string {
  const { key = "" } = issue ?? {};
  return key.slice(0, Math.max(0, key.lastIndexOf("-")));
}
