import type { JsonObject, ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { EXAMPLE_ACCOUNTS, EXAMPLE_ISSUES } from "../../scripts/lib/examples.ts";
import { COLLEAGUE, seed } from "./seeds.ts";
import { CY, delivery } from "./teams.ts";

export * from "../../scripts/lib/examples.ts";

/**
 * The keys of a shape that no example of this shape has, each with its path. An object that is open to any key has none, and an
 * empty list, as of the refs of evidence that no embedded Tempo has, asks for none.
 */
export function keysWithoutExample(file: ShapeFile, shape: string, examples: readonly unknown[]): string[] {
  const missing = (schema: JsonObject, values: readonly unknown[]): string[] => {
    if (values.length === 0) return [];
    const { $ref, properties = {}, items, additionalProperties } = schema;
    if (typeof $ref === "string") return missing(file.$defs[$ref.split("/").at(-1) ?? ""] ?? {}, values);
    if (items) return missing(items as JsonObject, values.flat());
    if (typeof additionalProperties === "object") return [];
    return Object.entries(properties as Record<string, JsonObject>).flatMap(([key, part]) => {
      const given = values.map((value) => (value as JsonObject)[key]).filter((value) => value !== undefined);
      return given.length === 0 ? [key] : missing(part, given).map((path) => `${key}.${path}`);
    });
  };
  return missing(file.$defs[shape] ?? {}, examples);
}

/** An embedded Tempo on which every example call succeeds, in the order of `exampleCalls`. */
export const EXAMPLE_SEED = seed({
  issues: EXAMPLE_ISSUES,
  ...EXAMPLE_ACCOUNTS,
  colleagues: [{ ...COLLEAGUE, displayName: "Kim Colleague" }, CY],
  teams: delivery().teams,
});
