/** The shortest secret that is replaced: replacing shorter ones would break every text. */
const MIN_SECRET_LENGTH = 4;

/** The shortest part of a Base64 text that is replaced: shorter ones occur in plain text. */
const MIN_BASE64_LENGTH = 8;

/** The shortest beginning of a secret that is replaced at the end of a text, as it is written there. */
const MIN_PREFIX_LENGTH = 8;

/** As many characters as an encoding takes for one, and the fewest of those that do take more. */
const MAX_ENCODED_LENGTH = 8;
const MIN_ENCODED_LENGTH = 3;

const HTML_NAMES: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** A part of one character's encoding, where a text ends within it. */
const CUT_CHARACTER = /^(?:(?:%[\da-fA-F]{0,2}){1,4}|&#?\w{0,6}|\\(?:u[\da-fA-F]{0,3})?)?$/;

const MAX_CUT_LENGTH = 12;

/** The ways to write one character, as patterns. */
type Writings = string[];

/**
 * The characters of a secret may be plain or encoded as in JSON, a JSON pointer, a URL or HTML, and a secret may be in Base64 as a whole. Longer
 * ones come first, since one secret may be part of another.
 */
export interface SecretPatterns {
  whole: RegExp;
  /** Finds how a secret begins; cheaper than the others. */
  start: RegExp;
  maxLength: number;
  /** Where the beginning of a secret starts that the end of a text has cut off. Undefined if there is none. */
  cutAt(text: string): number | undefined;
}

export function secretPatterns(secrets: string[]): SecretPatterns | undefined {
  const texts = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, ...base64Spellings(secret)]);
  const spellings = [...new Set(texts)].sort((a, b) => b.length - a.length).map(characterWritings);
  if (spellings.length === 0) return undefined;
  const anyOf = (patterns: string[], flags?: string) => new RegExp([...new Set(patterns)].join("|"), flags);
  const long = spellings.filter(({ length }) => length > MIN_PREFIX_LENGTH);
  return {
    whole: anyOf(spellings.map(patternOf), "g"),
    start: anyOf(spellings.map((characters) => patternOf(characters.slice(0, prefixLength(characters))))),
    maxLength: MAX_ENCODED_LENGTH * Math.max(...spellings.map(({ length }) => length)),
    cutAt(text) {
      for (let from = 0; from < text.length; from += 1)
        if (long.some((characters) => isCut(characters, text, from))) return from;
      return undefined;
    },
  };
}

function patternOf(characters: readonly Writings[]): string {
  return characters
    .map((writings) => (writings.length === 1 ? writings[0] : `(?:${writings.join("|")})`))
    .join("");
}

/**
 * Whether the rest of a text is the beginning of a secret, in any mix of encodings. Step by step: a pattern of all beginnings would be
 * nested as deeply as the secret is long.
 */
function isCut(characters: readonly Writings[], text: string, from: number): boolean {
  const prefix = prefixLength(characters);
  let offsets = [from];
  for (const [index, writings] of characters.entries()) {
    if (index >= prefix && offsets.some((offset) => endsWithin(text, offset))) return true;
    offsets = [...new Set(offsets.flatMap((offset) => endsOf(writings, text, offset)))];
    if (offsets.length === 0) return false;
  }
  return offsets.some((offset) => endsWithin(text, offset));
}

/** Whether a text ends at an offset, or within one more character. */
function endsWithin(text: string, offset: number): boolean {
  return text.length - offset <= MAX_CUT_LENGTH && CUT_CHARACTER.test(text.slice(offset));
}

/** Where a character ends that is written at an offset. */
function endsOf(writings: Writings, text: string, offset: number): number[] {
  return writings.flatMap((pattern) => {
    if (pattern.length === 1) return text[offset] === pattern ? [offset + 1] : [];
    const writing = sticky(pattern);
    writing.lastIndex = offset;
    return writing.test(text) ? [writing.lastIndex] : [];
  });
}

const compiled = new Map<string, RegExp>();

/** A secret has few different characters that can be encoded, and so have all. */
function sticky(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  if (compiled.size > MAX_COMPILED) compiled.clear();
  const made = new RegExp(pattern, "y");
  compiled.set(pattern, made);
  return made;
}

const MAX_COMPILED = 1000;

function prefixLength(characters: readonly Writings[]): number {
  let written = 0;
  const index = characters.findIndex((writings) => {
    written += writings.length === 1 ? 1 : MIN_ENCODED_LENGTH;
    return written >= MIN_PREFIX_LENGTH;
  });
  return index < 0 ? characters.length : index + 1;
}

/** In both alphabets and as the part of a longer text, since Base64 encodes three bytes at a time. */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = [0, 1, 2].map((bytesBefore) => {
    const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64");
    const isWhole = (bytesBefore + bytes.length) % 3 === 0;
    // Characters that other bytes share are left out.
    return encoded.replace(/=+$/, "").slice(Math.ceil((bytesBefore * 8) / 6), isWhole ? undefined : -1);
  });
  const whole = bytes.toString("base64");
  return [whole, whole.replace(/=+$/, ""), ...parts]
    .filter(({ length }) => length >= MIN_BASE64_LENGTH)
    .flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** For each character of a text, patterns of the ways to write it. Letters and digits are plain in every encoding. */
function characterWritings(text: string): Writings[] {
  return [...text].map((character) => {
    if (/[a-zA-Z0-9]/.test(character)) return [character];
    const code = character.codePointAt(0) ?? 0;
    const name = HTML_NAMES[character];
    return [
      ...literals(character),
      [...Buffer.from(character)].map((byte) => `%${hexadecimal(byte, 2)}`).join(""),
      `&#0*${code};`,
      `&#[xX]0*${hexadecimal(code, 1)};`,
      ...(name === undefined ? [] : [`&${name};`]),
      [...character.split("")].map((unit) => `\\\\u${hexadecimal(unit.charCodeAt(0), 4)}`).join(""),
    ];
  });
}

function literals(character: string): string[] {
  const inJson = character === "/" ? "\\/" : JSON.stringify(character).slice(1, -1);
  const inPointer = { "/": ["~1"], "~": ["~0"] }[character] ?? [];
  const all = [inJson, ...inPointer, character, ...(character === " " ? ["+"] : [])];
  return [...new Set(all)].map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
}

function hexadecimal(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, "0")
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
