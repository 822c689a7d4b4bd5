import { chmodSync, existsSync, realpathSync, renameSync, statSync } from "node:fs";
import type { ServerContext } from "../../server/context.ts";
import { createFile, writeBeside } from "../../state/files.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { confirm, type Shell } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { counted } from "../lines.ts";
import { writeOutput } from "../streams.ts";
import { type ExportOptions, exportWorklogs } from "./export.ts";

interface FileOptions extends ExportOptions, Shell {
  path: string;
  /** Replaces a file without asking. */
  yes: boolean;
}

/** Exports to a file, after asking if it exists. @throws TimesheetError; nothing was written then */
export async function exportToFile(options: FileOptions, server: ServerContext): Promise<ExitCode> {
  const { path, yes, terminal, print } = options;
  const exists = new InvalidInputError(
    `${path} exists, so nothing was written. Add --yes to replace it, or name another file.`,
  );
  const taken = isTaken(path);
  if (taken && !yes) {
    if (!terminal) throw exists;
    if (!(await confirm(`Replace ${path}?`, options))) {
      print("Nothing was written.\n");
      return EXIT_CODE_BY_ERROR.cancelled;
    }
  }
  const { text, summary } = await exportWorklogs(options, server);
  writeOutput(path, () => (taken ? replace(path, text) : createFile(path, text)), exists);
  print(`${counted(summary.totalEntries, "worklog")}, ${summary.totalHours} h, written to ${path}.\n`);
  return 0;
}

/** Whether a file is at a path. @throws InvalidInputError for what can never be replaced, such as a folder or a device */
function isTaken(path: string): boolean {
  if (!existsSync(path)) return false;
  if (statSync(path).isFile()) return true;
  throw new InvalidInputError(`-o takes the path of a file, which ${path} is not. Nothing was written.`);
}

/** Writes a file that is whole once it can be seen. A link stays one, and the file keeps its mode. */
function replace(path: string, text: string): true {
  const target = realpathSync(path);
  writeBeside(target, text, (temporary) => {
    chmodSync(temporary, statSync(target).mode & 0o777);
    renameSync(temporary, target);
  });
  return true;
}
