/** The part of a record that is read, in bytes. It has room for a merge of hundreds of commits. */
const MAX_RECORD = 16_384;

/** Takes output piece by piece, and hands on each record: the bytes up to a NUL or the end, at most MAX_RECORD of them. */
export class RecordReader {
  readonly #onRecord: (record: Buffer) => void;
  /** The beginning of a record whose end is still to come. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(onRecord: (record: Buffer) => void) {
    this.#onRecord = onRecord;
  }

  add(output: Buffer): void {
    let start = 0;
    for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, start)) {
      this.#keep(output.subarray(start, end));
      this.end();
      start = end + 1;
    }
    if (start < output.length) this.#keep(output.subarray(start));
  }

  /** The last record may lack its NUL. */
  end(): void {
    const [first] = this.#parts;
    if (!first) return;
    this.#onRecord(this.#parts.length === 1 ? first : Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
  }

  #keep(part: Buffer): void {
    const read = part.subarray(0, MAX_RECORD - this.#length);
    this.#length += read.length;
    if (read.length > 0 || this.#parts.length === 0) this.#parts.push(read);
  }
}
