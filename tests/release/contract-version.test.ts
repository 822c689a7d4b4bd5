import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type ContractTexts,
  type Released,
  VERSIONED_FILES,
  versionFaults,
} from "../../scripts/contract-version/check-versions.ts";
import { compareShapes, type Level } from "../../scripts/contract-version/compare-shapes.ts";
import { releaseContract } from "../../scripts/contract-version/release.ts";
import type { JsonObject, ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { CONTRACT_VERSION } from "../../src/contract/index.ts";
import { copyOfProject, runScript } from "../helpers/project-copy.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The current contract: the text of each file. */
const TEXTS: ContractTexts = Object.fromEntries(
  await Promise.all(
    Object.keys(VERSIONED_FILES).map(
      async (name) => [name, await readFile(join(ROOT, "contracts", name), "utf8")] as const,
    ),
  ),
);

/** A part of a schema that a test changes. */
type Part = JsonObject & { properties: Record<string, JsonObject>; required: string[] };

type Change = (part: Part) => void;

/** A copy of a contract file with one shape of it changed. */
function changed(name: string, shape: string, change: Change): ShapeFile {
  const file = JSON.parse(TEXTS[name] ?? "") as ShapeFile;
  change(file.$defs[shape] as Part);
  return file;
}

const property = (part: Part, key: string) => part.properties[key] as JsonObject;
const set =
  (key: string, keywords: JsonObject): Change =>
  (part) =>
    void Object.assign(property(part, key), keywords);
const drop = (list: string[], value: string) => list.splice(list.indexOf(value), 1);

describe("a change of a reply", () => {
  const reply = "responses.schema.json";
  const before = JSON.parse(TEXTS[reply] ?? "") as ShapeFile;
  const day = "#/$defs/ScheduleDay";
  const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

  // The level of the change back follows, unless it is minor, and that of the change, unless it is major.
  test.each<[name: string, shape: string, change: Change, message: string, ...levels: Level[]]>([
    [
      "a key removed",
      "ScheduleDay",
      (part) => {
        delete part.properties.requiredHours;
        drop(part.required, "requiredHours");
      },
      `${day}/properties/requiredHours the key was removed`,
    ],
    [
      "an optional key removed",
      "ScheduleDay",
      (part) => delete part.properties.holiday,
      `${day}/properties/holiday the key was removed`,
    ],
    [
      "a required key made optional",
      "ScheduleDay",
      (part) => drop(part.required, "requiredHours"),
      `${day}/properties/requiredHours the key became optional`,
    ],
    [
      "a whole number become any number",
      "ScheduleSummary",
      set("totalDays", { type: "number" }),
      '#/$defs/ScheduleSummary/properties/totalDays/type "integer" became "number", which allows more',
    ],
    [
      "null allowed beside the type",
      "ScheduleDay",
      set("holiday", { type: ["string", "null"] }),
      `${day}/properties/holiday/type "string" became ["string","null"], which is another promise, or one that cannot be compared`,
      "major",
    ],
    [
      "a value added to a list of values",
      "ScheduleDay",
      set("dayOfWeek", { enum: [...DAYS, "Someday"] }),
      `${day}/properties/dayOfWeek/enum ${JSON.stringify(DAYS)} became ${JSON.stringify([...DAYS, "Someday"])}, which allows more`,
    ],
    [
      "a constant given up",
      "PostedWorklog",
      (part) => delete property(part, "alreadyLogged").const,
      "#/$defs/PostedWorklog/properties/alreadyLogged/const [true] became nothing, which allows more",
    ],
    [
      "a bound removed",
      "ScheduleDay",
      (part) => delete property(part, "requiredHours").minimum,
      `${day}/properties/requiredHours/minimum 0 became nothing, which allows more`,
    ],
    [
      "a pattern removed",
      "ScheduleDay",
      (part) => delete property(part, "date").pattern,
      `${day}/properties/date/pattern "^\\\\d{4}-\\\\d{2}-\\\\d{2}$" became nothing, which allows more`,
    ],
    [
      "another pattern",
      "Worklog",
      set("id", { pattern: "^[a-z]+$" }),
      '#/$defs/Worklog/properties/id/pattern "^\\\\d+$" became "^[a-z]+$", which is another promise, or one that cannot be compared',
      "major",
    ],
    [
      "an empty list allowed",
      "PostWorklogResponse",
      (part) => delete property(part, "additionalWorklogs").minItems,
      "#/$defs/PostWorklogResponse/properties/additionalWorklogs/minItems 1 became nothing, which allows more",
    ],
    [
      "elements of another shape",
      "GetScheduleResponse",
      set("days", { items: { $ref: "#/$defs/Worklog" } }),
      '#/$defs/GetScheduleResponse/properties/days/items/$ref "#/$defs/ScheduleDay" became "#/$defs/Worklog", which is another promise, or one that cannot be compared',
      "major",
    ],
    [
      "an opened shape",
      "ScheduleDay",
      (part) => delete part.additionalProperties,
      `${day}/additionalProperties false became nothing, which allows more`,
    ],
    [
      "a keyword that the comparison does not know",
      "ScheduleDay",
      (part) => {
        part.title = "Day";
      },
      `${day}/title nothing became "Day", which is another promise, or one that cannot be compared`,
      "major",
    ],
    [
      "other words",
      "ScheduleDay",
      set("date", { description: "A date." }),
      `${day}/properties/date/description other words`,
      "patch",
      "patch",
    ],
  ])("%s", (_, shape, change, message, back = "minor", forward = "major") => {
    const after = changed(reply, shape, change);
    const [there, ...others] = compareShapes(before, after, "replies");
    expect(`${there?.path} ${there?.what}`).toBe(message);
    expect({ there: there?.level, others }).toEqual({ there: forward, others: [] });
    expect(compareShapes(after, before, "replies")).toMatchObject([{ path: there?.path, level: back }]);
  });

  test("a shape removed or renamed breaks; a new one is added", () => {
    const { Worklog: renamed, ...$defs } = before.$defs;
    const after = { ...before, $defs: { ...$defs, Entry: renamed as JsonObject } };
    expect(compareShapes(before, after, "replies")).toEqual([
      { path: "#/$defs/Worklog", what: "the shape was removed", level: "major" },
      { path: "#/$defs/Entry", what: "a new shape", level: "minor" },
    ]);
  });

  test("a changed $id of the file is breaking", () => {
    expect(compareShapes(before, { ...before, $id: "urn:other" }, "replies")).toMatchObject([
      { path: "#/$id", level: "major" },
    ]);
  });
});

describe("a change of an input", () => {
  const input = "inputs.schema.json";
  const before = JSON.parse(TEXTS[input] ?? "") as ShapeFile;
  const text = { type: "string", description: "A text." };

  test.each<[name: string, change: Change, message: string, ...levels: Level[]]>([
    [
      "a new required argument",
      (part) => {
        part.properties.reason = text;
        part.required.push("reason");
      },
      "/reason a new required key",
      "major",
    ],
    [
      "a new optional argument",
      (part) => {
        part.properties.reason = text;
      },
      "/reason a new optional key",
      "major",
      "minor",
    ],
    [
      "an argument made required",
      (part) => part.required.push("endDate"),
      "/endDate the key became required",
    ],
    [
      "a lower bound raised",
      set("hours", { minimum: 0.25 }),
      "/hours/minimum 0.1 became 0.25, which allows less",
    ],
    [
      "an upper bound lowered",
      set("hours", { maximum: 10 }),
      "/hours/maximum 24 became 10, which allows less",
    ],
    [
      "a bound added",
      set("description", { maxLength: 100 }),
      "/description/maxLength nothing became 100, which allows less",
    ],
    [
      "a number limited to integers",
      set("hours", { type: "integer" }),
      '/hours/type "number" became "integer", which allows less',
    ],
    [
      "a list of values",
      set("description", { enum: ["work", "travel"] }),
      '/description/enum nothing became ["work","travel"], which allows less',
    ],
  ])("%s", (_, change, message, back = "minor", forward = "major") => {
    const after = changed(input, "PostWorklogInput", change);
    const [there, ...others] = compareShapes(before, after, "inputs");
    expect(`${there?.path} ${there?.what}`).toBe(`#/$defs/PostWorklogInput/properties${message}`);
    expect({ there: there?.level, others }).toEqual({ there: forward, others: [] });
    expect(compareShapes(after, before, "inputs")).toMatchObject([{ path: there?.path, level: back }]);
  });
});

describe("the version of the contract", () => {
  const released = (...contracts: ContractTexts[]): Released =>
    Object.fromEntries(
      contracts.map((contract) => {
        const { "x-contract-version": version } = JSON.parse(contract["inputs.schema.json"] ?? "");
        return [version, contract];
      }),
    );
  const numbered = (version: string, texts = BASE): ContractTexts =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        text.replace(/("x-contract-version": )"[^"]*"/, `$1"${version}"`),
      ]),
    );
  const edited = (name: string, from: string, to: string, texts = BASE): ContractTexts => {
    expect(texts[name]).toContain(from);
    return { ...texts, [name]: texts[name]?.replace(from, to) ?? "" };
  };
  const BASE: ContractTexts = Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [
      name,
      text.replace(/("x-contract-version": )"[^"]*"/, '$1"1.0.0"'),
    ]),
  );
  const breaking = edited("responses.schema.json", ', "isWorkingDay"],', "],");
  const additive = edited(
    "responses.schema.json",
    '"holiday": {',
    '"note": { "type": "string", "description": "A note." },\n        "holiday": {',
  );
  const words = edited("inputs.schema.json", '"YYYY-MM-DD."', '"First date, YYYY-MM-DD."');
  const layout = edited("inputs.schema.json", '"required": ["startDate"]', '"required": [ "startDate" ]');

  test("stays while nothing changes, and may be raised without a change", () => {
    expect(versionFaults(BASE, released(BASE))).toEqual([]);
    expect(versionFaults(numbered("1.0.1"), released(BASE))).toEqual([]);
    expect(versionFaults(BASE, {})).toEqual([]);
  });

  test.each<[string, ContractTexts, string, string[]]>([
    ["a breaking change", breaking, "2.0.0", ["1.0.0", "1.0.1", "1.1.0", "1.99.99"]],
    ["an addition", additive, "1.1.0", ["1.0.0", "1.0.1", "1.0.99"]],
    ["changed descriptions", words, "1.0.1", ["1.0.0"]],
    ["a changed layout", layout, "1.0.1", ["1.0.0"]],
  ])("%s needs its version or a higher one", (_, texts, needed, refused) => {
    for (const version of refused) {
      const [fault = "", ...others] = versionFaults(numbered(version, texts), released(BASE));
      expect(others).toEqual([]);
      expect(fault).toContain(`Set "x-contract-version" to ${needed} or higher in all of them`);
    }
    expect(versionFaults(numbered(needed, texts), released(BASE))).toEqual([]);
    expect(versionFaults(numbered("3.0.0", texts), released(BASE))).toEqual([]);
  });

  test("the text names the path, the change, what it means and what to do", () => {
    const both = edited("inputs.schema.json", '"YYYY-MM-DD."', '"First date, YYYY-MM-DD."', additive);
    expect(versionFaults(both, released(BASE))).toEqual([
      [
        "The contract is 1.0.0, and it is not the 1.0.0 that was released:",
        "  inputs.schema.json#/$defs/GetScheduleInput/properties/startDate/description other words: words alone",
        "  responses.schema.json#/$defs/ScheduleDay/properties/note a new optional key: additive",
        'Set "x-contract-version" to 1.1.0 or higher in all of them, run `npm run generate`, and before publishing ' +
          "`npm run release:contract`.",
      ].join("\n"),
    ]);
  });

  test("is compared with the highest release, and each release with the one before", () => {
    const later = numbered("1.10.0", additive);
    const all = released(later, BASE, numbered("1.9.0"));
    expect(versionFaults(later, all)).toEqual([]);
    expect(versionFaults(BASE, all)).toEqual(["The contract is 1.0.0, and 1.10.0 is released already."]);
    const [fault] = versionFaults(numbered("1.2.0", breaking), released(BASE, numbered("1.2.0", breaking)));
    expect(fault).toContain("to 2.0.0 or higher");
  });

  test("a release without a file of outputs is compared by the others, and the file adds to it", () => {
    const { "outputs.schema.json": outputs, ...without } = BASE;
    const [fault] = versionFaults(BASE, released(without));
    expect(fault).toContain("  outputs.schema.json a new file: additive\n");
    expect(fault).toContain("to 1.1.0 or higher");
    expect(versionFaults(numbered("1.1.0"), released(without))).toEqual([]);
    expect(versionFaults(without, released(BASE))).toEqual([expect.stringContaining("to 2.0.0 or higher")]);
    expect(outputs).toBeDefined();
  });

  test("a release is in the folder of its version", () => {
    expect(versionFaults(numbered("1.0.1"), { "1.0.1": BASE })).toEqual([
      "contracts/released/1.0.1 holds version 1.0.0.",
    ]);
  });

  test.each(["", "1.0", "1.0.0-beta", "v1.0.0", "01.0.0"])("is not %j", (version) => {
    expect(versionFaults(numbered(version), released(BASE))).toEqual([
      expect.stringContaining('must carry the same "x-contract-version"'),
    ]);
  });

  test("is the same in every file, and what programs import", () => {
    const mixed = { ...BASE, "inputs.schema.json": numbered("1.1.0")["inputs.schema.json"] ?? "" };
    expect(versionFaults(mixed, released(BASE))).toHaveLength(1);
    for (const text of Object.values(TEXTS))
      expect(JSON.parse(text)).toMatchObject({ "x-contract-version": CONTRACT_VERSION });
  });
});

