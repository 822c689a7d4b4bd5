/** One character that a text writes in several. */
export interface Escape {
  codePoint: number;
  /** The number of UTF-16 units that it is written in. */
  width: number;
}

const [
  PERCENT = 0,
  AMPERSAND,
  BACKSLASH,
  TILDE = 0,
  SEMICOLON,
  NUMBER_SIGN,
  SLASH = 0,
  ZERO,
  ONE,
  SMALL_U,
  SMALL_X,
] = codesOf("%&\\~;#/01ux");

const HTML_NAMES = Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }).map(
  ([name, character]): [string, number] => [`&${name};`, character.charCodeAt(0)],
);

/** The characters that a backslash writes, by the code of the one after it. */
const JSON_ESCAPES = new Uint8Array(128);
for (const [character = "", written = ""] of ['""', "\\\\", "//", "\bb", "\ff", "\nn", "\rr", "\tt"]) {
  JSON_ESCAPES[written.charCodeAt(0)] = character.charCodeAt(0);
}

const NO_DIGIT = 16;

const MAX_CODE_POINT = 0x10ffff;

/** The bit by which small letters differ from capital ones. */
const CAPITAL = 0x20;

/** The mark behind a text that was cut, by its code. */
export const CUT_MARK = "…".charCodeAt(0);

/** Matches up to the end of a text or a cut mark, with the part of an escape before it. */
const CUT_END = /(?:(?:%[\da-fA-F]{0,2}){1,4}|&#?\w{0,6}|\\(?:u[\da-fA-F]{0,3})?)?(?=…|$)/y;

/** The codes of the characters that an escape may begin with. */
export const ESCAPE_STARTS: readonly number[] = codesOf("%&\\~");

/** The character that a URL, HTML, JSON or a JSON pointer writes at an offset as an escape. Undefined if there is none. */
export function escapeAt(text: string, offset: number): Escape | undefined {
  switch (text.charCodeAt(offset)) {
    case PERCENT:
      return percentEncoded(text, offset);
    case AMPERSAND:
      return htmlReference(text, offset);
    case BACKSLASH:
      return jsonEscape(text, offset);
    case TILDE:
      return pointerEscape(text, offset);
    default:
      return undefined;
  }
}

/** The end of a text, or of what a cut has left of it, if it is at an offset or within the escape that begins there; undefined otherwise. */
export function cutEndAt(text: string, offset: number): number | undefined {
  CUT_END.lastIndex = offset;
  return CUT_END.test(text) ? CUT_END.lastIndex : undefined;
}

function pointerEscape(text: string, offset: number): Escape | undefined {
  const next = text.charCodeAt(offset + 1);
  if (next !== ZERO && next !== ONE) return undefined;
  return { codePoint: next === ZERO ? TILDE : SLASH, width: 2 };
}

/** The bytes of one character in UTF-8, each as `%` and two digits. */
function percentEncoded(text: string, offset: number): Escape | undefined {
  const first = hexadecimal(text, offset + 1, 2);
  if (first === undefined) return undefined;
  if (first < 0x80) return { codePoint: first, width: 3 };
  const bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let codePoint = first & (0xff >> (bytes + 1));
  for (let index = 1; index < bytes; index += 1) {
    const at = offset + 3 * index;
    const next = text.charCodeAt(at) === PERCENT ? hexadecimal(text, at + 1, 2) : undefined;
    if (next === undefined || next >> 6 !== 0b10) return undefined;
    codePoint = (codePoint << 6) | (next & 0x3f);
  }
  return { codePoint, width: 3 * bytes };
}

function htmlReference(text: string, offset: number): Escape | undefined {
  if (text.charCodeAt(offset + 1) === NUMBER_SIGN) return numericReference(text, offset + 2);
  const found = HTML_NAMES.find(([written]) => text.startsWith(written, offset));
  return found && { codePoint: found[1], width: found[0].length };
}

/** @param offset of the first character after `&#`; any number of zeros may be there */
function numericReference(text: string, offset: number): Escape | undefined {
  const base = (text.charCodeAt(offset) | CAPITAL) === SMALL_X ? 16 : 10;
  let at = base === 16 ? offset + 1 : offset;
  const start = at;
  let codePoint = 0;
  for (let digit = digitAt(text, at); digit < base; digit = digitAt(text, at)) {
    codePoint = Math.min(codePoint * base + digit, MAX_CODE_POINT + 1);
    at += 1;
  }
  const isWhole = at > start && text.charCodeAt(at) === SEMICOLON;
  return isWhole && codePoint <= MAX_CODE_POINT ? { codePoint, width: at + 3 - offset } : undefined;
}

function jsonEscape(text: string, offset: number): Escape | undefined {
  const next = text.charCodeAt(offset + 1);
  const codePoint = JSON_ESCAPES[next] ?? 0;
  if (codePoint !== 0) return { codePoint, width: 2 };
  if (next !== SMALL_U) return undefined;
  const unit = hexadecimal(text, offset + 2, 4);
  if (unit === undefined) return undefined;
  const isHigh = unit >= 0xd800 && unit < 0xdc00 && text.startsWith("\\u", offset + 6);
  const low = isHigh ? hexadecimal(text, offset + 8, 4) : undefined;
  return low !== undefined && low >= 0xdc00 && low < 0xe000
    ? { codePoint: 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), width: 12 }
    : { codePoint: unit, width: 6 };
}

function hexadecimal(text: string, offset: number, digits: number): number | undefined {
  let value = 0;
  for (let index = 0; index < digits; index += 1) {
    const digit = digitAt(text, offset + index);
    if (digit === NO_DIGIT) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

/** A number from 0 to 15, or `NO_DIGIT`. */
function digitAt(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | CAPITAL;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NO_DIGIT;
}

function codesOf(characters: string): number[] {
  return [...characters].map((character) => character.charCodeAt(0));
}
