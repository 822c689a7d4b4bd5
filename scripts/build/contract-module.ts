import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateDtsBundle } from "dts-bundle-generator";
import { build } from "rolldown";
import type { OutputFiles } from "./bundled-packages.ts";

/**
 * Builds what programs import as `tempofiller/contract`: one file of code and one of declarations, neither of which
 * imports anything.
 */
export async function buildContractModule(root: string): Promise<OutputFiles> {
  const entry = join(root, "src/contract/index.ts");
  const { output } = await build({
    input: entry,
    platform: "neutral",
    transform: { target: "es2022" },
    // Short names, but not one line: Node prints the whole line that threw.
    output: {
      file: join(root, "dist/contract.js"),
      format: "esm",
      comments: false,
      minify: { compress: true, mangle: true, codegen: false },
    },
  });
  const [declarations = ""] = generateDtsBundle([{ filePath: entry, output: { noBanner: true } }], {
    preferredConfigPath: join(root, "scripts/tsconfig.contract.json"),
  });
  await writeFile(join(root, "dist/contract.d.ts"), declarations);
  return output;
}
