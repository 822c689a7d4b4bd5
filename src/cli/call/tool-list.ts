import type { Settings } from "../../config/settings.ts";
import { inputSchemas, type Schema } from "../../generated/schemas.ts";
import { tools } from "../../tools/index.ts";
import { descriptionOf, type Tool } from "../../tools/tool.ts";
import { typeName } from "./tools.ts";

/**
 * The tools that the settings allow, or the one that is named, with their arguments: a `?` marks an optional one.
 *
 * @param json as one JSON object, with the tools as in MCP's tools/list
 */
export function toolList(
  toolName: string | undefined,
  json: boolean,
  { duplicates, readOnly }: Pick<Settings, "duplicates" | "readOnly">,
): string {
  const listed = tools.filter(({ name, effect }) =>
    toolName === undefined ? effect === "read" || !readOnly : name === toolName,
  );
  if (json) return `${JSON.stringify({ tools: listed.map((tool) => asInMcp(tool, duplicates)) })}\n`;
  return listed
    .map((tool) => `${tool.name}\n  ${descriptionOf(tool, duplicates)}\n${argumentLines(tool)}`)
    .join("\n");
}

function asInMcp(tool: Tool, duplicates: Settings["duplicates"]): object {
  const { name, title, input } = tool;
  return { name, title, description: descriptionOf(tool, duplicates), inputSchema: inputSchemas[input] };
}

function argumentLines({ input }: Tool): string {
  const rows = argumentsOf(inputSchemas[input], "");
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, type, description]) => `    ${name.padEnd(width)}  ${type.padEnd(7)}  ${description}\n`)
    .join("");
}

/** Lists the fields of an argument after it, as `worklogs[].date`. */
function argumentsOf({ properties = {}, required = [] }: Schema, prefix: string): [string, string, string][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const { description = "", items } = schema;
    const name = `${prefix}${key}`;
    return [
      [required.includes(key) ? name : `${name}?`, typeName(schema), description] as [string, string, string],
      ...(items ? argumentsOf(items, `${name}[].`) : argumentsOf(schema, `${name}.`)),
    ];
  });
}
