import { table } from "../../scripts/generate/table.ts";
import { sizeOf } from "../../scripts/sizes/size.ts";
import type { OfferedTool } from "../run/command.ts";

/** The tokens that each tool costs a session: name, description and arguments, as a model gets them. */
export function ledgerTable(tools: readonly OfferedTool[], instructions: string): string {
  const rows = tools.map((tool) => ({
    name: `\`${tool.name}\``,
    tokens: sizeOf(JSON.stringify(tool)).tokens,
  }));
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const all = [
    ...rows,
    { name: "all tools", tokens: total },
    { name: "instructions with all tools", tokens: sizeOf(instructions).tokens },
  ];
  return table(
    ["tool", "tokens"],
    all.map(({ name, tokens }) => [name, tokens.toLocaleString("en-US")]),
  );
}
