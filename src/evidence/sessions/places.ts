import { lstat, readFile } from "node:fs/promises";
import { dirname, join, posix, resolve, sep, win32 } from "node:path";

/**
 * The most folders above each other, and in all, in which a repository is looked for. A transcript may name any path, and a look at each of
 * thousands in each of thousands would take minutes.
 */
const MAX_LEVELS = 64;
const MAX_FOLDERS = 20_000;

/** The file that links a working tree to its repository holds one path. */
const MAX_LINK_BYTES = 65_536;

export type PlaceOf = (folder: string) => Promise<string>;

/**
 * Finds the repository that a folder is in, by the nearest `.git` above it; that of a linked working tree is the one that it belongs to. A
 * folder that is in none, or too deep, is its own place. Remembers each answer.
 */
export function createPlaces(): PlaceOf {
  const known = new Map<string, Promise<string | undefined>>();
  const placeOf = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder);
    if (found) return found;
    if (known.size >= MAX_FOLDERS) return Promise.resolve(undefined);
    const searching = search(folder);
    known.set(folder, searching);
    return searching;
  };
  async function search(folder: string): Promise<string | undefined> {
    const repository = await repositoryAt(folder);
    const above = dirname(folder);
    return repository ?? (above === folder ? undefined : placeOf(above));
  }
  return async (folder) => (isSearched(folder) && (await placeOf(folder))) || folder;
}

/** The last part of a path, of whatever system. */
export function placeName(folder: string): string {
  const { basename } = /^([A-Za-z]:|\\)/.test(folder) ? win32 : posix;
  return basename(folder) || folder;
}

function isSearched(folder: string): boolean {
  return isOfThisMachine(folder) && folder.split(sep).length <= MAX_LEVELS;
}

/** A look at a share would send the user's login to another machine. A path of another system is in no folder of this one. */
function isOfThisMachine(path: string): boolean {
  return !/^[\\/]{2}/.test(path) && resolve(path) === path;
}

async function repositoryAt(folder: string): Promise<string | undefined> {
  const path = join(folder, ".git");
  try {
    const status = await lstat(path);
    if (status.isDirectory()) return folder;
    if (!status.isFile() || status.size > MAX_LINK_BYTES) return undefined;
    const target = /^gitdir: (.+)$/.exec((await readFile(path, "utf8")).trimEnd())?.[1] ?? "";
    const main = /^(.+)[\\/]\.git[\\/]worktrees[\\/][^\\/]+$/.exec(resolve(folder, target))?.[1];
    return main !== undefined && isOfThisMachine(main) ? main : folder;
  } catch {
    return undefined;
  }
}
