import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A contract file of shapes: named JSON Schemas under `$defs`. */
export interface ShapeFile {
  $schema?: string;
  $id: string;
  /** The contract's version, the same in every file of shapes. */
  "x-contract-version": string;
  /** The root of the schema of replies, or of outputs: a reply matches one of these. */
  anyOf?: { $ref: string }[];
  $defs: Record<string, JsonObject>;
}

/** The part of an OpenAPI 3.1 document that the generator reads. */
export interface OpenApiFile {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, JsonObject>;
  components: { schemas: Record<string, JsonObject> } & Record<string, Record<string, JsonObject>>;
}

/** The files of `contracts/`, parsed and nothing more. */
export interface Contracts {
  inputs: ShapeFile;
  responses: ShapeFile;
  outputs: ShapeFile;
  /** OpenAPI slices by the name that their files start with. */
  apis: Record<string, OpenApiFile>;
}

const OPENAPI_SUFFIX = "-openapi.yaml";

/** Reads every contract file below `folder` (the project's `contracts/`). */
export async function readContracts(folder: string): Promise<Contracts> {
  const text = (name: string) => readFile(join(folder, name), "utf8");
  const slices = (await readdir(folder)).filter((name) => name.endsWith(OPENAPI_SUFFIX)).sort();
  const apis = slices.map(
    async (name) => [name.slice(0, -OPENAPI_SUFFIX.length), parse(await text(name))] as const,
  );
  return {
    inputs: JSON.parse(await text("inputs.schema.json")),
    responses: JSON.parse(await text("responses.schema.json")),
    outputs: JSON.parse(await text("outputs.schema.json")),
    apis: Object.fromEntries(await Promise.all(apis)),
  };
}
