import { describe, expect, test } from "vitest";
import { entryIn, type HostFile, withEntry, withoutEntry } from "../../../src/cli/hosts/host-file.ts";

const ENTRY = { command: "/node", args: ["/tempofiller.cjs"] };

const file = (text: string): HostFile => ({
  path: "mcp.json",
  format: "json",
  text,
  serversKey: "mcpServers",
  name: "tempofiller",
});

const OURS = '"tempofiller":{"command":"/node","args":["/tempofiller.cjs"]}';

describe("an entry is added", () => {
  test.each([
    ["to an empty file", "", `{\n  "mcpServers": {\n    ${pretty(4)}\n  }\n}\n`],
    ["to an empty object", "{}", `{\n  "mcpServers": {\n    ${pretty(4)}\n  }\n}`],
    ["on one line, as the file is", '{"a":1,"mcpServers":{"o":{}}}', `{"a":1,"mcpServers":{"o":{},${OURS}}}`],
    [
      "with the tabs of the file",
      '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
      `{\n\t"a": {\n\t\t"b": 1\n\t},\n\t"mcpServers": {\n\t\t${pretty(2, "\t")}\n\t}\n}\n`,
    ],
    [
      "before a comment in an empty list of servers",
      '{\n  "mcpServers": {\n    // none\n  }\n}\n',
      `{\n  "mcpServers": {\n    ${pretty(4)}\n    // none\n  }\n}\n`,
    ],
    [
      "after a byte order mark",
      '\ufeff{\n  "mcpServers": {}\n}',
      `\ufeff{\n  "mcpServers": {\n    ${pretty(4)}\n  }\n}`,
    ],
  ])("%s", (_, before, after) => {
    expect(withEntry(file(before), ENTRY)).toBe(after);
    expect(withEntry(file(after), ENTRY)).toBe(after);
  });
});

/** The entry, as it is written at so many characters of indentation. */
function pretty(indent: number, unit = "  "): string {
  const pad = unit === "\t" ? "\t".repeat(indent) : " ".repeat(indent);
  return `"tempofiller": ${JSON.stringify(ENTRY, undefined, unit).replaceAll("\n", `\n${pad}`)}`;
}

test("an entry that exists keeps what the user added, and loses what the settings file replaces", () => {
  const text = `{
  "mcpServers": {
    "tempofiller": {
      "command": "npx", // old
      "args": ["-y", "tempofiller"],
      "env": { "TEMPO_API_TOKEN": "secret", "JIRA_BASE_URL": "https://x", "TEMPO_READ_ONLY": "1" },
      "timeout": 60000
    }
  }
}`;
  expect(withEntry(file(text), ENTRY)).toBe(`{
  "mcpServers": {
    "tempofiller": {
      "command": "/node", // old
      "args": [
        "/tempofiller.cjs"
      ],
      "env": {
        "TEMPO_READ_ONLY": "1"
      },
      "timeout": 60000
    }
  }
}`);
});

test("an entry without a command is replaced", () => {
  const text = '{"mcpServers": {"tempofiller": {"url": "https://old.example.com"}}}';
  expect(JSON.parse(withEntry(file(text), ENTRY))).toEqual({ mcpServers: { tempofiller: ENTRY } });
});

describe("an entry is removed", () => {
  test.each([
    ["on one line", `{"mcpServers":{"o":{},${OURS}}}`, '{"mcpServers":{"o":{}}}'],
    ["as the first", `{"mcpServers":{${OURS},"o":{}}}`, '{"mcpServers":{"o":{}}}'],
    [
      "between comments",
      `{\n  "mcpServers": {\n    "o": {}, // o\n    // ours\n    ${OURS}\n    // end\n  }\n}`,
      '{\n  "mcpServers": {\n    "o": {} // o\n    // ours\n    // end\n  }\n}',
    ],
    ["that does not exist", '{"mcpServers":{}}', '{"mcpServers":{}}'],
  ])("%s", (_, before, after) => {
    expect(withoutEntry(file(before))).toBe(after);
  });
});

describe("a name that is there twice, where programs read the one or the other, is refused", () => {
  test.each<[where: string, doubled: string, text: string]>([
    ["the servers", "mcpServers", '{"mcpServers":{"o":{}},"mcpServers":{}}'],
    ["the servers, one of them no object", "mcpServers", '{"mcpServers":{},"x":1,"mcpServers":null}'],
    ["the servers, one in other signs", "mcpServers", '{"mcpServers":{},"mcp\\u0053ervers":{}}'],
    ["our entry", "tempofiller", `{"mcpServers":{${OURS},${OURS}}}`],
    ["our entry, with comments", "tempofiller", `{// a\n"mcpServers":{${OURS},/* b */"o":{},\n${OURS},}}`],
    [
      "a part of our entry",
      "args",
      '{"mcpServers":{"tempofiller":{"command":"/node","args":[],"args":["x"]}}}',
    ],
  ])("%s", (_, doubled, text) => {
    const sentence = `mcp.json has "${doubled}" twice in one place, so it was left as it is. Remove one of the two, then run tempofiller setup again.`;
    expect(() => withEntry(file(text), ENTRY)).toThrow(sentence);
    expect(() => withoutEntry(file(text))).toThrow(sentence);
    expect(() => entryIn(file(text))).toThrow(sentence);
  });

  test.each([
    ["outside the servers", '{"a":1,"a":2,"mcpServers":{}}'],
    ["in the entry of another server", '{"mcpServers":{"o":{"a":1,"a":2}}}'],
    ["as a value", '{"a":"mcpServers","b":"mcpServers","mcpServers":{}}'],
    ["within another object", '{"projects":{"mcpServers":{}},"mcpServers":{}}'],
  ])("but not %s", (_, text) => {
    expect(withEntry(file(text), ENTRY)).toContain('"/tempofiller.cjs"');
  });
});
