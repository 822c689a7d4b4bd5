import { secretPatterns } from "./secret-spellings.ts";

/** Replaces every secret in a text, in each of its spellings, and the beginning of one where the text ends within it. */
export function createRedactor(secrets: string[]): (text: string) => string {
  const patterns = secretPatterns(secrets);
  if (!patterns) return (text) => text;
  const { start, whole, cut, maxLength } = patterns;
  return (text) => {
    // Nearly every text has no secret, and one search says so.
    if (!start.test(text)) return text;
    const clean = text.replaceAll(whole, "[secret]");
    return clean.slice(0, -maxLength) + clean.slice(-maxLength).replace(cut, "[secret]");
  };
}

/** To stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
