import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AccessKeys, createAccessKey, openAccessKeys } from "../../../../src/team/auth/access-keys.ts";
import { keptLog } from "../../../helpers/kept-log.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

const ADA = createAccessKey("ada");
const CI = createAccessKey("ci-1@acme");
const EVE = createAccessKey("eve");

/** A file of access keys until the running test ends. */
function keysFile(text: string) {
  const folder = temporaryFolder();
  const path = join(folder, "access-keys");
  writeFileSync(path, text, { mode: 0o644 });
  const clock = virtualClock();
  const log: string[] = [];
  const kept = keptLog(log);
  /** Replaces the file, as editors do. */
  function write(content: string): void {
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
  }
  return {
    path,
    clock,
    log,
    /** Its log has the lines about the file, not the uses of keys. */
    open: () =>
      openAccessKeys(path, {
        clock,
        log: (message, ...rest) => (message === "" ? undefined : kept(message, ...rest)),
      }),
    write,
    /** Replaces the file, which is noticed a second later. */
    change(content: string) {
      write(content);
      clock.advance(1000);
    },
  };
}

const names =
  ({ find }: AccessKeys) =>
  (key: string) =>
    find(key)?.name;

describe("a new access key", () => {
  test("has 32 random bytes behind its prefix, and its line holds only a hash of it", () => {
    const { key, line } = createAccessKey("ada");
    expect(key).toMatch(/^tfk_[\w-]{43}$/);
    expect(line).toMatch(/^ada sha256:[\da-f]{64}$/);
    expect(createAccessKey("ada").key).not.toBe(key);
  });
});

