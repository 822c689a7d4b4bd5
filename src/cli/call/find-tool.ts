import { InvalidInputError } from "../../timesheet/errors.ts";
import { tools } from "../../tools/index.ts";
import type { Tool } from "../../tools/tool.ts";
import { didYouMean } from "../did-you-mean.ts";

export const TOOL_NAMES = tools.map(({ name }) => name);

/** @throws InvalidInputError that lists the tools */
export function findTool(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  throw new InvalidInputError(
    `Unknown tool '${name}'.${didYouMean(name, TOOL_NAMES)} Available: ${TOOL_NAMES.join(", ")}.`,
  );
}
