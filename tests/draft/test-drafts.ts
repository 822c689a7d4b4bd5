import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draft } from "../../src/timesheet/draft/draft.ts";
import { makeDraft } from "../../src/timesheet/draft/make-draft.ts";
import { type Case, cases } from "./arbitrary-input.ts";
import { differences } from "./compare.ts";
import { figuresOf, type Tally, tallyOf } from "./figures.ts";
import { type Model, modelOf } from "./model/model.ts";
import { createWeek } from "./weeks/week.ts";
import { ISSUES, PRIVATE } from "./world.ts";

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

  test(`drafts of ${weeks} weeks are what the rules allow, and no further from the truth than their bars`, {
    timeout: LONGEST_MS,
  }, async () => {
    const proof = await runWeeks(weeks, seed);
    const table = showProof(proof, seed);
    process.stdout.write(table);
    expect(proof.wrong.slice(0, 10), table).toEqual([]);
    expect(
      proof.figures.filter(({ isMet }) => !isMet),
      table,
    ).toEqual([]);
  });
}

/** Everything that is wrong with the draft of a case, and with those after the user's choices; empty if all is right. */
function wrongWith({ input, logged }: Case, choices: readonly number[]): string[] {
  const draft = makeDraft(input, logged);
  const model = modelOf(input, logged);
  return [
    ...differences(draft, model, input),
    ...privateTexts(draft),
    ...otherOrder({ input, logged }, draft, choices),
    ...afterChoices({ input, logged }, draft, model, choices),
  ];
}

function privateTexts(draft: Draft): string[] {
  return JSON.stringify(draft).includes(PRIVATE) ? ["the draft has a private text in it"] : [];
}

/** The order in which sources give their evidence changes nothing. */
function otherOrder({ input, logged }: Case, draft: Draft, choices: readonly number[]): string[] {
  const evidence = [...input.evidence].reverse();
  evidence.push(...evidence.splice(0, (choices[0] ?? 0) % (evidence.length + 1)));
  const again = makeDraft({ ...input, evidence }, logged);
  return JSON.stringify(again) === JSON.stringify(draft) ? [] : ["another order makes another draft"];
}

/** The user gives an issue to some evidence that has none, and leaves out some other. */
function afterChoices(
  { input, logged }: Case,
  draft: Draft,
  model: Model,
  choices: readonly number[],
): string[] {
  const chosen = (index: number) => (choices[index % choices.length] ?? 0) % 3;
  // The page leaves open what an issue for evidence means that names others.
  const nameless = draft.unmapped.filter(({ ref }) => {
    const members = model.groups.find((group) => group.ref === ref)?.members ?? [];
    return members.every((index) => model.known[index] === undefined);
  });
  const refs = [...new Set(nameless.map(({ ref }) => ref))];
  const assign = refs
    .filter((_, index) => chosen(index) === 1)
    .map((ref, index) => ({ ref, issueKey: ISSUES[index % 3]?.key ?? "" }));
  const leaveOut = refs.filter((_, index) => chosen(index) === 2);
  if (assign.length + leaveOut.length === 0) return [];
  const after = { ...input, assign, leaveOut };
  return differences(makeDraft(after, logged), modelOf(after, logged), after).map(
    (text) => `with ${JSON.stringify({ assign, leaveOut })}: ${text}`,
  );
}

/** Drafts weeks, and compares them with the model and with how they really were. */
async function runWeeks(weeks: number, seed: number) {
  const tallies: Tally[] = [];
  /** The places in which a draft is not what the model allows: a sum that is wrong, a minute that counts twice. */
  const wrong: string[] = [];
  for (let count = 0; count < weeks; count += 1) {
    const own = (seed + count) % 2 ** 31;
    const week = await createWeek(own);
    const { logged } = week;
    const model = modelOf(week.input, logged);
    const draft = (fill: boolean) => {
      const input = { ...week.input, fill };
      const made = makeDraft(input, logged);
      wrong.push(...differences(made, model, input).map((text) => `week ${own}, fill ${fill}: ${text}`));
      return made.entries;
    };
    tallies.push(tallyOf(week, model, { filled: draft(true), unfilled: draft(false) }));
  }
  return { tallies, figures: figuresOf(tallies), wrong };
}

function showProof({ tallies, figures, wrong }: Awaited<ReturnType<typeof runWeeks>>, seed: number): string {
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  const hours = (name: keyof Tally) =>
    `${Math.round(tallies.reduce((sum, tally) => sum + tally[name], 0) / 3600)} h`;
  return [
    "",
    `| ${tallies.length} weeks, seed ${seed}: ${hours("drafted")} drafted, ${hours("unmapped")} unmapped | measured | bar | margin |`,
    "|---|---|---|---|",
    ...figures.map(
      ({ name, value, bar, isAtLeast, margin }) =>
        `| ${name} | ${percent(value)} | ${isAtLeast ? ">=" : "<="} ${percent(bar)} | ${percent(margin)} |`,
    ),
    `| sums that are not what they may be, minutes that count twice | ${wrong.length} | 0 | |`,
    "",
    "",
  ].join("\n");
}
