import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareShapes, type Side } from "../../scripts/contract-version/compare-shapes.ts";
import { publishedNames, publishedSchema } from "../../scripts/generate/publish-shapes.ts";
import type { Json, JsonObject, ShapeFile } from "../../scripts/generate/read-contracts.ts";

/** CONTRACT_EDITS is how many edits of each schema file are tried. */
const { CONTRACT_EDITS = "300" } = process.env;

const CONTRACTS = join(import.meta.dirname, "../../contracts");
const ajv = new Ajv2020({ strict: false });

/** The compiled schemas by their texts: most schemas of an edited file are those of the file before. */
const validators = new Map<string, ValidateFunction>();

function isValid(schema: Json, value: Json): boolean {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate(value) === true;
}

const TEXTS = ["", "2026-01-05", "5.1.2026", "PROJ-1", "12", "Monday", "Someday"];
const NUMBERS = [-1, 0, 0.05, 0.1, 0.5, 1, 1.5, 8, 24, 25, 30];

/** Edits of one schema, by its type. They may occur anywhere in a file, alone or together. */
const EDITS: Record<string, ((schema: JsonObject) => void)[]> = {
  number: [
    ...[0, 0.5, 1].flatMap((bound) => [set("minimum", bound), set("exclusiveMinimum", bound)]),
    ...[8, 24, 30].flatMap((bound) => [set("maximum", bound), set("exclusiveMaximum", bound)]),
    set("minimum", undefined),
    set("maximum", undefined),
    set("type", "integer"),
    set("enum", [0.5, 8]),
    set("multipleOf", 0.5),
  ],
  integer: [set("type", "number"), set("minimum", -1), set("minimum", undefined), set("const", 1)],
  string: [
    set("pattern", undefined),
    set("pattern", "^\\d"),
    set("minLength", 1),
    set("maxLength", 6),
    set("enum", ["Monday", "12"]),
    set("enum", ["Monday", "Someday", "12"]),
    set("enum", undefined),
    set("type", "boolean"),
  ],
  boolean: [set("const", true), set("const", undefined), set("const", false), set("type", "string")],
  array: [
    set("minItems", 1),
    set("minItems", undefined),
    set("maxItems", 2),
    set("items", { type: "string" }),
  ],
  object: [
    set("additionalProperties", false),
    set("additionalProperties", undefined),
    (schema) => {
      const [key = ""] = Object.keys(schema.properties ?? {});
      delete ((schema.properties ?? {}) as JsonObject)[key];
      schema.required = ((schema.required ?? []) as string[]).filter((name) => name !== key);
    },
    (schema) => {
      schema.required = Object.keys((schema.properties ?? {}) as JsonObject);
    },
    (schema) => {
      schema.required = ((schema.required ?? []) as string[]).slice(1);
    },
    (schema) => {
      schema.properties = { ...(schema.properties as JsonObject), added: { type: "string" } };
    },
    (schema) => {
      schema.properties = { ...(schema.properties as JsonObject), added: { type: "string" } };
      schema.required = [...((schema.required ?? []) as string[]), "added"];
    },
  ],
};

describe.each<[string, Side]>([
  ["inputs.schema.json", "inputs"],
  ["responses.schema.json", "replies"],
  ["outputs.schema.json", "replies"],
])("%s", (name, side) => {
  test("a change that is not called breaking breaks no reader and no caller, whatever it is", async () => {
    const file = JSON.parse(await readFile(join(CONTRACTS, name), "utf8")) as ShapeFile;
    const seen = { compatible: 0, breaking: 0, broken: 0 };
    // Both ways, so that a change is seen with its opposite.
    const cases = fc.tuple(edits(file), fc.boolean(), fc.nat(), fc.nat());
    fc.assert(
      fc.property(cases, ([edited, back, shape, seed]) => {
        const [before, after] = back ? [edited, file] : [file, edited];
        const isBreaking = compareShapes(before, after, side).some(({ level }) => level === "major");
        const shapes = publishedNames(file);
        const published = shapes[shape % shapes.length] ?? "";
        const [sent, taken] = side === "inputs" ? [before, after] : [after, before];
        const [sentSchema, takenSchema] = [
          publishedSchema(sent, published),
          publishedSchema(taken, published),
        ];
        const values = fc.sample(arbitraryOf(sentSchema), {
          numRuns: 5,
          seed,
        });
        const broken = values
          .filter((value) => isValid(sentSchema, value))
          // A reader of replies ignores keys that it does not know.
          .map((value) => (side === "replies" ? known(value, takenSchema) : value))
          .filter((value) => !isValid(takenSchema, value));
        seen[isBreaking ? "breaking" : "compatible"] += 1;
        if (isBreaking) seen.broken += broken.length;
        else expect(broken).toEqual([]);
      }),
      { numRuns: Number(CONTRACT_EDITS), seed: 20260105 },
    );
    // The run proves something only if it met both kinds, and values that a breaking change does break.
    expect(Math.min(seen.compatible, seen.breaking, seen.broken)).toBeGreaterThan(10);
  }, 60_000);
});

/** A file with one to three schemas of it edited. */
function edits(file: ShapeFile): fc.Arbitrary<ShapeFile> {
  const choice = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 });
  return choice.map((choices) => {
    const copy = structuredClone(file);
    for (const [where, what] of choices) {
      const schemas = Object.values(copy.$defs).flatMap(schemasIn);
      const schema = schemas[where % schemas.length] ?? {};
      const possible = EDITS[String(schema.type)] ?? [];
      possible[what % possible.length]?.(schema);
    }
    return copy;
  });
}

function schemasIn(schema: JsonObject): JsonObject[] {
  const inner = [...Object.values((schema.properties as JsonObject) ?? {}), schema.items];
  return [schema, ...inner.flatMap((part) => (part ? schemasIn(part as JsonObject) : []))];
}

/** Values that mostly match a schema, near its bounds. */
function arbitraryOf(schema: JsonObject): fc.Arbitrary<Json> {
  if (schema.type === "array")
    return fc.array(arbitraryOf(schema.items as JsonObject), { maxLength: 3 }) as fc.Arbitrary<Json>;
  if (schema.type === "object") {
    // The reply of another tool within one is published without its keys.
    const entries = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
    return fc.record(Object.fromEntries(entries.map(([key, property]) => [key, arbitraryOf(property)])), {
      requiredKeys: (schema.required ?? []) as string[],
    }) as fc.Arbitrary<Json>;
  }
  const candidates: Json[] = [...TEXTS, ...NUMBERS, true, false, ...((schema.enum as Json[]) ?? [])];
  const fitting = candidates.filter((value) => isValid(schema, value));
  return fc.constantFrom<Json>(...(fitting.length > 0 ? fitting : candidates));
}

/** A value without the keys that a schema does not name. */
function known(value: Json, schema: Json | undefined): Json {
  const { items, properties } = (schema ?? {}) as JsonObject;
  if (Array.isArray(value)) return value.map((item) => known(item, items));
  if (typeof value !== "object" || value === null || !properties) return value;
  const named = properties as JsonObject;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key in named ? [[key, known(item, named[key])]] : [])),
  );
}

function set(keyword: string, value: Json | undefined): (schema: JsonObject) => void {
  return (schema) => {
    if (value === undefined) delete schema[keyword];
    else schema[keyword] = value;
  };
}
