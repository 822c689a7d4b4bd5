import type { Schema } from "../generated/schemas.ts";

/** A part of a published schema, or what it refers to: one of the root's `$defs`. */
export function dereference(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return dereference(root, root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {});
}
