import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { publishedNames } from "./publish-shapes.ts";
import type { Contracts } from "./read-contracts.ts";

const START_MARK = "// generated:replies, by npm run generate\n";
const END_MARK = "// /generated:replies";

/** The programs that need a table of the replies by name, since their language cannot look up a type by its name. */
const TABLES: Record<string, (names: string[]) => string[]> = {
  "go/decode.go": (names) => {
    const width = Math.max(...names.map((name) => name.length)) + 4;
    return names.map((name) => `\t${`"${name}":`.padEnd(width)}&${name}{},\n`);
  },
  "cpp/decode.cpp": (names) => names.map((name) => `    {"${name}", through<tempofiller::${name}>},\n`),
};

/** The programs of `contracts/languages/` with a table of the replies, rendered anew between its marks; by their path there. */
export async function renderLanguagePrograms(
  folder: string,
  { responses }: Contracts,
): Promise<Map<string, string>> {
  const programs = Object.entries(TABLES).map(async ([path, rows]) => {
    const program = await readFile(join(folder, path), "utf8");
    const start = program.indexOf(START_MARK) + START_MARK.length;
    const end = program.lastIndexOf("\n", program.indexOf(END_MARK)) + 1;
    if (start < START_MARK.length || end < start)
      throw new Error(`${path} must contain the marks "${START_MARK.trim()}" and "${END_MARK}"`);
    const table = rows(publishedNames(responses)).join("");
    return [path, program.slice(0, start) + table + program.slice(end)] as const;
  });
  return new Map(await Promise.all(programs));
}
