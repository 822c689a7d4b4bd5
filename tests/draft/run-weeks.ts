import { makeDraft } from "../../src/timesheet/draft/make-draft.ts";
import { differences } from "./compare.ts";
import { addWeek, type Figure, figuresOf, NO_TALLY, type Tally } from "./figures.ts";
import { modelOf } from "./model/model.ts";
import { createWeek } from "./weeks/week.ts";

export interface Proof {
  tally: Tally;
  figures: Figure[];
  /** The places in which a draft is not what the model allows, with the seed of the week: a sum that is wrong, a minute that counts twice. */
  wrong: string[];
}

/** Drafts weeks, and compares them with the model and with how they really were. */
export function runWeeks(weeks: number, seed: number): Proof {
  let tally = NO_TALLY;
  const wrong: string[] = [];
  for (let count = 0; count < weeks; count += 1) {
    const own = (seed + count) % 2 ** 31;
    const week = createWeek(own);
    const { logged } = week;
    const model = modelOf(week.input, logged);
    const [filled, unfilled] = [true, false].map((fill) => {
      const input = { ...week.input, fill };
      const draft = makeDraft(input, logged);
      wrong.push(...differences(draft, model, input).map((text) => `week ${own}, fill ${fill}: ${text}`));
      return draft.entries;
    }) as [Entries, Entries];
    tally = addWeek(tally, week, model, { filled, unfilled });
  }
  return { tally, figures: figuresOf(tally), wrong };
}

type Entries = ReturnType<typeof makeDraft>["entries"];

export function showProof({ tally, figures, wrong }: Proof, seed: number): string {
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  const hours = (seconds: number) => `${Math.round(seconds / 3600)} h`;
  return [
    "",
    `| ${tally.weeks} weeks, seed ${seed}: ${hours(tally.drafted)} drafted, ${hours(tally.unmapped)} unmapped | measured | bar | limit |`,
    "|---|---|---|---|",
    ...figures.map(
      ({ name, value, bar, limit, isAtLeast }) =>
        `| ${name} | ${percent(value)} | ${isAtLeast ? ">=" : "<="} ${percent(bar)} | ${percent(limit)} |`,
    ),
    `| sums that are not what they may be, minutes that count twice | ${wrong.length} | 0 | 0 |`,
    "",
    "",
  ].join("\n");
}
