import { spellingsOf } from "./secret-spellings.ts";

/** What replaces a secret. */
const REPLACEMENT = "[secret]";

/** The shortest beginning of a secret that is replaced at the end of a text, where the text may have been cut. */
const MIN_PREFIX_LENGTH = 8;

/** Replaces every secret in a text, in each of its spellings, and the beginning of one at the text's end. */
export function createRedactor(secrets: string[]): (text: string) => string {
  const spellings = spellingsOf(secrets);
  if (spellings.length === 0) return (text) => text;
  const whole = new RegExp(spellings.map(escaped).join("|"), "g");
  const prefixes = new Set(spellings.map((spelling) => spelling.slice(0, MIN_PREFIX_LENGTH)));
  // Nearly every text has no secret, and this one search says so.
  const anyPrefix = new RegExp([...prefixes].map(escaped).join("|"));
  return (text) =>
    anyPrefix.test(text) ? withoutCutSecret(text.replaceAll(whole, REPLACEMENT), spellings) : text;
}

/** A text without the beginning of a secret at its end. */
function withoutCutSecret(text: string, spellings: string[]): string {
  const starts = spellings.map((spelling) => {
    const prefix = spelling.slice(0, MIN_PREFIX_LENGTH);
    if (prefix.length < MIN_PREFIX_LENGTH) return -1;
    let start = text.indexOf(prefix, text.length - spelling.length);
    while (start >= 0 && !spelling.startsWith(text.slice(start))) start = text.indexOf(prefix, start + 1);
    return start;
  });
  const found = starts.filter((start) => start >= 0);
  return found.length > 0 ? text.slice(0, Math.min(...found)) + REPLACEMENT : text;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** To stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
