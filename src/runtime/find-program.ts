import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Environment } from "../config/environment.ts";

interface Search {
  platform?: NodeJS.Platform;
  /** Whether a shell may start it, which starts scripts on Windows too. */
  byShell?: boolean;
  isThere?(path: string): boolean;
}

/** The endings that Windows tries without a shell, and with one where PATHEXT names no others. */
const [DIRECT, SHELL] = [".com;.exe", ".com;.exe;.bat;.cmd"];

/**
 * The full path of a program, which PATH names unless the text is a full path itself. A relative path leads nowhere, and neither does a
 * relative folder in PATH, such as `.` or an empty one: a host may start the server in a project's folder, where it would find a
 * stranger's program.
 */
export function findProgram(
  name: string,
  env: Environment,
  { platform = process.platform, byShell = false, isThere = isProgram }: Search = {},
): string | undefined {
  const isWindows = platform === "win32";
  const isPath = (isWindows ? /[\\/:]/ : /\//).test(name);
  const folders = isPath ? [""] : foldersIn(variableIn(env, "PATH", isWindows) ?? "", isWindows);
  const names = isWindows
    ? withEndings(name, byShell ? variableIn(env, "PATHEXT", true) || SHELL : DIRECT)
    : [name];
  const { join } = isWindows ? win32 : posix;
  return folders
    .flatMap((folder) => names.map((each) => join(folder, each)))
    .filter((path) => isFull(path, isWindows))
    .find(isThere);
}

/** Windows allows quotes around folders with a semicolon in their names, and others. */
function foldersIn(path: string, isWindows: boolean): string[] {
  const folders = isWindows
    ? (path.match(/(?:[^;"]|"[^"]*"?)+/g) ?? []).map((folder) => folder.replaceAll('"', ""))
    : path.split(":");
  return folders.filter((folder) => isFull(folder, isWindows));
}

/** A path of Windows without its drive is relative to the current one. */
function isFull(path: string, isWindows: boolean): boolean {
  return (isWindows ? /^(?:[a-z]:|[\\/]{2}[^\\/]+)[\\/]/i : /^\//).test(path);
}

function withEndings(name: string, list: string): string[] {
  const endings = list
    .toLowerCase()
    .split(";")
    .filter((ending) => ending.startsWith("."));
  return endings.some((ending) => name.toLowerCase().endsWith(ending))
    ? [name]
    : endings.map((ending) => name + ending);
}

/** Windows writes the names of variables in any case. */
function variableIn(env: Environment, name: string, isWindows: boolean): string | undefined {
  return Object.entries(env).find(([key]) => (isWindows ? key.toUpperCase() : key) === name)?.[1];
}

/** Whether a path is that of a file which this user may start. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
