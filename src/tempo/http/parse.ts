/** Something in a response is not what the API promises. The message completes "the response is invalid: …". */
export class InvalidResponseError extends Error {}

/** The value, if it is a text that is not empty. */
export function expectString(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidResponseError(`${what} is missing`);
}

/** The value, if it is a text; an empty one if it is left out. */
export function optionalString(value: unknown, what: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw new InvalidResponseError(`${what} is not a text`);
}

/** The value, if it is a whole number of 0 or more. */
export function expectInteger(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new InvalidResponseError(`${what} is missing or not a whole number`);
}

/** The value, if it is a calendar date, alone or before a time of day. */
export function expectDate(value: unknown, what: string): string {
  const found = /^\d{4}-\d{2}-\d{2}/.exec(expectString(value, what));
  if (found) return found[0];
  throw new InvalidResponseError(`${what} is not a date`);
}

/** The value, if it is an array. */
export function expectArray<Item>(value: Item[] | undefined, what: string): Item[] {
  if (Array.isArray(value)) return value;
  throw new InvalidResponseError(`${what} are missing`);
}

/** The value, if it is an object. */
export function expectObject<Value extends object>(value: Value | undefined, what: string): Value {
  if (typeof value === "object" && value !== null) return value;
  throw new InvalidResponseError(`${what} is missing`);
}

/** The items parsed, without those that are invalid: the valid part of a write's response must not be lost. */
export function parseValid<Item, Result>(items: Item[], parse: (item: Item) => Result): Result[] {
  return items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch {
      return [];
    }
  });
}
