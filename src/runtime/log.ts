import { type SecretPatterns, secretPatterns } from "./secret-spellings.ts";

/** What is left of a text that could not be searched for secrets. */
const UNSEARCHED = "[this text could not be searched for secrets, so it is left out]";

/** Replaces every secret in a text, in each of its spellings, and the beginning of one where the text ends within it. */
export function createRedactor(secrets: string[]): (text: string) => string {
  // Made for the first text: a server for a team has a redactor for everybody, and most never need it.
  let patterns: SecretPatterns | undefined;
  return (text) => {
    try {
      patterns ??= secretPatterns(secrets);
      return patterns ? redacted(text, patterns) : text;
    } catch {
      // A secret of many thousands of characters is too long for a pattern.
      return UNSEARCHED;
    }
  };
}

function redacted(text: string, { start, whole, cutAt, maxLength }: SecretPatterns): string {
  // Nearly every text has no secret, and one search says so.
  if (!start.test(text)) return text;
  const clean = text.replaceAll(whole, "[secret]");
  const end = clean.slice(-maxLength);
  const at = cutAt(end);
  return at === undefined ? clean : `${clean.slice(0, clean.length - end.length + at)}[secret]`;
}

/** To stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
