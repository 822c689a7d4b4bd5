import { describe, expect, test } from "vitest";
import {
  argumentFor,
  type ChosenAttribute,
  chooseAttributes,
  type WorkAttribute,
} from "../../src/tempo/chosen-attributes.ts";
import { plainName, shownKey } from "../../src/timesheet/attributes.ts";

const SOURCE = argumentFor({ id: "10007", key: "PROJ-7", summary: "Code review" });

const listOf = (values: WorkAttribute["values"]): WorkAttribute[] => [
  { key: "_Role_", name: "Role", required: false, type: "STATIC_LIST", values },
];

const valuesFor = (catalogue: readonly WorkAttribute[], name: string, value: string) =>
  chooseAttributes(catalogue, { [name]: value }, SOURCE).map((chosen: ChosenAttribute) => chosen.value);

test("ten thousand values are read once, not for each of the attributes of 500 rows", () => {
  const values = Array.from({ length: 10_000 }, (_, index) => ({
    value: `v${index}`,
    name: `Value ${index}`,
  }));
  const catalogue = listOf(values);
  for (let count = 0; count < 10_000; count += 1)
    expect(valuesFor(catalogue, "ROLE", `VALUE ${count}`)).toEqual([`v${count}`]);
}, 5000);

describe("a text means", () => {
  const catalogue = listOf([
    { value: "dev", name: "ops" },
    { value: "ops", name: "Operations" },
    { value: "OPS", name: "Old" },
    { value: "x_1", name: "x 1" },
  ]);

  test.each([
    ["the value of that id first", "ops", "ops"],
    ["the id in that case", "OPS", "OPS"],
    ["the value of that name", "Operations", "ops"],
    ["a name in another case and with other space", "  oPERATIONS ", "ops"],
    ["a value whose id and name are alike, once", "X 1", "x_1"],
  ])("%s", (_, given, value) => {
    expect(valuesFor(catalogue, "role", given)).toEqual([value]);
  });

  test("none, if several have it in another case", () => {
    expect(() => valuesFor(catalogue, "role", "Ops")).toThrow(
      "may be dev (ops), ops (Operations), OPS (Old)",
    );
  });

  test.each(["__proto__", "constructor", "toString"])("no value or attribute for %s", (name) => {
    expect(() => valuesFor(catalogue, "role", name)).toThrow("is not an allowed value");
    const given = Object.fromEntries([[name, "dev"]]);
    expect(() => chooseAttributes(catalogue, given, SOURCE)).toThrow("which this Tempo does not have");
  });
});

test.each([
  ["_Account_", "Account"],
  ["_Cost_Center_", "Cost_Center"],
  ["Account", "Account"],
  ["_Account", "_Account"],
  ["__", "__"],
  ["_ _", " "],
])("the key %s is shown as %j, by which it is found again", (key, shown) => {
  expect(shownKey(key)).toBe(shown);
  expect(plainName(shown)).toBe(plainName(key));
});
