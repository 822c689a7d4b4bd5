/**
 * Measures what replies cost an assistant, beside TempoFiller 1.1.3's markdown, and writes it into docs/reply-sizes.md.
 *
 *   npm run sizes              prints the table and writes it
 *   npm run sizes -- --check   writes nothing; fails if the document's table is not as measured
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceGenerated } from "./generate/generated-block.ts";
import { measureSizes } from "./sizes/measure.ts";
import { renderSizes } from "./sizes/render-sizes.ts";

const DOCUMENT = "docs/reply-sizes.md";
const PATH = join(import.meta.dirname, "..", DOCUMENT);

async function main(): Promise<void> {
  const document = await readFile(PATH, "utf8");
  const table = renderSizes(await measureSizes());
  const measured = replaceGenerated(document, "sizes", "sizes", table);
  if (!process.argv.includes("--check")) {
    console.log(table);
    if (measured !== document) await writeFile(PATH, measured);
    return;
  }
  if (measured !== document) {
    throw new Error(
      `the sizes in ${DOCUMENT} are not those of the replies.\nRun \`npm run sizes\` and commit the result.`,
    );
  }
  console.log(`The table in ${DOCUMENT} is up to date.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
