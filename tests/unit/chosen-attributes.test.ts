import { describe, expect, test } from "vitest";
import { type IssueAccounts, keepAccounts } from "../../src/tempo/accounts.ts";
import {
  argumentFor,
  type ChosenAttribute,
  chooseAttributes,
  type WorkAttribute,
  withAccountValues,
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

describe("the accounts of issues", () => {
  const accountsOf = (key: string): IssueAccounts => ({
    own: undefined,
    projectDefault: undefined,
    linked: [{ key, name: "" }],
    global: [],
  });

  test("are made once of the same parts, and anew once one was read anew", () => {
    const kept = keepAccounts();
    const [all, links] = [[], []];
    const first = kept([all, links, 7], () => accountsOf("A"));
    expect(kept([all, links, 8], () => accountsOf("B"))).toEqual(accountsOf("B"));
    expect(kept([all, links, 7], () => accountsOf("C"))).toBe(first);
    expect(kept([all, [], 7], () => accountsOf("C"))).toEqual(accountsOf("C"));
  });

  test("are not kept after those of twenty others", () => {
    const kept = keepAccounts();
    const first = kept([0], () => accountsOf("A"));
    for (let part = 1; part < 20; part += 1) kept([part], () => accountsOf("B"));
    expect(kept([0], () => accountsOf("C"))).toBe(first);
    for (let part = 1; part <= 20; part += 1) kept([part], () => accountsOf("B"));
    expect(kept([0], () => accountsOf("C"))).toEqual(accountsOf("C"));
  });

  test("are one list of values for all rows that have them", () => {
    const catalogue = [{ key: "_Account_", name: "Account", required: false, type: "ACCOUNT", values: [] }];
    const accounts = accountsOf("A");
    const [[first], [second]] = [1, 2].map(() => withAccountValues(catalogue, accounts)) as [
      WorkAttribute[],
      WorkAttribute[],
    ];
    expect(first?.values).toEqual([{ value: "A", name: "A" }]);
    expect(second?.values).toBe(first?.values);
  });
});
