import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { coreTools, tools, toolsOf } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { type Size, sizeOf } from "./size.ts";

/** The texts on some tools that a host gives to its model before the first call: names, descriptions and arguments. */
export interface MeasuredDefinitions {
  tools: string;
  size: Size;
  /** The most tokens that they may have. */
  limit?: number;
}

const FIRST_SETS = toolsOf(new Set(["fill", "edit", "approvals", "find"]));

const MEASURED: { tools: string; names: string[]; limit?: number; isDetailed?: true }[] = [
  { tools: "the five that are always offered", names: namesOf(coreTools), limit: 1100 },
  {
    tools: "these, `fill`, `edit`, `approvals` and `find`, without `recall_timesheet`",
    names: namesOf(FIRST_SETS).filter((name) => name !== "recall_timesheet"),
    limit: 2500,
  },
  { tools: "all", names: namesOf(tools), limit: 4400, isDetailed: true },
  ...TOOL_SETS.filter((set) => set !== "details").map((set) => ({
    tools: `\`${set}\` alone`,
    names: namesOf(tools.filter((tool) => tool.set === set)),
  })),
  {
    tools: "the two that `details` changes",
    names: namesOf(tools.filter(({ detailed }) => detailed)),
    isDetailed: true,
  },
];

/** Measures the definitions of sets of tools as compact JSON. @param withDetails as the set `details` lists them */
export function measureDefinitions(
  listed: readonly ListedTool[],
  withDetails: readonly ListedTool[],
): MeasuredDefinitions[] {
  return MEASURED.map(({ names, isDetailed, ...measured }) => {
    const definitions = (isDetailed ? withDetails : listed)
      .filter(({ name }) => names.includes(name))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return { ...measured, size: sizeOf(JSON.stringify(definitions)) };
  });
}

export function areTooLarge({ size, limit = Number.POSITIVE_INFINITY }: MeasuredDefinitions): boolean {
  return size.tokens > limit;
}

function namesOf(some: readonly { name: string }[]): string[] {
  return some.map(({ name }) => name);
}
