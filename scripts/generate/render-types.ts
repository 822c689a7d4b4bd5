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
    $defs: typed(file.$defs),
  };
  return compile(root as JSONSchema, mapName, {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
  });
}

/** TypeScript interfaces for a JSON Schema that describes one thing, named after its title. */
export async function renderSchemaTypes(schema: JsonObject): Promise<string> {
  return compile(typed(schema) as JSONSchema, String(schema.title), {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
  });
}

/** TypeScript types of an OpenAPI document: its `paths`, `components` and `operations`. */
export async function renderApiTypes(document: OpenApiFile): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(document)));
}

/** A schema as its types need it: json-schema-to-typescript makes a second type of a shape whose reference carries a description. */
function typed(value: Json): Json {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.$ref === "string") return { $ref: value.$ref };
  // The type of an open map has one line for all of its keys, those too that its schema names for models.
  const { properties, ...map } = value;
  const isMap = typeof value.additionalProperties === "object" && value.required === undefined;
  return Object.fromEntries(Object.entries(isMap ? map : value).map(([key, item]) => [key, typed(item)]));
}
