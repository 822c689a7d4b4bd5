import { isReadableByOthers } from "../../config/text-file.ts";
import { NAMES } from "../../config/variable-names.ts";
import { FILE_MODE } from "../../state/files.ts";
import { type Change, difference } from "./change.ts";
import { entryFor, type ServerCommand, type ServerEntry } from "./entry.ts";
import { readBackup, readFile, removeBackup, removeFile, replaceFile, writeBackup } from "./files.ts";
import { entriesIn, entryIn, type HostFile, withEntry, withoutEntry, withTeamEntry } from "./host-file.ts";
import type { Host, Place } from "./hosts.ts";
import { isTeamEntry } from "./team/entry.ts";

/** Undefined if the host starts the server that way already. @throws SettingsError if its file cannot be used */
export function planRegistration(host: Host, place: Place, command: ServerCommand): Change | undefined {
  const file = hostFile(host, place, command.name);
  return planEntry(host, file, (current) => withEntry(current, entryFor(host, command)));
}

/** Undefined if the host uses the team's server that way already. @throws SettingsError if its file cannot be used */
export function planTeamRegistration(
  host: Host,
  place: Place,
  name: string,
  entry: object,
): Change | undefined {
  return planEntry(host, hostFile(host, place, name), (current) => withTeamEntry(current, entry), FILE_MODE);
}

/** @param mode that of a file with tokens, which no other user may read */
function planEntry(
  host: Host,
  file: HostFile,
  put: (current: HostFile) => string,
  mode?: typeof FILE_MODE,
): Change | undefined {
  const before = readFile(file.path);
  const current = { ...file, text: before ?? "" };
  const after = put(current);
  const isEqual = after === before;
  if (isEqual && (mode === undefined || !isReadableByOthers(file.path))) return undefined;
  const changed = { ...current, text: after };
  return {
    title: host.title,
    path: file.path,
    effect: before === undefined ? "Created" : "Changed",
    lines: isEqual ? [MADE_PRIVATE] : difference(file.name, entryIn(current), entryIn(changed)),
    apply() {
      // A backup that shows the file without our entry stays: it is what a removal restores.
      const backup = isEqual || isOurChange(current) ? undefined : backupText(before, current);
      if (backup !== undefined) writeBackup(file.path, backup, file.name);
      replaceFile(file.path, { before, after, ...(mode !== undefined && { mode }) });
    },
  };
}

const MADE_PRIVATE = "Other users can read it. Its mode becomes 600.";

/** Undefined if the host has no such entry. @throws SettingsError if its file cannot be used */
export function planRemoval(host: Host, place: Place, name: string): Change | undefined {
  const file = hostFile(host, place, name);
  const before = readFile(file.path);
  const current = { ...file, text: before ?? "" };
  const entry = entryIn(current);
  if (before === undefined || entry === undefined) return undefined;
  const backup = isOurChange(current) ? readBackup(file.path, name) : undefined;
  const original = backup !== undefined && isOurs(entryIn({ ...file, text: backup })) ? undefined : backup;
  const isCreated = original === undefined && hasOurEntryAlone(current);
  return {
    title: host.title,
    path: file.path,
    effect: isCreated ? "Deleted" : "Changed",
    lines: difference(name, entry, undefined),
    apply() {
      if (isCreated) removeFile(file.path);
      else replaceFile(file.path, { before, after: original ?? withoutEntry(current) });
      removeBackup(file.path, name);
    },
  };
}

function hostFile(host: Host, place: Place, name: string): HostFile {
  return { path: host.file(place), text: "", serversKey: host.serversKey, name };
}

/** A team's entry has secrets, which no backup keeps, whatever its name. Undefined if nothing else would be in it. */
function backupText(before: string | undefined, current: HostFile): string | undefined {
  const teams = Object.entries(entriesIn(current)).filter(([, entry]) => isTeamEntry(entry));
  if (before === undefined || teams.length === 0) return before;
  if (isTeamEntry(entryIn(current)) && hasOurEntryAlone(current)) return undefined;
  return teams.reduce((text, [name]) => withoutEntry({ ...current, name, text }), before);
}

/** Whether the file is as setup creates it. */
function hasOurEntryAlone(current: HostFile): boolean {
  return withEntry({ ...current, text: "" }, entryIn(current) as ServerEntry) === current.text;
}

/** Whether the file is its backup with our entry in it, and nothing else has changed since. */
function isOurChange(current: HostFile): boolean {
  const backup = readBackup(current.path, current.name);
  if (backup === undefined) return false;
  const entry = entryIn(current);
  return (
    entry !== undefined && withEntry({ ...current, text: backup }, entry as ServerEntry) === current.text
  );
}

/** Whether setup wrote an entry, as far as can be seen. */
function isOurs(entry: unknown): boolean {
  if (isTeamEntry(entry)) return true;
  const { args, env = {} } = (entry ?? {}) as Partial<ServerEntry>;
  return (
    /[\\/]tempofiller\.cjs$/.test(args?.[0] ?? "") &&
    Object.keys(env).every((name) => name === NAMES.TEMPO_CONFIG_FILE || name === NAMES.TEMPO_PROFILE)
  );
}
