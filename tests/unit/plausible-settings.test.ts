import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kindOf, problemIn } from "../../src/config/suspicious-values.ts";
import type { VariableName } from "../../src/config/variable-names.ts";
import { VARIABLES } from "../../src/config/variables.ts";

// Settings that Tempo or Jira could accept are never called suspicious.

const textOf = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ALPHANUMERIC = `${DIGITS}${LETTERS}${LETTERS.toUpperCase()}`;

const atlassianToken = fc
  .tuple(textOf(`${ALPHANUMERIC}-_`, 150, 180), textOf("0123456789ABCDEF", 8))
  .map(([body, checksum]) => `ATATT3xFfGF0${body}=${checksum}`);

const tempoToken = fc
  .tuple(textOf(`${ALPHANUMERIC}-_`, 20, 60), fc.constantFrom("", "-us", "-eu"))
  .map(([body, region]) => body + region);

const personalToken = fc
  .tuple(textOf(DIGITS, 12), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([id, secret]) => Buffer.concat([Buffer.from(`${id}:`), secret]).toString("base64"));

const email = fc
  .tuple(
    textOf(`${ALPHANUMERIC}.+_'-`, 0, 20),
    textOf(LETTERS, 1, 12),
    fc.constantFrom("com", "co.uk", "museum"),
  )
  .map(([name, domain, ending]) => `a${name}b@${domain}.${ending}`);

const label = fc
  .tuple(textOf(LETTERS, 1), textOf(`${DIGITS}${LETTERS}-`, 0, 14), textOf(LETTERS, 1))
  .map((parts) => parts.join(""))
  .filter((name) => name !== "www");

const cloudSite = fc
  .tuple(
    label,
    fc.constantFrom("", "/", "/browse/DEMO-1?focusedId=7#comment", "/login?dest=https://a.example"),
  )
  .map(([site, page]) => `https://${site}.atlassian.net${page}`);

const ownJira = fc
  .tuple(
    fc.constantFrom("jira.", "", "jira.com.", "atlassian.", "jira_prod.", "tempo.", "bücher."),
    label,
    fc.constantFrom("com", "de", "internal", "co.uk"),
    fc.constantFrom("", ":8443"),
    fc.constantFrom("", "/", "/jira", "/jira/", "/a/b"),
  )
  .map(([start, name, ending, port, path]) => `https://${start}${name}.${ending}${port}${path}`);

const PLAUSIBLE: [VariableName, fc.Arbitrary<string>][] = [
  ["JIRA_API_TOKEN", atlassianToken],
  ["JIRA_API_TOKEN", textOf(ALPHANUMERIC, 24)],
  ["TEMPO_API_TOKEN", tempoToken],
  ["TEMPO_PAT", personalToken],
  ["JIRA_EMAIL", email],
  ["JIRA_BASE_URL", cloudSite],
  ["JIRA_BASE_URL", ownJira],
  ["TEMPO_BASE_URL", ownJira],
  [
    "TEMPO_API_URL",
    fc.constantFrom("https://api.tempo.io", "https://api.eu.tempo.io/4", "http://localhost:8080/x"),
  ],
  ["TEMPO_API_URL", ownJira],
  [
    "ATLASSIAN_API_URL",
    fc.constantFrom("https://api.atlassian.com", "https://gateway.example.com/atlassian/"),
  ],
];

const problemOf = (name: VariableName, text: string, others: { email: string; jiraToken: string }) =>
  problemIn({
    kind: kindOf(name),
    variable: name,
    text,
    others: {
      email: { variable: "JIRA_EMAIL", text: others.email },
      jiraToken: { variable: "JIRA_API_TOKEN", text: others.jiraToken },
    },
    example: (VARIABLES as Record<string, { placeholder?: string }>)[name]?.placeholder ?? "",
  });

describe("a plausible value is never suspicious", () => {
  test.each(PLAUSIBLE)("%s", (name, values) => {
    fc.assert(
      fc.property(values, email, atlassianToken, (text, email, jiraToken) => {
        expect(problemOf(name, text, { email, jiraToken })).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test.each<[VariableName, string]>([
    ["JIRA_BASE_URL", "https://api.atlassian.com/ex/jira/0e9a4b1c-5a5b-4b52-9a44-0123456789ab"],
    ["JIRA_BASE_URL", "https://jira.atlassian.com"],
    ["JIRA_BASE_URL", "https://jira.atlassian.local"],
    ["JIRA_BASE_URL", "https:/acme.atlassian.net"],
    ["JIRA_BASE_URL", "https://acme.atlassian.net\u200b"],
    ["JIRA_BASE_URL", "http://127.0.0.1:8080"],
    ["TEMPO_BASE_URL", "https://jira.com.example.org"],
    ["TEMPO_BASE_URL", "https://jira_prod/jira"],
    ["TEMPO_BASE_URL", "https://jira"],
    ["TEMPO_BASE_URL", "https://[2001:db8::1]:8443/jira"],
    ["TEMPO_API_TOKEN", "none"],
    ["TEMPO_PAT", "x"],
    ["TEMPO_PAT_FILE", "C:\\Users\\ada\\pat.txt"],
    ["TEMPO_PAT_FILE", "/run/secrets/pat"],
    ["TEMPO_STATE_DIR", "~tempo/state"],
    ["TEMPO_STATE_DIR", "off"],
    ["TEMPO_GIT_FOLDERS", "~/src,C:\\Users\\ada\\Kim, Ltd"],
    ["TEMPO_CALENDARS", "webcal://p1.icloud.com/p/a,b.ics,~/\u3000/work.ics"],
    ["TEMPO_WORK_ATTRIBUTES", '{"_A_":"👩‍💻 \u00a0x"}'],
  ])("%s=%s", (name, text) => {
    expect(problemOf(name, text, { email: "", jiraToken: "" })).toBeUndefined();
  });

  test.each([
    "https://calendar.google.com/calendar/ical/ada%40example.com/private-0123456789abcdef/basic.ics",
    "https://outlook.office365.com/owa/calendar/a@example.com/b/calendar.ics",
    "https://outlook.live.com/owa/calendar/a/b/cid-c/calendar.ics",
    "https://cloud.example.com/remote.php/dav/public-calendars/a?export",
    "http://localhost:5232/ada/work.ics",
  ])("the address of a calendar: %s", (text) => {
    expect(problemIn({ kind: "calendar", variable: "TEMPO_CALENDARS", text })).toBeUndefined();
  });

  test("nor is one that stands for a token twice at a server that checks none", () => {
    expect(problemOf("TEMPO_API_TOKEN", "dummy", { email: "", jiraToken: "dummy" })).toBeUndefined();
  });
});

test("any value is judged in time that grows with its length only", () => {
  const hostile = [
    "<",
    "a@",
    ".",
    "[",
    "~",
    "https://",
    "=",
    "%3a",
    "•",
    "\u200b",
    "ATATT",
    "$(",
    ",a.b",
  ].map((piece) => piece.repeat(65_536 / piece.length));
  const start = performance.now();
  for (const name of [
    "JIRA_API_TOKEN",
    "JIRA_EMAIL",
    "JIRA_BASE_URL",
    "TEMPO_PAT",
    "TEMPO_READ_ONLY",
  ] as const)
    for (const text of [...hostile, ...hostile.map((piece) => `${piece} `)])
      problemOf(name, text, { email: text, jiraToken: text });
  expect(performance.now() - start).toBeLessThan(5000);
});
