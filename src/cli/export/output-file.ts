import { chmodSync, existsSync, realpathSync, renameSync, statSync } from "node:fs";
import type { Readable } from "node:stream";
import { whyUnreadable } from "../../config/text-file.ts";
import type { ServerContext } from "../../server/context.ts";
import { createFile, isCode, writeBeside } from "../../state/files.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { confirm } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { counted } from "../lines.ts";
import { type ExportOptions, exportWorklogs } from "./export.ts";

interface FileOptions extends ExportOptions {
  path: string;
  /** Replaces a file without asking. */
  yes: boolean;
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  print(text: string): void;
}

/** Exports to a file, after asking if it exists. @throws TimesheetError; nothing was written then */
export async function exportToFile(options: FileOptions, server: ServerContext): Promise<ExitCode> {
  const { path, yes, terminal, print, signal } = options;
  const taken = isTaken(path);
  if (taken && !yes && !terminal) throw exists(path);
  if (taken && !yes && terminal && !(await confirm(`Replace ${path}?`, { stdin: terminal, print, signal }))) {
    print("Nothing was written.\n");
    return EXIT_CODE_BY_ERROR.cancelled;
  }
  const { text, hours } = await exportWorklogs(options, server);
  writeOutput(path, text, taken);
  print(`${counted(hours.worklogs, "worklog")}, ${hours.hours} h, written to ${path}.\n`);
  return 0;
}

/** Whether a file is at a path. @throws InvalidInputError for what can never be replaced, such as a folder or a device */
function isTaken(path: string): boolean {
  if (!existsSync(path)) return false;
  if (statSync(path).isFile()) return true;
  throw new InvalidInputError(`-o takes the path of a file, which ${path} is not. Nothing was written.`);
}

function exists(path: string): InvalidInputError {
  return new InvalidInputError(
    `${path} exists, so nothing was written. Add --yes to replace it, or name another file.`,
  );
}

/**
 * Writes a file that is whole once it can be seen. A link stays one, and a file that is replaced keeps its mode.
 *
 * @param taken whether there was a file, which is to be replaced
 * @throws InvalidInputError if it cannot be written, or if there is one by now
 */
function writeOutput(path: string, text: string, taken: boolean): void {
  try {
    if (taken) replace(path, text);
    else if (!createFile(path, text)) throw exists(path);
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    const reason = isCode(error, "ENOENT") ? "its folder does not exist" : whyUnreadable(error);
    throw new InvalidInputError(`${path} cannot be written: ${reason}. Nothing was written.`);
  }
}

function replace(path: string, text: string): void {
  const target = realpathSync(path);
  writeBeside(target, text, (temporary) => {
    chmodSync(temporary, statSync(target).mode & 0o777);
    renameSync(temporary, target);
  });
}
