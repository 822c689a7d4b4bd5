import { EXIT_CODE_BY_ERROR, EXIT_CODES } from "../../src/cli/exit-codes.ts";
import { ERROR_CODES } from "../../src/contract/error-codes.ts";
import { tools } from "../../src/tools/index.ts";
import { replaceGenerated } from "./generated-block.ts";
import type { Contracts } from "./read-contracts.ts";

/** The README with its tables of tools, errors and exit codes written anew between their marks. */
export function renderReadme(readme: string, contracts: Contracts): string {
  const tables = { tools: toolTable(contracts), errors: errorTable(), "exit-codes": exitCodeTable() };
  return Object.entries(tables).reduce(
    (text, [name, table]) => replaceGenerated(text, name, "generate", table),
    readme,
  );
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { cause, next }]) => `| \`${code}\` | ${cause} | ${next} |`,
  );
  return ["| code | cause | what to do |", "|---|---|---|", ...rows].join("\n");
}

function toolTable({ inputs }: Contracts): string {
  const rows = tools.map((tool) => {
    const shape = inputs.$defs[tool.input];
    const required = shape?.required as string[];
    const names = Object.keys(shape?.properties ?? {});
    const words = names.map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`)).join(", ");
    return `| \`${tool.name}\` | ${tool.description.split(". ")[0]}. | ${words} |`;
  });
  return ["| tool | what it does | arguments |", "|---|---|---|", ...rows].join("\n");
}

function exitCodeTable(): string {
  const rows = Object.entries(EXIT_CODES).map(([exitCode, meaning]) => {
    const causes = Object.entries(EXIT_CODE_BY_ERROR).filter(([, ofCause]) => ofCause === Number(exitCode));
    return `| ${exitCode} | ${meaning} | ${causes.map(([cause]) => `\`${cause}\``).join(", ")} |`;
  });
  return ["| exit code | meaning | `code` of the error |", "|---|---|---|", ...rows].join("\n");
}
