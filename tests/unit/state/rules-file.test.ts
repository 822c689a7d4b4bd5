import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { changeRules, readRules } from "../../../src/state/rules-file.ts";
import { withRules } from "../../../src/timesheet/draft/kept-rules.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";

const DAILY = { pattern: "Daily*", issueKey: "DEMO-4" };
const REVIEW = { pattern: "Review", issueKey: "DEMO-5" };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const add = (path: string, ...rules: (typeof DAILY)[]) => changeRules(path, (kept) => withRules(kept, rules));

const WINDOWS = process.platform === "win32";

describe("rules in a file", () => {
  test("are none without a file, and looking creates none", () => {
    const folder = newFolder();
    const path = join(folder, "settings.rules.json");
    expect(readRules(path)).toEqual([]);
    expect(changeRules(path, (rules) => rules)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("are read back by this version and by people, and only the user can read them", () => {
    const folder = newFolder();
    const path = join(folder, "tempofiller", "settings.rules.json");
    expect(add(path, DAILY)).toEqual([DAILY]);
    expect(add(path, REVIEW)).toEqual([DAILY, REVIEW]);
    expect(readRules(path)).toEqual([DAILY, REVIEW]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ version: 1, rules: [DAILY, REVIEW] });
    expect(readFileSync(path, "utf8").split("\n").length).toBeGreaterThan(5);
    if (!WINDOWS) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "tempofiller"))).toEqual(["settings.rules.json"]);
  });

  test("stay the same file if nothing changes", () => {
    const path = join(newFolder(), "a.rules.json");
    add(path, DAILY);
    const { ino } = statSync(path);
    add(path, DAILY);
    expect(statSync(path).ino).toBe(ino);
  });

  test.skipIf(WINDOWS)("stay behind the link that the user made", () => {
    const folder = newFolder();
    const [path, target] = [join(folder, "a.rules.json"), join(folder, "dotfiles.json")];
    add(target, DAILY);
    symlinkSync(target, path);
    add(path, REVIEW);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readRules(target)).toEqual([DAILY, REVIEW]);
  });

  test("may begin with a byte order mark", () => {
    const path = join(newFolder(), "a.rules.json");
    writeFileSync(path, `\ufeff${JSON.stringify({ version: 1, rules: [DAILY] })}`);
    expect(readRules(path)).toEqual([DAILY]);
  });
});

const FORM = `is not of the form {"version":1,"rules":[…]}`;
const wrongRule = (number: number) =>
  `has a wrong rule, number ${number}: each is of the form {"pattern":"Daily*","issueKey":"PROJ-4"}`;

describe("a file that is not one of rules is left as it is, and the error says why", () => {
  test.each([
    ["no JSON", "Daily* DEMO-4", "is not JSON"],
    ["an empty file", "", "is not JSON"],
    ["a list", "[]", FORM],
    ["no version", '{"rules":[]}', FORM],
    ["an earlier version", '{"version":0,"rules":[]}', FORM],
    [
      "a newer version",
      '{"version":2,"rules":{}}',
      "was written by a newer version of TempoFiller (its version is 2)",
    ],
    ["rules that are no list", '{"version":1,"rules":{}}', FORM],
    ["a further key", '{"version":1,"rules":[],"note":"S3CRET"}', FORM],
    ["a rule without a key", JSON.stringify({ version: 1, rules: [DAILY, { pattern: "x" }] }), wrongRule(2)],
    [
      "a rule with a further key",
      JSON.stringify({ version: 1, rules: [{ ...DAILY, hours: 1 }] }),
      wrongRule(1),
    ],
    ["a rule that is null", '{"version":1,"rules":[null]}', wrongRule(1)],
    ["a rule for no issue", '{"version":1,"rules":[{"pattern":"S3CRET","issueKey":"none"}]}', wrongRule(1)],
    ["more than a megabyte", " ".repeat(1024 * 1024 + 1), "is larger than 1 MB"],
  ])("%s", (_, content, why) => {
    const path = join(newFolder(), "a.rules.json");
    writeFileSync(path, content);
    const error = new SettingsError(
      `The rules file ${path} ${why}, so it is not used and stays as it is. Correct it, or move it away.`,
    );
    expect(() => readRules(path)).toThrow(error);
    expect(() => add(path, REVIEW)).toThrow(error);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("a folder", () => {
    const path = join(newFolder(), "a.rules.json");
    mkdirSync(path);
    expect(() => add(path, DAILY)).toThrow(`The rules file ${path} is not a file, so`);
  });
});

test.skipIf(WINDOWS || process.getuid?.() === 0)(
  "a folder that cannot be written to is an error that says so",
  () => {
    const folder = newFolder();
    chmodSync(folder, 0o500);
    onTestFinished(() => chmodSync(folder, 0o700));
    expect(() => add(join(folder, "a.rules.json"), DAILY)).toThrow(
      "cannot be written (EACCES), so it was left as it is.",
    );
  },
);

test("a folder that is a file is an error, and nothing is left behind", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "file"), "");
  const path = join(folder, "file", "a.rules.json");
  expect(() => add(path, DAILY)).toThrow(SettingsError);
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("what is no rule is not kept", () => {
  const path = join(newFolder(), "a.rules.json");
  add(path, DAILY);
  expect(() => add(path, { pattern: " ", issueKey: "DEMO-1" })).toThrow(
    new SettingsError(
      'No rule was kept: "" for "DEMO-1" is not a pattern with text for the key of an issue, such as PROJ-123.',
    ),
  );
  expect(readRules(path)).toEqual([DAILY]);
});

test("rules beyond a megabyte are not kept", () => {
  const path = join(newFolder(), "a.rules.json");
  const many = Array.from({ length: 4000 }, (_, index) => ({
    pattern: `${index} ${"x".repeat(240)}`,
    issueKey: "DEMO-1",
  }));
  expect(() => changeRules(path, () => many)).toThrow(`The rules file ${path} would be larger than 1 MB`);
  expect(readRules(path)).toEqual([]);
});
