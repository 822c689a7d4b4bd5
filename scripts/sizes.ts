/**
 * Measures what replies cost an assistant, beside TempoFiller 1.1.3's markdown, and writes it into the README.
 *
 *   npm run sizes              prints the table and writes it
 *   npm run sizes -- --check   writes nothing; fails where the README's table is not as measured
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceGenerated } from "./generate/generated-block.ts";
import { measureSizes } from "./sizes/measure.ts";
import { renderSizes } from "./sizes/render-sizes.ts";

const README = join(import.meta.dirname, "../README.md");

async function main(): Promise<void> {
  const readme = await readFile(README, "utf8");
  const table = renderSizes(await measureSizes());
  const measured = replaceGenerated(readme, "sizes", "sizes", table);
  if (!process.argv.includes("--check")) {
    console.log(table);
    if (measured !== readme) await writeFile(README, measured);
    return;
  }
  if (measured !== readme) {
    throw new Error(
      "the sizes in README.md are not those of the replies.\nRun `npm run sizes` and commit the result.",
    );
  }
  console.log("The README's table of sizes is up to date.");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
