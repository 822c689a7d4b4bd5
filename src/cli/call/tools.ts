import { inputSchemas, type Schema } from "../../generated/schemas.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { tools } from "../../tools/index.ts";
import type { Tool } from "../../tools/tool.ts";
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

export const TOOL_NAMES = tools.map(({ name }) => name);

/** @throws InvalidInputError that lists the tools */
export function findTool(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  throw new InvalidInputError(
    `Unknown tool '${name}'.${didYouMean(name, TOOL_NAMES)} Available: ${TOOL_NAMES.join(", ")}.`,
  );
}
