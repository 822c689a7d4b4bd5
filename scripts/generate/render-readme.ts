import { tools } from "../../src/tools/index.ts";
import type { Contracts } from "./read-contracts.ts";

const START = "<!-- generated:tools, by npm run generate -->";
const END = "<!-- /generated:tools -->";

/** The README with its table of tools written anew between the marks. */
export function renderReadme(readme: string, { inputs }: Contracts): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`README.md must hold the marks ${START} and ${END}`);
  const rows = tools.map((tool) => {
    const shape = inputs.$defs[tool.input];
    const required = shape?.required as string[];
    const names = Object.keys(shape?.properties ?? {});
    const words = names.map((name) => (required.includes(name) ? `\`${name}\`` : `\`${name}\`?`)).join(", ");
    return `| \`${tool.name}\` | ${tool.description.split(". ")[0]}. | ${words} |`;
  });
  const table = ["| tool | what it does | arguments |", "|---|---|---|", ...rows].join("\n");
  return `${readme.slice(0, start)}${START}\n${table}\n${readme.slice(end)}`;
}
