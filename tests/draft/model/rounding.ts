import { type Allowed, type ExactShare, total } from "./day.ts";

/**
 * Rule 7: why the drafted seconds cannot come of these shares by the largest remainder; undefined if they can. Of like remainders the
 * larger share goes first, of like shares the one whose evidence is first.
 *
 * @param drafted the seconds of each issue that has any; their sum is right
 */
export function unfairRounding(
  { shares, partsOfSecond }: Allowed,
  drafted: ReadonlyMap<string, number>,
  stepSeconds: number,
): string | undefined {
  if (shares.length === 0) return drafted.size === 0 ? undefined : "hours without a share";
  const step = BigInt(stepSeconds) * partsOfSecond;
  const secondsOf = ({ key }: ExactShare) => drafted.get(key) ?? 0;
  const most = shares.reduce((one, other) => (isBefore(other, one, ({ parts }) => parts) ? other : one));
  const reasons = shares
    .filter((it) => it.parts === most.parts && it.first === most.first)
    .map((largest) => {
      const small = shares.filter((it) => it !== largest && 2n * it.parts < step);
      const kept = shares
        .filter((it) => !small.includes(it))
        .map((it) =>
          it === largest ? { ...it, parts: small.reduce((sum, one) => sum + one.parts, it.parts) } : it,
        );
      const tooMuch = small.find((it) => secondsOf(it) > 0);
      if (tooMuch) return `${tooMuch.key} has hours, although its share is below half a step`;
      return unfairTo(kept, largest.key, secondsOf);
    });
  return reasons.includes(undefined) ? undefined : reasons[0];

  function unfairTo(
    kept: readonly ExactShare[],
    largest: string,
    hours: (share: ExactShare) => number,
  ): string | undefined {
    const rest = total(drafted.values()) % stepSeconds;
    const up: ExactShare[] = [];
    const down: ExactShare[] = [];
    for (const it of kept) {
      const steps = (hours(it) - (it.key === largest ? rest : 0)) / stepSeconds;
      const floor = Number(it.parts / step);
      if (steps === floor) down.push(it);
      else if (steps === floor + 1) up.push(it);
      else return `${it.key} has ${steps} steps of ${floor}`;
    }
    const remainder = ({ parts }: ExactShare) => parts % step;
    for (const one of up) {
      const passedOver = down.find((it) => isBefore(it, one, remainder));
      if (passedOver) return `${one.key} has a step that is due to ${passedOver.key}`;
    }
    return undefined;
  }
}

/** Orders by a quantity, then by the share, the largest first; then by the first evidence. */
function isBefore(one: ExactShare, other: ExactShare, quantity: (share: ExactShare) => bigint): boolean {
  if (quantity(one) !== quantity(other)) return quantity(one) > quantity(other);
  if (one.parts !== other.parts) return one.parts > other.parts;
  return one.first < other.first;
}
