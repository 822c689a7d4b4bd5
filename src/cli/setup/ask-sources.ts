import { type Dirent, promises as fs } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { readCalendars, readFolders } from "../../config/draft-settings.ts";
import { tryRead } from "../../config/read-all.ts";
import type { Settings } from "../../config/settings.ts";
import { systemClock } from "../../runtime/clock.ts";
import { keptSessions } from "../../runtime/evidence.ts";
import { oneLine } from "../../text/characters.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { ask, say } from "./ask.ts";
import { type SetupContext, withHiddenInput } from "./context.ts";
import type { Values } from "./draft.ts";

/** The most folders that are offered: those with most repositories. */
const MAX_OFFERED = 20;

/**
 * Asks what drafts may read. It looks for repositories and transcripts once the user wants drafts, and takes only what the user selects.
 *
 * @param current the settings without the answers
 * @returns the settings to write; none if the user wants no drafts, or changes nothing
 */
export async function askSources(current: Settings, context: SetupContext): Promise<Values> {
  const isWanted = await ask.yes(
    "Should TempoFiller draft your timesheet from what you worked on? You then choose what it may read.",
    false,
  );
  if (!isWanted) return {};
  return {
    ...toolSets(current),
    ...(await askFolders(current, context)),
    ...(await askCalendars(current)),
    ...(await askSessions(current)),
  };
}

/** The sets that are on stay on. */
function toolSets({ toolSets: sets }: Settings): Values {
  return sets.has("draft") ? {} : { TEMPO_TOOLSETS: [...sets, "draft"].join(",") };
}

async function askFolders({ draft }: Settings, { home, stdin }: SetupContext): Promise<Values> {
  say.step("Looking for repositories up to two levels below your home folder …");
  const found = await withHiddenInput(stdin, () => findGitFolders(home, systemClock));
  const offered = found
    .filter(({ path }) => isWritable(path) && !draft.gitFolders.includes(path))
    .sort((a, b) => b.repositories - a.repositories)
    .slice(0, MAX_OFFERED);
  if (offered.length + draft.gitFolders.length === 0) {
    say.step("There are none. Repositories elsewhere: name their folders in TEMPO_GIT_FOLDERS.");
    return {};
  }
  const choices = [
    ...draft.gitFolders.map((path) => ({ path, hint: "set already" })),
    ...offered.map(({ path, repositories: count }) => ({
      path,
      hint: count === 1 ? "1 repository" : `${count} repositories`,
    })),
  ];
  const chosen = await ask.several(
    "In which folders may drafts read your commits? Space selects, Enter confirms.",
    choices.map(({ path, hint }) => ({ value: path, label: oneLine(withTilde(path, home)), hint })),
    draft.gitFolders,
  );
  return changed("TEMPO_GIT_FOLDERS", draft.gitFolders, chosen);
}

async function askCalendars({ draft }: Settings): Promise<Values> {
  const count = draft.calendars.length;
  say.step(
    "Calendar: copy its secret address in iCal format, or its ICS link, from its settings. The full path of an .ics file will do, too.",
  );
  const answer = await ask.optionalSecret(
    `Address of your calendar (Enter: ${count === 0 ? "none" : "as it is set"})`,
    problemInCalendars,
  );
  return answer === "" ? {} : { TEMPO_CALENDARS: answer };
}

async function askSessions(current: Settings): Promise<Values> {
  const kept = await keptSessions(current);
  if (kept.length === 0) return {};
  const names = kept.map(({ name }) => name);
  const { sessions } = current.draft;
  const chosen = await ask.several(
    "Of which coding assistants may drafts read the times, folders and branches of your sessions?",
    kept.map(({ name, title, folder }) => ({ value: name, label: title, hint: oneLine(folder) })),
    names.filter((name) => sessions.includes(name)),
  );
  // An assistant that is set and has no transcripts here stays set.
  const others = sessions.filter((name) => !names.includes(name));
  return changed("TEMPO_SESSIONS", sessions, [...others, ...chosen]);
}

function changed(name: string, before: readonly string[], chosen: readonly string[]): Values {
  const isSame = before.length === chosen.length && before.every((each) => chosen.includes(each));
  if (isSame) return {};
  return { [name]: chosen.length === 0 ? undefined : chosen.join(",") };
}

/** Whether the setting can name a folder so that it is read back unchanged. */
function isWritable(folder: string): boolean {
  const read = tryRead(() => readFolders({ TEMPO_GIT_FOLDERS: folder }, "TEMPO_GIT_FOLDERS"));
  return !(read instanceof SettingsError) && read.join() === folder && oneLine(folder) === folder;
}

function problemInCalendars(text: string): string | undefined {
  const read = tryRead(() => readCalendars({ TEMPO_CALENDARS: text }, "TEMPO_CALENDARS"));
  return read instanceof SettingsError ? read.message : undefined;
}

function withTilde(path: string, home: string): string {
  const below = relative(home, path);
  return below.startsWith("..") || below === path ? path : `~${sep}${below}`;
}

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

/** Types of file systems that another machine or a program serves, and those that are mounted once a program looks at them. */
const NETWORK = /^(?:nfs4?|cifs|smb3|smbfs|9p|afs|ceph|lustre|davfs|autofs|fuse\..+)$/;

/**
 * The places below a folder where Linux has mounted a drive of another machine, read without asking one: it may never answer. Other systems mount such drives elsewhere, macOS
 * below /Volumes and Windows as letters.
 */
export async function networkMounts(folder: string): Promise<Set<string>> {
  const [text, real] = await Promise.all([
    fs.readFile("/proc/self/mountinfo", "utf8").catch(() => ""),
    fs.realpath(folder).catch(() => folder),
  ]);
  return new Set(mountsIn(text).map((place) => join(folder, relative(real, place))));
}

/** @param mountinfo the text of /proc/self/mountinfo */
export function mountsIn(mountinfo: string): string[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [type = ""] = after.split(" ");
    const place = before.split(" ")[4];
    return place !== undefined && NETWORK.test(type) ? [unescaped(place)] : [];
  });
}

/** The kernel writes spaces and backslashes as octal numbers. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
