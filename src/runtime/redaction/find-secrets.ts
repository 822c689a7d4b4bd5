import { type Automaton, ROOT } from "./automaton.ts";
import { CUT_MARK, cutEndAt, ESCAPE_STARTS, escapeAt } from "./escapes.ts";

/** A part of a text: its first character, and the one after its last. */
export interface Range {
  start: number;
  end: number;
}

/** One way to read the text before an offset. */
interface Reading {
  state: number;
  /** The offset at which it was last at the root: what it has matched begins there or later. */
  origin: number;
  /** The units that the escapes since then have more than what they stand for. */
  extra: number;
}

/** Kinds of characters. */
const NEITHER = 0;
const STARTS_PATTERN = 1;
const STARTS_ESCAPE = 2;

const ASCII = 128;

/**
 * A power of two. The readings of an offset are kept at the offset modulo this, so it is beyond the width of an escape; HTML allows any
 * number of zeros in one, but the texts that others write and that have no such bound, summaries, have 255 characters.
 */
const OFFSETS = 512;

/** The most readings of one offset: more than any text was seen to have. */
const MAX_READINGS = 8;

/**
 * The most steps of a search: this, or half the length of a longer text. Prose takes a step for each third or fourth character, since all others
 * begin no pattern.
 */
const MAX_STEPS = 2 ** 19;

/** A character that may begin an escape is looked at in more ways. */
const ESCAPE_STEPS = 3;

/** The readings of each offset, which are kept at the offset modulo `OFFSETS`. */
interface Readings {
  counts: Int32Array;
  states: Int32Array;
  origins: Int32Array;
  extras: Int32Array;
}

/** Shared by all searches, of which there is one at a time; made for the first, so that a start does without. */
let shared: Readings | undefined;

function sharedReadings(): Readings {
  const of = (each: number) => new Int32Array(OFFSETS * each);
  shared ??= { counts: of(1), states: of(MAX_READINGS), origins: of(MAX_READINGS), extras: of(MAX_READINGS) };
  return shared;
}

/**
 * Finds the places of a text that hold a pattern, and those at its end or before the mark of a cut that hold the beginning of one.
 *
 * A text is read in every way at once: `%2F` is three characters, and a slash. A reading of the text before an offset is a state of the
 * automaton, and one that finds no more than another is dropped. So the time grows with the length of the text only, whatever
 * text and patterns are. Typed arrays and one long loop make it nanoseconds a step.
 */
export class SecretSearch {
  readonly #automaton: Automaton;
  readonly #readings = sharedReadings();
  readonly #kinds: Uint8Array;
  readonly #kindBeyondAscii: number;
  /** There are more readings than are kept, or one goes on behind more zeros than any escape needs. */
  #isUnsearchable = false;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#kindBeyondAscii = automaton.startsBeyondAscii ? STARTS_PATTERN : NEITHER;
    this.#kinds = Uint8Array.from({ length: ASCII }, (_, code) => {
      if (ESCAPE_STARTS.includes(code)) return STARTS_ESCAPE;
      return automaton.starts[code] === ROOT ? NEITHER : STARTS_PATTERN;
    });
  }

  /** The ranges in order, of which none touches the next. Undefined for a long text that takes too many steps, such as one full of escapes. */
  rangesIn(text: string): Range[] | undefined {
    const automaton = this.#automaton;
    const { matched, begun } = automaton;
    const kinds = this.#kinds;
    const { counts, states, origins, extras } = this.#readings;
    counts.fill(0);
    const { length } = text;
    const found: Range[] = [];
    let stepsLeft = Math.max(MAX_STEPS, length / 2);
    this.#isUnsearchable = false;
    for (let offset = 0; offset <= length; offset += 1) {
      const slot = offset & (OFFSETS - 1);
      const code = offset < length ? text.charCodeAt(offset) : 0;
      const kind = code < ASCII ? kinds[code] : this.#kindBeyondAscii;
      const first = slot * MAX_READINGS;
      if (counts[slot] === 0) {
        if (kind === NEITHER) continue;
        counts[slot] = 1;
        states[first] = ROOT;
        origins[first] = offset;
        extras[first] = 0;
      }
      const written = kind === STARTS_ESCAPE ? escapeAt(text, offset) : undefined;
      const mayBeCut = kind === STARTS_ESCAPE || code === CUT_MARK || offset === length;
      const codePoint = code < 0xd800 || code > 0xdbff ? code : (text.codePointAt(offset) ?? code);
      const width = codePoint === code ? 1 : 2;
      const count = counts[slot] ?? 0;
      stepsLeft -= kind === STARTS_ESCAPE ? ESCAPE_STEPS * count : count;
      if (stepsLeft < 0) return undefined;
      for (let index = first; index < first + count; index += 1) {
        const state = states[index] ?? ROOT;
        const origin = origins[index] ?? 0;
        const extra = extras[index] ?? 0;
        const whole = matched[state] ?? 0;
        // Characters before an escape may count as part of a pattern behind it: too much is replaced rather than too little.
        if (whole > 0) add(found, Math.max(origin, offset - whole - extra), offset);
        const cut = mayBeCut ? (begun[state] ?? 0) : 0;
        const end = cut > 0 ? cutEndAt(text, offset) : undefined;
        if (end !== undefined) add(found, Math.max(origin, offset - cut - extra), end);
        const plain = automaton.next(state, codePoint);
        if (plain !== ROOT) this.#keep(offset, width, plain, origin, extra);
        if (!written) continue;
        const escaped = automaton.next(state, written.codePoint);
        if (escaped !== ROOT) this.#keep(offset, written.width, escaped, origin, extra);
      }
      counts[slot] = 0;
    }
    return this.#isUnsearchable ? undefined : found;
  }

  /**
   * Adds a reading that has gone on by `width` units, unless another one finds as much, and drops those that find no more. What is kept
   * takes the earliest start of them all.
   */
  #keep(offset: number, width: number, state: number, origin: number, extra: number): void {
    const { counts, states, origins, extras } = this.#readings;
    const slot = (offset + width) & (OFFSETS - 1);
    const first = slot * MAX_READINGS;
    const before = counts[slot] ?? 0;
    let count = 0;
    let kept = { state, origin, extra: extra + width - 1 };
    for (let index = first; index < first + before; index += 1) {
      const other = {
        state: states[index] ?? ROOT,
        origin: origins[index] ?? 0,
        extra: extras[index] ?? 0,
      };
      const isCovered = this.#automaton.covers(other.state, kept.state);
      if (isCovered || this.#automaton.covers(kept.state, other.state)) {
        kept = {
          state: isCovered ? other.state : kept.state,
          origin: Math.min(kept.origin, other.origin),
          extra: Math.max(kept.extra, other.extra),
        };
      } else {
        this.#set(first + count, other);
        count += 1;
      }
    }
    if (count === MAX_READINGS || width >= OFFSETS) {
      this.#isUnsearchable = true;
      return;
    }
    this.#set(first + count, kept);
    counts[slot] = count + 1;
  }

  #set(index: number, { state, origin, extra }: Reading): void {
    const { states, origins, extras } = this.#readings;
    states[index] = state;
    origins[index] = origin;
    extras[index] = extra;
  }
}

/** Ranges that overlap or touch become one. */
function add(ranges: Range[], start: number, end: number): void {
  const joined = { start, end };
  for (let last = ranges.at(-1); last && joined.start <= last.end; last = ranges.at(-1)) {
    joined.start = Math.min(joined.start, last.start);
    joined.end = Math.max(joined.end, last.end);
    ranges.pop();
  }
  ranges.push(joined);
}
