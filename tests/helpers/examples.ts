import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const EXAMPLES = join(import.meta.dirname, "../../contracts/examples");

/** An example of the contract, by `<ResponseName>/<case>`. */
export async function example(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), "utf8"));
}

/** Every example of the contract: the reply's name and its case. */
export async function listExamples(): Promise<{ shape: string; name: string }[]> {
  const files = await readdir(EXAMPLES, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => {
      const shape = file.parentPath.split(/[\\/]/).at(-1) ?? "";
      return { shape, name: `${shape}/${file.name.replace(/\.json$/, "")}` };
    });
}
