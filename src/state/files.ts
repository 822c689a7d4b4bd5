import { randomBytes } from "node:crypto";
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";

/** Only the user may open it. @throws an error of the file system */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  // If a file system refuses new folders with ENOENT, as /proc does, Node would try the parents for ever.
  mkdirSync(path, { recursive: !existsSync(dirname(path)), mode: 0o700 });
}

/** Only its user can read it. */
export const FILE_MODE = 0o600;

/** Writes a file that takes its name once it is complete. Returns the new path. @throws an error of the file system, with no file left */
export function writeBeside(path: string, content: string): string {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(temporary, content, { mode: FILE_MODE, flag: "wx", flush: true });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/**
 * Keeps a file that exists. Another process sees either no file or all of it.
 *
 * @returns whether it has created one
 * @throws an error of the file system
 */
export function createFile(path: string, content: string): boolean {
  const temporary = writeBeside(path, content);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    return !isCode(error, "EEXIST") && copyUnlessExists(temporary, path);
  } finally {
    rmSync(temporary);
  }
}

/** Not every file system has links. */
function copyUnlessExists(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return false;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

export function unusableFolder(folder: string, error: unknown): SettingsError {
  return new SettingsError(
    `The state folder ${folder} cannot be used (${codeOf(error)}), so what other processes log is not seen and nothing is ` +
      "remembered. Set TEMPO_STATE_DIR to a folder that you can write to, or to off.",
  );
}
