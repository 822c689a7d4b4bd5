import { LENGTHS, listed, shortText } from "../text/lengths.ts";
import type { OtherValue } from "./attributes.ts";
import type { CallContext } from "./call-context.ts";
import { warnOfFarDates } from "./far-dates.ts";

/** A worklog of a reply, and an attribute that Tempo shows otherwise than its entry gave it. */
interface Logged {
  stored: { id: string; date: string };
  alreadyLogged?: true;
  otherwise?: OtherValue;
}

/** The most worklogs that a warning names. */
const MAX_IDS = 5;

/**
 * The warnings of a reply about entries, to be spread into it. Only what this call has stored is named to be undone, not what was stored
 * before or failed.
 *
 * @param dates of all entries that are worth a sentence
 */
export function warnOfEntries(
  dates: readonly string[],
  logged: readonly Logged[],
  context: Pick<CallContext, "today" | "reader">,
): { warnings?: string[] } {
  const stored = logged.flatMap(({ stored: { date }, alreadyLogged }) => (alreadyLogged ? [] : [date]));
  const others = dates.filter((date) => !stored.includes(date));
  const { warnings: ofStored = [] } = warnOfFarDates(stored, "stored", context);
  const { warnings: ofOthers = [] } = warnOfFarDates(others, "shown", context);
  const warnings = [...ofStored, ...ofOthers, ...sayOtherwise(logged)];
  return warnings.length > 0 ? { warnings } : {};
}

/** A sentence for the attributes that Tempo shows otherwise than entries gave them, if any. */
export function sayOtherwise(logged: readonly Logged[]): string[] {
  const [first, ...more] = logged.filter(({ otherwise }) => otherwise !== undefined);
  if (!first?.otherwise) return [];
  const { key, value, stored } = first.otherwise;
  const shown = (text: string) => shortText(text, LENGTHS.name) || "nothing";
  const ids = listed(
    more.map((it) => it.stored.id),
    MAX_IDS,
  );
  const others = more.length > 0 ? `, and other attributes than were given in ${ids}` : "";
  return [
    `Tempo shows ${shown(stored)} as ${shown(key)}, not ${shown(value)}, in worklog ${first.stored.id}${others}: look at it in Tempo.`,
  ];
}
