import { cut, LENGTHS } from "../../text/lengths.ts";
import { sum } from "../missing-days.ts";
import type { Unmapped } from "./draft.ts";
import type { Item } from "./items.ts";
import type { LocalDays } from "./local-days.ts";
import { madeByAnother } from "./phrases.ts";
import type { Timed } from "./times.ts";

/**
 * The evidence of a group and a date without an issue; undefined if it has no time.
 *
 * @param timed ascending
 */
export function unmappedOf(
  timed: readonly Timed[],
  { days, candidatesOf }: { days: LocalDays; candidatesOf: (item: Item) => Unmapped["candidates"] },
  hasTitles: boolean,
): Unmapped | undefined {
  const withTime = timed.filter(({ seconds }) => seconds > 0);
  const [first] = withTime;
  const last = withTime.at(-1);
  if (!first || !last) return undefined;
  const { item, date } = first;
  const titles = hasTitles ? [cut(item.title, LENGTHS.name, 0, () => "…")] : [];
  const byAnother = madeByAnother(timed);
  return {
    ref: item.ref ?? "",
    date,
    source: item.evidence.source,
    title: byAnother === "" ? titles[0] : [...titles, `(${byAnother})`].join(" "),
    start: days.timeOf(first.shown.from),
    end: days.timeOf(last.shown.to),
    seconds: sum(withTime, ({ seconds }) => seconds),
    candidates: candidatesOf(last.item),
  };
}
