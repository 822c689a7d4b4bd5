import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { build, type Plugin } from "rolldown";
import { readOperations } from "./api-operations.ts";
import { publishedNames } from "./publish-shapes.ts";
import type { Contracts, Json, JsonObject, ShapeFile } from "./read-contracts.ts";

/** A rendered module: JavaScript and its declarations. */
export interface RenderedModule {
  code: string;
  declarations: string;
}

const VALIDATOR_DECLARATIONS = `import type { Validator } from "./validator.ts";\n\n`;

/** One validator for each published shape of a file, exported under the shape's name. */
export async function renderShapeValidators(file: ShapeFile): Promise<RenderedModule> {
  const references = publishedNames(file).map((name) => [name, { $ref: `${file.$id}#/$defs/${name}` }]);
  // The package words each rule itself, in `src/contract/problems.ts`.
  return renderValidators(Object.fromEntries(references), [file], { messages: false });
}

/** One validator for each JSON body that a slice's operation answers, exported as `<api>_<operationId>_<status>` (with `_` for `-`). */
export function renderUpstreamValidators(contracts: Contracts): Promise<RenderedModule> {
  return renderApiValidators(contracts, ({ responses }) => responses);
}

/**
 * One validator for each JSON body and each set of parameters that is sent, exported as `<api>_<operationId>_request` and
 * `…_parameters` (an object of path and query parameters). The package does not need them; tests check requests with them.
 */
export function renderRequestValidators(contracts: Contracts): Promise<RenderedModule> {
  return renderApiValidators(contracts, ({ parameters, requestBody }) => ({
    parameters: {
      type: "object",
      additionalProperties: false,
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    },
    request: requestBody,
  }));
}

async function renderApiValidators(
  { apis }: Contracts,
  schemasOf: (
    operation: ReturnType<typeof readOperations>[number],
  ) => Record<string, JsonObject | null | undefined>,
): Promise<RenderedModule> {
  const schemas: Record<string, JsonObject> = {};
  const shared: object[] = [];
  for (const [api, document] of Object.entries(apis)) {
    shared.push(pointInto(api, { $id: api, $defs: document.components.schemas }) as object);
    for (const operation of readOperations(document)) {
      for (const [what, schema] of Object.entries(schemasOf(operation))) {
        const name = `${api.replaceAll("-", "_")}_${operation.id}_${what}`;
        if (schema) schemas[name] = pointInto(api, schema) as JsonObject;
      }
    }
  }
  return renderValidators(schemas, shared);
}

async function renderValidators(
  schemas: Record<string, JsonObject>,
  shared: object[],
  options: { messages?: boolean } = {},
): Promise<RenderedModule> {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    allErrors: true,
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  addFormats.default(ajv);
  ajv.addVocabulary(["x-contract-version"]);
  ajv.addFormat("int32", true).addFormat("int64", true);
  for (const schema of shared) ajv.addSchema(schema);
  const names = Object.keys(schemas);
  // Equal schemas share the validator of the first.
  const firstOf = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema);
    if (!firstOf.has(text)) firstOf.set(text, name);
  }
  const first = (name: string) => firstOf.get(JSON.stringify(schemas[name])) as string;
  for (const name of firstOf.values()) ajv.addSchema(schemas[name] as JsonObject, name);
  const validators = standaloneCode.default(
    ajv,
    Object.fromEntries([...firstOf.values()].map((name) => [name, name])),
  );
  const equal = names.filter((name) => first(name) !== name).map((name) => `${first(name)} as ${name}`);
  // ajv has no option to leave out the place in the schema, which is never read.
  const code = validators.replaceAll(/schemaPath:"[^"]*",/g, "");
  const contents = `${code}\nexport { ${equal.join(", ")} };`;
  const { output } = await build({
    input: "validators",
    cwd: import.meta.dirname,
    platform: "neutral",
    resolve: { mainFields: ["main"] },
    plugins: [virtualModule("validators", contents)],
    output: { format: "esm", minify: { compress: true, mangle: false, codegen: true }, comments: false },
    write: false,
  });
  return {
    code: output[0].code,
    declarations:
      VALIDATOR_DECLARATIONS + names.map((name) => `export declare const ${name}: Validator;\n`).join(""),
  };
}

function virtualModule(id: string, code: string): Plugin {
  return {
    name: "virtual-module",
    resolveId: (source) => (source === id ? id : undefined),
    load: (loaded) => (loaded === id ? code : undefined),
  };
}

/** Turns `#/components/schemas/X` into a reference to the shared schema of that API. */
function pointInto(api: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => pointInto(api, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" ? String(item).replace("#/components/schemas/", `${api}#/$defs/`) : pointInto(api, item),
    ]),
  );
}
