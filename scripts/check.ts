/**
 * Checks what needs no test, until the first fault: regular expressions, generated files, the contract's version, the sizes of
 * replies, types, style, and the API slices.
 *
 *   npm run check
 */
import { execSync } from "node:child_process";
import { join } from "node:path";
import { releaseContract } from "./contract-version/release.ts";
import { generateFiles } from "./generate/generate-files.ts";
import { printResult } from "./lib/print-result.ts";
import { checkPatterns } from "./patterns/check-patterns.ts";
import { EXCEPTIONS } from "./patterns/exceptions.ts";
import { updateDocument } from "./sizes/update-document.ts";

const root = join(import.meta.dirname, "..");

/** The folders of the compiler's projects. */
const PROJECTS = [
  ".",
  "scripts",
  "scripts/view/browser",
  "src/view",
  "tests/unit/view",
  "tests/browser",
  "evals",
];

/** TypeScript 7 takes a third of the time; 5.9 is there for the tools that use its API. */
const TSC = "node node_modules/typescript-7/bin/tsc";

async function check(): Promise<string> {
  console.log(await checkPatterns(root, EXCEPTIONS));
  console.log(await generateFiles(root, { isCheck: true }));
  console.log(await releaseContract(join(root, "contracts"), "unreleased"));
  console.log(await updateDocument(root, { isCheck: true }));
  const commands = [...PROJECTS.map((project) => `${TSC} -p ${project}`), "biome ci --error-on-warnings"];
  for (const command of [...commands, "redocly lint"]) execSync(command, { cwd: root, stdio: "inherit" });
  return `Types of ${PROJECTS.length} projects, style and API slices are sound.`;
}

await printResult(check());
