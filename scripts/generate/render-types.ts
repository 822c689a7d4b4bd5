import { compile, type JSONSchema } from "json-schema-to-typescript";
import openapiTS, { astToString } from "openapi-typescript";
import { publishedNames } from "./publish-shapes.ts";
import type { Json, JsonObject, OpenApiFile, ShapeFile } from "./read-contracts.ts";

/**
 * TypeScript interfaces for a file of shapes, and one more, `mapName`, that leads from the name of each published
 * shape to its type.
 */
export async function renderShapeTypes(file: ShapeFile, mapName: string): Promise<string> {
  const names = publishedNames(file);
  const root = {
    title: mapName,
    description: "The published shapes by name.",
    type: "object",
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: withoutReferenceNeighbours(file.$defs),
  };
  const types = await compile(root as JSONSchema, mapName, {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
  });
  // An optional key that is named is no undefined value (`exactOptionalPropertyTypes`).
  return types.replaceAll("[k: string]: string | undefined;", "[k: string]: string;");
}

/** TypeScript interfaces for a JSON Schema that describes one thing, named after its title. */
export async function renderSchemaTypes(schema: JsonObject): Promise<string> {
  return compile(withoutReferenceNeighbours(schema) as JSONSchema, String(schema.title), {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
  });
}

/** TypeScript types of an OpenAPI document: its `paths`, `components` and `operations`. */
export async function renderApiTypes(document: OpenApiFile): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document)));
}

/** json-schema-to-typescript makes a second type of a shape whose reference carries a description. */
function withoutReferenceNeighbours(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutReferenceNeighbours);
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.$ref === "string") return { $ref: value.$ref };
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutReferenceNeighbours(item)]),
  );
}
