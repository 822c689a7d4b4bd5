import { readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

/** A folder that is a repository or a working tree of one. */
export interface Found {
  path: string;
  /** Its name in sentences for the user. */
  shown: string;
  isBare: boolean;
}

/** A repository with all of its working trees that were found. */
export interface Repository {
  path: string;
  shown: string;
  /** The folder of the repository itself, or where a worktree was found alone, that of its repository. */
  place: string;
  placeName: string;
  /** Their paths. */
  worktrees: string[];
}

/** A folder whose file `.git` names no repository of this machine. The message ends a sentence that begins with the folder. */
export class BrokenLinkError extends Error {
  override name = "BrokenLinkError";
}

/** The files that link a working tree to its repository hold one path each. */
const MAX_LINK_BYTES = 65_536;

/** The folder in which git keeps what all working trees of a repository share, which tells whether two folders are one repository. */
interface Location {
  commonFolder: string;
  isLinked: boolean;
}

/** @throws BrokenLinkError */
export async function locate({ path, isBare }: Pick<Found, "path" | "isBare">): Promise<Location> {
  if (isBare) return { commonFolder: await realpath(path), isLinked: false };
  const entry = join(path, ".git");
  const link = await readLink(entry);
  if (link === undefined) return { commonFolder: await realpath(entry), isLinked: false };
  const target = /^gitdir: (.+)$/.exec(link.trimEnd())?.[1];
  if (target === undefined) throw new BrokenLinkError("has a file .git that names no repository");
  const gitFolder = await existing(resolve(path, localOnly(target, path)));
  const common = await readLink(join(gitFolder, "commondir"));
  if (common === undefined) return { commonFolder: gitFolder, isLinked: false };
  return {
    commonFolder: await existing(resolve(gitFolder, localOnly(common.trim(), path))),
    isLinked: true,
  };
}

/** @param found the folders of one repository, in the order in which they were found */
export function repositoryOf(found: readonly (Found & Location)[]): Repository | undefined {
  const main = found.find(({ isLinked }) => !isLinked) ?? found[0];
  if (!main) return undefined;
  const { commonFolder, isLinked, path, shown } = main;
  const linkedPlace = basename(commonFolder) === ".git" ? dirname(commonFolder) : commonFolder;
  const place = isLinked ? linkedPlace : path;
  // One of two folders of the setting may be inside the other.
  const worktrees = new Set(found.flatMap((it) => (it.isBare ? [] : [it.path])));
  const placeName = basename(place).replace(/(?<=.)\.git$/, "");
  return { path, shown, place, placeName, worktrees: [...worktrees] };
}

/** The text of a small file; undefined if there is none. A pipe, which would never end, is not read. */
async function readLink(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  if (stats.size > MAX_LINK_BYTES) throw new BrokenLinkError("has a file .git that names no repository");
  return readFile(path, "utf8");
}

function existing(path: string): Promise<string> {
  const gone =
    "belongs to a repository that is not there any more: run `git worktree repair` in it, or remove it";
  return realpath(path).catch(() => Promise.reject(new BrokenLinkError(gone)));
}

/** A share of another machine would be sent the user's login, so only a folder that is on one itself may lead to one. */
function localOnly(target: string, folder: string): string {
  const isShare = (path: string) => /^[\\/]{2}/.test(path);
  if (isShare(target) && !isShare(folder)) {
    throw new BrokenLinkError("belongs to a repository on another machine, which is not read");
  }
  return target;
}

/** A path in a sentence, with `~` for the home folder. */
export function withTilde(path: string): string {
  const home = homeFolder();
  if (home === undefined) return path;
  const below = relative(home, path);
  return below.startsWith("..") || isAbsolute(below) ? path : join("~", below);
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
