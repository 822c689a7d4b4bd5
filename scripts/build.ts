/**
 * Bundles the command into `dist/`: `tempofiller.cjs`, which starts `main.cjs`, and a file for each `import()` in `src`, which is loaded
 * when it is needed. Everything is bundled, so the package has no dependencies. The module that programs import
 * and the view that hosts draw are built beside it, and lists say what is bundled: the licences, and a bill of materials.
 */
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";
import { buildCheck } from "./build/build-check.ts";
import { bundledPackages } from "./build/bundled-packages.ts";
import { buildContractModule } from "./build/contract-module.ts";
import { buildId, digestOfSources, noteBuild } from "./build/if-changed.ts";
import { sbom } from "./build/sbom.ts";
import { startFiles } from "./build/start-file.ts";
import { thirdPartyLicences } from "./build/third-party-licences.ts";
import { buildView } from "./build/view.ts";

const ROOT = join(import.meta.dirname, "..");
const ENTRY = join(ROOT, "src/cli/start.ts");
const MAIN = join(ROOT, "src/cli/main.ts");
const WATCHDOG = join(ROOT, "src/team/watchdog-worker.ts");

const sources = digestOfSources(ROOT);
const id = buildId(ROOT);
await rm(join(ROOT, "dist"), { recursive: true, force: true });
const { output } = await build({
  cwd: ROOT,
  input: { tempofiller: ENTRY, main: MAIN, "watchdog-worker": WATCHDOG },
  preserveEntrySignatures: "allow-extension",
  platform: "node",
  transform: { target: "node20.19" },
  resolve: {
    alias: {
      // The SDKs' default validator is ajv, which compiles schemas at run time; we give it nothing to validate.
      "@modelcontextprotocol/server/_shims": join(ROOT, "scripts/build/sdk-shims.ts"),
      "../validation/ajv-provider.js": join(ROOT, "scripts/build/sdk-shims.ts"),
      undici: join(ROOT, "scripts/build/undici-parts.js"),
      // Its main file is UMD, whose inner require() no bundler follows.
      "jsonc-parser": join(ROOT, "node_modules/jsonc-parser/lib/esm/main.js"),
    },
  },
  output: {
    dir: join(ROOT, "dist"),
    format: "cjs",
    strict: true,
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    minify: true,
    comments: false,
    intro: (file) => buildCheck(id, file),
    codeSplitting: startFiles(ENTRY, MAIN, join(ROOT, "src/cli/commands.ts")),
  },
});
const contractModule = await buildContractModule(ROOT);
const view = await buildView(ROOT);
await writeFile(join(ROOT, "dist/timesheet.html"), view.html);
const packages = await bundledPackages([...output, ...contractModule, ...view.files]);
await writeFile(join(ROOT, "dist/THIRD_PARTY_LICENCES.txt"), await thirdPartyLicences(packages));
await writeFile(join(ROOT, "dist/tempofiller.cdx.json"), await sbom(ROOT, packages));
// A user who has linked the command runs this file itself.
await chmod(join(ROOT, "dist/tempofiller.cjs"), 0o755);
noteBuild(ROOT, sources);
