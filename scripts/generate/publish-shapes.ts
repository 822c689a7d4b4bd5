import type { Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** The shapes that tools publish, and those of what commands print: those named `…Input`, `…Response` or `…Output`. */
export function publishedNames(file: ShapeFile): string[] {
  return Object.keys(file.$defs).filter((name) => /(Input|Response|Output)$/.test(name));
}

/** The end of the name of an input that a tool has with the set `details` on, in place of the one without it. */
export const DETAILED = "DetailsInput";

/**
 * A shape as a tool publishes it: one schema with every reference replaced by its target, since many MCP hosts drop
 * `$defs` or reject `$ref`. A description beside a reference replaces the target's own. The keys of a published shape inside another are
 * not described: its own tool does that. Without `$schema` or `$id`, so that a validator of either draft accepts it.
 * In an input, neither the root nor the items of a list are described: the tool and the argument beside them are.
 *
 * @throws if a reference has no target, or leads back to itself
 */
export function publishedSchema(file: ShapeFile, name: string): JsonObject {
  const schema = inlined(file, { $ref: `#/$defs/${name}` }, []) as JsonObject;
  return name.endsWith("Input") ? withoutDescription(schema) : schema;
}

function withoutDescription({ description: _, ...schema }: JsonObject): JsonObject {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>).map(
    ([key, property]) => [
      key,
      property.items ? { ...property, items: withoutDescription(property.items as JsonObject) } : property,
    ],
  );
  return schema.properties ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** The names of the shapes that a shape refers to, directly or through others. */
export function referencedNames(file: ShapeFile, name: string, found = new Set<string>()): Set<string> {
  for (const target of targetsIn(file.$defs[name] ?? {})) {
    if (!found.has(target)) referencedNames(file, target, found.add(target));
  }
  return found;
}

function inlined(file: ShapeFile, value: Json, path: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(file, item, path));
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.$ref !== "string") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inlined(file, item, path)]));
  }
  const { $ref, ...neighbours } = value;
  const name = shapeName($ref);
  const target = file.$defs[name];
  if (!target) throw new Error(`${$ref} does not exist`);
  if (path.includes(name)) throw new Error(`${[...path, name].join(" -> ")} is circular`);
  if (path.length > 0 && publishedNames(file).includes(name)) {
    return { ...(withoutDescriptions(inlined(file, target, [...path, name])) as JsonObject), ...neighbours };
  }
  return { ...(inlined(file, target, [...path, name]) as JsonObject), ...neighbours };
}

/** A schema without the descriptions in it. No property has that name. */
function withoutDescriptions(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "description");
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutDescriptions(item)]));
}

function targetsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  if (typeof value !== "object" || value === null) return [];
  return typeof value.$ref === "string" ? [shapeName(value.$ref)] : Object.values(value).flatMap(targetsIn);
}

const shapeName = (reference: string) => reference.split("/").at(-1) ?? "";