describe("the access keys", () => {
  test("of a file are found by their text, and nothing else is", () => {
    const keys = keysFile(
      `# The team\n\n${ADA.line}\r\n  ${CI.line.toUpperCase().replace("CI-1@ACME SHA", "ci-1@acme sha")}  \n`,
    );
    const find = names(keys.open());
    expect([ADA.key, CI.key].map(find)).toEqual(["ada", "ci-1@acme"]);
    const wrong = [
      "",
      "tfk_",
      "ada",
      ADA.line,
      ADA.key.slice(0, -1),
      `${ADA.key} `,
      `${ADA.key}A`,
      createAccessKey("ada").key,
    ];
    expect(wrong.map(find)).toEqual(wrong.map(() => undefined));
    expect(keys.log).toEqual([]);
  });

  test("expire at the end of their last day, in UTC; the log names each key that was used once a day, and never the key", () => {
    const dated = createAccessKey("eve", { expires: "2026-11-30", note: "Eve's laptop" });
    expect(dated.line).toMatch(/^eve sha256:[\da-f]{64} expires=2026-11-30 # Eve's laptop$/);
    const keys = keysFile(`${dated.line}\n${ADA.line} # no date\n`);
    const start = Date.parse("2026-11-30T23:59:58Z");
    keys.clock.advance(start - keys.clock.wallClock());
    const fields: object[] = [];
    const { find, list } = openAccessKeys(keys.path, {
      clock: keys.clock,
      log: (_message, level, given) => fields.push({ level, ...given }),
    });
    const eve = { name: "eve", expires: "2026-11-30" };
    expect(find(dated.key)).toEqual({ ...eve, isExpired: false });
    keys.clock.advance(1999);
    expect(find(dated.key)).toEqual({ ...eve, isExpired: false });
    keys.clock.advance(1);
    expect([dated.key, dated.key].map(find)).toEqual(Array(2).fill({ ...eve, isExpired: true }));
    expect(list()).toEqual([
      { ...eve, lastUsed: start + 1999 },
      { name: "ada", expires: undefined, lastUsed: undefined },
    ]);
    expect(fields).toEqual([
      { level: "info", event: "access_key", key: "eve", lastUsed: "2026-11-30T23:59:58.000Z" },
      { level: "warn", event: "access_key", key: "eve", expired: "2026-11-30" },
    ]);
  });

  test("may have two lines of one name, for a change of the key", () => {
    const next = createAccessKey("ada");
    const find = names(keysFile(`${ADA.line}\n${next.line}\n`).open());
    expect([ADA.key, next.key].map(find)).toEqual(["ada", "ada"]);
  });

  test("are read again once the file has changed: a second later a key is revoked, another added", () => {
    const { open, write, clock, log } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    write(`${CI.line}\n`);
    clock.advance(999);
    expect([ADA.key, CI.key].map(find)).toEqual(["ada", undefined]);
    clock.advance(1);
    expect([ADA.key, CI.key].map(find)).toEqual([undefined, "ci-1@acme"]);
    expect(log).toEqual(["The access keys file has changed; keys that are valid now: 1."]);
  });

  test("are revoked by a file that lacks them, whatever is wrong with another line", () => {
    const { open, change } = keysFile(`${ADA.line}\n${CI.line}\n`);
    const find = names(open());
    change(`# ${ADA.line}\n${CI.line.toUpperCase().replace("CI-1@ACME", "ci-1@acme")} expires=2027-02-30\n`);
    expect([ADA.key, CI.key].map(find)).toEqual([undefined, "ci-1@acme"]);
  });

  test("follow each line that can be read, whatever is wrong with another line", () => {
    const past = `${ADA.line} expires=2020-01-01`;
    const { open, change, write, clock } = keysFile(`${ADA.line}\n${CI.line}\n`);
    const { find, list } = open();
    const states = () => [ADA.key, CI.key, EVE.key].map((key) => find(key)?.isExpired);
    for (const text of [`${past}\n${CI.line} laptop\n`, `${ADA.line} laptop\n${past}\n${CI.line} laptop\n`]) {
      write(text);
      for (let second = 0; second < 3; second++) {
        clock.advance(1000);
        expect(states()).toEqual([true, false, undefined]);
      }
      expect(list().length).toBe(2);
    }
    change(`${ADA.line} laptop\n${EVE.line}\n`);
    expect(states()).toEqual([true, undefined, false]);
    change(`${ADA.line}\n${EVE.line} laptop\n`);
    expect(states()).toEqual([false, undefined, false]);
  });

  test("are those of the file before again, once that replaces a wrong one", () => {
    const { open, change, path, clock, log } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    linkSync(path, `${path}.before`);
    change(`${CI.line}\n${EVE.line} laptop\n`);
    expect([ADA.key, CI.key].map(find)).toEqual([undefined, "ci-1@acme"]);
    // It has its old inode, time and size.
    renameSync(`${path}.before`, path);
    clock.advance(1000);
    expect([ADA.key, CI.key].map(find)).toEqual(["ada", undefined]);
    expect(log.length).toBe(2);
  });

  test("are all revoked by an empty file", () => {
    const { open, change } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    change("");
    expect(find(ADA.key)).toBeUndefined();
  });

  test.each([
    ["broken", `${ADA.line}\n${CI.key}\n`, "Line 2 of the access keys file "],
    ["missing", undefined, "cannot be read (ENOENT)"],
  ])(
    "stay open at first while the file is %s, and the log says so once, without its text",
    (_, text, why) => {
      const { open, change, write, path, clock, log } = keysFile(`${ADA.line}\n`);
      const find = names(open());
      if (text === undefined) rmSync(path);
      else write(text);
      for (let second = 0; second < 3; second++) {
        clock.advance(1000);
        expect([ADA.key, CI.key].map(find)).toEqual(["ada", undefined]);
      }
      expect(log).toEqual([expect.stringContaining(why)]);
      expect(log[0]).toMatch(/^warn: /);
      expect(log[0]).toMatch(/The keys of lines that cannot be read close at 2026-01-15T00:05:00\.000Z\.$/);
      expect(log.join()).not.toContain(CI.key);

      change(`${CI.line}\n`);
      expect([ADA.key, CI.key].map(find)).toEqual([undefined, "ci-1@acme"]);
      rmSync(path);
      clock.advance(1000);
      expect(find(CI.key)).toBe("ci-1@acme");
      expect(log.length).toBe(3);
    },
  );

  const hash = ADA.line.slice(4);
  test.each([
    ["a word in front", `revoked ${ADA.line}`],
    ["a semicolon in front", `; ${ADA.line}`],
    ["a semicolon without a blank", `;${ADA.line}`],
    ["slashes in front", `// ${ADA.line}`],
    ["slashes without a blank", `//${ADA.line}`],
    ["a hyphen in front", `- ${ADA.line}`],
    ["a hyphen without a blank", `-${ADA.line}`],
    ["hyphens without a blank", `--${ADA.line}`],
    ["an exclamation mark", `!${ADA.line}`],
    ["tildes around it", `~~${ADA.line}~~`],
    ["quotes around it", `"${ADA.line}"`],
    ["capitals and a word", `REVOKED ${ADA.line}`.toUpperCase()],
    ["a word between name and hash", `ada revoked ${hash}`],
    ["a word behind it", `${ADA.line} revoked`],
    ["words around it", `the key of ada, ${hash}, is revoked`],
    ["no name", hash],
    ["the hash of another kind", ADA.line.replace("sha256", "md5")],
    ["blanks around the sign of its date", `${ADA.line} expires = 2026-01-01`],
    ["a colon behind Expires", `${ADA.line} Expires: 2026-01-01`],
    ["a month that does not exist", `${ADA.line} expires=2026-13-01`],
    ["expire for expires", `${ADA.line} expire=2026-01-01`],
    ["expiry for expires", `${ADA.line} expiry=2026-01-01`],
    ["a line of it that can be read beside one that cannot", `${ADA.line}\nrevoked ${ADA.line}`],
    ["the same beside in the other order", `x ${ADA.line}\n${ADA.line}`],
  ])("close within five minutes of a line with %s, whatever the file has later", (_, text) => {
    const { open, change, path, clock, log } = keysFile(`${ADA.line}\n${CI.line}\n`);
    const keys = open();
    const states = () => [ADA.key, CI.key].map(names(keys));
    change(`${CI.line}\n${text}\n`);
    expect(states()).toEqual(["ada", "ci-1@acme"]);
    clock.advance(298_999);
    expect(states()).toEqual(["ada", "ci-1@acme"]);
    clock.advance(1);
    expect(states()).toEqual([undefined, "ci-1@acme"]);
    expect(keys.list().map(({ name }) => name)).toEqual(["ci-1@acme"]);
    expect(log).toEqual([
      expect.stringMatching(
        /^warn: Line \d of the access keys file .* The keys of lines that cannot be read close at 2026-01-15T00:05:00\.000Z\.$/,
      ),
    ]);
    expect(log.join().toLowerCase()).not.toContain(hash.slice(7, 20));
    // Neither another change nor a time without the file opens it again.
    change(`${CI.line} # changed\n${text}\n`);
    expect(states()).toEqual([undefined, "ci-1@acme"]);
    rmSync(path);
    clock.advance(1000);
    expect(states()).toEqual([undefined, "ci-1@acme"]);
    change(`${CI.line}\n${text}\n`);
    expect(states()).toEqual([undefined, "ci-1@acme"]);
    change(`${ADA.line}\n`);
    expect(states()).toEqual(["ada", undefined]);
  });

  test.each<[string, (path: string) => void]>([
    ["is missing", (path) => rmSync(path)],
    [
      "is a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    ["is too large", (path) => truncateSync(path, 4 * 1024 * 1024 + 1)],
  ])("all close within five minutes once the file %s, and are open again with it", (_, spoil) => {
    const { open, path, change, clock, log } = keysFile(`${ADA.line}\n${CI.line}\n`);
    const keys = open();
    const find = names(keys);
    spoil(path);
    clock.advance(299_999);
    expect([ADA.key, CI.key].map(find)).toEqual(["ada", "ci-1@acme"]);
    clock.advance(1);
    expect([ADA.key, CI.key].map(find)).toEqual([undefined, undefined]);
    expect(keys.list()).toEqual([]);
    expect(log).toEqual([expect.stringMatching(/cannot be read .* close at 2026-01-15T00:05:00\.000Z\.$/)]);
    rmSync(path, { recursive: true, force: true });
    change(`${ADA.line}\n${CI.line}\n`);
    expect([ADA.key, CI.key].map(find)).toEqual(["ada", "ci-1@acme"]);
  });

  test("are closed at once if no key was used for five minutes after the file was last there", () => {
    const { open, path, clock } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    rmSync(path);
    clock.advance(300_000);
    expect(find(ADA.key)).toBeUndefined();
  });

  test.each([
    ["a hash that is cut", ADA.line.slice(0, -1)],
    ["zeros", "\0".repeat(ADA.line.length)],
    ["nothing", ""],
    ["a comment", `# ${ADA.line} expires=2026-01-01`],
  ])("close at once if their line has %s", (_, text) => {
    const { open, change } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    change(`${text}\n`);
    expect(find(ADA.key)).toBeUndefined();
  });

  test("are open again with a file that is moved away and back", () => {
    const { open, path, clock } = keysFile(`${ADA.line}\n`);
    const find = names(open());
    renameSync(path, `${path}.away`);
    clock.advance(300_000);
    expect(find(ADA.key)).toBeUndefined();
    renameSync(`${path}.away`, path);
    clock.advance(1000);
    expect(find(ADA.key)).toBe("ada");
  });

  test.skipIf(process.platform === "win32")(
    "are read again once the permissions of the file have changed",
    () => {
      const { open, path, clock, log } = keysFile(`${ADA.line}\n`);
      const find = names(open());
      chmodSync(path, 0o600);
      clock.advance(1000);
      expect(find(ADA.key)).toBe("ada");
      expect(log).toEqual(["The access keys file has changed; keys that are valid now: 1."]);
    },
  );

  test.each([
    ["a note", `${ADA.line} # laptop, expires = 2020-01-01`],
    ["a note with a colon", `${ADA.line} # Expires: 2020-01-01`],
    ["a note in capitals", `${ADA.line} # EXPIRES 2020-01-01`],
    ["a note with a plain word", `${ADA.line} # to expire in May`],
    ["a note with expiry", `${ADA.line} # expiry 2020-01-01`],
    ["a note with until", `${ADA.line} # until 2020-01-01`],
    ["a note beside a date", `${ADA.line} expires=2099-01-01 # expires in May`],
    ["a comment", `# expires = 2020-01-01\n${ADA.line}`],
  ])("with %s that seems to say until when they are valid are open, and the log warns", (_, text) => {
    const { open, change, path, log } = keysFile(`${CI.line}\n`);
    const warning = (line: number) =>
      `warn: The note in line ${line} of the access keys file ${path} seems to say how long a key is valid, which no note does. ` +
      "Write a date such as expires=2027-06-30 before the #, or reword the note.";
    const find = names(open());
    expect(log).toEqual([]);
    change(`${CI.line}\n${text}\n`);
    expect(find(ADA.key)).toBe("ada");
    expect(log).toEqual([warning(2), "The access keys file has changed; keys that are valid now: 2."]);
    open();
    expect(log.slice(2)).toEqual([warning(2)]);
  });

  test.each([
    ["another note", `${ADA.line} expires=2099-01-01 # Ada's laptop`],
    ["a line that was struck out as a comment", `# ${CI.line} expires=2020-01-01\n${ADA.line}`],
  ])("with %s need no warning", (_, text) => {
    const { open, log } = keysFile(`${text}\n`);
    expect(names(open())(ADA.key)).toBe("ada");
    expect(log).toEqual([]);
  });

  test.each([
    ["a key itself", ADA.key],
    ["a hash without name", ADA.line.slice(4)],
    ["a name without hash", "ada"],
    ["a hash that is cut", ADA.line.slice(0, -1)],
    ["a hash of another kind", ADA.line.replace("sha256", "md5")],
    ["more than a name and a hash", `${ADA.line} laptop`],
    ["a date that does not exist", `${ADA.line} expires=2027-02-30`],
    ["a date after the note, which would never count", `${ADA.line} # laptop expires=2020-01-01`],
    ["a name with other signs", ADA.line.replace("ada", "ad\u00e4")],
    ["a sign in front of the name", `-${ADA.line}`],
    ["a name of 65 letters", ADA.line.replace("ada", "a".repeat(65))],
  ])("are refused at the start with %s in a line, which the error numbers and does not show", (_, line) => {
    const { open, path } = keysFile(`# team\n${CI.line}\n${line}\n`);
    expect(open).toThrow(
      `Line 3 of the access keys file ${path} is not a name and a hash, with a date after expires= if it has one. Replace it by what`,
    );
    expect(open).not.toThrow(line);
  });

  test("of an empty file let no user in, and the log says so", () => {
    const { open, path, log } = keysFile("# none yet\n");
    expect(names(open())(ADA.key)).toBeUndefined();
    expect(log).toEqual([`warn: The access keys file ${path} has no keys, so it lets nobody in.`]);
  });

  test.skipIf(process.platform === "win32")(
    "may be read by other users, and are refused if they may write",
    () => {
      const { open, path, log } = keysFile(`${ADA.line}\n`);
      open();
      expect(log).toEqual([]);
      chmodSync(path, 0o664);
      expect(open).toThrow(
        `The access keys file ${path} is not used, since other users can write to it. Look at what it contains, then run: chmod go-w ${path}`,
      );
    },
  );

  test("are found among 100, and 10,000 wrong ones are refused", () => {
    const lines = Array.from({ length: 99 }, (_, index) => createAccessKey(`key-${index}`).line);
    const find = names(keysFile([...lines, ADA.line].join("\n")).open());
    const wrong = Array.from({ length: 10_000 }, (_, index) => find(`tfk_${index}`));
    expect(wrong.filter((name) => name !== undefined)).toEqual([]);
    expect(find(ADA.key)).toBe("ada");
  });
});
