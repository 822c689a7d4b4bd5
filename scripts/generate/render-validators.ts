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
  return renderValidators(Object.fromEntries(references), [file]);
}

/**
 * One validator for each JSON body of the upstream slices, exported as `<api>_<operationId>_<what>` (with `_` for `-`), where `what` is
 * `request`, `parameters` (an object of path and query parameters) or a reply's status.
 */
export async function renderUpstreamValidators({ apis }: Contracts): Promise<RenderedModule> {
  const schemas: Record<string, JsonObject> = {};
  const shared: object[] = [];
  for (const [api, document] of Object.entries(apis)) {
    shared.push(pointInto(api, { $id: api, $defs: document.components.schemas }) as object);
    for (const { id, parameters, requestBody, responses } of readOperations(document)) {
      const name = (what: string) => `${api.replaceAll("-", "_")}_${id}_${what}`;
      schemas[name("parameters")] = {
        type: "object",
        additionalProperties: false,
        required: parameters.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      };
      if (requestBody) schemas[name("request")] = pointInto(api, requestBody) as JsonObject;
      for (const [status, schema] of Object.entries(responses)) {
        if (schema) schemas[name(status)] = pointInto(api, schema) as JsonObject;
      }
    }
  }
  return renderValidators(schemas, shared);
}

async function renderValidators(
  schemas: Record<string, JsonObject>,
  shared: object[],
): Promise<RenderedModule> {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  addFormats.default(ajv);
  ajv.addVocabulary(["x-contract-version"]);
  ajv.addFormat("int32", true).addFormat("int64", true);
  for (const schema of shared) ajv.addSchema(schema);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, name);
  const names = Object.keys(schemas);
  const contents = standaloneCode.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
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
