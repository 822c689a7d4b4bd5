import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { replaceGenerated } from "./generated-block.ts";

/** The programs of `contracts/languages/`, and what they did with broken replies. */
interface Manifest {
  quicktype: string;
  languages: {
    name: string;
    column: string;
    program: string;
    packages: string[];
    environment?: Record<string, string>;
    build: string[];
    run: string;
  }[];
  brokenReplies: { what: string; outcomes: Record<string, string> }[];
}

const FENCES: Record<string, string> = {
  ".cpp": "cpp",
  ".go": "go",
  ".java": "java",
  ".mts": "ts",
  ".py": "python",
};

/**
 * The README of `contracts/` with its generated part on other languages rendered anew.
 *
 * @param rendered the programs that are rendered too, by their path in `languages/`
 */
export async function renderContractReadme(
  contracts: string,
  rendered: ReadonlyMap<string, string>,
): Promise<string> {
  const readme = await readFile(join(contracts, "README.md"), "utf8");
  const manifest: Manifest = JSON.parse(await readFile(join(contracts, "languages/languages.json"), "utf8"));
  const sections = await Promise.all(
    manifest.languages.map(async (language) => {
      const program =
        rendered.get(language.program) ??
        (await readFile(join(contracts, "languages", language.program), "utf8"));
      return `### ${language.name}\n\n${commands(language)}\n\n${fenced(FENCES[extname(language.program)] ?? "", program.trimEnd())}`;
    }),
  );
  return replaceGenerated(
    readme,
    "languages",
    "generate",
    [...sections, brokenReplies(manifest)].join("\n\n"),
  );
}

function commands({
  program,
  packages,
  environment = {},
  build,
  run,
}: Manifest["languages"][number]): string {
  const lines = [
    ...(packages.length > 0 ? [`# Debian: apt-get install ${packages.join(" ")}`] : []),
    `cd contracts/languages/${dirname(program)}`,
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${value}`),
    ...build,
    `${run} GetScheduleResponse < ../../examples/GetScheduleResponse/week.json`,
  ];
  return fenced("sh", lines.join("\n"));
}

function brokenReplies({ languages, brokenReplies, quicktype }: Manifest): string {
  const columns = languages.map(({ column }) => column);
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rows = brokenReplies.map(({ what, outcomes }) =>
    row([what, ...columns.map((column) => outcomes[column] ?? "")]),
  );
  return [
    `### What types catch, and what only the schema does\n\nThe types are of quicktype ${quicktype}. What the programs do with a broken reply:\n`,
    row(["in the reply", ...columns]),
    `|${"---|".repeat(columns.length + 1)}`,
    ...rows,
  ].join("\n");
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
