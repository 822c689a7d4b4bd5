import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tools } from "../src/tools/index.ts";
import { descriptionOf } from "../src/tools/tool.ts";
import { openSession } from "./helpers/session.ts";

const ROOT = join(import.meta.dirname, "..");
const pascal = (name: string) =>
  name
    .split("_")
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join("");
const kebab = (name: string) => name.replaceAll("_", "-");

describe("one word travels the whole way", () => {
  test.each(tools)("$name", async ({ name, input, reply }) => {
    expect({ input, reply }).toEqual({ input: `${pascal(name)}Input`, reply: `${pascal(name)}Response` });
    await access(join(ROOT, `src/tools/${kebab(name)}.ts`));
    await access(join(ROOT, `tests/tools/${kebab(name)}.test.ts`));
    await access(join(ROOT, `contracts/examples/${reply}`));
  });

  test("no file in src/tools is anything but a tool, their list and their type", async () => {
    const files = await readdir(join(ROOT, "src/tools"));
    expect(files.sort()).toEqual(
      [...tools.map(({ name }) => `${kebab(name)}.ts`), "index.ts", "tool.ts"].sort(),
    );
  });
});

describe("every tool", () => {
  test.each(tools)("$name says what it does, when to use it and what it does not do", (tool) => {
    const description = descriptionOf(tool, "skip");
    expect(tool.title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/ not | never | cannot /);
    expect(description).toMatch(/\bUse (it|bulk_post_worklogs)\b/);
    expect(description.length).toBeLessThan(400);
  });

  test("that posts says what a repeated call does where duplicates are allowed", async () => {
    const { client } = await openSession({ duplicates: "allow" });
    const { tools: listed } = await client.listTools();
    const posting = listed.filter(({ name }) => name.includes("post"));
    expect(posting.map(({ description }) => description?.split(". ").at(-1))).toEqual([
      "A repeated call books the hours once more.",
      "To repeat what failed, send only the failed entries: what stands already is stored once more.",
    ]);
  });
});
