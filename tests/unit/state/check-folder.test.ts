import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkStateFolder } from "../../../src/cli/state-folder.ts";
import { makeFolder } from "../../../src/state/files.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { refusal, refusing, watchedFolder } from "../../helpers/disk.ts";

describe("the check of a state folder leaves nothing behind", () => {
  test.each<[what: string, path: string[]]>([
    ["that exists", []],
    ["that is missing", ["state"]],
    ["whose parents are missing", ["home", ".local", "state"]],
  ])("in one %s", (_, path) => {
    const { folder } = watchedFolder();
    writeFileSync(join(folder, "mine"), "");
    checkStateFolder(join(folder, ...path));
    expect(readdirSync(folder)).toEqual(["mine"]);
  });
});

describe("a state folder", () => {
  test("in which no file can be created is an error that says what to do", () => {
    const { folder, on } = watchedFolder();
    const check = () => on(refusing("writeFileSync", "EROFS"), () => checkStateFolder(folder));
    expect(check).toThrow(SettingsError);
    expect(check).toThrow(`The state folder ${folder} cannot be used (EROFS), so`);
  });

  test("on a full disk, which still takes empty files, is an error, and nothing is left in it", () => {
    const { folder, on } = watchedFolder();
    const full = (name: string, [path, text]: readonly unknown[], run: () => unknown) => {
      if (name !== "writeFileSync" || text === "") return run();
      writeFileSync(String(path), "");
      throw refusal("ENOSPC");
    };
    expect(() => on(full, () => checkStateFolder(folder))).toThrow("(ENOSPC)");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("below a file is an error", () => {
    const { folder } = watchedFolder();
    writeFileSync(join(folder, "file"), "");
    expect(() => checkStateFolder(join(folder, "file", "state"))).toThrow("(ENOTDIR)");
  });

  test.skipIf(process.platform !== "linux")("that a file system refuses is an error at once", () => {
    expect(() => checkStateFolder("/proc/tempofiller")).toThrow("(ENOENT)");
  });

  test.each<[what: string, path: string[]]>([
    ["that exists is left as it is", []],
    ["that is missing is made", ["state"]],
    ["whose parents are missing is made with them", ["home", "state"]],
  ])("%s", (_, path) => {
    const { folder } = watchedFolder();
    makeFolder(join(folder, ...path));
    expect(existsSync(join(folder, ...path))).toBe(true);
  });

  test.skipIf(process.platform === "win32").each([["state"], ["home/state"]])(
    "%s is its user's alone",
    (path) => {
      const { folder } = watchedFolder();
      makeFolder(join(folder, path));
      expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700);
    },
  );
});
