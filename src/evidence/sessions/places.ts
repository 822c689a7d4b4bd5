import { lstat } from "node:fs/promises";
import { dirname, join, posix, win32 } from "node:path";

/** Finds the repository that a folder is in, by the nearest `.git` above it; the folder itself if it is in none. Remembers each answer. */
export function createPlaces(): (folder: string) => Promise<string> {
  const known = new Map<string, Promise<string | undefined>>();
  const repositoryOf = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder) ?? search(folder);
    known.set(folder, found);
    return found;
  };
  async function search(folder: string): Promise<string | undefined> {
    if (await exists(join(folder, ".git"))) return folder;
    const above = dirname(folder);
    return above === folder ? undefined : repositoryOf(above);
  }
  return async (folder) => {
    // A look at another machine's folder would sign in there.
    const isHere = !/^[\\/]{2}/.test(folder) && dirname(folder) !== ".";
    return (isHere && (await repositoryOf(folder))) || folder;
  };
}

/** The last part of a path, of whatever system. */
export function placeName(folder: string): string {
  const { basename } = /^([A-Za-z]:|\\)/.test(folder) ? win32 : posix;
  return basename(folder) || folder;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
