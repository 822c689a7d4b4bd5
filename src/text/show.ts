import { cleaned } from "./characters.ts";
import { cut, LENGTHS } from "./lengths.ts";

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Fields of replies, some by what they are in, that hold more than a name, and those that hold our own sentences, whose quotations are cut already. */
const LENGTH_OF: Record<string, number> = {
  issueSummary: LENGTHS.summary,
  comment: LENGTHS.comment,
  sent: LENGTHS.comment,
  stored: LENGTHS.comment,
  error: Number.POSITIVE_INFINITY,
  reason: Number.POSITIVE_INFINITY,
  // It has a holiday's name, as Tempo has it.
  "reduced.reason": LENGTHS.name,
  when: Number.POSITIVE_INFINITY,
  problem: Number.POSITIVE_INFINITY,
  notRemembered: Number.POSITIVE_INFINITY,
  warnings: Number.POSITIVE_INFINITY,
};

/** The name of a group of totals ends with a short mark, since a reply has many and no caller writes them back. */
const isGroupName = (name: string, parent: string) => name === "name" && parent === "groups";

/**
 * A text as every exit shows it: without secrets, without what is hidden, and cut. A secret that hidden characters interrupt is found
 * once they are gone, and a part of one is not found, so the text is searched again and cut last.
 */
export function shownText(
  text: string,
  redact: Redact,
  max: number = Number.POSITIVE_INFINITY,
  mark?: () => string,
): string {
  const searched = text.slice(0, 2 * max + BEYOND);
  const redacted = redact(searched);
  const clean = cleaned(redacted);
  return cut(clean === redacted ? clean : redact(clean), max, text.length - searched.length, mark);
}

/** Characters that are searched beyond twice what is shown: those that are hidden and those of a secret are shown as fewer. */
const BEYOND = 1024;

/** A value with each of its texts as `shownText` has it, by the name of its field. Names of fields and numbers stay as they are. */
export function shownReply<Value>(value: Value, redact: Redact): Value {
  const shown = (part: unknown, name: string, parent: string): unknown => {
    if (typeof part === "string")
      return isGroupName(name, parent)
        ? shownText(part, redact, LENGTHS.groupName, () => "…")
        : shownText(part, redact, lengthOf(name, parent));
    if (Array.isArray(part)) return part.map((item) => shown(item, name, parent));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, shown(item, key, name)]));
  };
  return shown(value, "", "") as Value;
}

function lengthOf(name: string, parent: string): number {
  const known = [`${parent}.${name}`, name].find((field) => Object.hasOwn(LENGTH_OF, field));
  return (known === undefined ? undefined : LENGTH_OF[known]) ?? LENGTHS.name;
}
