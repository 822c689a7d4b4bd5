import fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "./arbitrary-input.ts";
import { wrongWith } from "./check-case.ts";
import { runWeeks, showProof } from "./run-weeks.ts";

/** DRAFT_SEED repeats a run. */
const { DRAFT_WEEKS, DRAFT_SEED } = process.env;

const LONGEST_MS = 3 * 3_600_000;

/**
 * Compares drafts with the model of the rules: small ones at their edges, and weeks whose truth is known.
 *
 * @param usual the weeks unless DRAFT_WEEKS says how many
 * @param usualSeed the seed unless DRAFT_SEED says it
 * @param casesPerWeek the small cases for each week
 */
export function testDrafts(usual: number, usualSeed: number, casesPerWeek: number): void {
  const weeks = Number(DRAFT_WEEKS ?? usual);
  const seed = Number(DRAFT_SEED ?? usualSeed);

  test("a draft is what the rules allow, in any order of its evidence, without private texts", {
    timeout: LONGEST_MS,
  }, () => {
    const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(cases, choices, (it, chosen) => {
        expect(wrongWith(it, chosen)).toEqual([]);
      }),
      { numRuns: weeks * casesPerWeek, seed },
    );
  });

  test(`drafts of ${weeks} weeks are what the rules allow, and no further from the truth than the limits`, {
    timeout: LONGEST_MS,
  }, () => {
    const proof = runWeeks(weeks, seed);
    const table = showProof(proof, seed);
    process.stdout.write(table);
    expect(proof.wrong.slice(0, 10), table).toEqual([]);
    expect(
      proof.figures.filter(({ isWithinLimit }) => !isWithinLimit),
      table,
    ).toEqual([]);
  });
}
