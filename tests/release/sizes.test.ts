import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CORPUS_CALLS } from "../../scripts/sizes/corpus.ts";
import { areTooLarge, measureDefinitions } from "../../scripts/sizes/definitions.ts";
import { measureSizes } from "../../scripts/sizes/measure.ts";
import { renderSizes } from "../../scripts/sizes/render-sizes.ts";
import { sizeOf } from "../../scripts/sizes/size.ts";
import { isTooLarge, isWholeTooLarge, wholeOf } from "../../scripts/sizes/target.ts";
import { updateDocument } from "../../scripts/sizes/update-document.ts";
import { tools } from "../../src/tools/index.ts";
import { copyOfProject, runScript } from "../helpers/project-copy.ts";

const DOCUMENT = "docs/reply-sizes.md";
const measured = await measureSizes();

describe("the replies beside the markdown of 1.1.3", () => {
  test("no reply is too large in tokens, and all together have fewer", () => {
    expect(measured.calls.filter(isTooLarge)).toEqual([]);
    expect(isWholeTooLarge(wholeOf(measured.calls))).toBe(false);
  });

  test("are replies of every tool that 1.1.3 had", () => {
    const measuredTools = [...new Set(CORPUS_CALLS.map(({ tool }) => tool))];
    expect(measuredTools).toEqual(
      tools.map(({ name }) => name).filter((name) => measuredTools.includes(name)),
    );
    expect(measuredTools.length).toBe(5);
  });
});

describe("a size", () => {
  test("is the characters and o200k tokens of the text", () => {
    const reply = '{"success":true,"deletedWorklogId":"1290000"}';
    expect(measured.calls.at(-1)).toEqual({
      name: "delete",
      json: { chars: reply.length, tokens: 14 },
      markdown: { chars: 300, tokens: 80 },
    });
    expect(sizeOf(reply)).toEqual({ chars: 45, tokens: 14 });
  });

  test.each([
    { tokens: 100, json: 121, tooLarge: true },
    { tokens: 100, json: 120, tooLarge: false },
    { tokens: 99, json: 198, tooLarge: false },
  ])("of $json tokens for $tokens is too large: $tooLarge", ({ tokens, json, tooLarge }) => {
    const call = { json: { chars: 0, tokens: json }, markdown: { chars: 0, tokens } };
    expect(isTooLarge(call)).toBe(tooLarge);
  });

  test("of all replies together is too large from the size of the markdown on", () => {
    const json = { chars: 9, tokens: 10 };
    expect(isWholeTooLarge({ json, markdown: { chars: 9, tokens: 10 } })).toBe(true);
    expect(isWholeTooLarge({ json, markdown: { chars: 9, tokens: 11 } })).toBe(false);
  });

  test("is a row of the table, in bold if it is too large", () => {
    const call = {
      name: "long",
      json: { chars: 1300, tokens: 110 },
      markdown: { chars: 1000, tokens: 100 },
    };
    expect(
      renderSizes({ ...measured, calls: [call] })
        .split("\n")
        .slice(2, 4),
    ).toEqual(["| long | 110 | 100 | 110 % |", "| all of them | 110 | 100 | **110 %** |"]);
  });
});

describe("the definitions of tools", () => {
  test("are what a model reads of each tool: name, description and arguments", () => {
    const tool = {
      name: "count",
      description: "Counts.",
      inputSchema: { type: "object" as const },
      title: "Not read",
    };
    const [five] = measureDefinitions([{ ...tool, name: "get_schedule" }, tool], []);
    const text = '[{"name":"get_schedule","description":"Counts.","inputSchema":{"type":"object"}}]';
    expect(five).toEqual({ tools: "the five that are always offered", size: sizeOf(text), limit: 1100 });
  });

  test("have limits, and keep to them", () => {
    expect(measured.session.definitions.flatMap(({ limit }) => limit ?? [])).toEqual([1100, 2500, 4400]);
    expect(measured.session.definitions.filter(areTooLarge)).toEqual([]);
    const [five] = measured.session.definitions;
    expect((five?.size.tokens ?? 0) + measured.session.instructions.tokens).toBeLessThanOrEqual(1100);
  });

  test.each([
    { tokens: 1100, tooLarge: false, shown: "1,100" },
    { tokens: 1101, tooLarge: true, shown: "**1,101**" },
  ])("of $tokens tokens where 1,100 are allowed are too large: $tooLarge", ({ tokens, tooLarge, shown }) => {
    const definitions = { tools: "five", size: { chars: 9, tokens }, limit: 1100 };
    expect(areTooLarge(definitions)).toBe(tooLarge);
    const session = { ...measured.session, definitions: [definitions] };
    expect(renderSizes({ ...measured, session })).toContain(`\n| five | ${shown} | 1,100 |\n`);
  });
});

describe("npm run sizes", () => {
  test("names a stale document, and writes the table that the document has", async () => {
    const copy = await copyOfProject();
    const path = join(copy, DOCUMENT);
    const document = await readFile(path, "utf8");
    await writeFile(path, document.replace("| delete | 14 |", "| delete | 15 |"));
    await expect(runScript(copy, "sizes", "--check")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Run `npm run sizes` and commit the result."),
    });

    expect(await updateDocument(copy, { isCheck: false })).toBe(renderSizes(measured));
    expect(await readFile(path, "utf8")).toBe(document);
    expect(await updateDocument(copy, { isCheck: true })).toBe(`The table in ${DOCUMENT} is up to date.`);
  }, 120_000);
});
