/** Takes bytes piece by piece, and hands on each record of them: those up to a separator or the end, of which it keeps a limited number. */
export class RecordReader {
  readonly #separator: number;
  readonly #maxBytes: number;
  readonly #onRecord: (record: Buffer, isCut: boolean, isLast: boolean) => void;
  /** The beginning of a record whose end is still to come. */
  #parts: Buffer[] = [];
  #length = 0;

  /** @param onRecord gets a record, whether bytes of it are missing, and whether the end of all came in place of its separator */
  constructor(
    separator: number,
    maxBytes: number,
    onRecord: (record: Buffer, isCut: boolean, isLast: boolean) => void,
  ) {
    this.#separator = separator;
    this.#maxBytes = maxBytes;
    this.#onRecord = onRecord;
  }

  add(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(this.#separator); end >= 0; end = piece.indexOf(this.#separator, start)) {
      this.#finish(piece.subarray(start, end), false);
      start = end + 1;
    }
    // The caller may use the memory of the piece again.
    if (start < piece.length) this.#keep(Buffer.from(piece.subarray(start)));
  }

  end(): void {
    if (this.#length > 0) this.#finish(Buffer.alloc(0), true);
  }

  #keep(part: Buffer): void {
    const room = Math.max(0, this.#maxBytes - this.#length);
    if (room > 0) this.#parts.push(part.subarray(0, room));
    this.#length += part.length;
  }

  #finish(rest: Buffer, isLast: boolean): void {
    this.#keep(rest);
    const [first, ...others] = this.#parts;
    const record = first && others.length === 0 ? first : Buffer.concat(this.#parts);
    const isCut = this.#length > this.#maxBytes;
    this.#parts = [];
    this.#length = 0;
    this.#onRecord(record, isCut, isLast);
  }
}
