import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { CalendarError } from "./errors.ts";

const CHUNK_BYTES = 64 * 1024;

/** Windows has no such flag, and no files that would need it. */
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

/** The content of a file in chunks. @throws CalendarError, from the iteration, if it cannot be read */
export async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // A pipe without a writer would block here, before its kind is known.
    const file = await open(path, constants.O_RDONLY | NON_BLOCKING);
    try {
      const status = await file.stat();
      if (!status.isFile())
        throw new CalendarError("is not a regular file. Use the path of a calendar that ends in .ics");
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES));
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readError(error);
  }
}

/** The system's own message has the path, so only its code is shown. */
function readError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") return error;
  const why = code === "ENOENT" || code === "ENOTDIR" ? "there is no such file" : code;
  return new CalendarError(`cannot be read (${why}). Check its path and its permissions`);
}
