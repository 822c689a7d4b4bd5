/** The length of a table at first; it is a power of two, and at most half of it is in use. */
const FIRST_SLOTS = 2048;

/** The length of an id in hexadecimal digits, as most repositories have it. */
const USUAL_LENGTH = 40;

const FREE = -1;

/**
 * Numbers ids of commits by the order in which they come. It is a hash table in a few arrays of bytes: a `Map` of texts takes as much again
 * of the heap for each id, and the collector would copy every one of them.
 */
export class CommitIds {
  #count = 0;
  #digits = Buffer.alloc((FIRST_SLOTS / 2) * USUAL_LENGTH);
  /** The position at which the digits of each id end. */
  #ends = new Uint32Array(FIRST_SLOTS / 2);
  /** Numbers of ids. */
  #slots = new Int32Array(FIRST_SLOTS).fill(FREE);
  /** It is odd, and chosen by chance: no repository can be made of ids that all want one slot. */
  readonly #factor = Math.floor(Math.random() * 2 ** 32) | 1;

  numberOf(id: string): number | undefined {
    const number = this.#slots[this.#slotFor(id)] ?? FREE;
    return number === FREE ? undefined : number;
  }

  /** The number of an id, which is added if it is new. */
  add(id: string): number {
    const slot = this.#slotFor(id);
    const known = this.#slots[slot] ?? FREE;
    if (known !== FREE) return known;
    const number = this.#count;
    this.#slots[slot] = number;
    this.#keep(id);
    if (this.#count === this.#ends.length) this.#grow();
    return number;
  }

  #keep(id: string): void {
    const start = this.#startOf(this.#count);
    const end = start + id.length;
    if (end > this.#digits.length) this.#digits = Buffer.concat([this.#digits], 2 * end);
    this.#digits.write(id, start, "latin1");
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  #grow(): void {
    const ends = new Uint32Array(this.#slots.length);
    ends.set(this.#ends);
    this.#ends = ends;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(FREE);
    for (let number = 0; number < this.#count; number += 1)
      this.#slots[this.#slotFor(this.#idOf(number))] = number;
  }

  /** The slot of an id, or the free one where it would be. */
  #slotFor(id: string): number {
    const mask = this.#slots.length - 1;
    // Ids are hashes themselves, so a few digits tell them apart; the highest bits of the product depend on all of these.
    const product = Math.imul(Number.parseInt(id.slice(0, 8), 16), this.#factor);
    let slot = product >>> Math.clz32(mask);
    for (;;) {
      const number = this.#slots[slot] ?? FREE;
      if (number === FREE || this.#idOf(number) === id) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #idOf(number: number): string {
    return this.#digits.toString("latin1", this.#startOf(number), this.#ends[number]);
  }

  #startOf(number: number): number {
    return this.#ends[number - 1] ?? 0;
  }
}
