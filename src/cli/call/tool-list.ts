import type { Settings } from "../../config/settings.ts";
import { inputSchemas, type Schema } from "../../generated/schemas.ts";
import { tools } from "../../tools/index.ts";
import { descriptionOf, type Tool } from "../../tools/tool.ts";

/** A `?` marks an optional argument. */
export function toolList({ duplicates, readOnly }: Pick<Settings, "duplicates" | "readOnly">): string {
  return tools
    .filter(({ effect }) => effect === "read" || !readOnly)
    .map((tool) => `${tool.name}\n  ${descriptionOf(tool, duplicates)}\n${argumentLines(tool)}`)
    .join("\n");
}

function argumentLines({ input }: Tool): string {
  const rows = argumentsOf(inputSchemas[input], "");
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, type, description]) => `    ${name.padEnd(width)}  ${type.padEnd(7)}  ${description}\n`)
    .join("");
}

/** The arguments of an array's items follow it, as in `worklogs[].date`. */
function argumentsOf({ properties = {}, required = [] }: Schema, prefix: string): [string, string, string][] {
  return Object.entries(properties).flatMap(([key, { type = "", description = "", items }]) => {
    const name = `${prefix}${key}`;
    return [
      [required.includes(key) ? name : `${name}?`, type, description] as [string, string, string],
      ...(items ? argumentsOf(items, `${name}[].`) : []),
    ];
  });
}
