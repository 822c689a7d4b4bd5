/** Something in an answer is not what the API promises. The message completes "the answer cannot be read: …". */
export class ShapeFault extends Error {}

/** The value, if it is a text that is not empty. */
export function text(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new ShapeFault(`${what} is missing`);
}

/** The value, if it is a whole number of 0 or more. */
export function count(value: unknown, what: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new ShapeFault(`${what} is missing or no whole number`);
}

/** The value, if it is a calendar date, alone or before a time of day. */
export function date(value: unknown, what: string): string {
  const found = /^\d{4}-\d{2}-\d{2}/.exec(text(value, what));
  if (found) return found[0];
  throw new ShapeFault(`${what} is no date`);
}

/** The value, if it is an array. */
export function list<Item>(value: Item[] | undefined, what: string): Item[] {
  if (Array.isArray(value)) return value;
  throw new ShapeFault(`${what} are missing`);
}

/** What `read` makes of the items, less those that it cannot read: what is readable of a write's answer must not be lost. */
export function readable<Item, Result>(items: Item[], read: (item: Item) => Result): Result[] {
  return items.flatMap((item) => {
    try {
      return [read(item)];
    } catch {
      return [];
    }
  });
}

/** The value, if it is an object. */
export function object<Value extends object>(value: Value | undefined, what: string): Value {
  if (typeof value === "object" && value !== null) return value;
  throw new ShapeFault(`${what} is missing`);
}
