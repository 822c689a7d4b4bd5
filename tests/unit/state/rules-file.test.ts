import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/runtime/clock.ts";
import { acquireLease } from "../../../src/state/lease-file.ts";
import { changeRules, readRules } from "../../../src/state/rules-file.ts";
import { withRules } from "../../../src/timesheet/draft/titles.ts";
import { NotFoundError, SettingsError } from "../../../src/timesheet/errors.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const DAILY = { pattern: "Daily*", issueKey: "DEMO-4" };
const REVIEW = { pattern: "Review", issueKey: "DEMO-5" };

const NOW = { clock: systemClock, deadline: Number.POSITIVE_INFINITY };

const add = (path: string, ...rules: (typeof DAILY)[]) =>
  changeRules(path, (kept) => withRules(kept, rules), NOW);

const WINDOWS = process.platform === "win32";

describe("rules in a file", () => {
  test("are none without a file, and looking creates none", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "settings.rules.json");
    expect(readRules(path)).toEqual([]);
    expect(await changeRules(path, (rules) => rules, NOW)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("are read back by this version and by people, and only the user can read them", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "tempofiller", "settings.rules.json");
    expect(await add(path, DAILY)).toEqual([DAILY]);
    expect(await add(path, REVIEW)).toEqual([DAILY, REVIEW]);
    expect(readRules(path)).toEqual([DAILY, REVIEW]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ version: 1, rules: [DAILY, REVIEW] });
    expect(readFileSync(path, "utf8").split("\n").length).toBeGreaterThan(5);
    if (!WINDOWS) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "tempofiller"))).toEqual([
      ".settings.rules.json.lease.2",
      "settings.rules.json",
    ]);
  });

  test("stay the same file if nothing changes", async () => {
    const path = join(temporaryFolder(), "a.rules.json");
    await add(path, DAILY);
    const { ino } = statSync(path);
    await add(path, DAILY);
    expect(statSync(path).ino).toBe(ino);
  });

  test.skipIf(WINDOWS)("stay behind the link that the user made", async () => {
    const folder = temporaryFolder();
    const [path, target] = [join(folder, "a.rules.json"), join(folder, "dotfiles.json")];
    await add(target, DAILY);
    symlinkSync(target, path);
    await add(path, REVIEW);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readRules(target)).toEqual([DAILY, REVIEW]);
  });

  test.skipIf(WINDOWS)(
    "are written to where a chain of links leads, though no file is there yet",
    async () => {
      const folder = temporaryFolder();
      const [path, target] = [join(folder, "a.rules.json"), join(folder, "dotfiles", "rules.json")];
      mkdirSync(join(folder, "dotfiles"));
      symlinkSync("rules.json", join(folder, "dotfiles", "other.json"));
      symlinkSync(join("dotfiles", "other.json"), path);
      await add(path, DAILY);
      await add(path, REVIEW);
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(lstatSync(target).isFile()).toBe(true);
      expect(readRules(target)).toEqual([DAILY, REVIEW]);
    },
  );

  test.skipIf(WINDOWS)("are not kept behind a link into a folder that does not exist", async () => {
    const folder = temporaryFolder();
    const [path, target] = [join(folder, "a.rules.json"), join(folder, "drive", "rules.json")];
    symlinkSync(target, path);
    await expect(add(path, DAILY)).rejects.toEqual(
      new SettingsError(
        `The rules file ${path} is a link to ${target}, whose folder does not exist, so no rule was kept. Create that folder, ` +
          "or remove the link.",
      ),
    );
    expect(readdirSync(folder)).toEqual(["a.rules.json"]);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  });

  test("may have a megabyte", async () => {
    const [path, size] = [join(temporaryFolder(), "a.rules.json"), 1024 * 1024];
    writeFileSync(path, JSON.stringify({ version: 1, rules: [DAILY] }).padEnd(size));
    expect(readRules(path)).toEqual([DAILY]);
    const many = Array.from({ length: 4000 }, (_, index) => ({
      ...DAILY,
      pattern: `${index} ${"x".repeat(180)}`,
    }));
    await changeRules(path, () => many, NOW);
    let rest = size - statSync(path).size;
    const longer = many.map(({ pattern }) => {
      const added = Math.min(50, rest);
      rest -= added;
      return { ...DAILY, pattern: pattern.padEnd(pattern.length + added, "x") };
    });
    await changeRules(path, () => longer, NOW);
    expect(statSync(path).size).toBe(size);
  });

  test("may begin with a byte order mark", () => {
    const path = join(temporaryFolder(), "a.rules.json");
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
    ["a byte order mark in the middle", '{"version":1,\ufeff"rules":[]}', "is not JSON"],
    ["a list", "[]", FORM],
    ["a version that is no number", '{"version":"2","rules":[]}', FORM],
    ["no version", '{"rules":[]}', FORM],
    ["another version", '{"version":2,"rules":[]}', FORM],
    ["rules that are no list", '{"version":1,"rules":{}}', FORM],
    ["a further key", '{"version":1,"rules":[],"note":"S3CRET"}', FORM],
    ["a rule without a key", JSON.stringify({ version: 1, rules: [DAILY, { pattern: "x" }] }), wrongRule(2)],
    [
      "a rule with a further key",
      JSON.stringify({ version: 1, rules: [{ ...DAILY, hours: 1 }] }),
      wrongRule(1),
    ],
    [
      "a pattern that is no text",
      '{"version":1,"rules":[{"pattern":["x"],"issueKey":"DEMO-4"}]}',
      wrongRule(1),
    ],
    ["a key that is no text", '{"version":1,"rules":[{"pattern":"x","issueKey":["DEMO-4"]}]}', wrongRule(1)],
    ["a rule that is null", '{"version":1,"rules":[null]}', wrongRule(1)],
    ["a rule for no issue", '{"version":1,"rules":[{"pattern":"S3CRET","issueKey":"none"}]}', wrongRule(1)],
    ["more than a megabyte", " ".repeat(1024 * 1024 + 1), "is larger than 1 MB"],
  ])("%s", async (_, content, why) => {
    const path = join(temporaryFolder(), "a.rules.json");
    writeFileSync(path, content);
    const error = new SettingsError(
      `The rules file ${path} ${why}, so it is not used and stays as it is. Correct it, or move it away.`,
    );
    expect(() => readRules(path)).toThrow(error);
    await expect(add(path, REVIEW)).rejects.toEqual(error);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test.skipIf(WINDOWS)("a link to itself", async () => {
    const path = join(temporaryFolder(), "a.rules.json");
    symlinkSync(path, path);
    await expect(add(path, DAILY)).rejects.toEqual(
      new SettingsError(
        `The rules file ${path} cannot be read (ELOOP), so it is not used and stays as it is. Correct it, or move it away.`,
      ),
    );
  });

  test("a folder", async () => {
    const path = join(temporaryFolder(), "a.rules.json");
    mkdirSync(path);
    await expect(add(path, DAILY)).rejects.toThrow(`The rules file ${path} is not a file, so`);
  });
});

