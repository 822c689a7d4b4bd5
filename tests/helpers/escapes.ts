import fc from "fast-check";

export const MEBIBYTE = 2 ** 20;

export const repeated = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Each way to write a character that a search has to read, by the character. */
export function writingsOf(character: string): string[] {
  if (/[a-zA-Z0-9]/.test(character)) return [character];
  const code = character.codePointAt(0) ?? 0;
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  return [
    character,
    JSON.stringify(character).slice(1, -1),
    bytes.map((byte) => `%${byte}`).join(""),
    bytes.map((byte) => `%${byte.toUpperCase()}`).join(""),
    `&#${code};`,
    `&#x000${code.toString(16)};`,
    units.map((unit) => `\\u${unit}`).join(""),
    names[character] ?? character,
    { "/": "~1", "~": "~0", " ": "+" }[character] ?? character,
  ];
}

/** Characters of which escapes are made, so that a secret or its surroundings often look like one. */
const ESCAPING = [..."ab01%2F&amp;\\u005c\"'/~+-_= <é😀;#x\n"];

export const escapingCharacter = fc.constantFrom(...ESCAPING);

export const escapingText = (minLength: number, maxLength: number) =>
  fc.array(escapingCharacter, { minLength, maxLength }).map((characters) => characters.join(""));
