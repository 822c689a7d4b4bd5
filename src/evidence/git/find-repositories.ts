import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import pLimit from "p-limit";
import { shortText, thousands } from "../../text/lengths.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import {
  BrokenLinkError,
  type Folder,
  type Found,
  folderIn,
  folderOf,
  locate,
  type Repository,
  repositoryOf,
  withNameAlone,
} from "./repository.ts";

/** The depth below a folder of the setting to which repositories are searched. */
const LEVELS = 3;

/** The most folders that are listed in search of repositories, in all. */
const MAX_FOLDERS = 5000;

/** The most repositories that this process reads at a time, each by one run of git, and the most listings of folders of a draft. */
export const CONCURRENCY = 4;

export interface FoundRepositories {
  /** They are in the order of the folders, then by level and name. */
  repositories: Repository[];
  /** Sentences for the user. */
  problems: string[];
  /** Whether the setting names something else than a folder that can be listed. */
  hasWrongSetting?: boolean;
}

interface SearchLimits {
  levels?: number;
  maxFolders?: number;
  /** Whether to stop, which is asked between levels. */
  isOver?(): boolean;
  /** Whether folders have their full paths in sentences, or their names. */
  showsPaths?: boolean;
}

/** A folder to list. */
interface Step {
  folder: Folder;
  /** A clone may bring a bare repository along as files of its working tree, with a configuration that its author wrote: none is read there. */
  isInWorkTree: boolean;
}

/** Finds repositories in folders and up to three levels below: working trees, linked ones, and bare repositories, each repository once. */
export async function findRepositories(
  folders: readonly string[],
  { levels = LEVELS, maxFolders = MAX_FOLDERS, isOver = () => false, showsPaths = true }: SearchLimits = {},
): Promise<FoundRepositories> {
  const found: Found[] = [];
  const problems: string[] = [];
  const search = { levels, maxFolders, isOver, showsPaths, listed: 0 };
  let hasWrongSetting = false;
  for (const written of folders) {
    const folder = folderOf(written);
    const result = folder
      ? await searchIn(folder, search)
      : { found: [], problems: [notFull(written)], isWrong: true };
    found.push(...result.found);
    problems.push(...result.problems);
    hasWrongSetting ||= result.isWrong === true;
  }
  const located = await locateAll(found.map((it) => ({ ...it, folder: shownFolder(it.folder, showsPaths) })));
  return {
    repositories: located.repositories,
    problems: [...problems, ...located.problems],
    ...(hasWrongSetting && { hasWrongSetting }),
  };
}

interface Search extends Required<SearchLimits> {
  /** The number of folders that were listed so far. */
  listed: number;
}

/** Searches level by level, so that a bound that is met costs the deepest repositories. */
async function searchIn(
  folder: Folder,
  search: Search,
): Promise<{ found: Found[]; problems: string[]; isWrong?: boolean }> {
  const { levels, maxFolders } = search;
  const name = shortText(shownFolder(folder, search.showsPaths).shown);
  const found: Found[] = [];
  let unlisted = 0;
  let bound: string | undefined;
  let steps: Step[] = [{ folder, isInWorkTree: false }];
  for (let level = 0; level <= levels && steps.length > 0 && bound === undefined; level += 1) {
    const isOver = search.isOver();
    if (isOver) bound = `The time was over before all folders in ${name} were searched. Draft again.`;
    else if (steps.length > maxFolders - search.listed) bound = tooMany(name, search);
    const listed = isOver ? [] : steps.slice(0, maxFolders - search.listed);
    search.listed += listed.length;
    const limit = pLimit(CONCURRENCY);
    const seen = await Promise.all(
      listed.map(async (step) => look(step, await limit(() => entriesOf(step.folder)))),
    );
    const [first] = seen;
    if (level === 0 && typeof first === "string")
      return { found, problems: [unusable(name, first)], isWrong: true };
    unlisted += seen.filter((it) => typeof it === "string").length;
    const looks = seen.flatMap((it) => (typeof it === "string" ? [] : [it]));
    found.push(...looks.flatMap(({ repository }) => repository ?? []));
    steps = looks.flatMap(({ below }) => below);
  }
  const problems = [...(bound ? [bound] : []), ...unlistable(unlisted, name)];
  return { found, problems: found.length + problems.length > 0 ? problems : [nothingIn(name, levels)] };
}

