/** Characters that cannot be seen, or that look like others, by what they are called. */
const NAMES: readonly [first: number, last: number, name: string][] = [
  [0x09, 0x09, "a tab"],
  [0x00, 0x1f, "a control character"],
  [0x7f, 0x9f, "a control character"],
  [0xa0, 0xa0, "a no-break space"],
  [0xad, 0xad, "a soft hyphen"],
  [0x34f, 0x34f, "a combining grapheme joiner"],
  [0x61c, 0x61c, "an Arabic letter mark"],
  [0x2000, 0x200a, "a typographic space"],
  [0x200b, 0x200b, "a zero-width space"],
  [0x200c, 0x200c, "a zero-width non-joiner"],
  [0x200d, 0x200d, "a zero-width joiner"],
  [0x200e, 0x200e, "a left-to-right mark"],
  [0x200f, 0x200f, "a right-to-left mark"],
  [0x2010, 0x2011, "a typographic hyphen"],
  [0x2012, 0x2012, "a figure dash"],
  [0x2013, 0x2013, "an en dash"],
  [0x2014, 0x2014, "an em dash"],
  [0x2028, 0x2028, "a line separator"],
  [0x2029, 0x2029, "a paragraph separator"],
  [0x202a, 0x202e, "a bidirectional control"],
  [0x202f, 0x202f, "a narrow no-break space"],
  [0x2060, 0x2060, "a word joiner"],
  [0x2066, 0x2069, "a bidirectional control"],
  [0x2212, 0x2212, "a minus sign"],
  [0x3000, 0x3000, "an ideographic space"],
  [0xfe00, 0xfe0f, "a variation selector"],
  [0xfeff, 0xfeff, "a byte order mark"],
  [0xe0000, 0xe007f, "a tag character"],
  [0xe0100, 0xe01ef, "a variation selector"],
];

/** Spaces and line breaks of ASCII are left to sentences of their own. */
const INVISIBLE = /(?![ \r\n])(?:\p{C}|\p{Z}|\p{Default_Ignorable_Code_Point}|\u2800)/u;

const NOT_ASCII = /[^\0-\x7f]/u;

export const DASH = /[\u2010-\u2014\u2212]/;

/** The first character that cannot be seen, and its place, for the middle of a sentence; undefined if there is none. */
export function invisibleIn(text: string): string | undefined {
  return found(INVISIBLE, text);
}

/** The first character that is not ASCII, and its place, for the middle of a sentence; undefined if there is none. */
export function foreignIn(text: string): string | undefined {
  return found(NOT_ASCII, text);
}

function found(pattern: RegExp, text: string): string | undefined {
  const match = pattern.exec(text);
  return match ? `${describe(match[0])} ${placeOf(match.index, match[0].length, text)}` : undefined;
}

/** "a soft hyphen (U+00AD)"; the code point alone for what has no name here. */
function describe(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = NAMES.find(([first, last]) => code >= first && code <= last)?.[2];
  return name === undefined ? point : `${name} (${point})`;
}

function placeOf(index: number, length: number, text: string): string {
  if (index === 0) return "at its beginning";
  return index + length === text.length ? "at its end" : `at position ${index + 1}`;
}
