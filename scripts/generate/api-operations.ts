import type { Json, JsonObject, OpenApiFile } from "./read-contracts.ts";

const METHODS = ["get", "post", "put", "delete"];

/** One operation of an OpenAPI slice, its references resolved as far as the generated files need them. */
export interface ApiOperation {
  id: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; required: boolean; schema: JsonObject }[];
  /** The JSON body's schema, if the operation has one. */
  requestBody?: JsonObject;
  /** The schema of the JSON reply for each status; null for a reply that is not JSON. */
  responses: Record<string, JsonObject | null>;
}

/** The operations of an OpenAPI slice in the order of the document. */
export function readOperations(document: OpenApiFile): ApiOperation[] {
  const operations: ApiOperation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = asObject(item[method]);
      if (operation) operations.push(readOperation(document, path, method, item, operation));
    }
  }
  return operations;
}

function readOperation(
  document: OpenApiFile,
  path: string,
  method: string,
  item: JsonObject,
  operation: JsonObject,
): ApiOperation {
  const declared = [...asArray(item.parameters), ...asArray(operation.parameters)];
  const body = jsonSchemaOf(asObject(operation.requestBody));
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    parameters: declared.map((entry) => {
      const parameter = resolve(document, entry);
      return {
        name: String(parameter.name),
        in: String(parameter.in),
        required: parameter.required === true,
        schema: asObject(parameter.schema) ?? {},
      };
    }),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries(
      Object.entries(asObject(operation.responses) ?? {}).map(([status, response]) => [
        status,
        jsonSchemaOf(resolve(document, response)) ?? null,
      ]),
    ),
  };
}

function jsonSchemaOf(body: JsonObject | undefined): JsonObject | undefined {
  return asObject(asObject(asObject(body?.content)?.["application/json"])?.schema);
}

/** Follows a local reference; returns anything else as it is. */
function resolve(document: OpenApiFile, value: Json): JsonObject {
  const object = asObject(value) ?? {};
  if (typeof object.$ref !== "string") return object;
  const [, , group = "", name = ""] = object.$ref.split("/");
  const target = document.components[group]?.[name];
  if (!target) throw new Error(`${object.$ref} does not exist`);
  return target;
}

function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function asArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
