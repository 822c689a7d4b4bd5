import { addDays, countDays } from "../../timesheet/dates.ts";
import { dateIn } from "./forms.ts";
import { KNOWN_KEYS } from "./known-words.ts";

/** The first date of a report: a Monday, and earlier than every real one. */
const FIRST_DATE = "1900-01-01";

/** Names that stand for a site's own texts, numbers and keys: the same name for the same one everywhere in a report. */
export class Pseudonyms {
  readonly #values = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #shift: number;

  /** @param firstDate the earliest date that is to be named */
  constructor(firstDate: string | undefined) {
    this.#shift =
      firstDate === undefined ? 0 : 1 - countDays({ startDate: FIRST_DATE, endDate: mondayOf(firstDate) });
  }

  /** A date moves by whole weeks, the same for all. */
  ofValue(value: string | number): string {
    const text = String(value);
    const date = dateIn(text);
    return date === undefined ? named(this.#values, text, "value") : addDays(date, this.#shift);
  }

  ofKey(key: string): string {
    return KNOWN_KEYS.has(key) ? key : named(this.#keys, key, "key");
  }
}

function named(names: Map<string, string>, text: string, kind: string): string {
  const name = names.get(text) ?? `${kind}${names.size + 1}`;
  names.set(text, name);
  return name;
}

function mondayOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}
