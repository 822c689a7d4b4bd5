import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import pLimit from "p-limit";
import { shortText, thousands } from "../../text/lengths.ts";
import { groupBy } from "../../timesheet/group-by.ts";

/** The depth below a folder of the setting to which repositories are searched. */
const LEVELS = 3;

/** The most folders that are listed in search of repositories, in all. */
const MAX_FOLDERS = 5000;

/** The most repositories that this process reads at a time, each by one run of git, and the most listings of folders of a draft. */
export const CONCURRENCY = 4;

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

export interface FoundRepositories {
  /** They are in the order of the folders, then by level and name. */
  repositories: Repository[];
  /** Sentences for the user. */
  problems: string[];
  /** Whether the setting names something else than a folder that can be listed. */
  hasWrongSetting: boolean;
}

interface SearchLimits {
  maxFolders?: number;
  /** Whether to stop, which is asked between levels. */
  isOver?(): boolean;
  /** Whether folders have their full paths in sentences, or their names. */
  showsPaths?: boolean;
}

/**
 * Finds repositories in folders and up to three levels below: working trees, linked ones, and bare repositories, each repository once.
 *
 * @param folders full paths
 */
export async function findRepositories(
  folders: readonly string[],
  { maxFolders = MAX_FOLDERS, isOver = () => false, showsPaths = true }: SearchLimits = {},
): Promise<FoundRepositories> {
  const shownAs = showsPaths ? withTilde : (path: string) => basename(path) || path;
  const limit = pLimit(CONCURRENCY);
  const found: Found[] = [];
  let hasWrongSetting = false;
  let listed = 0;

  /** Searches level by level, so that a bound that is met costs the deepest repositories. @returns sentences for the user */
  async function search(folder: string): Promise<string[]> {
    const name = shortText(shownAs(folder));
    const foundBefore = found.length;
    const problems: string[] = [];
    let unlisted = 0;
    let steps: Step[] = [{ path: folder, isInWorkTree: false }];
    for (let level = 0; level <= LEVELS && steps.length > 0 && problems.length === 0; level += 1) {
      if (isOver()) {
        problems.push(`The time was over before all folders in ${name} were searched. Draft again.`);
        break;
      }
      const room = maxFolders - listed;
      if (steps.length > room) problems.push(tooMany(name, maxFolders));
      const seen = await limit.map(steps.slice(0, room), look);
      listed += seen.length;
      const [first] = seen;
      if (level === 0 && typeof first === "string") {
        hasWrongSetting = true;
        return [`${name} ${first}. Set TEMPO_GIT_FOLDERS to folders that can be listed.`];
      }
      const looks = seen.filter((it) => typeof it !== "string");
      unlisted += seen.length - looks.length;
      found.push(...looks.flatMap((it) => it.found.map((one) => ({ ...one, shown: shownAs(one.path) }))));
      steps = looks.flatMap(({ below }) => below);
    }
    if (unlisted > 0) problems.push(unlistable(unlisted, name));
    if (found.length > foundBefore || problems.length > 0) return problems;
    return [
      `${name} has no git repository in it or up to ${LEVELS} levels below. Set TEMPO_GIT_FOLDERS to folders that have some.`,
    ];
  }

  const problems: string[] = [];
  for (const folder of folders) problems.push(...(await search(folder)));
  const { repositories, broken } = await locateAll(found);
  return { repositories, problems: [...problems, ...broken], hasWrongSetting };
}

/** A folder that is a repository or a working tree of one. */
interface Found {
  path: string;
  /** Its name in sentences for the user. */
  shown: string;
  isBare: boolean;
}

/** A folder to list. */
interface Step {
  path: string;
  /** A clone may bring a bare repository along as files of its working tree, with a configuration that its author wrote: none is read there. */
  isInWorkTree: boolean;
}

interface Look {
  /** The folder itself if it is a repository. */
  found: Omit<Found, "shown">[];
  /** The folders to list next, by name. */
  below: Step[];
}

/** Lists a folder, and tells whether it is a repository. @returns the end of a sentence if it cannot be listed */
async function look({ path, isInWorkTree }: Step): Promise<Look | string> {
  let entries: Dirent[];
  try {
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return LISTING[code] ?? `cannot be listed (${code})`;
  }
  const has = (name: string) => entries.some((entry) => entry.name === name);
  const isWorkTree = has(".git");
  if (!isWorkTree && has("HEAD") && has("objects") && has("refs"))
    return { found: isInWorkTree ? [] : [{ path, isBare: true }], below: [] };
  const names = entries.filter((it) => it.isDirectory()).map(({ name }) => name);
  const below = names.filter((name) => !name.startsWith(".") && name !== "node_modules").sort();
  return {
    found: isWorkTree ? [{ path, isBare: false }] : [],
    below: below.map((name) => ({ path: join(path, name), isInWorkTree: isInWorkTree || isWorkTree })),
  };
}

const LISTING: Record<string, string> = { ENOENT: "does not exist", ENOTDIR: "is not a folder" };

function tooMany(name: string, maxFolders: number): string {
  return (
    `TEMPO_GIT_FOLDERS has more than ${thousands(maxFolders)} folders up to ${LEVELS} levels below its own, so repositories in ` +
    `${name} may be missing. Set it to folders nearer to the repositories.`
  );
}

function unlistable(count: number, name: string): string {
  const folders = count === 1 ? "One folder" : `${thousands(count)} folders`;
  return `${folders} in ${name} cannot be listed, so repositories in there are not read.`;
}

/** Makes one repository of all folders that share one. */
async function locateAll(found: readonly Found[]): Promise<{ repositories: Repository[]; broken: string[] }> {
  const broken: string[] = [];
  const located = await pLimit(CONCURRENCY).map(found, async (it) => {
    try {
      return [{ ...it, ...(await locate(it)) }];
    } catch (error) {
      const why = error instanceof BrokenLinkError ? error.message : "cannot be read";
      broken.push(`${shortText(it.shown)} ${why}.`);
      return [];
    }
  });
  const groups = groupBy(located.flat(), ({ commonFolder }) => commonFolder);
  const repositories = [...groups.values()].flatMap((group) => repositoryOf(group) ?? []);
  return { repositories, broken: broken.sort() };
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
function repositoryOf(found: readonly (Found & Location)[]): Repository | undefined {
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
