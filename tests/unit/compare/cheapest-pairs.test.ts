import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cheapestPairs, type Edge as EdgeTo } from "../../../src/cli/compare/cheapest-pairs.ts";

type Edge = EdgeTo<number>;

const UNPAIRED = 1e12;

/** The least cost, by trying every way. */
function least(
  edges: readonly (readonly Edge[])[],
  unpaired: number,
  taken: ReadonlySet<number> = new Set(),
): number {
  const [ofRow, ...others] = edges;
  if (!ofRow) return 0;
  const ways = ofRow
    .filter(({ column }) => !taken.has(column))
    .map(({ column, cost }) => cost + least(others, unpaired, new Set([...taken, column])));
  return Math.min(unpaired + least(others, unpaired, taken), ...ways);
}

function made(edges: readonly (readonly Edge[])[], unpaired = UNPAIRED) {
  const columns = cheapestPairs(edges, unpaired);
  const pairs = columns.flatMap((column, row) => (column === undefined ? [] : [{ column, row }]));
  expect(new Set(pairs.map(({ column }) => column)).size).toBe(pairs.length);
  const costs = pairs.map(({ column, row }) => {
    const edge = edges[row]?.find((it) => it.column === column);
    if (!edge) throw new Error(`row ${row} cannot have column ${column}`);
    return edge.cost;
  });
  return { pairs: pairs.length, cost: costs.reduce((sum, cost) => sum + cost, 0) };
}

const costs = fc.constantFrom(0, 0, 1, 2, 5, 10_000_000_000);

const edgesOfRow = fc
  .uniqueArray(fc.nat({ max: 5 }), { maxLength: 6 })
  .chain((columns) =>
    fc
      .array(costs, { minLength: columns.length, maxLength: columns.length })
      .map((ofColumns) => columns.map((column, index) => ({ column, cost: ofColumns[index] ?? 0 }))),
  );

test("costs as little as can be, as trying every way shows, be a row without a column cheap or dear", () => {
  const unpaired = fc.constantFrom(1, 3, 7, 10_000_000_000, UNPAIRED);
  fc.assert(
    fc.property(fc.array(edgesOfRow, { maxLength: 6 }), unpaired, (edges, alone) => {
      const { pairs, cost } = made(edges, alone);
      expect(cost + alone * (edges.length - pairs)).toBe(least(edges, alone));
    }),
    { numRuns: 3000 },
  );
});

describe("a long issue", () => {
  const DAYS = 1500;
  const cost = 1_000_110;
  /** Worklogs that are all alike, one a day, of which some are lost. */
  const alike = (isThere: (day: number) => boolean, costOf: (days: number) => number) =>
    Array.from({ length: DAYS }, (_, row) =>
      [row, row - 1, row + 1]
        .filter((day) => day >= 0 && day < DAYS && isThere(day))
        .map((column) => ({ column, cost: costOf(column - row) })),
    );

  test.each([
    ["of which nothing is lost", () => true, { pairs: DAYS, cost: 0 }],
    ["of which one in the middle is lost", (day: number) => day !== 700, { pairs: DAYS - 1, cost: 0 }],
    ["of which every third is lost", (day: number) => day % 3 !== 0, { pairs: 1000, cost: 0 }],
  ])("%s is paired within two seconds", (_, isThere, expected) => {
    const startedAt = performance.now();
    expect(made(alike(isThere, (days) => (days === 0 ? 0 : cost)))).toEqual(expected);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test("whose worklogs are all shifted by a day is paired within two seconds", () => {
    const startedAt = performance.now();
    const shifted = Array.from({ length: DAYS }, (_, row) =>
      [row, row + 1]
        .filter((column) => column > 0)
        .map((column) => ({ column, cost: column === row ? 0 : cost })),
    );
    expect(made(shifted)).toEqual({ pairs: DAYS, cost: DAYS * cost });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
