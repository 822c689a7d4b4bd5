/**
 * Values of a worklog's attributes, by key. A worklog is usable without them, so malformed ones are left out instead of
 * refused, as are attributes without a value.
 */
export function attributeValues(
  attributes: readonly (readonly [key: unknown, value: unknown])[],
): ReadonlyMap<string, string> {
  return new Map(
    attributes.flatMap(([key, value]): [string, string][] =>
      typeof key === "string" && (typeof value === "string" || typeof value === "number") && value !== ""
        ? [[key, String(value)]]
        : [],
    ),
  );
}
