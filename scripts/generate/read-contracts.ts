import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A contract file of shapes: named JSON Schemas under `$defs`. */
export interface ShapeFile {
  $id: string;
  $defs: Record<string, JsonObject>;
}

/** The part of an OpenAPI 3.1 document that the generator reads. */
export interface OpenApiFile {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, JsonObject>;
  components: { schemas: Record<string, JsonObject> } & Record<string, Record<string, JsonObject>>;
}

/** The contracts as they stand in `contracts/`, parsed and nothing more. */
export interface Contracts {
  inputs: ShapeFile;
  responses: ShapeFile;
  /** OpenAPI slices by the name that the generated files carry. */
  apis: Record<"tempo" | "jira", OpenApiFile>;
}

/** Reads every contract file below `folder` (the project's `contracts/`). */
export async function readContracts(folder: string): Promise<Contracts> {
  const text = (name: string) => readFile(join(folder, name), "utf8");
  return {
    inputs: JSON.parse(await text("inputs.schema.json")),
    responses: JSON.parse(await text("responses.schema.json")),
    apis: {
      tempo: parse(await text("tempo-openapi.yaml")),
      jira: parse(await text("jira-openapi.yaml")),
    },
  };
}
