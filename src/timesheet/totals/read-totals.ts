import type { CallContext } from "../call-context.ts";
import { toHours, toHoursOf } from "../hours.ts";
import { type Tally, tallyOf } from "../totals.ts";
import { type Branch, branchesOf } from "./branches.ts";
import { type Dimension, type Issues, isOfTime, projectOf } from "./dimensions.ts";
import { type Cell, type CellsQuery, type Distinguished, readCells } from "./read-cells.ts";

/** The groups of totals. */
export interface Grouping {
  projectKey?: string | undefined;
  /** The second groups the groups of the first. */
  dimensions: readonly [Dimension, (Dimension | undefined)?];
  /** The most groups that are named at each level; all of them at a level without a limit. */
  limits: readonly number[];
}

export type TotalsQuery = Grouping & Omit<CellsQuery, "distinguish">;

export interface Hours {
  hours: number;
  billableHours: number;
  /** The number of worklogs. */
  worklogs: number;
}

export interface Group extends Hours {
  dimension: Dimension;
  /** The key of an issue, a project or an account, a date, or a person; empty if the worklogs have none; undefined for the groups that are not named. */
  key: string | undefined;
  /** The summary of an issue that the user may see. */
  summary?: string;
  /** The number of groups that it stands for: more than 1 only for those that are not named. */
  count: number;
  /** The groups within a named one, if there is a second dimension. */
  groups: Group[];
}

export interface Totals extends Hours {
  groups: Group[];
}

/** The user's own hours by group. */
export async function readTotals(query: TotalsQuery, context: CallContext): Promise<Totals> {
  const read = await readCells({ ...query, distinguish: neededBy(query) }, context);
  return totalsOf(read, query, context);
}

/** The keys of cells that the groups need. */
export function neededBy(grouping: Pick<Grouping, "projectKey" | "dimensions">): Distinguished {
  const { dimensions } = grouping;
  return {
    issues: needsProjects(grouping) || dimensions.includes("issue"),
    accounts: dimensions.includes("account"),
    dates: dimensions.some((dimension) => dimension !== undefined && isOfTime(dimension)),
    persons: dimensions.includes("person"),
  };
}

function needsProjects({ projectKey, dimensions }: Pick<Grouping, "projectKey" | "dimensions">): boolean {
  return projectKey !== undefined || dimensions.includes("project");
}

/** Hours by group; the hours of groups add up to those of the whole. Only issues that are shown are looked up, unless projects are asked for. */
export async function totalsOf(
  read: readonly Cell[],
  grouping: Grouping,
  context: CallContext,
): Promise<Totals> {
  const { projectKey, limits } = grouping;
  const dimensions = grouping.dimensions.filter((dimension) => dimension !== undefined);
  const issues = needsProjects(grouping) ? await issuesOf(read, context) : new Map();
  const cells = projectKey === undefined ? read : inProject(read, projectKey, issues);
  const branches = branchesOf(cells, dimensions, limits, issues);
  const named = await context.timesheet.issuesById(shownIssues(branches), context);
  const total = hoursOf(tallyOf(cells));
  return { groups: toGroups(branches, total.hours, named), ...total };
}

function issuesOf(cells: readonly Cell[], context: CallContext): Promise<Issues> {
  return context.timesheet.issuesById([...new Set(cells.map(({ issueId }) => issueId))], context);
}

function inProject(cells: readonly Cell[], projectKey: string, issues: Issues): Cell[] {
  const wanted = projectKey.toUpperCase();
  return cells.filter(({ issueId }) => projectOf(issues.get(issueId)) === wanted);
}

function shownIssues(branches: readonly Branch[]): string[] {
  return branches.flatMap(({ dimension, id, branches: inner }) => [
    ...(dimension === "issue" && id !== undefined ? [id] : []),
    ...shownIssues(inner),
  ]);
}

function toGroups(branches: readonly Branch[], total: number, issues: Issues): Group[] {
  const hours = toHoursOf(
    total,
    branches.map(({ seconds }) => seconds),
  );
  return branches.map((branch, index) => toGroup(branch, hours[index] ?? 0, issues));
}

function toGroup(branch: Branch, hours: number, issues: Issues): Group {
  const { dimension, id, count, seconds, billableSeconds, worklogs, branches } = branch;
  const issue = dimension === "issue" ? issues.get(id ?? "") : undefined;
  // Rounded alone, part of the hours could be more than all.
  const billableHours = billableSeconds === seconds ? hours : Math.min(hours, toHours(billableSeconds));
  return {
    dimension,
    key: issue?.key ?? id,
    ...(issue && issue.summary !== "" && { summary: issue.summary }),
    count,
    hours,
    billableHours,
    worklogs,
    groups: toGroups(branches, hours, issues),
  };
}

export function hoursOf({ seconds, billableSeconds, worklogs }: Tally): Hours {
  return { hours: toHours(seconds), billableHours: toHours(billableSeconds), worklogs };
}
