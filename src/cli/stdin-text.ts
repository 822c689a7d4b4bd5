import { buffer } from "node:stream/consumers";
import { decodeText, whyUnreadable } from "../config/text-file.ts";
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