test.skipIf(WINDOWS || process.getuid?.() === 0)(
  "a folder that cannot be written to is an error that says so",
  async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    onTestFinished(() => chmodSync(folder, 0o700));
    await expect(add(join(folder, "a.rules.json"), DAILY)).rejects.toThrow(
      "cannot be written (EACCES), so it was left as it is.",
    );
  },
);

test("a folder that is a file is an error, and nothing is left behind", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  const path = join(folder, "file", "a.rules.json");
  await expect(add(path, DAILY)).rejects.toThrow(SettingsError);
  expect(readdirSync(folder)).toEqual(["file"]);
});

test("a file that cannot be replaced is an error that says so, and nothing is left behind", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.rules.json");
  let changes = 0;
  const change = () => {
    changes += 1;
    if (changes === 2) mkdirSync(join(path, "full"), { recursive: true });
    return [DAILY];
  };
  await expect(changeRules(path, change, NOW)).rejects.toThrow(
    /^The rules file .+a.rules.json cannot be written \(E[A-Z]+\), so it was left as it is. Make it and its folder writable.$/,
  );
  expect(readdirSync(folder)).toEqual([".a.rules.json.lease.1", "a.rules.json"]);
});

test("what is no rule is not kept", async () => {
  const path = join(temporaryFolder(), "a.rules.json");
  await add(path, DAILY);
  await expect(add(path, { pattern: " ", issueKey: "DEMO-1" })).rejects.toEqual(
    new SettingsError(
      'No rule was kept: "" for "DEMO-1" is not a pattern with text for the key of an issue, such as PROJ-123.',
    ),
  );
  expect(readRules(path)).toEqual([DAILY]);
});