describe("npm run release:contract", () => {
  test("copies a version once, and publishing requires the copy", async () => {
    const copy = await copyOfProject();
    const contracts = join(copy, "contracts");
    await rm(join(contracts, "released"), { recursive: true, force: true });

    expect(await releaseContract(contracts)).toBe(
      `Released contract ${CONTRACT_VERSION}: commit contracts/released.`,
    );
    expect(await releaseContract(contracts, "released")).toBe(
      `Contract ${CONTRACT_VERSION} is as it was released.`,
    );
    for (const [name, text] of Object.entries(TEXTS))
      await writeFile(join(contracts, name), text.replace(`"${CONTRACT_VERSION}"`, '"99.0.0"'));
    const { stdout } = await runScript(copy, "release-contract", "--check");
    expect(stdout).toContain("Contract 99.0.0 is not released yet");
    await expect(runScript(copy, "release-contract", "--check-released")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Run `npm run release:contract` and commit the result."),
    });
    expect(await readdir(join(contracts, "released"))).toEqual([CONTRACT_VERSION]);

    expect((await runScript(copy, "release-contract")).stdout).toBe(
      "Released contract 99.0.0: commit contracts/released.\n",
    );
    expect(await releaseContract(contracts, "released")).toBe("Contract 99.0.0 is as it was released.");
    expect(await releaseContract(contracts)).toBe("Contract 99.0.0 is as it was released.");
    expect(await readdir(join(contracts, "released/99.0.0"))).toEqual(Object.keys(VERSIONED_FILES).sort());
  }, 60_000);
});
