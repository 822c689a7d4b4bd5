import { randomBytes } from "node:crypto";
import { constants, copyFileSync, linkSync, rmSync, writeFileSync } from "node:fs";
import { isCode } from "./file-errors.ts";

/** Only its user can read it. */
export const FILE_MODE = 0o600;

/** Writes a file that takes its name once it is complete. Returns the new path. @throws an error of the file system, with no file left */
export function writeBeside(path: string, content: string): string {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(temporary, content, { mode: FILE_MODE, flush: true });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return temporary;
}

/** Keeps a file that exists. Another process sees either no file or all of it. @throws an error of the file system */
export function createFile(path: string, content: string): void {
  const temporary = writeBeside(path, content);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) copyUnlessExists(temporary, path);
  } finally {
    rmSync(temporary);
  }
}

/** Not every file system has links. */
function copyUnlessExists(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}
