import { buffer } from "node:stream/consumers";
import { decodeText, whyUnreadable } from "../config/text-file.ts";
import { isCode } from "../state/files.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

/** All of stdin. @throws InvalidInputError if it is no text, and quotes nothing of it: it may hold a token by mistake */
export async function textOnStdin(stdin: NodeJS.ReadableStream): Promise<string> {
  const bytes = await buffer(stdin);
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new InvalidInputError(
      `What stdin holds cannot be read, since ${whyUnreadable(error)}. Nothing was sent to Tempo.`,
    );
  }
}

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
