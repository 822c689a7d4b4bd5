import { type Dirent, promises as fs } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "../../timesheet/clock.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { networkMounts } from "./network-mounts.ts";

/** A folder with repositories in it, or a repository right below the home folder: a setting with the home folder itself would have all of it read. */
export interface GitFolder {
  path: string;
  repositories: number;
}

interface Bounds {
  /** The most time that the search may take, in milliseconds. */
  milliseconds?: number;
  /** The most folders that it may look at. */
  maxFolders?: number;
  /** Places to stay away from. */
  mounts?: ReadonlySet<string>;
}

/** Folders in which programs keep what is not the user's work. Those of macOS and Windows are not hidden. */
const SKIPPED = new Set(["node_modules", "Library", "AppData"]);

/**
 * Finds repositories up to two levels below the home folder. Links, hidden folders and drives of other machines are left out. A bound that is met, or a
 * drive that does not answer, costs what was not found by then.
 */
export async function findGitFolders(
  home: string,
  clock: Clock,
  { milliseconds = 2000, maxFolders = 5000, mounts }: Bounds = {},
): Promise<GitFolder[]> {
  const found: { folder: string }[] = [];
  const done = new AbortController();
  const until = clock.now() + milliseconds;
  let looked = 0;

  async function search(): Promise<void> {
    const avoided = mounts ?? (await networkMounts(home));
    let level = [home];
    for (const isLast of [false, true]) {
      const next: string[] = [];
      for (const folder of level) {
        for (const path of (await foldersIn(folder)).filter((it) => !avoided.has(it))) {
          looked += 1;
          if (looked > maxFolders || clock.now() >= until) return;
          if (await isRepository(path)) found.push({ folder: folder === home ? path : dirname(path) });
          else if (!isLast) next.push(path);
        }
      }
      level = next;
    }
  }

  await Promise.race([search(), clock.sleep(milliseconds, done.signal)]);
  done.abort();
  const groups = [...groupBy(found, ({ folder }) => folder)];
  return groups.map(([path, { length }]) => ({ path, repositories: length }));
}

/** Links are no folders here, as the junctions of Windows. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((it) => it.isDirectory() && !it.name.startsWith(".") && !SKIPPED.has(it.name))
    .map(({ name }) => join(folder, name))
    .sort();
}

/** A working tree; a linked one has a file of that name. */
async function isRepository(folder: string): Promise<boolean> {
  return fs.lstat(join(folder, ".git")).then(
    () => true,
    () => false,
  );
}
