import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../src/runtime/redaction.ts";
import { escapingText, MEBIBYTE } from "../helpers/escapes.ts";
import { processorTime } from "../helpers/processor-time.ts";

/** Contains every character that an encoding treats specially. */
const SECRET = `tok/en+A1&b2<c3>d4"e5'f6=g7?h8~i9 j0é\\k1`;

const base64 = (text: string, before = "", after = "") =>
  Buffer.from(`${before}${text}${after}`).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const lowerHex = (text: string) => text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());

const json = (text: string) => JSON.stringify(text).slice(1, -1);

const html = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Every second percent escape has small digits. */
const mixedHex = (text: string) => {
  let count = 0;
  return text.replaceAll(/%[\dA-F]{2}/g, (code) => (count++ % 2 === 0 ? code.toLowerCase() : code));
};

const percent = (text: string) => encodeURIComponent(text);

const WRITINGS: ((text: string) => string)[] = [
  (text) => text,
  json,
  percent,
  html,
  (text) => mixedHex(percent(text)),
  (text) => json(json(text)),
  (text) => json(html(text)),
  (text) => html(json(text)),
  (text) => percent(json(text)),
  (text) => percent(percent(text)),
  (text) => json(text).replaceAll("/", "\\/"),
  (text) => new URLSearchParams({ "": text }).toString().slice(1),
];

const redact = createRedactor([SECRET]);

describe("a secret is replaced", () => {
  test.each([
    ["plain", SECRET],
    ["as JSON writes it", JSON.stringify(SECRET).slice(1, -1)],
    ["as JSON with escaped slashes", JSON.stringify(SECRET).slice(1, -1).replaceAll("/", "\\/")],
    ["as a JSON pointer writes it", SECRET.replaceAll("~", "~0").replaceAll("/", "~1")],
    ["URL-encoded", encodeURIComponent(SECRET)],
    ["URL-encoded with small hexadecimal digits", lowerHex(encodeURIComponent(SECRET))],
    ["as a URL's path, whose slashes stay", SECRET.split("/").map(encodeURIComponent).join("/")],
    ["as a form encodes it", new URLSearchParams({ "": SECRET }).toString().slice(1)],
    ["URL-encoded with hexadecimal digits of both cases", mixedHex(encodeURIComponent(SECRET))],
    ["as JSON within JSON writes it", json(json(SECRET))],
    ["as JSON with codes for all that is not ASCII", json(SECRET).replace("é", "\\u00E9")],
    ["as JSON within HTML", html(json(SECRET))],
    ["as a URL within a URL", encodeURIComponent(encodeURIComponent(SECRET))],
    ["HTML-escaped", html(SECRET)],
    ["as HTML writes texts of elements", html(SECRET).replaceAll("&quot;", '"').replaceAll("&#39;", "'")],
    ["as HTML writes attributes in double quotes", html(SECRET).replaceAll("&#39;", "'")],
    ["in Base64", base64(SECRET)],
    ["in Base64 without padding", base64(SECRET).replaceAll("=", "")],
    ["in Base64 for URLs", base64url(SECRET)],
  ])("%s", (_, spelling) => {
    expect(redact(`x ${spelling} y`)).toBe("x [secret] y");
  });

  test.each(["", "a", "ab", "Bearer "])("in the Base64 of a longer text that begins with %j", (before) => {
    for (const after of ["", "1", "12"]) {
      const encoded = base64(SECRET, before, after);
      const shown = redact(`x ${encoded} y`);
      expect(longestShared(shown, encoded)).toBeLessThan(8 + Math.ceil((before.length * 8) / 6));
      expect(shown).toContain("[secret]");
    }
  });

  test.each([SECRET, base64(SECRET), encodeURIComponent(SECRET)])(
    "if a text ends within it: %s",
    (spelling) => {
      for (let length = 8; length < spelling.length; length += 1) {
        expect(redact(`It says: ${spelling.slice(0, length)}`)).toMatch(/^It says: \[secret\]=*$/);
      }
      expect(redact(spelling.slice(0, 3))).toBe(spelling.slice(0, 3));
    },
  );

  test.each([SECRET, base64(SECRET), encodeURIComponent(SECRET)])(
    "if a mark says that a text was cut within it: %s",
    (spelling) => {
      for (let length = 8; length < spelling.length; length += 1) {
        const cut = `It says: ${spelling.slice(0, length)}… (12 more characters), as before`;
        expect(redact(cut)).toMatch(/^It says: \[secret\]=*… \(12 more characters\), as before$/);
      }
      expect(redact(`${spelling.slice(0, 3)}…`)).toBe(`${spelling.slice(0, 3)}…`);
    },
  );
});

