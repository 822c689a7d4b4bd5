/**
 * Renders `src/generated/`, the generated blocks of the documents, the settings of `server.json` and the part of
 * `contracts/README.md` on other languages, from `contracts/` and the code.
 *
 *   npm run generate              writes what changed
 *   npm run generate -- --check   writes nothing; fails if a file differs from what it would write
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import registryEntry from "../server.json" with { type: "json" };
import { lintContract } from "./generate/lint-contract.ts";
import { readContracts } from "./generate/read-contracts.ts";
import { renderOperations, renderSchemas, renderText } from "./generate/render-constants.ts";
import { renderContractReadme } from "./generate/render-contract-readme.ts";
import { renderDocuments } from "./generate/render-documents.ts";
import { renderLanguagePrograms } from "./generate/render-language-programs.ts";
import { renderServerJson } from "./generate/render-settings.ts";
import { renderToolShapes } from "./generate/render-tool-shapes.ts";
import { renderApiTypes, renderShapeTypes } from "./generate/render-types.ts";
import { renderShapeValidators, renderUpstreamValidators } from "./generate/render-validators.ts";

const ROOT = join(import.meta.dirname, "..");
const GENERATED = "src/generated";
const NOTICE = "// Rendered from contracts/ by `npm run generate`. Do not edit.\n\n";

const VALIDATOR = `/** One violation of a schema, as ajv reports it. */
export interface Violation {
  /** JSON pointer to the offending value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** A precompiled validator: true if the value matches its schema; otherwise \`errors\` holds the violations. */
export interface Validator {
  (value: unknown): boolean;
  errors?: Violation[] | null;
}
`;

const FOLDER_README = `Rendered from \`contracts/\` by \`npm run generate\`. Do not edit: change the contract and run the command.\n`;

/** Every generated file, by its path from the project's root. */
async function renderAll(): Promise<Map<string, string>> {
  const contracts = await readContracts(join(ROOT, "contracts"));
  const violations = lintContract(contracts);
  if (violations.length > 0)
    throw new Error(`contracts/ breaks the rules for contracts:\n  ${violations.join("\n  ")}`);

  const inputs = await renderShapeValidators(contracts.inputs);
  const replies = await renderShapeValidators(contracts.responses);
  const upstream = await renderUpstreamValidators(contracts);
  const code: Record<string, string> = {
    "inputs.ts": await renderShapeTypes(contracts.inputs, "Inputs"),
    "responses.ts": await renderShapeTypes(contracts.responses, "Responses"),
    "schemas.ts": renderSchemas(contracts),
    "responses-schema-file.ts": renderText(
      "responsesSchemaFile",
      await contractText("responses.schema.json"),
    ),
    "tool-shapes.ts": renderToolShapes(contracts),
    "validator.ts": VALIDATOR,
    "input-validators.js": inputs.code,
    "input-validators.d.ts": inputs.declarations,
    "reply-validators.js": replies.code,
    "reply-validators.d.ts": replies.declarations,
    "operations.ts": renderOperations(contracts),
    "upstream-validators.js": upstream.code,
    "upstream-validators.d.ts": upstream.declarations,
  };
  for (const [api, document] of Object.entries(contracts.apis))
    code[`${api}-api.ts`] = await renderApiTypes(document);
  const files = new Map([[`${GENERATED}/README.md`, FOLDER_README]]);
  for (const [name, text] of Object.entries(code)) files.set(`${GENERATED}/${name}`, NOTICE + text);
  for (const [path, text] of await renderDocuments(ROOT, contracts)) files.set(path, text);
  files.set("server.json", renderServerJson(registryEntry));
  const programs = await renderLanguagePrograms(join(ROOT, "contracts/languages"), contracts);
  for (const [path, text] of programs) files.set(`contracts/languages/${path}`, text);
  files.set("contracts/README.md", await renderContractReadme(join(ROOT, "contracts"), programs));
  return files;
}

/** The text of a file of the contract. */
function contractText(name: string): Promise<string> {
  return readFile(join(ROOT, "contracts", name), "utf8");
}

/** Paths whose content on disk differs from the rendered one: changed, missing, or left over in the generated folder. */
async function differences(files: Map<string, string>): Promise<string[]> {
  const present = await readdir(join(ROOT, GENERATED)).catch(() => []);
  const leftOver = present.map((name) => `${GENERATED}/${name}`).filter((path) => !files.has(path));
  const changed: string[] = [];
  for (const [path, text] of files) {
    const current = await readFile(join(ROOT, path), "utf8").catch(() => undefined);
    if (current !== text) changed.push(path);
  }
  return [...changed, ...leftOver];
}

async function write(files: Map<string, string>, paths: string[]): Promise<void> {
  await mkdir(join(ROOT, GENERATED), { recursive: true });
  for (const path of paths) {
    const text = files.get(path);
    if (text === undefined) await rm(join(ROOT, path));
    else await writeFile(join(ROOT, path), text);
    console.log(`${text === undefined ? "removed" : "wrote"} ${path}`);
  }
}

async function main(): Promise<void> {
  const files = await renderAll();
  const stale = await differences(files);
  if (!process.argv.includes("--check")) return write(files, stale);
  if (stale.length > 0) {
    throw new Error(`out of date: ${stale.join(", ")}\nRun \`npm run generate\` and commit the result.`);
  }
  console.log(`${files.size} generated files are up to date.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
