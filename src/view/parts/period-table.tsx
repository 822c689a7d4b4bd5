import type { Env } from "../env.ts";
import { coverageOf, shareLogged } from "../model/coverage.ts";
import type { Period } from "../model/periods.ts";
import { factsOf, gapOf } from "../words.ts";
import { Bar } from "./bar.tsx";
import { Button } from "./button.tsx";

interface Props {
  env: Env;
  caption: string;
  periods: readonly Period[];
  selected: Period | undefined;
  select(period: Period): void;
}

/** A long range: one week or one month a row, which opens its days. */
export function PeriodTable({ env: { format }, caption, periods, selected, select }: Props) {
  return (
    <table class="periods">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Dates</th>
          <th scope="col" class="number">
            Hours
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => {
          const coverage = coverageOf(period.days);
          const { bookedSeconds, requiredSeconds, missing, isKnown } = coverage;
          return (
            <tr key={period.range.startDate} class={missing.days > 0 ? "missing" : ""}>
              <th scope="row">
                <Button
                  class="plain"
                  aria-expanded={period.range.startDate === selected?.range.startDate}
                  onClick={() => select(period)}
                >
                  {format.range(period.range)}
                </Button>
              </th>
              <td class="number">
                {isKnown ? `${format.hours(bookedSeconds)}/${format.hours(requiredSeconds)}` : "–"}
                <Bar parts={[{ share: shareLogged(requiredSeconds, bookedSeconds) }]} />
              </td>
              <td>
                {missing.days > 0 && <span aria-hidden="true">! </span>}
                {[gapOf(coverage, format), ...factsOf(coverage, format)].filter(Boolean).join("; ")}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
