import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkStateFolder, makeFolder } from "../../../src/state/files.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";

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

  test("but what another process has begun to keep in it meanwhile", () => {
    const { folder, on } = watchedFolder();
    const state = join(folder, "home", "state");
    const begins = (name: string, _: unknown, run: () => unknown) => {
      if (name === "rmSync") writeFileSync(join(state, "lease"), "");
      return run();
    };
    on(begins, () => checkStateFolder(state));
    expect(readdirSync(state)).toEqual(["lease"]);
  });

  test("in one of which another process has made a part", () => {
    const { folder } = watchedFolder();
    mkdirSync(join(folder, "home"));
    checkStateFolder(join(folder, "home", "state", "tempofiller"));
    expect(readdirSync(join(folder, "home"))).toEqual([]);
  });
});

describe("a state folder", () => {
  test("in which no file can be created is an error that says what to do", () => {
    const { folder, on } = watchedFolder();
    const refuses = (name: string, _: unknown, run: () => unknown) => {
      if (name === "writeFileSync") throw refusal("EROFS");
      return run();
    };
    let error: unknown;
    try {
      on(refuses, () => checkStateFolder(folder));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message).toBe(
      `The state folder ${folder} cannot be used (EROFS), so what other processes log is not seen and nothing is remembered. ` +
        "Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
    );
  });

  test.each(["EBUSY", "EPERM"])(
    "that another program holds when it is to be removed again (%s) can be used",
    (code) => {
      const { folder, on } = watchedFolder();
      const holds = (name: string, _: unknown, run: () => unknown) => {
        if (name === "rmdirSync") throw refusal(code);
        return run();
      };
      expect(() => on(holds, () => checkStateFolder(join(folder, "state")))).not.toThrow();
    },
  );

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

  test.each<[what: string, path: string[], first: string[] | undefined]>([
    ["that exists is left as it is", [], undefined],
    ["that is missing is made", ["state"], ["state"]],
    ["whose parents are missing is made with them", ["home", "state"], ["home"]],
  ])("%s, and the first that was made is named", (_, path, first) => {
    const { folder } = watchedFolder();
    expect(makeFolder(join(folder, ...path))).toBe(first && join(folder, ...first));
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
