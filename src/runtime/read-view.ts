import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { TimesheetError } from "../timesheet/errors.ts";

class IncompletePackageError extends TimesheetError {
  readonly code = "internal";
}

/**
 * Reads the view, which the build puts beside the command.
 *
 * @throws TimesheetError if it is not there, as when the sources run unbuilt
 */
export async function readView(folder: string = import.meta.dirname): Promise<string> {
  const path = join(folder, "timesheet.html");
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new IncompletePackageError(
      `The timesheet view cannot be read from ${path} (${code}). Install TempoFiller again, or run \`npm run build\` in its sources. ` +
        "The tools work without it.",
    );
  }
}
