import { expect, test } from "vitest";
import { inputErrors } from "../../src/contract/index.ts";
import { tools } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import data from "../requests/requests.json" with { type: "json" };

const { requests } = data;

test("each worded request is expressible in one call of one tool", () => {
  const names = tools.map(({ name }) => name);
  const problems = requests.flatMap(({ request, tool, arguments: args }) => {
    const name = names.find((known) => known === tool) as Parameters<typeof inputErrors>[0] | undefined;
    const errors = name === undefined ? ["there is no such tool"] : inputErrors(name, args);
    return errors.map((error) => `${request} ${tool}: ${error}`);
  });
  expect(problems).toEqual([]);
});

test("the worded requests are many, all different, and need every tool that is always offered, and every set", () => {
  expect(requests.length).toBeGreaterThanOrEqual(200);
  expect(new Set(requests.map(({ request }) => request)).size).toBe(requests.length);
  const needed = tools.filter(({ name }) => requests.some(({ tool }) => tool === name));
  expect(needed).toEqual(expect.arrayContaining(tools.filter(({ set }) => set === undefined)));
  expect(new Set(needed.flatMap(({ set }) => set ?? []))).toEqual(new Set(TOOL_SETS));
});
