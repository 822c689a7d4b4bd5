/** The state before any character of a pattern. */
export const ROOT = 0;

/** The shortest beginning of a pattern that counts where a text ends within it, as it is written there. */
const MIN_PREFIX_LENGTH = 8;

/** The fewest characters that an encoding needs for one that it does not leave plain. */
const MIN_ENCODED_LENGTH = 3;

/**
 * Searches for many patterns at once, in steps that do not grow with their number (Aho and Corasick, 1975). A state stands for the longest
 * beginning of a pattern that the text read so far ends with. Its edges are kept as lists in typed arrays: a server for a team has an
 * automaton for each user.
 */
export class Automaton {
  readonly #codePoints: Int32Array;
  readonly #firstChild: Int32Array;
  readonly #sibling: Int32Array;
  /** The next shorter state that has an edge which this one lacks: a search never fails twice for one reason. */
  readonly #fallback: Int32Array;
  /** The place of a state in the tree of suffixes, and how many states are below it there. */
  readonly #order: Int32Array;
  readonly #below: Int32Array;
  /** The length of the longest pattern that a state ends with, in characters; 0 if there is none. */
  readonly matched: Int32Array;
  /** The length of the longest beginning of a pattern that counts at the end of a text; 0 if there is none. */
  readonly begun: Int32Array;
  /** The state after a pattern's first character, by its code; `ROOT` if none begins with it. Codes beyond ASCII are not in it. */
  readonly starts = new Int32Array(FOLDED.length);
  readonly startsBeyondAscii: boolean;
  #size = 1;

  constructor(patterns: readonly string[]) {
    const texts = patterns.map((pattern) => Array.from(pattern, (it) => fold(it.codePointAt(0) ?? 0)));
    const states = texts.reduce((sum, { length }) => sum + length, 1);
    const numbers = () => new Int32Array(states);
    this.#codePoints = numbers();
    this.#firstChild = numbers();
    this.#sibling = numbers();
    this.#fallback = numbers();
    this.#order = numbers();
    this.#below = numbers();
    this.matched = numbers();
    this.begun = numbers();
    for (const text of texts) this.#add(text);
    this.startsBeyondAscii = texts.some(([first = 0]) => first >= FOLDED.length);
    for (const code of FOLDED.keys()) this.starts[code] = this.#child(ROOT, fold(code));
    this.#link();
  }

  /** The state after one more character. */
  next(state: number, codePoint: number): number {
    const folded = fold(codePoint);
    for (let from = state; from !== ROOT; from = this.#fallback[from] ?? ROOT) {
      const child = this.#child(from, folded);
      if (child !== ROOT) return child;
    }
    return this.starts[folded] ?? this.#child(ROOT, folded);
  }

  /** Whether whatever follows, a search from `state` finds all that one from `other` would find. */
  covers(state: number, other: number): boolean {
    const distance = (this.#order[state] ?? 0) - (this.#order[other] ?? 0);
    return distance >= 0 && distance < (this.#below[other] ?? 0);
  }

  #add(text: readonly number[]): void {
    let state = ROOT;
    let written = 0;
    for (const [index, codePoint] of text.entries()) {
      let child = this.#child(state, codePoint);
      if (child === ROOT) {
        child = this.#size;
        this.#size += 1;
        this.#codePoints[child] = codePoint;
        this.#sibling[child] = this.#firstChild[state] ?? 0;
        this.#firstChild[state] = child;
      }
      state = child;
      written += isPlain(codePoint) ? 1 : MIN_ENCODED_LENGTH;
      if (text.length > MIN_PREFIX_LENGTH && written >= MIN_PREFIX_LENGTH) this.begun[state] = index + 1;
    }
    this.matched[state] = text.length;
  }

  #child(state: number, codePoint: number): number {
    let child = this.#firstChild[state] ?? ROOT;
    while (child !== ROOT && this.#codePoints[child] !== codePoint) child = this.#sibling[child] ?? ROOT;
    return child;
  }

  /** Links each state to the longest other one that its text ends with, shorter ones first. */
  #link(): void {
    const suffix = new Int32Array(this.#size);
    const queue = [ROOT];
    for (const state of queue) {
      const shorter = suffix[state] ?? ROOT;
      this.matched[state] ||= this.matched[shorter] ?? 0;
      this.begun[state] ||= this.begun[shorter] ?? 0;
      this.#fallback[state] = this.#offersNoMore(shorter, state)
        ? (this.#fallback[shorter] ?? ROOT)
        : shorter;
      for (let child = this.#firstChild[state] ?? 0; child !== ROOT; child = this.#sibling[child] ?? 0) {
        if (state !== ROOT) suffix[child] = this.next(shorter, this.#codePoints[child] ?? 0);
        queue.push(child);
      }
    }
    this.#below.fill(1, 0, this.#size);
    for (const state of queue.slice(1).reverse()) {
      const shorter = suffix[state] ?? ROOT;
      this.#below[shorter] = (this.#below[shorter] ?? 0) + (this.#below[state] ?? 0);
    }
    const free = new Int32Array(this.#size).fill(1);
    for (const state of queue.slice(1)) {
      const shorter = suffix[state] ?? ROOT;
      this.#order[state] = (this.#order[shorter] ?? 0) + (free[shorter] ?? 0);
      free[shorter] = (free[shorter] ?? 0) + (this.#below[state] ?? 0);
    }
  }

  #offersNoMore(shorter: number, state: number): boolean {
    for (let child = this.#firstChild[shorter] ?? 0; child !== ROOT; child = this.#sibling[child] ?? 0) {
      if (this.#child(state, this.#codePoints[child] ?? 0) === ROOT) return false;
    }
    return true;
  }
}

/** Characters that count as one, by their codes. Base64 has two alphabets, and forms write a space as `+`: each is read as the other, in patterns and in texts. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const folded = { " ": "+", "-": "+", _: "/" }[String.fromCharCode(code)];
  return folded?.charCodeAt(0) ?? code;
});

function fold(codePoint: number): number {
  return FOLDED[codePoint] ?? codePoint;
}

/** Letters and digits are plain in every encoding. */
function isPlain(codePoint: number): boolean {
  return codePoint < 128 && /[a-zA-Z0-9]/.test(String.fromCharCode(codePoint));
}
