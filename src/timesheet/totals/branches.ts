import { groupBy } from "../group-by.ts";
import { compareText, type Tally, tallyOf } from "../totals.ts";
import { compareIds } from "../worklogs.ts";
import { type Dimension, groupOf, type Issues, isOfTime } from "./dimensions.ts";
import type { Cell } from "./read-cells.ts";

/** A group, or all that are not named. */
export interface Branch extends Tally {
  dimension: Dimension;
  /** The id that `groupOf` returns; undefined for those that are not named. */
  id: string | undefined;
  /** The number of groups that it stands for. */
  count: number;
  /** The groups within a named one, if there is a second dimension. */
  branches: Branch[];
}

/**
 * The groups with the most time, largest first or in the order of time, then the rest as one.
 *
 * @param dimensions what to group by, and what to group each group by
 * @param limits how many groups are named at each level
 */
export function branchesOf(
  cells: readonly Cell[],
  [dimension, ...inner]: readonly Dimension[],
  [limit = Number.POSITIVE_INFINITY, ...innerLimits]: readonly number[],
  issues: Issues,
): Branch[] {
  if (dimension === undefined) return [];
  const groups = [...groupBy(cells, (cell) => groupOf(dimension, cell, issues))]
    .map(([id, group]) => ({ id, group, tally: tallyOf(group) }))
    .sort((a, b) => b.tally.seconds - a.tally.seconds || compareKeys(a.id, b.id));
  const named = groups.slice(0, limit);
  if (isOfTime(dimension)) named.sort((a, b) => compareText(a.id, b.id));
  const rest = groups.slice(limit);
  return [
    ...named.map(({ id, group, tally }) => ({
      dimension,
      id,
      count: 1,
      ...tally,
      branches: branchesOf(group, inner, innerLimits, issues),
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            dimension,
            id: undefined,
            count: rest.length,
            ...tallyOf(rest.map(({ tally }) => tally)),
            branches: [],
          },
        ]),
  ];
}

/** The older issue comes first, whose id is the smaller number; other ids are compared as text. */
function compareKeys(a: string, b: string): number {
  return /^\d+$/.test(a) && /^\d+$/.test(b) ? compareIds(a, b) : compareText(a, b);
}
