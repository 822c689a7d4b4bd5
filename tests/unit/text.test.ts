import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJsonLog } from "../../src/team/observability/log.ts";
import { cleaned, logLine, oneLine, printable } from "../../src/text/characters.ts";
import { cut, isCut, LENGTHS } from "../../src/text/lengths.ts";
import { shownReply, shownText } from "../../src/text/show.ts";
import { HIDDEN, HIDDEN_TEXT } from "../helpers/hostile-text.ts";
import { ROOT } from "../helpers/root.ts";

const asIs = (text: string) => text;

describe("of a text of others", () => {
  test.each<[what: string, text: string, shown: string]>([
    ["plain text stays", 'a "b" <c> & ~', 'a "b" <c> & ~'],
    ["tabs and line ends stay", "a\tb\nc\r\nd", "a\tb\nc\r\nd"],
    ["other line ends become one", "a\vb\fc\u0085d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
    ["controls go", "a\0\b\u001b[2J\u007f\u009b31mb", "a[2J31mb"],
    ["soft hyphens, zero-width spaces and joiners of words go", "a\u00adb\u200bc\u2060d\ufeffe", "abcde"],
    ["embeddings, overrides and isolates go", "a\u202eb\u202ac\u2066d\u2069", "abcd"],
    ["marks of direction stay", "a\u200eb\u200fc\u061cd", "a\u200eb\u200fc\u061cd"],
    ["tags go, from flags too", "a\u{e0049}\u{e0067}\u{e007f}b \u{1f3f4}\u{e0067}", "ab \u{1f3f4}"],
    ["variation selectors go", "a\ufe00\ufe0db\u{e0100}\u{e01ef}", "ab"],
    ["emoji stay", "❤\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3", "❤\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3"],
    ["a word with a zero-width non-joiner stays", "می\u200cخواهم", "می\u200cخواهم"],
    ["a row of joiners is shortened to two", `a${"\u200d".repeat(9)}b`, "a\u200d\u200db"],
    ["a row of joiners is one around what goes", "a\u200d\u200b\u200d\u200b\u200db", "a\u200d\u200db"],
    ["a stack of marks is shortened to eight", `a${"\u0301".repeat(50)}b`, `a${"\u0301".repeat(8)}b`],
    ["fillers that look like nothing go", "a\u3164\uffa0\u115fb", "ab"],
    ["annotations and noncharacters go", "a\ufff9b\ufffac\ufffb\uffff\ufdd0", "abc"],
    ["halves of a pair go, also around what goes", "a\ud83db\udb40\u200b\udc41", "ab"],
    ["private characters, which are seen, stay", "a\ue000\u{f0000}", "a\ue000\u{f0000}"],
  ])("%s", (_, text, shown) => {
    expect(cleaned(text)).toBe(shown);
  });

  test("one line is left for a terminal or a form", () => {
    expect(oneLine("a\r\n\tb\u2028c\u001b")).toBe("a b c");
  });
});

describe("any text", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(...HIDDEN_TEXT, "\u200d", "\ufe0f", "\u0301", "a", "\ud83d", "\ude00"),
    }),
  );
  const lengths = fc.constantFrom(...Object.values(LENGTHS), 50);

  test("is clean, no longer than before, and stays as it is the second time", () => {
    fc.assert(
      fc.property(texts, lengths, (text, max) => {
        const shown = shownText(text, asIs, max);
        expect(shown).not.toMatch(HIDDEN);
        expect(shown.length).toBeLessThanOrEqual(Math.min(text.length, max));
        expect(shownText(shown, asIs, max)).toBe(shown);
        expect(oneLine(text)).not.toMatch(/[\t\n\r]/);
      }),
      { numRuns: 2000 },
    );
  });

  test("stays as it is if nothing is hidden in it", () => {
    const letters = [..."aZ9 -_.,äßéłøçñ漢字あ한글الءאב€😀\n"];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
        expect(shownText(text, asIs)).toBe(text);
        expect(printable(text)).toBe(text);
      }),
    );
  });

  test("is printed so that nothing hidden is left, and its JSON keeps its value", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const json = printable(JSON.stringify({ text }));
        expect(json).not.toMatch(HIDDEN);
        expect(JSON.parse(json)).toEqual({ text });
      }),
      { numRuns: 2000 },
    );
  });

  test("is one line of the log", () => {
    const lines: string[] = [];
    const log = createJsonLog(
      () => 0,
      (line) => lines.push(line),
    );
    fc.assert(
      fc.property(texts, (message) => {
        lines.length = 0;
        log(message);
        for (const line of [logLine(message), lines.join("").slice(0, -1)]) {
          expect(line).not.toMatch(HIDDEN);
          expect(line).not.toMatch(/[\n\r]/);
        }
        expect(JSON.parse(lines.join(""))).toMatchObject({ message });
      }),
      { numRuns: 1000 },
    );
  });
});

