import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { lintContract, lintShapes } from "../../scripts/generate/lint-contract.ts";
import type { JsonObject, ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { ContractViolationError } from "../../src/contract/problems.ts";
import { checkReply } from "../../src/contract/replies.ts";
import { inputSchemas, responseSchemas } from "../../src/generated/schemas.ts";
import { inputExamples, keysWithoutExample, replyExamples } from "../helpers/examples.ts";

const ROOT = join(import.meta.dirname, "../..");
const replies = await replyExamples();
const inputs = await inputExamples();

describe("the examples of the contract", () => {
  test.each(replies)("$name is accepted", ({ shape, value }) => {
    expect(() => checkReply(shape, undefined)).toThrow(ContractViolationError);
    expect(checkReply(shape, value)).toBeUndefined();
  });

  test.each(replies)("$name is rejected with any one value spoiled, missing or added", ({ shape, value }) => {
    const accepted = mutationsOf(value as JsonObject, responseSchemas[shape].required ?? []).filter(
      ({ mutated }) => {
        try {
          checkReply(shape, mutated);
          return true;
        } catch {
          return false;
        }
      },
    );
    expect(accepted.map(({ what }) => what)).toEqual([]);
  });

  test.each([
    ["responses.schema.json", replies, responseSchemas],
    ["inputs.schema.json", inputs, inputSchemas],
  ])(
    "cover every published shape of %s, and every key in the shape that it is of",
    async (name, examples, schemas) => {
      expect(new Set(examples.map(({ shape }) => shape))).toEqual(new Set(Object.keys(schemas)));
      const file = await readShapes(name);
      const missing = Object.keys(schemas).map((shape): [string, string[]] => {
        const values = examples.flatMap((it) => (it.shape === shape ? [it.value] : []));
        return [shape, keysWithoutExample(file, shape, values)];
      });
      expect(missing.filter(([, keys]) => keys.length > 0)).toEqual([]);
    },
  );
});

describe("the root of responses.schema.json, under either draft,", () => {
  test.each([
    ["draft-07", new Ajv()],
    ["2020-12", new Ajv2020()],
  ])("accepts every reply and rejects everything else (%s)", async (_, ajv) => {
    const { $schema: __, ...file } = await readShapes("responses.schema.json");
    const validate = ajv.addVocabulary(["x-contract-version"]).compile(file);
    expect(replies.filter(({ value }) => !validate(value))).toEqual([]);
    const [week] = replies;
    const noReplies = [
      {},
      [],
      null,
      "Not found.",
      [week?.value],
      { ...week?.value, note: "" },
      ...inputs.map(({ value }) => value),
    ];
    expect(noReplies.filter((value) => validate(value))).toEqual([]);
  });
});

describe("the rules for contracts", () => {
  const text = { type: "string", description: "A text." };
  const object = { type: "object", description: "An object.", additionalProperties: false, properties: {} };
  const file = (parts: JsonObject, more: JsonObject = {}): ShapeFile => ({
    $id: "urn:test:contract",
    "x-contract-version": "1.0.0",
    anyOf: [{ $ref: "#/$defs/AResponse" }],
    $defs: { AResponse: { ...object, ...parts } },
    ...more,
  });
  const property = (schema: JsonObject): ShapeFile => file({ properties: { a: schema } });

  test.each<[string, ShapeFile, string]>([
    ["an open object", file({ additionalProperties: true }), "must be closed"],
    ["an object without properties", file({ properties: "none" }), "must name its properties"],
    ["a property without a description", property({ type: "string" }), "a has no description"],
    ["a shape without a description", file({ description: "" }), "AResponse has no description"],
    [
      "an object in an array without a description",
      property({ ...text, type: "array", items: { ...object, description: "" } }),
      "items has no description",
    ],
    [
      "a keyword of one draft only",
      property({ ...text, unevaluatedProperties: false }),
      'uses "unevaluatedProperties"',
    ],
    ["a keyword that only one draft asserts", property({ ...text, format: "date" }), 'uses "format"'],
    ["a choice at the root of a shape", file({ oneOf: [] }), 'uses "oneOf"'],
    ["a negation", file({ not: {} }), 'uses "not"'],
    ["a root that is not an object", file({ type: "array", items: text }), "must be an object at its root"],
    ["a nullable property", property({ ...text, type: ["string", "null"] }), "must name one type"],
    ["a constant null", property({ ...text, const: null }), "allows null"],
    ["an empty enum", property({ ...text, enum: [] }), "has an empty enum"],
    [
      "a bound in the form of draft-04",
      property({ ...text, type: "number", exclusiveMinimum: true }),
      "does not compile",
    ],
    ["an invalid pattern", property({ ...text, pattern: "(" }), "does not compile"],
    ["a tuple", property({ ...text, type: "array", items: [text] }), "items must be a schema object"],
    ["a nested open object", property({ ...text, type: "object", properties: {} }), "a must be closed"],
    [
      "a rule beside a reference",
      property({ $ref: "#/$defs/AResponse", description: "A.", minLength: 1 }),
      "minLength beside $ref",
    ],
    ["a reference elsewhere", property({ $ref: "other.json", description: "A." }), "refers to other.json"],
    ["a required key that does not exist", file({ required: ["toString"] }), 'requires "toString"'],
    [
      "an unused shape",
      file({}, { $defs: { AResponse: object, Unused: object } }),
      "Unused is used by no published shape",
    ],
    ["something else beside the shapes", file({}, { definitions: {} }), 'has "definitions"'],
    [
      "a reference that leads back",
      property({ $ref: "#/$defs/AResponse", description: "A." }),
      "AResponse refers to itself",
    ],
    [
      "no choice at the root",
      file({}, { anyOf: undefined as never }),
      'must have "anyOf": [{"$ref":"#/$defs/AResponse"}]',
    ],
    ["a choice at the root that lacks a reply", file({}, { anyOf: [] }), 'must have "anyOf"'],
  ])("reject %s", (_, contract, message) => {
    expect(lintShapes(contract, "replies").join("\n")).toContain(message);
  });

  test("reject an input that is closed, and one with a choice at the root", () => {
    const { anyOf: _, ...inputs } = file({});
    expect(lintShapes(inputs, "inputs")).toEqual([expect.stringContaining("must stay open")]);
    const open = file({ additionalProperties: undefined as never });
    expect(lintShapes(open, "inputs").join("\n")).toContain('must have no "anyOf" at its root');
  });

  const inputs = (values: JsonObject) => {
    const { anyOf: _, ...rest } = file({
      properties: { a: values },
      additionalProperties: undefined as never,
    });
    return lintShapes(JSON.parse(JSON.stringify(rest)), "inputs");
  };

  test("accept an input whose keys are the caller's, if it names one of them and says of which kind their values are", () => {
    const map = {
      type: "object",
      description: "Values by key.",
      properties: { b: text },
      additionalProperties: { type: "string" },
    };
    expect(inputs(map)).toEqual([]);
    const { properties: _, ...unnamed } = map;
    expect(inputs(unnamed)).toEqual([expect.stringContaining("must name its properties")]);
    expect(inputs({ ...map, properties: {} })).toEqual([expect.stringContaining("must name a property")]);
    expect(inputs({ ...map, additionalProperties: { type: "null" } })).toEqual([
      expect.stringContaining("must name one type"),
    ]);
  });

  const date = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
  const hours = { type: "number", minimum: 0.1, maximum: 24 };

  test.each<[schema: JsonObject, missing: string, at?: string]>([
    [{ ...date, description: "First date." }, "YYYY-MM-DD"],
    [{ ...date, description: "First date, YYYY-MM." }, "YYYY-MM-DD"],
    [{ ...hours, description: "Decimal." }, "0.1 and 24"],
    [{ ...hours, description: "From 10.1 to 240." }, "0.1 and 24"],
    [{ type: "integer", minimum: 1, maximum: 20, description: "At most 20. Default: 12." }, "1"],
    [{ type: "string", pattern: "^\\d{2}:\\d{2}$", description: "A time." }, "HH:mm"],
    [{ type: "string", pattern: "^a$", description: "A letter." }, "the format of ^a$"],
    [{ type: "string", maxLength: 9, description: "A text." }, "9"],
    [{ type: "array", maxItems: 3, description: "Texts.", items: { type: "string" } }, "3"],
    [{ type: "array", description: "Dates.", items: date }, "YYYY-MM-DD", "a/items"],
    [
      {
        type: "array",
        description: "Rows, YYYY-MM-DD.",
        items: {
          type: "object",
          description: "A row.",
          properties: { b: { ...date, description: "A date." } },
        },
      },
      "YYYY-MM-DD",
      "a/items/properties/b",
    ],
    [
      { type: "object", description: "Hours.", properties: { b: text }, additionalProperties: hours },
      "0.1 and 24",
      "a/additionalProperties",
    ],
  ])("reject an argument %j that does not say %s", (schema, missing, at = "a") => {
    expect(inputs(schema)).toEqual([
      `urn:test:contract#/$defs/AResponse/properties/${at} does not say ${missing} in its description`,
    ]);
  });

  test.each<JsonObject>([
    { ...date, description: "YYYY-MM-DD." },
    { ...hours, description: "0.1 to 24, per day." },
    { type: "array", description: "Dates, YYYY-MM-DD.", items: date },
    { type: "string", minLength: 1, description: "A name." },
  ])("accept an argument %j that says all of it", (schema) => {
    expect(inputs(schema)).toEqual([]);
  });

  test("reject a reply without an input, and an input without a reply", () => {
    const open = { type: "object", description: "An object.", properties: {} };
    const inputs = { $id: "urn:test:inputs", "x-contract-version": "1.0.0", $defs: { BInput: open } };
    expect(lintContract({ responses: file({}), inputs, outputs: file({}) })).toEqual([
      "urn:test:inputs#/$defs/BInput has no counterpart urn:test:contract#/$defs/BResponse",
      "urn:test:contract#/$defs/AResponse has no counterpart urn:test:inputs#/$defs/AInput",
    ]);
  });

  test("accept a closed, described shape", () => {
    expect(lintShapes(file({ properties: { a: text }, required: ["a"] }), "replies")).toEqual([]);
  });
});

describe("the contract module", () => {
  test("prints a short report for an uncaught error", async () => {
    const program = `import { isReply } from "tempofiller/contract"; isReply("get_nothing", {});`;
    const { stderr } = (await execFileAsync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: ROOT,
    }).catch((error: unknown) => error)) as { stderr: string };
    expect(stderr).toContain('TypeError: Unknown reply "get_nothing". Known names: get_schedule,');
    expect(stderr.length).toBeLessThan(2000);
  });
});

/** Every way to spoil one value of a reply: another type, missing although required, one key too many. */
function mutationsOf(reply: JsonObject, required: readonly string[]): { what: string; mutated: unknown }[] {
  const mutations: { what: string; mutated: unknown }[] = [];
  const visit = (value: unknown, path: (string | number)[]) => {
    mutations.push({
      what: `${path.join("/")} spoiled`,
      mutated: edit(reply, path, () => (value === null ? 0 : null)),
    });
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) {
      mutations.push({
        what: `${path.join("/")} with one key more`,
        mutated: edit(reply, path, (object) => ({ ...(object as object), oneMore: 1 })),
      });
    }
    for (const [key, item] of Object.entries(value))
      visit(item, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(reply, []);
  for (const key of required) {
    const { [key]: _, ...mutated } = reply;
    mutations.push({ what: `${key} left out`, mutated });
  }
  return mutations;
}

async function readShapes(name: string): Promise<ShapeFile> {
  return JSON.parse(await readFile(join(ROOT, "contracts", name), "utf8"));
}

function edit(value: unknown, path: (string | number)[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[step] = edit(copy[step], rest, change);
  return copy;
}

const execFileAsync = promisify(execFile);
