import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceGenerated } from "../generate/generated-block.ts";
import { areTooLarge } from "./definitions.ts";
import { measureSizes } from "./measure.ts";
import { renderSizes } from "./render-sizes.ts";

const DOCUMENT = "docs/reply-sizes.md";

/**
 * Measures the replies, writes the table into the document below `root` or only compares it, and returns what to print.
 *
 * @throws if the document's table is only compared, and differs or has definitions that are too large
 */
export async function updateDocument(root: string, { isCheck }: { isCheck: boolean }): Promise<string> {
  const path = join(root, DOCUMENT);
  const document = await readFile(path, "utf8");
  const sizes = await measureSizes();
  const table = renderSizes(sizes);
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
  const [tooLarge] = sizes.session.definitions.filter(areTooLarge);
  if (tooLarge) {
    const { tools, size, limit } = tooLarge;
    throw new Error(
      `the definitions of tools (${tools}) are ${size.tokens} tokens, and may be ${limit}: shorten their descriptions.`,
    );
  }
  return `The table in ${DOCUMENT} is up to date.`;
}
