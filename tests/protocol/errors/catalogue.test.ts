import { describe, expect, test } from "vitest";
import { TOOL_NAMES } from "../../../src/cli/call/tools.ts";
import { ERROR_CODES } from "../../../src/contract/error-codes.ts";
import { CATALOGUE } from "./catalogue.ts";
import { describeSite, throwSites } from "./throw-sites.ts";

const ENTRIES = Object.values(CATALOGUE).flat();

/** Places that make an error of words from elsewhere, and where those are in the catalogue. */
const WORDS_FROM_ELSEWHERE: Record<string, string> = {
  "src/timesheet/posting/entries.ts: problem": "the problem of an invalid entry, which check-input.ts words",
  "src/tempo/http/response-errors.ts: unusable(service, why, quoted(message))":
    "a text of a page in place of JSON, with its entry under UPSTREAM",
  "src/tempo/http/response-errors.ts: unusable(service, why)":
    "two texts, each with its entry under UPSTREAM",
  'src/timesheet/posting/entries.ts: { assistant: textFor("assistant"), shell: textFor("shell") }':
    "the outcomes of days, under POSTING",
  "src/timesheet/posting/errors.ts: words`${facts} ${until}`":
    "the facts of a lost response, each with its entry under UPSTREAM, and until when it may take effect",
  "src/timesheet/editing/send-change.ts: words`${where} ${facts}`":
    "where the hours of a move are, each with its entry under EDITING, and why that is not known",
  "src/config/read-all.ts: ...new Set(errors.flatMap(({ problems }) => problems))":
    "the problems of several settings, each with its entry under SETTINGS",
  "src/config/suspicious-values.ts: problem":
    "the sentence of a suspicious value, each in the table of tests/helpers/wrong-settings.ts",
  "src/config/tokens.ts: problem": "the same, of the path of a token's file",
  "src/config/settings-file.ts: problem": "the same, of TEMPO_CONFIG_FILE",
  "src/cli/setup/changes.ts: problem": "the same, for setup",
  "src/cli/setup/given-settings.ts: ...besides":
    "what is missing of the settings, under SETTINGS, with setup's own step, under SETUP",
  "src/cli/import/rows.ts: error.message":
    "why a row is refused, each in the tables of tests/unit/import/import.test.ts",
  "src/cli/commands/compare.ts: warning.message": "a warning of a profile, under COMMAND_LINE",
  "src/cli/access-key/access-key.ts: problem": "the problem of a name, a date or a note, each with its entry",
  "src/config/settings.ts: ...misspelt":
    "the sentence for a misspelt switch, under SETTINGS and in tests/unit/wrong-settings.test.ts",
  "src/config/settings.ts: ...problems":
    "the faults of a settings file, in tests/unit/wrong-settings.test.ts",
  "src/team/auth/attempts.ts: tooManyRefused(wait).message":
    "the text of an HTTP 429, which is not an error of a tool",
};

/** The next steps of errors in general, of which an error has one. */
const STEPS = [
  /\bcheck what was sent/i,
  /\bcorrect the arguments\b/i,
  /\bsend(ing)? the same call again\b/i,
  /\bcheck your worklogs\b/i,
  /\bfix the cause\b/i,
  /\bask .* to reopen it\b/i,
  /\bcheck the network\b/i,
  /(^|[.;] )try again in\b/i,
  /\bset TEMPO_WORK_ATTRIBUTES, for example\b/,
];

describe("the catalogue", () => {
  const sites = throwSites();

  test("has a text of every place in src that makes an error", () => {
    const missing = sites.filter(
      ({ hasWords, pattern }) => hasWords && !ENTRIES.some(({ text }) => pattern.test(text)),
    );
    expect(missing.map(describeSite)).toEqual([]);
    expect(sites.length).toBeGreaterThan(50);
  });

  test("knows the places with words from elsewhere", () => {
    const wordless = sites.filter(({ hasWords }) => !hasWords).map(({ source }) => source);
    expect([...new Set(wordless)].sort()).toEqual(Object.keys(WORDS_FROM_ELSEWHERE).sort());
  });

  test("has every code", () => {
    const codes = new Set(ENTRIES.flatMap(({ code }) => code ?? []));
    expect([...codes].sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  test("has no text with two next steps", () => {
    const lines = ENTRIES.flatMap(({ text }) => text.split("\n"));
    const stepsIn = (line: string) => STEPS.filter((step) => step.test(line));
    expect(lines.filter((line) => stepsIn(line).length > 1)).toEqual([]);
    expect(STEPS.filter((step) => !lines.some((line) => step.test(line)))).toEqual([]);
  });

  test("no error speaks of calls, or names a tool or its arguments, to users of a shell", () => {
    // No command reads periods or teams, or submits a timesheet.
    const ofTools = sites
      .filter(({ place }) => /^src\/(timesheet|tempo|evidence|state)\//.test(place))
      .filter(({ place }) => !/\/(approvals|team)[./]/.test(place))
      .map(({ inShell }) => inShell)
      .filter((text) => /\bcalls?\b|`[a-z]/.test(text) || TOOL_NAMES.some((name) => text.includes(name)));
    expect(ofTools).toEqual([]);
  });
});
