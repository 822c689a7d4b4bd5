import { readOperations } from "./api-operations.ts";
import { publishedNames, publishedSchema } from "./publish-shapes.ts";
import type { Contracts, Json, ShapeFile } from "./read-contracts.ts";

/** The published schemas as constants: what `tools/list` sends, and the contract's version. */
export function renderSchemas({ inputs, responses }: Contracts): string {
  const constant = (name: string, type: string, file: ShapeFile) => {
    const schemas = Object.fromEntries(
      publishedNames(file).map((shape) => [shape, publishedSchema(file, shape)]),
    );
    return `export const ${name}: Record<keyof ${type}, Schema> = ${JSON.stringify(schemas, null, 2)};\n`;
  };
  return [
    `import type { Inputs } from "./inputs.ts";\nimport type { Responses } from "./responses.ts";\n`,
    `/** The version of the contract: of the replies' shapes and the inputs'. */\nexport const CONTRACT_VERSION = ${JSON.stringify(responses["x-contract-version"])};\n`,
    SCHEMA_TYPE,
    constant("inputSchemas", "Inputs", inputs),
    constant("responseSchemas", "Responses", responses),
  ].join("\n");
}

const SCHEMA_TYPE = `/** A schema or a part of one, without references. The published ones are objects at their root. */
export interface Schema {
  description?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  [keyword: string]: unknown;
}
`;

/** A text as a constant, which needs no file to be found and read at run time. */
export function renderText(name: string, text: string): string {
  return `export const ${name}: string = ${JSON.stringify(text)};\n`;
}

/** The upstream operations as data: what the sandbox routes by, and what upstream replies are checked by. */
export function renderOperations({ apis }: Contracts): string {
  const table = Object.fromEntries(
    Object.entries(apis).map(([api, document]) => [
      api,
      Object.fromEntries(
        readOperations(document).map(({ id, method, path, parameters, requestBody, responses }) => [
          id,
          {
            method,
            path,
            parameters: Object.fromEntries(
              parameters.map((parameter) => [
                parameter.name,
                { in: parameter.in, type: parameter.schema.type },
              ]),
            ),
            takesBody: requestBody !== undefined,
            statuses: Object.keys(responses).map(Number),
          },
        ]),
      ),
    ]),
  );
  return `export const operations = ${JSON.stringify(table, null, 2)} as const;\n`;
}

/** The words that may be shown of an answer whose others are a site's own: keys that the slices name in a body, and headers that a report may name. */
export function renderWords({ apis, outputs }: Contracts): string {
  const keys = [...new Set(Object.values(apis).flatMap((document) => keysIn(document as unknown as Json)))];
  const { properties } = outputs.$defs.ProbedRequest as {
    properties: { headers: { items: { enum: string[] } } };
  };
  const headers = properties.headers.items.enum;
  const words = (name: string, of: readonly string[]) =>
    `export const ${name}: readonly string[] =\n  ${JSON.stringify(of.join(" "))}.split(" ");\n`;
  return `${words("DOCUMENTED_KEYS", keys.sort())}\n${words("KNOWN_HEADERS", headers)}`;
}

function keysIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== "object" || value === null) return [];
  const { properties } = value;
  const own = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(value).flatMap(keysIn)];
}
