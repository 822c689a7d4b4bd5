import { relative, sep } from "node:path";
import { tryRead } from "../../config/read-all.ts";
import { readCalendars, readFolders } from "../../config/read-paths.ts";
import type { Settings } from "../../config/settings.ts";
import { systemClock } from "../../runtime/clock.ts";
import { keptSessions } from "../../runtime/kept-sessions.ts";
import { oneLine } from "../../text/characters.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { ask, say } from "./ask.ts";
import type { Values } from "./draft.ts";
import { findGitFolders } from "./find-repositories.ts";
import { withHiddenInput } from "./hidden-input.ts";
import type { SetupContext } from "./options.ts";

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