interface Look {
  repository: Found | undefined;
  /** The folders to list next. */
  below: Step[];
}

/** Tells whether a folder is a repository. @returns the end of a sentence if it cannot be listed */
function look(step: Step, entries: Dirent[] | string): Look | string {
  if (typeof entries === "string") return entries;
  const names = new Set(entries.map(({ name }) => name));
  const isWorkTree = names.has(".git");
  const isBare = !isWorkTree && names.has("HEAD") && names.has("objects") && names.has("refs");
  const isInWorkTree = step.isInWorkTree || isWorkTree;
  const isRead = isWorkTree || (isBare && !isInWorkTree);
  return {
    repository: isRead ? { folder: step.folder, isBare } : undefined,
    below: isBare
      ? []
      : entries
          .filter((it) => it.isDirectory() && !it.name.startsWith(".") && it.name !== "node_modules")
          .map(({ name }) => ({ folder: folderIn(step.folder, name), isInWorkTree })),
  };
}

/** The entries by name, or the end of a sentence that says why there are none. */
function entriesOf({ path }: Folder): Promise<Dirent[] | string> {
  return readdir(path, { withFileTypes: true }).then(
    (entries) => entries.sort((one, other) => (one.name < other.name ? -1 : 1)),
    ({ code }: NodeJS.ErrnoException) => LISTING[code ?? ""] ?? `cannot be listed (${code})`,
  );
}

const LISTING: Record<string, string> = { ENOENT: "does not exist", ENOTDIR: "is not a folder" };

function notFull(written: string): string {
  return `TEMPO_GIT_FOLDERS has ${shortText(written)}, which is not a full path. Set it to full paths, such as ~/src.`;
}

function unusable(name: string, why: string): string {
  return `${name} ${why}. Set TEMPO_GIT_FOLDERS to folders that can be listed.`;
}

function nothingIn(name: string, levels: number): string {
  return (
    `${name} has no git repository in it or up to ${levels} levels below. Set TEMPO_GIT_FOLDERS to folders that have ` +
    "some."
  );
}

function tooMany(name: string, { levels, maxFolders }: Search): string {
  return (
    `TEMPO_GIT_FOLDERS has more than ${thousands(maxFolders)} folders up to ${levels} levels below its own, so repositories in ` +
    `${name} may be missing. Set it to folders nearer to the repositories.`
  );
}

function unlistable(count: number, name: string): string[] {
  if (count === 0) return [];
  const folders = count === 1 ? "One folder" : `${thousands(count)} folders`;
  return [`${folders} in ${name} cannot be listed, so repositories in there are not read.`];
}

function shownFolder(folder: Folder, showsPaths: boolean): Folder {
  return showsPaths ? folder : withNameAlone(folder);
}

/** Makes one repository of all folders that share one. */
async function locateAll(found: readonly Found[]): Promise<FoundRepositories> {
  const problems: string[] = [];
  const limit = pLimit(CONCURRENCY);
  const located = await Promise.all(
    found.map((it) =>
      limit(async () => {
        try {
          return [{ ...it, ...(await locate(it)) }];
        } catch (error) {
          const why = error instanceof BrokenLinkError ? error.message : "cannot be read";
          problems.push(`${shortText(it.folder.shown)} ${why}.`);
          return [];
        }
      }),
    ),
  );
  const groups = groupBy(located.flat(), ({ commonFolder }) => commonFolder);
  const repositories = [...groups.values()].flatMap((group) => repositoryOf(group) ?? []);
  return { repositories, problems: problems.sort() };
}
