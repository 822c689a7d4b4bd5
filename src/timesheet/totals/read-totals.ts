import type { GetTeamTotalsInput, GetTotalsInput } from "../../generated/inputs.ts";
import type { CallContext } from "../call-context.ts";
import { weekOf } from "../dates.ts";
import { groupBy } from "../group-by.ts";
import { type BillableHours, type Decimals, toBillableHoursOf, toHours } from "../hours.ts";
import type { Issue } from "../port.ts";
import { compareText, type Tally, tallyOf } from "../totals.ts";
import { compareIds } from "../worklogs.ts";
import { type Cell, type CellsQuery, type Distinguished, readCells } from "./read-cells.ts";

/** The groups of totals. */
export interface Grouping {
  projectKey?: string | undefined;
  /** The second groups the groups of the first. */
  dimensions: readonly [Dimension, (Dimension | undefined)?];
  /** The most groups that are named at each level; all of them at a level without a limit. */
  limits: readonly number[];
  /** Two if left out. */
  decimals?: Decimals;
}

export type TotalsQuery = Grouping & Omit<CellsQuery, "distinguish">;

export interface Hours extends BillableHours {
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
  const { projectKey, decimals } = grouping;
  const dimensions = grouping.dimensions.filter((dimension) => dimension !== undefined);
  const issues = needsProjects(grouping) ? await issuesOf(read, context) : new Map();
  const cells = projectKey === undefined ? read : await inProject(read, projectKey, issues, context);
  const total = hoursOf(tallyOf(cells), decimals);
  const groups = groupsOf(cells, total, { ...grouping, dimensions }, issues);
  await nameIssues(groups, context);
  return { groups, ...total };
}

function issuesOf(cells: readonly Cell[], context: CallContext): Promise<Issues> {
  return context.timesheet.issuesById([...new Set(cells.map(({ issueId }) => issueId))], context);
}

/**
 * The cells of a project, also by its key from before it was renamed.
 *
 * @throws RejectedError if Jira does not know the project: nothing is no fact about it then
 */
async function inProject(
  cells: readonly Cell[],
  projectKey: string,
  issues: Issues,
  context: CallContext,
): Promise<Cell[]> {
  const wanted = projectKey.toUpperCase();
  const ofProject = (key: string) => cells.filter(({ issueId }) => projectOf(issues.get(issueId)) === key);
  const found = ofProject(wanted);
  if (found.length > 0) return found;
  const query = { words: [], least: 0, projectKey, isAny: true, limit: 1 } as const;
  const [issue] = (await context.timesheet.searchIssues(query, context)).issues;
  return issue ? ofProject(projectOf(issue)) : [];
}

export function hoursOf({ seconds, billableSeconds, worklogs }: Tally, decimals?: Decimals): Hours {
  return { hours: toHours(seconds, decimals), billableHours: toHours(billableSeconds, decimals), worklogs };
}

/**
 * The groups with the most time, largest first or in the order of time, then the rest as one. An issue has its id as its key.
 *
 * @param total the hours of all, to which those of the groups add up
 * @param grouping its first dimension and limit are of these groups, the others of the groups in each
 */
function groupsOf(
  cells: readonly Cell[],
  total: BillableHours,
  {
    dimensions: [dimension, ...inner],
    limits: [limit = Number.POSITIVE_INFINITY, ...innerLimits],
    decimals,
  }: Level,
  issues: Issues,
): Group[] {
  if (dimension === undefined) return [];
  const all = [...groupBy(cells, (cell) => GROUP_OF[dimension](cell, issues))]
    .map(([key, of]) => ({ key, of, tally: tallyOf(of), count: 1 }))
    .sort((a, b) => b.tally.seconds - a.tally.seconds || compareKeys(a.key, b.key));
  const named = all.slice(0, limit);
  if (isOfTime(dimension)) named.sort((a, b) => compareText(a.key, b.key));
  const rest = all.slice(limit).map(({ tally }) => tally);
  const others = { key: undefined, of: [], tally: tallyOf(rest), count: rest.length };
  const shown = rest.length === 0 ? named : [...named, others];
  const ofEach = toBillableHoursOf(
    total,
    shown.map(({ tally }) => tally),
    decimals,
  );
  const level = { dimensions: inner, limits: innerLimits, decimals };
  return shown.map(({ key, of, tally, count }, index): Group => {
    const hours = ofEach[index] ?? total;
    return {
      dimension,
      key,
      count,
      ...hours,
      worklogs: tally.worklogs,
      groups: groupsOf(of, hours, level, issues),
    };
  });
}

/** The dimensions of one level of groups and of those in it. */
interface Level extends Pick<Grouping, "limits"> {
  dimensions: readonly Dimension[];
  decimals?: Decimals | undefined;
}

/** Gives issues their keys and summaries. */
async function nameIssues(groups: readonly Group[], context: CallContext): Promise<void> {
  const ofIssues = groups
    .flatMap((group) => [group, ...group.groups])
    .flatMap((group) => (group.dimension === "issue" && group.key ? [{ group, id: group.key }] : []));
  const issues = await context.timesheet.issuesById(
    ofIssues.map(({ id }) => id),
    context,
  );
  for (const { group, id } of ofIssues) {
    const { key = id, summary = "" } = issues.get(id) ?? {};
    Object.assign(group, { key, ...(summary !== "" && { summary }) });
  }
}

/** The older issue comes first, whose id is the smaller number; other ids are compared as text. */
function compareKeys(a: string, b: string): number {
  return /^\d+$/.test(a) && /^\d+$/.test(b) ? compareIds(a, b) : compareText(a, b);
}

/** A kind of groups. */
export type Dimension = NonNullable<GetTotalsInput["groupBy"] | GetTeamTotalsInput["groupBy"]>;

/** The issues of the cells, by id. */
type Issues = ReadonlyMap<string, Issue>;

/** The group that a cell belongs to: the id of an issue, the key of a project or account, a date, a person; empty if it has none. */
const GROUP_OF: Record<Dimension, (cell: Cell, issues: Issues) => string> = {
  issue: ({ issueId }) => issueId,
  project: ({ issueId }, issues) => projectOf(issues.get(issueId)),
  account: ({ account }) => account,
  day: ({ date }) => date,
  week: ({ date }) => weekOf(date).startDate,
  month: ({ date }) => date.slice(0, 7),
  person: ({ person }) => person,
};

function isOfTime(dimension: Dimension): boolean {
  return dimension === "day" || dimension === "week" || dimension === "month";
}

/** The key of an issue's project; empty if the user may no longer see the issue, which then has no key. */
function projectOf(issue: Issue | undefined): string {
  const { key = "" } = issue ?? {};
  return key.slice(0, Math.max(0, key.lastIndexOf("-")));
}
