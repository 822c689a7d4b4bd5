import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lintContract } from "./lint-contract.ts";
import { readContracts } from "./read-contracts.ts";
import { renderOperations, renderSchemas, renderText, renderWords } from "./render-constants.ts";
import { renderContractReadme } from "./render-contract-readme.ts";
import { renderDocuments } from "./render-documents.ts";
import { renderLanguagePrograms } from "./render-language-programs.ts";
import { renderPlugin } from "./render-plugin.ts";
import { renderServerJson } from "./render-settings.ts";
import { readSkills, renderSkills } from "./render-skills.ts";
import { renderToolShapes } from "./render-tool-shapes.ts";
import { renderApiTypes, renderSchemaTypes, renderShapeTypes } from "./render-types.ts";
import {
  renderRequestValidators,
  renderShapeValidators,
  renderUpstreamValidators,
} from "./render-validators.ts";
import { renderWindowsZones } from "./render-windows-zones.ts";

const GENERATED = "src/generated";
const noticeOf = (source: string) => `// Rendered from ${source} by \`npm run generate\`. Do not edit.\n\n`;

/** The schemas of evals, whose types are theirs alone. */
const EVALS_SCHEMAS = ["task", "transcript"];

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

const FOLDER_README = `Rendered from \`contracts/\`, \`skills/\` and the package cldr-core by \`npm run generate\`. Do not edit: change these and run the command.\n`;

/** Every generated file of the project below `root`, by its path from there. */
async function renderAll(root: string): Promise<Map<string, string>> {
  const contractText = (name: string) => readFile(join(root, "contracts", name), "utf8");
  const contracts = await readContracts(join(root, "contracts"));
  const skills = await readSkills(join(root, "skills"));
  const violations = lintContract(contracts);
  if (violations.length > 0)
    throw new Error(`contracts/ breaks the rules for contracts:\n  ${violations.join("\n  ")}`);

  const inputs = await renderShapeValidators(contracts.inputs);
  const replies = await renderShapeValidators(contracts.responses);
  const upstream = await renderUpstreamValidators(contracts);
  const requests = await renderRequestValidators(contracts);
  const code: Record<string, string> = {
    "inputs.ts": await renderShapeTypes(contracts.inputs, "Inputs"),
    "responses.ts": await renderShapeTypes(contracts.responses, "Responses"),
    "outputs.ts": await renderShapeTypes(contracts.outputs, "Outputs"),
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
    "known-words.ts": renderWords(contracts),
    "upstream-validators.js": upstream.code,
    "upstream-validators.d.ts": upstream.declarations,
    "request-validators.js": requests.code,
    "request-validators.d.ts": requests.declarations,
  };
  for (const [api, document] of Object.entries(contracts.apis))
    code[`${api}-api.ts`] = await renderApiTypes(document);
  const files = new Map([[`${GENERATED}/README.md`, FOLDER_README]]);
  for (const [name, text] of Object.entries(code))
    files.set(`${GENERATED}/${name}`, noticeOf("contracts/") + text);
  files.set(`${GENERATED}/windows-zones.ts`, noticeOf("cldr-core") + renderWindowsZones());
  files.set(`${GENERATED}/skills.ts`, noticeOf("skills/") + renderSkills(skills));
  for (const name of EVALS_SCHEMAS) {
    const path = `evals/${name}.schema.json`;
    const schema = JSON.parse(await readFile(join(root, path), "utf8"));
    files.set(`evals/generated/${name}.ts`, noticeOf(path) + (await renderSchemaTypes(schema)));
  }
  for (const [path, text] of await renderDocuments(root, { ...contracts, skills })) files.set(path, text);
  files.set("server.json", renderServerJson(JSON.parse(await readFile(join(root, "server.json"), "utf8"))));
  const packageJson = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  for (const [path, text] of renderPlugin(packageJson)) files.set(path, text);
  const programs = await renderLanguagePrograms(join(root, "contracts/languages"), contracts);
  for (const [path, text] of programs) files.set(`contracts/languages/${path}`, text);
  files.set("contracts/README.md", await renderContractReadme(join(root, "contracts"), programs));
  return files;
}

/** Paths whose content on disk differs from the rendered one: changed, missing, or left over in the generated folder. */
async function differences(root: string, files: Map<string, string>): Promise<string[]> {
  const present = await readdir(join(root, GENERATED)).catch(() => []);
  const leftOver = present.map((name) => `${GENERATED}/${name}`).filter((path) => !files.has(path));
  const changed: string[] = [];
  for (const [path, text] of files) {
    const current = await readFile(join(root, path), "utf8").catch(() => undefined);
    if (current !== text) changed.push(path);
  }
  return [...changed, ...leftOver];
}

/** Writes or removes the files at these paths, and returns a line about each. */
async function write(root: string, files: Map<string, string>, paths: string[]): Promise<string[]> {
  await mkdir(join(root, GENERATED), { recursive: true });
  const lines: string[] = [];
  for (const path of paths) {
    const text = files.get(path);
    if (text === undefined) await rm(join(root, path));
    else await writeFile(join(root, path), text);
    lines.push(`${text === undefined ? "removed" : "wrote"} ${path}`);
  }
  return lines;
}

/**
 * Writes the generated files below `root` that differ from their sources, or only compares them, and returns what to print.
 *
 * @throws if the contract breaks a rule, or if a file that is only compared differs
 */
export async function generateFiles(root: string, { isCheck }: { isCheck: boolean }): Promise<string> {
  const files = await renderAll(root);
  const stale = await differences(root, files);
  if (stale.length === 0) return `${files.size} generated files are up to date.`;
  if (isCheck) {
    throw new Error(`out of date: ${stale.join(", ")}\nRun \`npm run generate\` and commit the result.`);
  }
  return (await write(root, files, stale)).join("\n");
}
