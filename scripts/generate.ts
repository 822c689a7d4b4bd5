/**
 * Renders `src/generated/`, the generated blocks of the documents, the settings of `server.json`, the plugin in `.claude-plugin/` and
 * the part of `contracts/README.md` on other languages, from `contracts/`, `skills/`, package.json, cldr-core and the code; and
 * `evals/generated/`, from the schemas of `evals/`.
 *
 *   npm run generate              writes what changed
 *   npm run generate -- --check   writes nothing; fails if a file differs from what it would write
 */
import { join } from "node:path";
import { generateFiles } from "./generate/generate-files.ts";
import { printResult } from "./lib/print-result.ts";

const root = join(import.meta.dirname, "..");
await printResult(generateFiles(root, { isCheck: process.argv.includes("--check") }));
