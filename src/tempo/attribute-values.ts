/**
 * Values of a worklog's attributes, by key. Nobody needs them to see the worklog, so what is malformed is left out instead of
 * refused, as is an attribute without a value.
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
