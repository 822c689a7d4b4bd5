import type { Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** `input` for the shapes named `…Input`, `reply` for those named `…Response`: what a tool publishes. */
export function publishedNames(file: ShapeFile): string[] {
  return Object.keys(file.$defs).filter((name) => /(Input|Response)$/.test(name));
}

/**
 * A shape as one self-contained schema: the object at the root and, under `$defs`, the shapes it refers to, in the
 * order of the file. Without `$schema` or `$id`, so that a validator of either draft takes it in its own default.
 */
export function standaloneSchema(file: ShapeFile, name: string): JsonObject {
  const reached = new Set<string>();
  collectReferences(file, file.$defs[name] ?? {}, reached);
  const $defs = Object.fromEntries(Object.entries(file.$defs).filter(([shape]) => reached.has(shape)));
  return { ...file.$defs[name], ...(reached.size > 0 && { $defs }) };
}

function collectReferences(file: ShapeFile, value: Json, reached: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectReferences(file, item, reached);
  } else if (typeof value === "object" && value !== null) {
    const name = typeof value.$ref === "string" ? value.$ref.split("/").at(-1) : undefined;
    if (name !== undefined && !reached.has(name)) {
      reached.add(name);
      collectReferences(file, file.$defs[name] ?? {}, reached);
    }
    for (const item of Object.values(value)) collectReferences(file, item, reached);
  }
}
