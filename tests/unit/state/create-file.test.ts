import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFile } from "../../../src/state/files.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";

const newFolder = () => watchedFolder().folder;

test("the first content of a file is kept, and nothing else is left in the folder", () => {
  const folder = newFolder();
  const path = join(folder, "key");
  createFile(path, "first");
  createFile(path, "second");
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["key"], "first"]);
});

test.skipIf(process.platform === "win32")("only the user may read the file", () => {
  const path = join(newFolder(), "key");
  createFile(path, "secret");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file is on the disk before it takes its name", () => {
  const { folder, on } = watchedFolder();
  const steps: unknown[] = [];
  on(
    (name, args, run) => {
      if (name === "writeFileSync") steps.push(args[2]);
      if (name === "linkSync") steps.push(name);
      return run();
    },
    () => createFile(join(folder, "key"), ""),
  );
  expect(steps).toEqual([expect.objectContaining({ flush: true }), "linkSync"]);
});

test("a folder that does not exist is an error, and nothing is left", () => {
  const folder = newFolder();
  expect(() => createFile(join(folder, "none", "key"), "")).toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual([]);
});

describe("where the file system refuses something", () => {
  /** Creates a file on a disk that refuses calls of these names, and has written a file before it refuses that. */
  function createOn(refused: Record<string, string>, before?: string) {
    const { folder, on } = watchedFolder();
    const path = join(folder, "key");
    if (before !== undefined) writeFileSync(path, before);
    const act = (name: string, _: unknown, run: () => unknown) => {
      const code = refused[name];
      if (code === undefined) return run();
      if (name === "writeFileSync") run();
      throw refusal(code);
    };
    const create = () => on(act, () => createFile(path, "content"));
    return {
      create,
      files: () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    };
  }

  test("a file is copied into its place if there are no links", () => {
    const { create, files } = createOn({ linkSync: "EPERM" });
    create();
    expect(files()).toEqual([["key", "content"]]);
  });

  test("a file that exists is kept if there are no links", () => {
    const { create, files } = createOn({ linkSync: "EPERM" }, "first");
    create();
    expect(files()).toEqual([["key", "first"]]);
  });

  test("a copy that fails is an error, and nothing is left", () => {
    const { create, files } = createOn({ linkSync: "EPERM", copyFileSync: "ENOSPC" });
    expect(create).toThrow("ENOSPC");
    expect(files()).toEqual([]);
  });

  test("a file that exists is not copied over", () => {
    const { create, files } = createOn({ copyFileSync: "ENOSPC" }, "first");
    create();
    expect(files()).toEqual([["key", "first"]]);
  });

  test("a full disk is an error, and nothing is left", () => {
    const { create, files } = createOn({ writeFileSync: "ENOSPC" });
    expect(create).toThrow("ENOSPC");
    expect(files()).toEqual([]);
  });
});
