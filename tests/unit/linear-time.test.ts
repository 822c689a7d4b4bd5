import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { argumentValue } from "../../src/cli/call/tools.ts";
import { areDateWords } from "../../src/cli/dates/choices.ts";
import { periodOf } from "../../src/cli/dates/period.ts";
import { hostSource } from "../../src/cli/doctor/host.ts";
import { formsOfText } from "../../src/cli/probe/fields.ts";
import { planSettings } from "../../src/cli/setup/changes.ts";
import { givenSettings } from "../../src/cli/setup/given-settings.ts";
import { looksLikeEmail } from "../../src/config/suspicious/value.ts";
import { baseOf, isPage, withoutEndSlashes } from "../../src/config/url.ts";
import { nameOf } from "../../src/evidence/calendar/property.ts";
import { BrokenLinkError, locate } from "../../src/evidence/git/find-repositories.ts";
import { createPlaces } from "../../src/evidence/sessions/places.ts";
import { send } from "../helpers/every-operation.ts";
import { seed } from "../helpers/seeds.ts";
import { CLOUD } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Each took seconds to hours, since its time grew with the square of the text or faster. */
const LONG: Record<string, () => unknown> = {
  "a class without a value in a calendar": () => nameOf(`CLASS${" ".repeat(65_000)}=x y`),
  "a class behind control characters in a calendar": () => nameOf(`\0\0CLASS${"\t\f".repeat(32_000)}x y`),
  "a file .git of blanks": async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, ".git"), `gitdir: a${" ".repeat(65_000)}\n\nb`);
    await expect(locate({ path: folder, isBare: false })).rejects.toThrow(BrokenLinkError);
    expect(await createPlaces()(folder)).toBe(folder);
  },
  "a path of slashes": () => withoutEndSlashes(`${"/".repeat(500_000)}a${"/".repeat(500_000)}`),
  "an address of slashes": () => baseOf(new URL(`https://example.com/${"/".repeat(200_000)}a`)),
  "digits that are no number": () => argumentValue({ type: "number" }, `${"1".repeat(200_000)}x`),
  "placeholders without an end in a host's file": () => {
    const folder = temporaryFolder();
    const env = { ...CLOUD, TEMPO_API_TOKEN: "${a:-".repeat(40_000) };
    const entry = { mcpServers: { tempofiller: { command: process.execPath, args: [], env } } };
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify(entry));
    return hostSource("claude-code", { TEMPO_CONFIG_FILE: "off" }, folder, {
      platform: "linux",
      home: folder,
    });
  },
  "a line of blanks on stdin": () =>
    expect(
      givenSettings({}, "-", Readable.from([`export a${" \t".repeat(50_000)}b${" ".repeat(50_000)}=x\n`])),
    ).rejects.toThrow(
      "Line 1 on stdin is not a setting (name of 100002 characters). Write one NAME=value a line.",
    ),
  "hyphens that are no range of dates": () =>
    expect(() => periodOf(`${"mon-".repeat(19)}x`, "2026-11-28", "day")).toThrow("names no dates"),
  "a settings file of empty lines": () => {
    const path = join(temporaryFolder(), "settings.env");
    writeFileSync(path, "\n".repeat(200_000));
    return planSettings(path, { TEMPO_PAT: "token-of-b" });
  },
  "blanks in a search of issues": () => {
    const jql = `key in (${"( AND ".repeat(50_000)}${" \t".repeat(50_000)}ORDER`;
    return send(seed(), "POST", "/rest/api/3/search/jql", { jql });
  },
};

test.each(Object.entries(LONG))(
  "%s is read at once",
  async (_, read) => {
    const startedAt = performance.now();
    await read();
    expect(performance.now() - startedAt).toBeLessThan(2000);
  },
  60_000,
);

test.each([
  ["https://example.com", "https://example.com"],
  ["https://example.com//", "https://example.com"],
  ["https://example.com/jira/", "https://example.com/jira"],
  ["https://example.com/jira/browse/PROJ-1", "https://example.com/jira"],
  ["https://example.com/jira//browse", "https://example.com/jira"],
  ["https://example.com/browsers/rest/", "https://example.com/browsers"],
  ["https://example.com/a/projects/PROJ/issues", "https://example.com/a"],
  ["https://example.com/a/projects/", "https://example.com/a/projects"],
  ["https://example.com/login.jsp", "https://example.com"],
])("the base of %s is %s", (text, base) => {
  expect(baseOf(new URL(text))).toBe(base);
  expect(isPage(new URL(text))).toBe(/browse(\/|$)|rest|PROJ|jsp/.test(text));
});

test.each([
  ["CLASS", "CLASS"],
  ["class \t", "CLASS"],
  ["\0CLASS = PRIVATE ", "CLASS"],
  ["CLASS =  \t", "CLASS"],
  ["CLASS PRIVATE X", ""],
  ["CLASSIC", ""],
  ["X-CLASS", ""],
])("a line %j without a colon has the name %j", (line, name) => {
  expect(nameOf(line)).toBe(name);
});

test.each([
  ["kim@example.com", true],
  ["kim@a..b", true],
  ["kim@.a.b", true],
  ["kim@a.", false],
  ["kim@.a", false],
  ["kim@a@b.c", false],
  ["kim@ab", false],
])("%s is an e-mail address: %s", (text, isOne) => {
  expect(looksLikeEmail(text)).toBe(isOne);
  expect(formsOfText(text, [])).toEqual([isOne ? "e-mail address" : "other text"]);
});

test.each([
  ["1", 1],
  ["-1.", -1],
  [".5", 0.5],
  ["1.25", 1.25],
  [".", "."],
  ["1.2.3", "1.2.3"],
])("the text %s of a number's option means %j", (text, value) => {
  expect(argumentValue({ type: "number" }, text)).toBe(value);
});

test("words of dates are one of three and a period", () => {
  expect(["last week", "This FRIDAY", "next november"].map(areDateWords)).toEqual([true, true, true]);
  expect(["last", "last  week", "last week x", "some week", "week"].map(areDateWords)).toEqual(
    Array(5).fill(false),
  );
});
