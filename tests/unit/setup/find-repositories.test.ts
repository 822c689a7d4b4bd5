import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findGitFolders, mountsIn } from "../../../src/cli/setup/ask-sources.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** A home folder with folders in it. */
function homeWith(...paths: string[]): string {
  const home = temporaryFolder();
  for (const path of paths) mkdirSync(join(home, path), { recursive: true });
  return home;
}

test("finds the folders with repositories up to two levels below the home folder", async () => {
  const home = homeWith("src/app/.git", "src/app/module/.git", "dotfiles/.git", "a/b/c/.git", "work/linked");
  writeFileSync(join(home, "work/linked/.git"), "gitdir: /elsewhere\n");
  expect(await findGitFolders(home, systemClock)).toEqual([
    { path: join(home, "dotfiles"), repositories: 1 },
    { path: join(home, "src"), repositories: 1 },
    { path: join(home, "work"), repositories: 1 },
  ]);
});

test("looks into no hidden folder, link, node_modules, folder of programs or drive of another machine", async () => {
  const home = homeWith("node_modules/a/.git", ".cache/a/.git", "Library/a/.git", "AppData/a/.git");
  mkdirSync(join(home, "src/a/.git"), { recursive: true });
  mkdirSync(join(home, "share/a/.git"), { recursive: true });
  mkdirSync(join(home, "src/nas/.git"), { recursive: true });
  symlinkSync(join(home, "src"), join(home, "link"), "junction");
  const mounts = new Set([join(home, "share"), join(home, "src/nas")]);
  expect(await findGitFolders(home, systemClock, { mounts })).toEqual([
    { path: join(home, "src"), repositories: 1 },
  ]);
});

test("looks at no more folders than it may, the nearest ones first", async () => {
  const home = homeWith("a/1/.git", "a/2/.git", "b/.git");
  expect(await findGitFolders(home, systemClock, { maxFolders: 3 })).toEqual([
    { path: join(home, "b"), repositories: 1 },
    { path: join(home, "a"), repositories: 1 },
  ]);
});

test("returns what it has found once the time is over, and at once without a home folder", async () => {
  const home = homeWith("src/app/.git");
  expect(await findGitFolders(home, systemClock, { milliseconds: 0 })).toEqual([]);
  expect(await findGitFolders(join(home, "none"), systemClock)).toEqual([]);
});

test("knows the drives of other machines by the types that the kernel names", () => {
  const text = [
    "22 27 0:21 / /proc rw,relatime - proc proc rw",
    "31 27 8:1 / /home rw,relatime shared:1 - ext4 /dev/sda1 rw",
    String.raw`40 31 0:50 / /home/ada/team\040drive rw shared:2 - nfs4 nas:/team rw`,
    "41 31 0:51 / /home/ada/remote rw - fuse.sshfs ada@host: rw",
    "42 31 0:52 / /home/ada/usb rw - fuseblk /dev/sdb1 rw",
    "43 31 0:53 / /home/ada/later rw - autofs systemd-1 rw",
    "",
  ].join("\n");
  expect(mountsIn(text)).toEqual(["/home/ada/team drive", "/home/ada/remote", "/home/ada/later"]);
});
