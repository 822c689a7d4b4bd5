import type { Settings } from "../../config/settings.ts";
import { inputSchemas, type Schema } from "../../generated/schemas.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { toolsOf } from "../../tools/index.ts";
import { descriptionOf, TOOL_SETS, type Tool } from "../../tools/tool.ts";
import { didYouMean } from "../usage-error.ts";

/** An argument of a tool, which `call` takes as an option too. */
export interface ToolArgumentSchema extends Schema {
  name: string;
  isRequired: boolean;
}

export function toolArguments({ input }: Tool): ToolArgumentSchema[] {
  const { properties = {}, required = [] } = inputSchemas[input];
  return Object.entries(properties).map(([name, schema]) => ({
    ...schema,
    name,
    isRequired: required.includes(name),
  }));
}

/** The name of a schema's type, where a text that is a date is one of its own. */
export function typeName({ type = "", pattern }: Schema): string {
  return pattern === "^\\d{4}-\\d{2}-\\d{2}$" ? "date" : type;
}

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;

/** The value that the text of an option means. A text that is no value of the type stays as it is: the schema rejects it. */
export function argumentValue({ type }: Schema, text: string | undefined): unknown {
  switch (type) {
    case "boolean":
      return text === undefined || text === "true" ? true : text === "false" ? false : text;
    case "number":
    case "integer":
      return text !== undefined && NUMBER.test(text) ? Number(text) : text;
    case "array":
    case "object":
      return parsedOr(text ?? "");
    default:
      return text;
  }
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** All of them, whatever the settings offer to hosts. */
export const tools = toolsOf(new Set(TOOL_SETS));

export const TOOL_NAMES = tools.map(({ name }) => name);

/** @throws InvalidInputError that lists the tools */
export function findTool(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  throw new InvalidInputError(
    `Unknown tool '${name}'.${didYouMean(name, TOOL_NAMES)} Available: ${TOOL_NAMES.join(", ")}.`,
  );
}

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
  const rows = rowsOf(inputSchemas[input], "");
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, type, description]) => `    ${name.padEnd(width)}  ${type.padEnd(7)}  ${description}\n`)
    .join("");
}

/** Lists the fields of an argument after it, as `worklogs[].date`. */
function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): [string, string, string][] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const { description = "", items } = schema;
    const name = `${prefix}${key}`;
    return [
      [required.includes(key) ? name : `${name}?`, typeName(schema), description] as [string, string, string],
      ...(items ? rowsOf(items, `${name}[].`) : rowsOf(schema, `${name}.`)),
    ];
  });
}
