import { isProfileName } from "../../config/profile.ts";
import { isReadableByOthers } from "../../config/text-file.ts";
import { listVariables, NAMES } from "../../config/variable-names.ts";
import { FILE_MODE } from "../../state/files.ts";
import { SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import { startIn } from "./entries.ts";
import { entryFor, isTeamEntry, type ServerCommand, type ServerEntry } from "./entry.ts";
import { readBackup, readFile, removeBackup, removeFile, replaceFile, writeBackup } from "./files.ts";
import { entriesIn, entryIn, type HostFile, withEntry, withoutEntry, withTeamEntry } from "./host-file.ts";
import type { Host, Place } from "./hosts.ts";

/** A change of one file, shown before it is made. */
export interface Change {
  title: string;
  path: string;
  effect: "Created" | "Changed" | "Deleted";
  /** The lines added (+) and removed (-), without values that may be secret. */
  lines: string[];
  /** @throws SettingsError if the file has changed since, or cannot be written */
  apply(): void;
}

/** The change to a host's file, or why it is impossible. Neither is set if the file needs no change. */
export interface HostPlan {
  host: Host;
  change?: Change | undefined;
  error?: TimesheetError;
}

/** Plans the change of each host. One that fails does not stop the others. */
export function planEach(hosts: readonly Host[], plan: (host: Host) => Change | undefined): HostPlan[] {
  return hosts.map((host) => attempt(host, () => ({ host, change: plan(host) })));
}

/** Makes the changes. A host that fails does not stop the others. */
export function makeEach(plans: readonly HostPlan[], make: (change: Change) => void): HostPlan[] {
  return plans.map((plan) =>
    attempt(plan.host, () => {
      if (plan.change) make(plan.change);
      return plan;
    }),
  );
}

function attempt(host: Host, work: () => HostPlan): HostPlan {
  try {
    return work();
  } catch (error) {
    if (error instanceof TimesheetError) return { host, error };
    // A parser that runs out of stack throws it.
    if (!(error instanceof RangeError)) throw error;
    const message = `The file of ${host.title} is nested too deep, so it was left as it is. Remove what no host writes.`;
    return { host, error: new SettingsError(message) };
  }
}

/** Undefined if the host starts the server that way already. @throws TimesheetError if its file cannot be changed */
export function planRegistration(host: Host, place: Place, command: ServerCommand): Change | undefined {
  return planEntry(host, openFile(host, place, command.name), (current) =>
    withEntry(current, entryFor(host, command)),
  );
}

/** Undefined if the host uses the team's server that way already. @throws SettingsError if its file cannot be used */
export function planTeamRegistration(
  host: Host,
  place: Place,
  name: string,
  entry: object,
): Change | undefined {
  return planEntry(host, openFile(host, place, name), (current) => withTeamEntry(current, entry), FILE_MODE);
}

/** @param mode that of a file with tokens, which no other user may read */
function planEntry(
  { title }: Host,
  { before, ...current }: OpenFile,
  put: (current: HostFile) => string,
  mode?: typeof FILE_MODE,
): Change | undefined {
  const { path, name } = current;
  const after = put(current);
  const isEqual = after === before;
  if (isEqual && (mode === undefined || !isReadableByOthers(path))) return undefined;
  return {
    title,
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: isEqual
      ? ["Other users can read it. Its mode becomes 600."]
      : difference(name, entryIn(current), entryIn({ ...current, text: after })),
    apply() {
      // A backup that shows the file without our entry stays: it is what a removal restores.
      const backup = isEqual || isOurChange(current) ? undefined : backupText(before, current);
      if (backup !== undefined) writeBackup(path, backup, name);
      replaceFile(path, { before, after, ...(mode !== undefined && { mode }) });
    },
  };
}

/** Undefined if the host has no such entry. @throws TimesheetError if its file cannot be changed */
export function planRemoval(host: Host, place: Place, name: string): Change | undefined {
  const { before, ...current } = openFile(host, place, name);
  const { path } = current;
  const entry = entryIn(current);
  if (before === undefined || entry === undefined) return undefined;
  const backup = isOurChange(current) ? readBackup(path, name) : undefined;
  const original = backup !== undefined && isOurs(entryIn({ ...current, text: backup })) ? undefined : backup;
  const isCreated = original === undefined && hasOurEntryAlone(current);
  return {
    title: host.title,
    path,
    effect: isCreated ? "Deleted" : "Changed",
    lines: difference(name, entry, undefined),
    apply() {
      if (isCreated) removeFile(path);
      else replaceFile(path, { before, after: original ?? withoutEntry(current) });
      removeBackup(path, name);
    },
  };
}

interface OpenFile extends HostFile {
  /** Its text; undefined if it does not exist. */
  before: string | undefined;
}

function openFile({ file, format, serversKey }: Host, place: Place, name: string): OpenFile {
  const path = file(place);
  const before = readFile(path);
  return { path, before, format, text: before ?? "", serversKey, name };
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
  const text = readBackup(current.path, current.name);
  const entry = text === undefined ? undefined : entryIn(current);
  if (text === undefined || entry === undefined) return false;
  return withEntry({ ...current, text }, entry as ServerEntry) === current.text;
}

/** Whether setup wrote an entry, as far as can be seen. */
function isOurs(entry: unknown): boolean {
  if (isTeamEntry(entry)) return true;
  const { args, env } = startIn(entry);
  return (
    /[\\/]tempofiller\.cjs$/.test(args[0] ?? "") &&
    Object.keys(env).every((name) => name === NAMES.TEMPO_CONFIG_FILE || name === NAMES.TEMPO_PROFILE)
  );
}

/** The lines of an entry before and after a change; undefined if it does not exist. */
function difference(name: string, before: unknown, after: unknown): string[] {
  return [...lines("-", name, before), ...lines("+", name, after)];
}

function lines(sign: string, name: string, entry: unknown): string[] {
  if (entry === undefined) return [];
  const text = JSON.stringify({ [name]: entry }, hideSecrets, 2);
  return text
    .split("\n")
    .slice(1, -1)
    .map((line) => `${sign} ${line.slice(2)}`);
}

/** A path, or a plain word that setup itself writes. */
const SHOWN = /^(\/|[A-Za-z]:[\\/]|--sandbox$|off$)/;

/** The URL of a team's server, with nothing that could be secret. */
const PLAIN_URL = /^https?:\/\/[\w.:[\]-]+\/mcp$/;

const PATHS = new Set<string>(
  listVariables().flatMap(({ name, kind }) => (kind === "file" || kind === "folder" ? [name] : [])),
);

/** Shows only commands, types, paths, profiles and plain URLs, since an entry that others wrote may contain secrets. */
function hideSecrets(key: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value !== "string" || key === "command" || key === "type") return value;
  if (key === NAMES.TEMPO_PROFILE && isProfileName(value)) return value;
  if (["url", "httpUrl", "serverUrl"].includes(key) && PLAIN_URL.test(value)) return value;
  const isArgument = /^\d+$/.test(key);
  return (isArgument || PATHS.has(key)) && SHOWN.test(value) ? value : "…";
}
