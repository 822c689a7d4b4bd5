import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateDtsBundle } from "dts-bundle-generator";
import { build } from "esbuild";

/**
 * Builds what programs import as `tempofiller/contract`: one file of code and one of declarations, neither of which
 * imports anything. A build of its own, since a chunk shared with the command would be one more file to load at its start.
 */
export async function buildContractModule(root: string): Promise<void> {
  const entry = join(root, "src/contract/index.ts");
  await build({
    absWorkingDir: root,
    entryPoints: { contract: entry },
    outdir: "dist",
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    // Node prints the whole line that threw: a minified file is one line of 65 KB.
    minify: false,
    charset: "utf8",
    logLevel: "warning",
  });
  const [declarations = ""] = generateDtsBundle([{ filePath: entry, output: { noBanner: true } }], {
    preferredConfigPath: join(root, "scripts/tsconfig.contract.json"),
  });
  await writeFile(join(root, "dist/contract.d.ts"), declarations);
}
