import { constants } from "node:fs";
import { open } from "node:fs/promises";

const CHUNK_BYTES = 1024 * 1024;

/** Pictures that a user shows to an assistant are in its lines. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LINE_END = 10;

/** Windows has neither. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0;
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;

export interface Lines {
  /** @param isLast whether the file ends with it and not with a line end, so it may still be written */
  line(text: string, isLast: boolean): void;
  tooLong(): void;
  /** Called for each piece of the file. @throws to stop */
  check(): void;
}

/** Calls back for each line of a regular file, of which at most one is in memory. @throws an error of the file system, or of `check` */
export async function readLines(path: string, lines: Lines): Promise<void> {
  const file = await open(path, constants.O_RDONLY | NO_LINKS | NON_BLOCKING);
  try {
    const status = await file.stat();
    if (!status.isFile()) return;
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, status.size));
    const splitter = new Splitter(lines);
    // The file of a session that goes on grows meanwhile.
    for (let position = 0; position < status.size; ) {
      lines.check();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      splitter.add(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    splitter.end();
  } finally {
    await file.close();
  }
}

/** Puts lines together from the pieces of a file. */
class Splitter {
  readonly #lines: Lines;
  #parts: Buffer[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  add(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, start)) {
      this.#finish(piece.subarray(start, end), false);
      start = end + 1;
    }
    // The piece is overwritten by the next one.
    this.#keep(Buffer.from(piece.subarray(start)));
  }

  end(): void {
    if (this.#length > 0 || this.#isTooLong) this.#finish(Buffer.alloc(0), true);
  }

  #keep(part: Buffer): void {
    if (this.#length + part.length > MAX_LINE_BYTES) this.#isTooLong = true;
    this.#parts = this.#isTooLong ? [] : [...this.#parts, part];
    this.#length = this.#isTooLong ? 0 : this.#length + part.length;
  }

  #finish(rest: Buffer, isLast: boolean): void {
    if (this.#length === 0 && !this.#isTooLong && rest.length <= MAX_LINE_BYTES) {
      this.#lines.line(rest.toString("utf8"), isLast);
      return;
    }
    this.#keep(rest);
    if (this.#isTooLong) this.#lines.tooLong();
    else this.#lines.line(Buffer.concat(this.#parts).toString("utf8"), isLast);
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
  }
}
