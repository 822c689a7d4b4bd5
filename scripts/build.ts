/**
 * Bundles the command into `dist/`: one file that starts, and chunks that load only when they are needed (the embedded
 * Tempo, the demo, the checks of debug mode). Everything is bundled, so that the package installs nothing else. Beside it
 * stands the module that programs import.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildContractModule } from "./build/contract-module.ts";
import { mergeStart } from "./build/merge-start.ts";
import { thirdPartyLicences } from "./build/third-party-licences.ts";

const ROOT = join(import.meta.dirname, "..");

const TARGET = "node20.19";

/** Some dependencies of the demo's client are CommonJS, and require Node's own modules. */
const REQUIRE = "const require = (name) => process.getBuiltinModule(name);";

await rm(join(ROOT, "dist"), { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: { tempofiller: "src/cli/main.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: TARGET,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  // The SDK's default validator is ajv, which compiles schemas at run time; we give it nothing to validate.
  alias: {
    "@modelcontextprotocol/server/_shims": "./scripts/build/sdk-shims.ts",
    "zod/v4": "./scripts/build/lazy-zod.ts",
  },
  banner: { js: REQUIRE },
  chunkNames: "chunks/[name]-[hash]",
  logLevel: "warning",
});
await mergeStart(ROOT, "dist/tempofiller.js", "dist/tempofiller.cjs", metafile, { target: TARGET });
await writeFile(join(ROOT, "dist/THIRD_PARTY_LICENCES.txt"), await thirdPartyLicences(ROOT, metafile));
await buildContractModule(ROOT);
