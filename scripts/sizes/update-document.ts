import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceGenerated } from "../generate/generated-block.ts";
import { measureSizes } from "./measure.ts";
import { renderSizes } from "./render-sizes.ts";

const DOCUMENT = "docs/reply-sizes.md";

/**
 * Measures the replies, writes the table into the document below `root` or only compares it, and returns what to print.
 *
 * @throws if the document's table is only compared and differs
 */
export async function updateDocument(root: string, { isCheck }: { isCheck: boolean }): Promise<string> {
  const path = join(root, DOCUMENT);
  const document = await readFile(path, "utf8");
  const table = renderSizes(await measureSizes());
  const measured = replaceGenerated(document, "sizes", "sizes", table);
  if (!isCheck) {
    if (measured !== document) await writeFile(path, measured);
    return table;
  }
  if (measured !== document) {
    throw new Error(
      `the sizes in ${DOCUMENT} are not those of the replies.\nRun \`npm run sizes\` and commit the result.`,
    );
  }
  return `The table in ${DOCUMENT} is up to date.`;
}
