import type { AttributeValue as ShownValue } from "../generated/responses.ts";
import { plainComment } from "./content.ts";
import type { Attributes, AttributeValue } from "./port.ts";

/** The name that users see for a value of an attribute; undefined if it is not known. */
export type ValueNames = (key: string, value: string) => string | undefined;

/** A key as users read it: without the underscore that it has at each end. `plainName` is the same for both. */
export function shownKey(key: string): string {
  return /^_(.+)_$/.exec(key)?.[1] ?? key;
}

/** The part of a key, a name or a value that counts where a user writes it: its case and space do not, and an underscore is space. */
export function plainName(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\s_]+/g, " ")
    .trim()
    .toLowerCase();
}

/** The values of attributes by key, without what Tempo may change in them. */
export function valuesByKey(attributes: Attributes): Map<string, string> {
  const values = Array.isArray(attributes)
    ? (attributes as readonly AttributeValue[]).map(({ key, value }) => [key, value] as const)
    : (attributes as ReadonlyMap<string, string>);
  return new Map([...values].map(([key, value]) => [key, plainComment(value)]));
}

/** The same, ascending by key; an empty value is none. */
export function valuesInOrder(attributes: Attributes): [key: string, value: string][] {
  return [...valuesByKey(attributes)]
    .filter(([, value]) => value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A given value, and the one that a worklog has in its place; empty for none. */
export type OtherValue = Pick<AttributeValue, "key" | "value"> & { stored: string };

/** The given values of which a worklog has another one; an empty one stands for none. None if Tempo does not say what it has. */
export function otherValues(
  given: readonly AttributeValue[],
  attributes: Attributes | undefined,
): OtherValue[] {
  if (attributes === undefined) return [];
  const values = valuesByKey(attributes);
  return given.flatMap(({ key, value }) => {
    const stored = values.get(key) ?? "";
    return stored === plainComment(value) ? [] : [{ key, value, stored }];
  });
}

/** The number of the given values that a worklog has; undefined if Tempo does not say what it has. */
export function matchingValues(
  given: readonly AttributeValue[],
  attributes: Attributes | undefined,
): number | undefined {
  return attributes && given.length - otherValues(given, attributes).length;
}

/** Whether a worklog has all of the values that an entry gives, as far as Tempo says it. */
export function hasGiven(
  { attributes: given = [] }: { attributes?: readonly AttributeValue[] },
  { attributes }: { attributes?: Attributes },
): boolean {
  return otherValues(given, attributes).length === 0;
}

/** The attributes of a worklog as replies show them, ascending by key. */
export function shownAttributes(attributes: Attributes, nameOf: ValueNames): ShownValue[] {
  return valuesInOrder(attributes).map(([key, value]) => shownValue({ key, value }, nameOf));
}

/** A value as replies show it, with its name if that is another text. */
export function shownValue(
  { key, value }: Pick<AttributeValue, "key" | "value">,
  nameOf: ValueNames,
): ShownValue {
  const name = nameOf(key, value);
  return { key, value, ...(name !== undefined && name !== value && { name }) };
}
