import { randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";

/** Only the user may open it. @returns the first folder that was created, if any @throws an error of the file system */
export function makeFolder(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  // If a file system refuses new folders with ENOENT, as /proc does, Node would try the parents for ever.
  const recursive = !existsSync(dirname(path));
  const made = mkdirSync(path, { recursive, mode: 0o700 });
  return recursive ? made : path;
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

/** Leaves nothing behind. @throws SettingsError if no file can be created */
export function checkStateFolder(folder: string): void {
  try {
    const made = makeFolder(folder);
    const path = join(folder, `check.${randomBytes(6).toString("hex")}`);
    try {
      // A full disk still takes empty files.
      writeFileSync(path, "check", { mode: FILE_MODE, flag: "wx" });
    } finally {
      rmSync(path, { force: true });
      if (made !== undefined) removeUnused(folder, made);
    }
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** Removes a folder and those above it, up to one, as far as no other process has begun to use them. */
function removeUnused(folder: string, upTo: string): void {
  try {
    for (let each = resolve(folder); ; each = dirname(each)) {
      rmdirSync(each);
      if (each === resolve(upTo)) return;
    }
  } catch {
    // It is in use, or another process has removed it: either way, it can be used.
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
