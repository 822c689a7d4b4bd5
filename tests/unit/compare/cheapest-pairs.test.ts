import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cheapestPairs, type Edge as EdgeTo } from "../../../src/cli/compare/cheapest-pairs.ts";

type Edge = EdgeTo<number>;

/** The most pairs and the least cost of them, by trying every way. */
function best(
  edges: readonly (readonly Edge[])[],
  taken = new Set<number>(),
): { pairs: number; cost: number } {
  const [ofRow, ...others] = edges;
  if (!ofRow) return { pairs: 0, cost: 0 };
  const without = best(others, taken);
  return ofRow
    .filter(({ column }) => !taken.has(column))
    .map(({ column, cost }) => {
      const rest = best(others, new Set([...taken, column]));
      return { pairs: rest.pairs + 1, cost: rest.cost + cost };
    })
    .reduce((a, b) => (b.pairs > a.pairs || (b.pairs === a.pairs && b.cost < a.cost) ? b : a), without);
}

function made(edges: readonly (readonly Edge[])[]) {
  const columns = cheapestPairs(edges);
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

test("pairs as many as can be at the least cost, as trying every way does", () => {
  fc.assert(
    fc.property(fc.array(edgesOfRow, { maxLength: 6 }), (edges) => {
      expect(made(edges)).toEqual(best(edges));
    }),
    { numRuns: 3000 },
  );
});

describe("a long issue", () => {
  const DAYS = 1500;
  const cost = 10_000_110_000;
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
