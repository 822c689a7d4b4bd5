import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exposureOf } from "../../../src/state/others.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const OTHER = 65_534;

/** A file of this user in a folder of its own, which no other user may write. */
function place() {
  const folder = join(temporaryFolder(), "folder");
  const [file, link] = [join(folder, "file"), join(folder, "link")];
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(file, "content", { mode: 0o600 });
  symlinkSync(file, link);
  return { folder, file, link };
}

type Place = ReturnType<typeof place>;

const written = (target: string) => ({ why: "other users can write to it", command: "chmod go-w", target });
const inFolder = (target: string) => ({ ...written(target), why: "other users can write to its folder" });
const foreign = (target: string, what = "it") => ({
  why: `${what} belongs to another user`,
  command: `chown ${process.geteuid?.()}`,
  target,
});

describe.skipIf(process.platform === "win32")(
  "whether another user may have written a file is seen by modes:",
  () => {
    test.each<[file: number, folder: number, expected: (at: Place) => unknown]>([
      [0o600, 0o700, () => undefined],
      [0o644, 0o755, () => undefined],
      [0o444, 0o700, () => undefined],
      [0o660, 0o700, ({ file }) => written(file)],
      [0o602, 0o700, ({ file }) => written(file)],
      [0o620, 0o1777, ({ file }) => written(file)],
      [0o600, 0o770, ({ folder }) => inFolder(folder)],
      [0o600, 0o707, ({ folder }) => inFolder(folder)],
      // No other user may replace a file in such a folder, as /tmp and a mount of Kubernetes are.
      [0o600, 0o1777, () => undefined],
    ])("%o in a folder with %o", (fileMode, folderMode, expected) => {
      const at = place();
      chmodSync(at.file, fileMode);
      chmodSync(at.folder, folderMode);
      expect(exposureOf(at.file)).toEqual(expected(at));
      const ofFolder = expected(at) !== undefined && (fileMode & 0o022) === 0;
      expect(exposureOf(at.file, "any")).toEqual(ofFolder ? undefined : expected(at));
    });

    test("a link counts as its target", () => {
      const { file, link } = place();
      expect(exposureOf(link)).toBeUndefined();
      chmodSync(file, 0o606);
      expect(exposureOf(link)).toEqual(written(link));
    });
  },
);

// Only root can give a file to another user.
describe.skipIf(process.getuid?.() !== 0)(
  "whether another user may have written a file is seen by owners (as root):",
  () => {
    test.each<[what: string, give: (at: Place) => void, expected: (at: Place) => unknown]>([
      ["the file's", ({ file }) => chownSync(file, OTHER, 0), ({ link }) => foreign(link)],
      ["the link's", ({ link }) => lchownSync(link, OTHER, 0), ({ link }) => foreign(link)],
      [
        "the folder's",
        ({ folder }) => chownSync(folder, OTHER, 0),
        ({ folder }) => foreign(folder, "its folder"),
      ],
      ["the group does not count", ({ file }) => chownSync(file, 0, OTHER), () => undefined],
    ])("%s", (_, give, expected) => {
      const at = place();
      give(at);
      expect(exposureOf(at.link)).toEqual(expected(at));
      expect(exposureOf(at.link, "any")).toBeUndefined();
    });
  },
);
