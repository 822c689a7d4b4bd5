import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type ApiOperation, readOperations } from "../../scripts/generate/api-operations.ts";
import { type JsonObject, type OpenApiFile, readContracts } from "../../scripts/generate/read-contracts.ts";
import { ROOT } from "./root.ts";

/** A JSON Schema without references, which allows no key that it does not name. */
export interface Described {
  type?: string | string[];
  enum?: string[];
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  additionalProperties?: boolean | Described;
  anyOf?: Described[];
  [keyword: string]: unknown;
}

/** An operation as a description has it. */
export interface DescribedOperation {
  query?: Described;
  body?: Described;
  answer?: Described;
}

/** Operations by method and path, with parameters in empty braces. */
export type Description = Map<string, DescribedOperation>;

/** A short form of a schema: keys with a question mark may be missing, `#` names another shape. */
type Shape = string | [Shape] | { [key: string]: Shape };

interface Facts {
  types: Record<string, Shape>;
  operations: Record<string, { [Part in keyof DescribedOperation]: Shape }>;
}

/** Tempo's own description of the operations that the slice of Tempo Cloud has: types, required keys and parameters. */
export async function officialDescription(): Promise<Description> {
  const text = await readFile(join(ROOT, "tests/upstream/tempo-cloud.json"), "utf8");
  const { types, operations } = JSON.parse(text) as Facts;
  const schemaOf = (shape: Shape): Described => {
    if (Array.isArray(shape)) return { type: "array", items: schemaOf(shape[0]) };
    if (typeof shape === "object") {
      const keys = Object.keys(shape);
      const entries = keys.map((key) => [key.replace("?", ""), schemaOf(shape[key] ?? "any")]);
      const required = keys.filter((key) => !key.endsWith("?"));
      return {
        type: "object",
        properties: Object.fromEntries(entries),
        required,
        additionalProperties: false,
      };
    }
    if (shape.startsWith("#")) return schemaOf(types[shape.slice(1)] ?? "any");
    if (shape === "any") return {};
    if (shape === "date") return { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
    return shape === shape.toUpperCase() ? { type: "string", enum: shape.split("|") } : { type: shape };
  };
  return new Map(
    Object.entries(operations).map(([name, parts]) => [
      name,
      Object.fromEntries(Object.entries(parts).map(([part, shape]) => [part, schemaOf(shape)])),
    ]),
  );
}

/** The slices in `contracts/` by their names, each with what its operations answer if all goes well. */
export async function sliceDescriptions(): Promise<Map<string, Description>> {
  const { apis } = await readContracts(join(ROOT, "contracts"));
  return new Map(
    Object.entries(apis).map(([api, file]) => [
      api,
      new Map(readOperations(file).map((operation) => [nameOf(operation), describe(operation, file)])),
    ]),
  );
}

function nameOf({ method, path }: ApiOperation): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

function describe(
  { parameters, requestBody, responses }: ApiOperation,
  file: OpenApiFile,
): DescribedOperation {
  const query = parameters.filter((parameter) => parameter.in === "query");
  const answer = responses["200"];
  return {
    ...(query.length > 0 && {
      query: {
        type: "object",
        properties: Object.fromEntries(query.map(({ name, schema }) => [name, closed(schema, file)])),
        required: query.filter(({ required }) => required).map(({ name }) => name),
      },
    }),
    ...(requestBody && { body: closed(requestBody, file) }),
    ...(answer && { answer: closed(answer, file) }),
  };
}

/** Resolves references, and closes every object that names its keys. */
function closed(schema: JsonObject, file: OpenApiFile): Described {
  if (typeof schema.$ref === "string") {
    const target = file.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {};
    return closed(target, file);
  }
  const { properties, items, anyOf, additionalProperties = properties === undefined, ...rest } = schema;
  const of = (value: unknown) => closed(value as JsonObject, file);
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as JsonObject).map(([key, value]) => [key, of(value)]),
      ),
    }),
    ...(items !== undefined && { items: of(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(of) }),
    additionalProperties:
      typeof additionalProperties === "object" ? of(additionalProperties) : additionalProperties,
  } as Described;
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });

/** The places in which a value leaves a schema, one line each. */
export function deviations(schema: Described, value: unknown): string[] {
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** A key that a schema requires of an object, where it is in the schema, and how to find the object in a value. */
export interface RequiredKey {
  place: string;
  path: (string | number)[];
  key: string;
  /** Whether all around it are required too. */
  isCertain: boolean;
}

/** The keys that a schema requires at any place; with a value, those that are required in it. */
export function requiredKeys(
  schema: Described,
  value?: { it: unknown },
  at: Omit<RequiredKey, "key"> = { place: "", path: [], isCertain: true },
): RequiredKey[] {
  const { required = [], properties = {}, items, additionalProperties: others, anyOf = [] } = schema;
  const { place, path, isCertain } = at;
  const inner = (step: string | number, name = `.${step}`, isNeeded = true) => ({
    place: place + name,
    path: [...path, step],
    isCertain: isCertain && isNeeded,
  });
  if (value && (value.it === null || typeof value.it !== "object")) return [];
  const inside = (key: string | number) => value && { it: (value.it as Record<string, unknown>)[key] };
  const isArray = value && Array.isArray(value.it);
  const elements = items && (isArray ? Object.keys(value.it as unknown[]).map(Number) : value ? [] : [0]);
  const keyed = Object.keys(properties).filter((key) => !value || inside(key)?.it !== undefined);
  const further = typeof others === "object" ? (value ? Object.keys(value.it as object) : ["*"]) : [];
  return [
    ...(isArray ? [] : required.map((key) => ({ ...at, place: `${place}.${key}`, key }))),
    ...keyed.flatMap((key) =>
      requiredKeys(properties[key] ?? {}, inside(key), inner(key, `.${key}`, required.includes(key))),
    ),
    ...(elements ?? []).flatMap((index) => requiredKeys(items ?? {}, inside(index), inner(index, "[]"))),
    ...further
      .filter((key) => !(key in properties))
      .flatMap((key) => requiredKeys(others as Described, inside(key), inner(key, ".*", false))),
    ...anyOf.flatMap((alternative) =>
      value && deviations(alternative, value.it).length > 0
        ? []
        : requiredKeys(alternative, value, { ...at, isCertain: false }),
    ),
  ];
}

/** A copy of a value without one of its keys. */
export function without(value: unknown, { path, key }: RequiredKey): unknown {
  const copy = structuredClone(value);
  const object = path.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], copy);
  delete (object as Record<string, unknown>)[key];
  return copy;
}
