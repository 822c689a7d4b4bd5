import type { Schema } from "../../generated/schemas.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { didYouMean } from "../did-you-mean.ts";

/** Names of fields, outermost first; none for the whole reply. Arrays need no name. */
type FieldPath = readonly string[];

/** @throws InvalidInputError that lists the fields there are, if the reply cannot have one of these */
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
      const names = Object.keys(properties);
      const available = names.length === 0 ? "It has no fields" : `Available: ${names.join(", ")}`;
      const parent = depth === 0 ? "this reply" : `\`${path.slice(0, depth).join(".")}\``;
      throw new InvalidInputError(
        `--fields: ${parent} has no field \`${name}\`.${didYouMean(name, names)} ${available}. Nothing was sent.`,
      );
    }
    schema = property;
  }
}

function itemOf(schema: Schema): Schema {
  return schema.items ? itemOf(schema.items) : schema;
}

/** Fields keep their original order. Optional fields that are missing stay missing. */
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
