import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { behindLinks } from "../../../src/state/rules-file.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** `folder` is linked by `alias`; `file` is the only file in it. */
function newFolder(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "folder"));
  writeFileSync(join(root, "folder", "file"), "");
  symlinkSync(join(root, "folder"), join(root, "alias"));
  return root;
}

describe.skipIf(process.platform === "win32")("behind links", () => {
  test.each<[string, string, string]>([
    ["a file in a linked folder", "alias/file", "folder/file"],
    ["a file without links", "folder/file", "folder/file"],
    ["no file, and no link", "folder/none", "folder/none"],
  ])("%s", (_, path, target) => {
    const root = newFolder();
    expect(behindLinks(join(root, path))).toBe(join(root, target));
  });

  test.each<[string, string, string]>([
    ["a link to a file", "folder/file", "folder/file"],
    ["a link to no file, through a linked folder", "alias/none", "alias/none"],
    ["a relative one in a linked folder", "none", "folder/none"],
  ])("%s", (_, to, target) => {
    const root = newFolder();
    symlinkSync(to === "none" ? to : join(root, to), join(root, "folder", "link"));
    expect(behindLinks(join(root, "alias", "link"))).toBe(join(root, target));
  });

  test("a link to itself is an error", () => {
    const root = newFolder();
    symlinkSync(join(root, "loop"), join(root, "loop"));
    expect(() => behindLinks(join(root, "loop"))).toThrow("ELOOP");
  });

  test("a path through a file is an error", () => {
    expect(() => behindLinks(join(newFolder(), "folder", "file", "other"))).toThrow("ENOTDIR");
  });
});
