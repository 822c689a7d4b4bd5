import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { posix, win32 } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { withoutSettings } from "../../config/without-settings.ts";
import { NotFoundError, SettingsError } from "../../timesheet/errors.ts";
import { type Change, difference } from "./change.ts";
import { entryFor, type ServerCommand, type ServerEntry, snippet } from "./entry.ts";
import { readBackup, readFile, removeBackup, removeFile, replaceFile, writeBackup } from "./files.ts";
import type { Host, Place } from "./hosts.ts";

/** Codex writes its file itself. @throws NotFoundError with the entry to add if there is no command `codex` */
export function planCodexRegistration(host: Host, place: Place, command: ServerCommand): Change | undefined {
  const path = host.file(place);
  const { name } = command;
  const entry = entryFor(host, command);
  const before = readFile(path);
  const existing = entryIn(path, before, name);
  if (isDeepStrictEqual(pick(existing), pick(entry))) return undefined;
  const codex = findCommand("codex", place);
  if (codex === undefined) {
    throw new NotFoundError(
      `There is no command codex to change ${path} with, so it was left as it is. Add this to the file yourself:\n\n` +
        snippet(host, command),
    );
  }
  return {
    title: host.title,
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: difference(name, existing, entry),
    apply() {
      if (before !== undefined && existing === undefined) writeBackup(path, before, name);
      const env = Object.entries(entry.env ?? {}).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
      run(codex, ["mcp", "add", name, ...env, "--", entry.command, ...entry.args], place);
      if (!isDeepStrictEqual(pick(entryIn(path, readFile(path), name)), pick(entry)))
        throw unchanged("add", path);
    },
  };
}

/** Undefined if Codex has no such entry. */
export function planCodexRemoval(host: Host, place: Place, name: string): Change | undefined {
  const path = host.file(place);
  const existing = entryIn(path, readFile(path), name);
  if (existing === undefined) return undefined;
  const codex = findCommand("codex", place);
  if (codex === undefined) {
    throw new NotFoundError(
      `There is no command codex to change ${path} with, so it was left as it is. Delete its table ` +
        `[${host.serversKey}.${name}] yourself.`,
    );
  }
  return {
    title: host.title,
    path,
    effect: "Changed",
    lines: difference(name, existing, undefined),
    apply() {
      run(codex, ["mcp", "remove", name], place);
      const after = readFile(path);
      if (entryIn(path, after, name) !== undefined) throw unchanged("remove", path);
      restore(path, after, name);
    },
  };
}

/** Codex may leave other blank lines than it found. */
function restore(path: string, after: string | undefined, name: string): void {
  const backup = readBackup(path, name);
  if (after !== undefined && backup !== undefined && withoutBlanks(after) === withoutBlanks(backup)) {
    replaceFile(path, { before: after, after: backup });
  } else if (after?.trim() === "" && backup === undefined) {
    removeFile(path);
  }
  removeBackup(path, name);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The fields that decide how the server is started. */
function pick(entry: unknown): unknown {
  const { command, args = [], env = {} } = (entry ?? {}) as Partial<ServerEntry>;
  return { command, args, env };
}

/** @throws SettingsError if the file is not TOML */
function entryIn(path: string, text: string | undefined, name: string): unknown {
  try {
    const { mcp_servers: servers } = parse(text ?? "") as { mcp_servers?: Record<string, unknown> };
    return servers?.[name];
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new SettingsError(
      `${path} is not valid TOML (line ${error.line}, column ${error.column}), so it was left as it is. ` +
        "Correct it, then run tempofiller setup again.",
    );
  }
}

function run(command: string, args: string[], { env }: Place): void {
  const { status, error } = spawnSync(command, args, { env: withoutSettings(env), stdio: "ignore" });
  if (status === 0) return;
  throw new SettingsError(
    `${command} ${args.slice(0, 3).join(" ")} failed (${error ? error.message : `exit code ${status}`}). Run it yourself to see why.`,
  );
}

function unchanged(what: "add" | "remove", path: string): SettingsError {
  return new SettingsError(
    `codex mcp ${what} left ${path} as it was. Change the file yourself: tempofiller setup --print --host codex prints the entry.`,
  );
}

/** The path of a program; on Windows, one that starts without a shell. */
export function findCommand(name: string, { platform, env }: Place): string | undefined {
  const { join, delimiter } = platform === "win32" ? win32 : posix;
  const file = platform === "win32" ? `${name}.exe` : name;
  return (env.PATH ?? env.Path ?? "")
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, file))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
