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

/**
 * Writes a file beside a path: another process sees either none or all of it there.
 *
 * @param take gives it that name; nothing is left of it otherwise
 * @throws an error of the file system, or of `take`
 */
export function writeBeside(path: string, content: string | Buffer, take: (temporary: string) => void): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(temporary, content, { mode: FILE_MODE, flag: "wx", flush: true });
    take(temporary);
  } finally {
    attempt(() => rmSync(temporary, { force: true }));
  }
}

/** Keeps a file that exists. Returns whether it has created one. @throws an error of the file system */
export function createFile(path: string, content: string): boolean {
  try {
    writeBeside(path, content, (temporary) => linkOrCopy(temporary, path));
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    return false;
  }
}

/** Not every file system has links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (isCode(error, "EEXIST")) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Whether the disk has taken an action. */
export function attempt(action: () => void, report: (error: unknown) => void = () => {}): boolean {
  try {
    action();
    return true;
  } catch (error) {
    report(error);
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
