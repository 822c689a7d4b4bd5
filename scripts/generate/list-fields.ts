import { publishedNames } from "./publish-shapes.ts";
import type { Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** An argument or a key of a reply, as a table shows it. */
export interface Field {
  /** Its path in code font, with a `?` if it is optional: `` `worklogs[].description`? ``. */
  label: string;
  type: string;
  description: string;
  /** Whether it is inside another field. */
  isNested: boolean;
}

const DATE_PATTERN = "^\\d{4}-\\d{2}-\\d{2}$";

/**
 * The fields of a shape, each followed by those inside it.
 *
 * @param shown by shape, the first field that has it: its inner fields are listed there only
 */
export function fieldsOf(
  file: ShapeFile,
  shape: string,
  prefix = "",
  shown = new Map<string, string>(),
): Field[] {
  const { properties = {}, required = [] } = file.$defs[shape] as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = shapeBehind(schema) ?? shapeBehind(schema.items);
    const path = `${prefix}${name}`;
    const sameAs = inner && shown.get(inner);
    const field: Field = {
      label: `\`${path}\`${required.includes(name) ? "" : "?"}`,
      type: sameAs ? `${typeOf(schema)}, keys as in \`${sameAs}\`` : typeOf(schema),
      description: String(schema.description ?? ""),
      isNested: prefix !== "",
    };
    // The reply of another tool is listed there.
    if (!inner || sameAs || publishedNames(file).includes(inner)) return [field];
    shown.set(inner, path);
    return [field, ...fieldsOf(file, inner, schema.type === "array" ? `${path}[].` : `${path}.`, shown)];
  });
}

/** The name of the shape that a schema refers to. */
function shapeBehind(schema: Json | undefined): string | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return undefined;
  return typeof schema.$ref === "string" ? schema.$ref.replace("#/$defs/", "") : undefined;
}

function typeOf({ type, pattern, minimum, maximum, const: constant, enum: values }: JsonObject): string {
  if (constant !== undefined) return `\`${constant}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(", ");
  if (pattern === DATE_PATTERN) return "date";
  const range = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : "";
  return `${type ?? "object"}${range}`;
}
