import type { Schema } from "../../generated/schemas.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";

/** The names that lead to a part of a reply, from the outside in; none for the whole. Arrays are walked through. */
export type FieldPath = readonly string[];

/**
 * Reads a list such as `summary,byIssue.totalHours`.
 *
 * @param reply the published schema of the reply that has the fields
 * @throws BadInput that names the known fields, where the reply can have no such field
 */
export function readFields(list: string, reply: Schema): FieldPath[] {
  const paths = list.split(",").map((path) => path.trim().split("."));
  for (const path of paths) checkPath(path, reply);
  return paths;
}

function checkPath(path: FieldPath, reply: Schema): void {
  let schema = reply;
  for (const [depth, name] of path.entries()) {
    const { properties = {} } = itemOf(schema);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      const known = Object.keys(properties).join(", ");
      const holder = depth === 0 ? "this reply" : `\`${path.slice(0, depth).join(".")}\``;
      throw new InvalidInputError(
        `--fields: ${holder} has no field \`${name}\`; ${known === "" ? "it has no fields" : `known are ${known}`}. ` +
          "Nothing was sent.",
      );
    }
    schema = property;
  }
}

/** A schema, or for an array that of its items. */
function itemOf(schema: Schema): Schema {
  return schema.items ? itemOf(schema.items) : schema;
}

/** A value with the named parts alone, in its own order. A part that it does not have is left out. */
export function selectFields(value: unknown, paths: readonly FieldPath[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(item, paths));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const within = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      return within.length > 0 ? [[name, selectFields(part, within)]] : [];
    }),
  );
}
