import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { houseRuleViolations } from "../../scripts/generate/house-rules.ts";
import type { JsonObject, ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { ContractViolationError } from "../../src/contract/contract-violation-error.ts";
import { checkReply } from "../../src/contract/replies.ts";
import type { Responses } from "../../src/generated/responses.ts";
import { responseSchemas } from "../../src/generated/schemas.ts";
import { example, listExamples } from "../helpers/examples.ts";
import { copyOfProject } from "../helpers/project-copy.ts";

const ROOT = join(import.meta.dirname, "../..");
const examples = await listExamples();

describe("the examples of the contract", () => {
  test.each(examples)("$name is accepted", async ({ shape, name }) => {
    expect(() => checkReply(shape as keyof Responses, undefined)).toThrow(ContractViolationError);
    expect(checkReply(shape as keyof Responses, await example(name))).toBeUndefined();
  });

  test.each(examples)(
    "$name is rejected with any one value spoiled, dropped or added",
    async ({ shape, name }) => {
      const reply = (await example(name)) as JsonObject;
      const accepted = mutationsOf(reply).filter(({ mutated }) => {
        try {
          checkReply(shape as keyof Responses, mutated);
          return true;
        } catch {
          return false;
        }
      });
      expect(accepted.map(({ what }) => what)).toEqual([]);
    },
  );

  test("there is one for every reply, and for every optional key", async () => {
    expect(new Set(examples.map(({ shape }) => shape))).toEqual(new Set(Object.keys(responseSchemas)));
    const texts = await Promise.all(examples.map(async ({ name }) => JSON.stringify(await example(name))));
    const file = JSON.parse(
      await readFile(join(ROOT, "contracts/responses.schema.json"), "utf8"),
    ) as ShapeFile;
    const optional = Object.values(file.$defs).flatMap(({ properties, required }) =>
      Object.keys(properties as object).filter((key) => !(required as string[]).includes(key)),
    );
    expect(optional.length).toBeGreaterThan(5);
    expect(optional.filter((key) => !texts.some((text) => text.includes(`"${key}":`)))).toEqual([]);
  });
});

describe("the rules of the house", () => {
  const text = { type: "string", description: "A text." };
  const object = { type: "object", description: "An object.", additionalProperties: false, properties: {} };
  const file = (parts: JsonObject, more: JsonObject = {}): ShapeFile => ({
    $id: "urn:test",
    "x-contract-version": "1.0.0",
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
    [
      "a keyword that one draft asserts and the other notes",
      property({ ...text, format: "date" }),
      'uses "format"',
    ],
    ["a choice at the root", file({ oneOf: [] }), 'uses "oneOf"'],
    ["a negation", file({ not: {} }), 'uses "not"'],
    ["a root that is no object", file({ type: "array", items: text }), "must be an object at its root"],
    ["a nullable property", property({ ...text, type: ["string", "null"] }), "must name one type"],
    ["a constant null", property({ ...text, const: null }), "allows null"],
    ["an empty enum", property({ ...text, enum: [] }), "has an empty enum"],
    [
      "a bound in the form of draft-04",
      property({ ...text, type: "number", exclusiveMinimum: true }),
      "does not compile",
    ],
    ["a pattern that is none", property({ ...text, pattern: "(" }), "does not compile"],
    ["a tuple", property({ ...text, type: "array", items: [text] }), "items must be a schema object"],
    ["a nested open object", property({ ...text, type: "object", properties: {} }), "a must be closed"],
    [
      "a rule beside a reference",
      property({ $ref: "#/$defs/AResponse", description: "A.", minLength: 1 }),
      "minLength beside $ref",
    ],
    ["a reference elsewhere", property({ $ref: "other.json", description: "A." }), "refers to other.json"],
    ["a required key that is not there", file({ required: ["toString"] }), 'requires "toString"'],
    [
      "a shape that nobody uses",
      file({}, { $defs: { AResponse: object, Unused: object } }),
      "Unused is used by no published shape",
    ],
    ["something else beside the shapes", file({}, { definitions: {} }), 'holds "definitions"'],
  ])("refuse %s", (_, contract, words) => {
    expect(houseRuleViolations(contract, "closed").join("\n")).toContain(words);
  });

  test("accept a closed, described shape", () => {
    expect(houseRuleViolations(file({ properties: { a: text }, required: ["a"] }), "closed")).toEqual([]);
  });
});

describe("npm run generate", () => {
  test("--check finds the committed files as the contracts render them", async () => {
    const { stdout } = await generate(ROOT, "--check");
    expect(stdout).toMatch(/^\d+ generated files are up to date\.\n$/);
  });

  test("refuses an open reply; a renamed field fails the check with the command to run, and then breaks tsc", async () => {
    const copy = await copyOfProject();
    const file = join(copy, "contracts/responses.schema.json");
    const contract = await readFile(file, "utf8");

    await writeFile(file, contract.replace('"additionalProperties": false,', ""));
    await expect(generate(copy)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("must be closed with"),
    });

    await writeFile(file, contract.replaceAll('"requiredHours"', '"neededHours"'));
    await expect(generate(copy, "--check")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Run `npm run generate` and commit the result."),
    });

    await generate(copy);
    await expect(
      run(join(ROOT, "node_modules/typescript/bin/tsc"), ["-p", copy], copy),
    ).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining("src/timesheet/schedule.ts"),
    });
  }, 120_000);

  test("writes nothing the second time", async () => {
    const copy = await copyOfProject();
    await rm(join(copy, "src/generated"), { recursive: true });
    expect((await generate(copy)).stdout).toContain("wrote src/generated/responses.ts");
    expect((await generate(copy)).stdout).toBe("");
  }, 60_000);
});

/** Every way to spoil one value of a reply: another type, left out where required, and one key too many. */
function mutationsOf(reply: JsonObject): { what: string; mutated: unknown }[] {
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
  for (const key of Object.keys(reply).filter(
    (name) =>
      !["issueFilter", "additionalWorklogs", "byIssue"].includes(name) ||
      ("worklogs" in reply && name === "byIssue"),
  )) {
    const { [key]: _, ...mutated } = reply;
    mutations.push({ what: `${key} left out`, mutated });
  }
  return mutations;
}

function edit(value: unknown, path: (string | number)[], change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[step] = edit(copy[step], rest, change);
  return copy;
}

const execFileAsync = promisify(execFile);

function run(script: string, args: string[], cwd: string) {
  return execFileAsync(process.execPath, [script, ...args], { cwd });
}

function generate(cwd: string, ...args: string[]) {
  return execFileAsync(process.execPath, ["--import", "tsx", "scripts/generate.ts", ...args], { cwd });
}
