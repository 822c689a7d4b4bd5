import { homedir } from "node:os";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A folder on this machine, and its name in sentences for the user. */
export interface Folder {
  path: string;
  shown: string;
}

/** The folder that a setting names; undefined unless it is a full path. Where it begins with the home folder, it is shown with `~`. */
export function folderOf(written: string, home = homeFolder()): Folder | undefined {
  const isBelowHome = /^~(?:[\\/]|$)/.test(written) && home !== undefined;
  if (isBelowHome) return { path: resolve(join(home, written.slice(1))), shown: written };
  if (!isAbsolute(written)) return undefined;
  return { path: resolve(written), shown: withTilde(written, home) };
}

export function folderIn({ path, shown }: Folder, name: string): Folder {
  return { path: join(path, name), shown: /[\\/]$/.test(shown) ? shown + name : shown + sep + name };
}

/** The folder with its own name alone in sentences. */
export function withNameAlone({ path, shown }: Folder): Folder {
  return { path, shown: basename(path) || shown };
}

function withTilde(written: string, home: string | undefined): string {
  if (home === undefined) return written;
  const below = relative(home, resolve(written));
  if (below === "") return "~";
  return below.startsWith("..") || isAbsolute(below) ? written : `~${sep}${below}`;
}

/** A user that the system does not know, as in a container, has none. */
function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
