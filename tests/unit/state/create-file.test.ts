import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFile } from "../../../src/state/create-file.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-create-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

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

test("a folder that does not exist is an error, and nothing is left", () => {
  const folder = newFolder();
  expect(() => createFile(join(folder, "none", "key"), "")).toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual([]);
});