test("rules beyond a megabyte are not kept", async () => {
  const path = join(temporaryFolder(), "a.rules.json");
  const many = Array.from({ length: 4000 }, (_, index) => ({
    pattern: `${index} ${"x".repeat(240)}`,
    issueKey: "DEMO-1",
  }));
  await expect(changeRules(path, () => many, NOW)).rejects.toThrow(
    `The rules file ${path} would be larger than 1 MB`,
  );
  expect(readRules(path)).toEqual([]);
});

describe("while another process changes the rules", () => {
  const OTHER_NAME = ".a.rules.json";
  const acquire = (folder: string, clock = systemClock) =>
    acquireLease(folder, OTHER_NAME, { ...NOW, signal: new AbortController().signal }, clock);

  test("a change waits, and then adds to what that process has kept", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.rules.json");
    const other = await acquire(folder);
    const change = add(path, REVIEW);
    await systemClock.sleep(100);
    writeFileSync(path, JSON.stringify({ version: 1, rules: [DAILY] }));
    await other?.release();
    expect(await change).toEqual([DAILY, REVIEW]);
    expect(readRules(path)).toEqual([DAILY, REVIEW]);
  });

  test("a change that the other process has made too leaves the file as it is", async () => {
    const folder = temporaryFolder();
    const [path, same] = [join(folder, "a.rules.json"), join(folder, "b.rules.json")];
    await add(same, REVIEW);
    const other = await acquire(folder);
    const change = add(path, REVIEW);
    renameSync(same, path);
    const { ino } = statSync(path);
    await other?.release();
    expect(await change).toEqual([REVIEW]);
    expect(statSync(path).ino).toBe(ino);
  });

  test("nothing is written if another process has taken over meanwhile", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.rules.json");
    let changes = 0;
    const change = () => {
      changes += 1;
      if (changes === 2) writeFileSync(join(folder, `${OTHER_NAME}.lease.2`), "");
      return [REVIEW];
    };
    await expect(changeRules(path, change, NOW)).rejects.toEqual(
      new SettingsError(
        `The rules file ${path} stays as it is, since another process is changing it. Try again in half a minute.`,
      ),
    );
    expect(readRules(path)).toEqual([]);
  });

  test("a change that makes no sense any more fails for its own reason", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.rules.json");
    await add(path, DAILY);
    const other = await acquire(folder);
    const change = changeRules(
      path,
      (rules) => {
        if (rules.length === 0) throw new NotFoundError("There is no such rule.");
        return [];
      },
      NOW,
    );
    writeFileSync(path, JSON.stringify({ version: 1, rules: [] }));
    await other?.release();
    await expect(change).rejects.toEqual(new NotFoundError("There is no such rule."));
  });

  test("a change fails after some seconds, and the file stays as it is", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a.rules.json");
    await add(path, DAILY);
    const clock = virtualClock();
    const other = await acquire(folder, clock);
    const start = clock.now();
    await expect(
      changeRules(path, () => [REVIEW], { clock, deadline: Number.POSITIVE_INFINITY }),
    ).rejects.toEqual(
      new SettingsError(
        `The rules file ${path} stays as it is, since another process is changing it. Try again in half a minute.`,
      ),
    );
    const waited = clock.now() - start;
    expect(waited).toBeGreaterThan(5000);
    expect(waited).toBeLessThanOrEqual(8000);
    expect(readRules(path)).toEqual([DAILY]);
    await other?.release();
  });

  test("a change waits no longer than the call has time", async () => {
    const folder = temporaryFolder();
    const other = await acquire(folder);
    const start = systemClock.now();
    const scope = { clock: systemClock, deadline: start + 300 };
    await expect(changeRules(join(folder, "a.rules.json"), () => [REVIEW], scope)).rejects.toThrow(
      "another process is changing it",
    );
    expect(systemClock.now() - start).toBeLessThan(2000);
    await other?.release();
  });

  test.each([
    ["ended", { pid: 2 ** 22 + 1, host: hostname().slice(0, 100), age: 0 }],
    ["stands still elsewhere for half a minute", { pid: 1, host: "elsewhere", age: 30_000 }],
  ])("a change goes on once that process has %s", async (_, { pid, host, age }) => {
    const folder = temporaryFolder();
    const path = join(folder, "a.rules.json");
    const heartbeatAt = systemClock.wallClock() - age;
    writeFileSync(
      join(folder, `${OTHER_NAME}.lease.7`),
      JSON.stringify({ pid, host, heartbeatAt, isReleased: false }),
    );
    expect(await add(path, REVIEW)).toEqual([REVIEW]);
  });
});
