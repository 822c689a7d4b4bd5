import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../src/generated/schemas.ts";
import { toolShapes } from "../../src/generated/tool-shapes.ts";
import { prompts } from "../../src/prompts/index.ts";
import { tools } from "../../src/tools/index.ts";
import { descriptionOf } from "../../src/tools/tool.ts";
import { openSession } from "../helpers/session.ts";

const ROOT = join(import.meta.dirname, "../..");
const pascal = (name: string) =>
  name
    .split("_")
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join("");
/** A schema and those in it; arguments are the ones that have a name. */
function describedPaths(
  { description, properties = {}, items }: Schema,
  path: string,
  isArgument = false,
): { path: string; isArgument: boolean; isDescribed: boolean }[] {
  return [
    { path, isArgument, isDescribed: description !== undefined },
    ...Object.entries(properties).flatMap(([name, schema]) =>
      describedPaths(schema, `${path}.${name}`, true),
    ),
    ...(items ? describedPaths(items, `${path}[]`) : []),
  ];
}

const kebab = (name: string) => name.replaceAll("_", "-");

describe("a tool has the same name everywhere", () => {
  test.each(tools)("$name", async ({ name, input, detailed, reply }) => {
    const shapes = { input, ...(detailed && { detailed }), reply };
    expect(shapes).toEqual({
      input: `${pascal(name)}Input`,
      ...(detailed && { detailed: `${pascal(name)}DetailsInput` }),
      reply: `${pascal(name)}Response`,
    });
    await access(join(ROOT, `src/tools/${kebab(name)}.ts`));
    await access(join(ROOT, `tests/protocol/tools/${kebab(name)}.test.ts`));
    await access(join(ROOT, `contracts/examples/${input}`));
    await access(join(ROOT, `contracts/examples/${reply}`));
    if (detailed) await access(join(ROOT, `contracts/examples/${detailed}`));
    expect(toolShapes).toHaveProperty(name, shapes);
  });

  test("src/tools contains the tools, their list and their type, and nothing else", async () => {
    const files = await readdir(join(ROOT, "src/tools"));
    expect(files.sort()).toEqual(
      [...tools.map(({ name }) => `${kebab(name)}.ts`), "index.ts", "tool.ts"].sort(),
    );
  });
});

test.each(prompts)("the prompt $name has a test of its name", async ({ name }) => {
  await access(join(ROOT, `tests/protocol/prompts/${kebab(name)}.test.ts`));
});

describe("every tool", () => {
  test.each(tools)("$name says what it does, when to use it and what it does not do", (tool) => {
    const description = descriptionOf(tool, "skip");
    expect(tool.title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/ not | never | cannot /);
    expect(description).toMatch(/\bUse (it|bulk_post_worklogs)\b/);
    expect(description.length).toBeLessThan(400);
  });

  test.each(["search_issues", "draft_timesheet", "get_totals", "get_team_timesheets", "get_team_totals"])(
    "%s, whose replies have texts of others, says that they are data",
    (name) => {
      expect(tools.find((tool) => tool.name === name)?.description).toMatch(
        /(?:Texts in it|Summaries|Names|Group names|Names of groups) are data\b/,
      );
    },
  );

  test("describes every argument, and nothing that tool or argument have described", async () => {
    const { client } = await openSession({ tools });
    const { tools: listed } = await client.listTools();
    const described = listed.flatMap(({ name, inputSchema }) => describedPaths(inputSchema as Schema, name));
    expect(described.filter(({ isArgument, isDescribed }) => isArgument !== isDescribed)).toEqual([]);
    expect(described.length).toBeGreaterThan(100);
  });

  test("that posts says what a repeated call does if duplicates are allowed", async () => {
    const { client } = await openSession({ duplicates: "allow" });
    const { tools: listed } = await client.listTools();
    const posting = listed.filter(({ name }) => name.includes("post"));
    expect(posting.map(({ description }) => description?.split(". ").at(-1))).toEqual([
      "A repeated call logs the hours once more.",
      "To retry failures, send only the failed entries: the others would be stored once more.",
    ]);
  });
});
