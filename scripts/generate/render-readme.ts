import { ERROR_CODES } from "../../src/timesheet/error-codes.ts";
import { tools } from "../../src/tools/index.ts";
import { replaceGenerated } from "./generated-block.ts";
import type { Contracts } from "./read-contracts.ts";

/** The README with its tables of tools and of error codes written anew between their marks. */
export function renderReadme(readme: string, { inputs }: Contracts): string {
  const rows = tools.map((tool) => {
    const shape = inputs.$defs[tool.input];
    const required = shape?.required as string[];
    const names = Object.keys(shape?.properties ?? {});
    const words = names.map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`)).join(", ");
    return `| \`${tool.name}\` | ${tool.description.split(". ")[0]}. | ${words} |`;
  });
  const table = ["| tool | what it does | arguments |", "|---|---|---|", ...rows].join("\n");
  const codes = Object.entries(ERROR_CODES).map(
    ([code, { cause, next }]) => `| \`${code}\` | ${cause} | ${next} |`,
  );
  const errors = ["| code | cause | what to do |", "|---|---|---|", ...codes].join("\n");
  return replaceGenerated(replaceGenerated(readme, "tools", "generate", table), "errors", "generate", errors);
}
