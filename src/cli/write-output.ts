import { whyUnreadable } from "../config/text-file.ts";
import { isCode } from "../state/files.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

/**
 * Writes the file that `-o` names.
 *
 * @param write returns false if there is one by now
 * @throws InvalidInputError if it cannot be written, or the one given if there is one
 */
export function writeOutput(path: string, write: () => boolean, exists: InvalidInputError): void {
  let isWritten: boolean;
  try {
    isWritten = write();
  } catch (error) {
    const reason = isCode(error, "ENOENT") ? "its folder does not exist" : whyUnreadable(error);
    throw new InvalidInputError(`${path} cannot be written: ${reason}. Nothing was written.`);
  }
  if (!isWritten) throw exists;
}