test("a text without a secret stays as it is, and takes a few microseconds", () => {
  const redactMany = createRedactor(Array.from({ length: 5 }, (_, index) => `${index}${SECRET}`));
  const texts = Array.from({ length: 100_000 }, (_, index) => `Review of PROJ-${index}, of the usual length`);
  let changed: string[] = [];
  const search = () => {
    changed = texts.filter((text) => redactMany(text) !== text);
  };
  expect(processorTime(500, search)).toBeLessThan(500);
  expect(changed).toEqual([]);
});

test("a text full of beginnings of a secret is searched in time proportional to its length", () => {
  expect(processorTime(1000, () => redact(`${SECRET.slice(0, -1)}!`.repeat(100_000)))).toBeLessThan(1000);
});

/** The length of the longest text that is in both. */
function longestShared(a: string, b: string): number {
  let longest = 0;
  for (let start = 0; start < a.length; start += 1) {
    while (b.includes(a.slice(start, start + longest + 1)) && start + longest < a.length) longest += 1;
  }
  return longest;
}

describe("a secret of thousands of characters", () => {
  const long = `Tempofiller-Jira${"j/".repeat(2000)}`;

  test.each([
    ["is replaced", `${long} and more`, "[secret] and more"],
    ["is replaced where a text ends within it", `It is ${long.slice(0, 100)}`, "It is [secret]"],
  ])("%s, in less than a second", (_, text, expected) => {
    expect(processorTime(1000, () => expect(createRedactor([long])(text)).toBe(expected))).toBeLessThan(1000);
  });
});

describe("whatever secret and text are", () => {
  test("a secret is replaced in every writing, before and behind anything that does not go on with it", () => {
    const writing = fc.constantFrom(...WRITINGS);
    const around = fc.stringMatching(/^[cdeghikoQZ\s.,!]{0,9}$/);
    fc.assert(
      fc.property(escapingText(4, 30), writing, around, around, (secret, write, before, after) => {
        const shown = createRedactor([secret])(`${before}.${write(secret)}.${after}`);
        expect(shown).toBe(`${before}.[secret].${after}`);
      }),
      { numRuns: 2000 },
    );
  });

  test("a text without any of its characters stays as it is", () => {
    fc.assert(
      fc.property(escapingText(4, 30), fc.stringMatching(/^[cdeghikoQZ\s.,!]{0,200}$/), (secret, text) => {
        expect(createRedactor([secret])(text)).toBe(text);
      }),
    );
  });

  test.each([26, 34, 41, 60])(
    "a token of %i backslashes takes a few milliseconds beside one fewer",
    (count) => {
      const search = createRedactor(["\\".repeat(count), "x12345678"]);
      search("");
      expect(processorTime(20, () => search(`Unknown argument ${"\\".repeat(count - 1)}`))).toBeLessThan(20);
    },
  );

  test("a text stays as it is where there is no secret to search for", () => {
    const text = "\\".repeat(2 * MEBIBYTE);
    expect(createRedactor(["", "abc"])(text)).toBe(text);
  });

  test("a secret is found behind as many of its beginnings as there is room for", () => {
    const secret = `${"\\".repeat(511)}x`;
    expect(createRedactor([secret])(`${"\\".repeat(MEBIBYTE)}y${secret}`)).toBe(
      `${"\\".repeat(MEBIBYTE)}y[secret]`,
    );
  });
});