test("what a command prints keeps its line ends and colours, and shows what is hidden", () => {
  expect(printable("\u001b[31mred\u001b[39m\r\n\ta\rb\u001b[2J\u009bA\u{e0041}\u202e")).toBe(
    "\u001b[31mred\u001b[39m\r\n\ta\\u000db\\u001b[2J\\u009bA\\udb40\\udc41\\u202e",
  );
});

describe("a text of more characters than are shown", () => {
  test.each<[text: string, max: number, shown: string]>([
    ["x".repeat(50), 50, "x".repeat(50)],
    ["x".repeat(51), 50, `${"x".repeat(28)}… (23 more characters)`],
    ["x".repeat(40_000), 50, `${"x".repeat(24)}… (39,976 more characters)`],
    [`${"x".repeat(27)}\u{1f600}${"x".repeat(30)}`, 50, `${"x".repeat(27)}… (32 more characters)`],
  ])("%j is at most %i with its mark", (text, max, shown) => {
    expect(cut(text, max)).toBe(shown);
    expect(isCut(shown)).toBe(text.length > max);
  });

  test.each([
    "",
    "Done",
    "… (12 more characters) and so on",
    "(12 more characters)",
    "… (x more characters)",
  ])("%j was not cut", (text) => {
    expect(isCut(text)).toBe(false);
  });
});

test("a secret is found if hidden characters interrupt it, and never cut", () => {
  const secret = "s3cret-".repeat(6);
  const redact = (text: string) => text.replaceAll(secret, "[secret]");
  expect(shownText([...secret].join("\u{e0041}"), redact)).toBe("[secret]");
  for (let before = 0; before < 60; before += 1)
    expect(shownText(`${"x".repeat(before)}${secret}${"y".repeat(90)}`, redact, 60)).not.toContain("s3");
});

test.each(["contracts/responses.schema.json", "docs/reference.md"])("%s gives the lengths", async (file) => {
  const text = (await readFile(join(ROOT, file), "utf8")).replaceAll(/\s+/g, " ");
  const { summary, comment, name } = LENGTHS;
  expect(text).toMatch(
    new RegExp(
      `a summary (cut )?at ${summary} characters, a comment at ${comment.toLocaleString("en")}, any other at ${name}`,
    ),
  );
});

test("each field of a reply has the length of its kind, and only texts change", () => {
  const text = `\u202e${"x".repeat(9000)}`;
  const shown = shownReply(
    {
      days: [{ holiday: text, n: 1, b: true }],
      comment: text,
      issueSummary: text,
      error: text,
      o: null,
      ids: [text],
      skipped: [{ reason: text }],
      reduced: [{ reason: text, when: text }],
    },
    asIs,
  );
  const of = (max: number) => cut("x".repeat(9000), max);
  expect(shown).toEqual({
    days: [{ holiday: of(200), n: 1, b: true }],
    comment: of(2000),
    issueSummary: of(255),
    error: "x".repeat(9000),
    o: null,
    ids: [of(200)],
    skipped: [{ reason: "x".repeat(9000) }],
    reduced: [{ reason: of(200), when: "x".repeat(9000) }],
  });
});
