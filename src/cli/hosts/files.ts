import {
  chmodSync,
  lchownSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { MAX_FILE_BYTES, readFileBytes, whyUnreadable } from "../../config/text-file.ts";
import { FILE_MODE, makeFolder, writeBeside } from "../../state/files.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** The path of a file's backup, in the same folder. @param name of the entry before which it was made: each has its own */
export function backupOf(path: string, name = "tempofiller"): string {
  return `${path}.${name}-backup`;
}

/** Undefined for what is no file: only another user would put a link there. @throws like `readFile` */
export function readBackup(path: string, name?: string): string | undefined {
  const backup = backupOf(path, name);
  return lstatSync(backup, { throwIfNoEntry: false })?.isFile() ? readFile(backup) : undefined;
}

/** Undefined if there is no such file; a byte order mark is kept. @throws SettingsError if it is not a text in UTF-8 */
export function readFile(path: string): string | undefined {
  try {
    const bytes = readFileBytes(path, MAX_FILE_BYTES.host);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (whyUnreadable(error) === "ENOENT") return undefined;
    throw new SettingsError(
      `${path} cannot be read as UTF-8 (${whyUnreadable(error)}), so it was left as it is.`,
    );
  }
}

/**
 * Readers see the old content or the new one. A link stays one, and a file keeps its mode and its owner.
 *
 * @param before what it was when the change was shown; undefined for a new file
 * @throws SettingsError if it has changed since, or cannot be written
 */
export function replaceFile(
  path: string,
  { before, after, mode }: { before: string | undefined; after: string; mode?: number },
): void {
  checkUnchanged(path, before);
  attempt(path, () => write(targetOf(path), after, mode));
}

/** A link at the path itself is replaced, not followed. @throws an error of the file system, with no file left */
function write(path: string, content: string, mode?: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const existing = found?.isFile() ? found : undefined;
  makeFolder(dirname(path));
  writeBeside(path, content, (temporary) => {
    if (existing) keepOwner(temporary, existing);
    chmodSync(temporary, mode ?? (existing ? existing.mode & 0o777 : FILE_MODE));
    renameSync(temporary, path);
  });
}

/** @throws SettingsError if a file is not what it was when its change was shown */
export function checkUnchanged(path: string, before: string | undefined): void {
  if (readFile(path) === before) return;
  throw new SettingsError(
    `${path} was changed by another program, so it was left as it is. Run tempofiller setup again.`,
  );
}

/** Other users cannot read it, whatever they may read of the original. */
export function writeBackup(path: string, content: string, name?: string): void {
  const backup = backupOf(path, name);
  attempt(backup, () => write(backup, content, FILE_MODE));
}

export function removeBackup(path: string, name: string): void {
  const backup = backupOf(path, name);
  attempt(backup, () => rmSync(backup, { force: true }));
}

export function removeFile(path: string): void {
  attempt(path, () => rmSync(targetOf(path), { force: true }));
}

/** Follows a link, even to a file that does not exist yet. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path));
    } catch {
      return path;
    }
  }
}

/** A file of another user's is theirs even if root changes it. */
function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) lchownSync(path, uid, gid);
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new SettingsError(`${path} cannot be written (${whyUnreadable(error)}), so it was left as it is.`);
  }
}
