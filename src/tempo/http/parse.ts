/** Something in a response is not what the API promises. The message completes "the response is invalid: …". */
export class InvalidResponseError extends Error {}

export function expectString(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidResponseError(`${what} is missing`);
}

export function optionalString(value: unknown, what: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw new InvalidResponseError(`${what} is not a text`);
}

/** The values that are texts, and not empty. */
export function textsAmong(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string").filter((text) => text !== "");
}

export function expectInteger(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new InvalidResponseError(`${what} is missing or not a whole number`);
}

export function expectDate(value: unknown, what: string): string {
  const found = /^\d{4}-\d{2}-\d{2}/.exec(expectString(value, what));
  if (found) return found[0];
  throw new InvalidResponseError(`${what} is not a date`);
}

export function expectArray<Item>(value: Item[] | undefined, what: string): Item[] {
  if (Array.isArray(value)) return value;
  throw new InvalidResponseError(`${what} are missing`);
}

export function expectObject<Value extends object>(value: Value | undefined, what: string): Value {
  if (typeof value === "object" && value !== null) return value;
  throw new InvalidResponseError(`${what} is missing`);
}

/** Returns the value if it has the requested id. @throws InvalidResponseError if it does not */
export function expectSame<Value extends { id: string }>(id: string, value: Value | undefined): Value {
  if (value?.id === id) return value;
  throw new InvalidResponseError(`it is not worklog ${id}`);
}

/** Leaves invalid items out: the valid part of a write's response must not be lost. */
export function parseValid<Item, Result>(items: Item[], parse: (item: Item) => Result): Result[] {
  return items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch {
      return [];
    }
  });
}
