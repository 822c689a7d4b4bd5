import { total } from "./day.ts";

/** Smaller differences are those of floating numbers. */
const ALIKE = 1e-6;

/**
 * Rule 7: why the drafted seconds cannot come of these shares by the largest remainder; undefined if they can.
 *
 * @param drafted the seconds of each issue that has any
 */
export function unfairRounding(
  shares: ReadonlyMap<string, number>,
  drafted: ReadonlyMap<string, number>,
  stepSeconds: number,
): string | undefined {
  if (shares.size === 0) return drafted.size === 0 ? undefined : "hours without a share";
  const most = Math.max(...shares.values());
  const largest = [...shares].filter(([, share]) => share >= most - ALIKE).map(([key]) => key);
  const reasons = largest.map((key) => unfairTo(key, shares, drafted, stepSeconds));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** One of the issues with the largest share takes what is left. */
function unfairTo(
  largest: string,
  shares: ReadonlyMap<string, number>,
  drafted: ReadonlyMap<string, number>,
  step: number,
): string | undefined {
  const small = [...shares].filter(([key, share]) => key !== largest && share < step / 2 - ALIKE);
  const kept = new Map([...shares].filter(([key]) => !small.some(([it]) => it === key)));
  kept.set(largest, (shares.get(largest) as number) + total(small.map(([, share]) => share)));
  for (const [key] of drafted) {
    if (!kept.has(key)) return `${key} has hours, although its share is below half a step`;
  }
  const sum = total(drafted.values());
  const rest = sum % step;
  const up: number[] = [];
  const down: number[] = [];
  for (const [key, share] of kept) {
    const seconds = (drafted.get(key) ?? 0) - (key === largest ? rest : 0);
    const [floor, remainder] = [Math.floor((share + ALIKE) / step) * step, share % step];
    if (seconds === floor) down.push(share - floor);
    else if (seconds === floor + step) up.push(share - floor);
    else if (key !== largest || rest === 0 || Math.abs(seconds + rest - share) > step + rest)
      return `${key} has ${seconds} of a share of ${share} (remainder ${remainder})`;
  }
  const least = Math.min(...up);
  const greatest = Math.max(...down);
  return least < greatest - ALIKE && rest === 0
    ? `a remainder of ${least} goes before ${greatest}`
    : undefined;
}
