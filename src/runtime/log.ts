/** What is shorter hides nothing, and taking it out would break every text. */
const LEAST_SECRET = 4;

/** Takes every secret out of a text, plain or as JSON writes it, so that no output can carry one. */
export function createRedactor(secrets: string[]): (text: string) => string {
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Longer ones first: one secret may be part of another.
  const known = [...new Set(written)]
    .filter(({ length }) => length >= LEAST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}

/** Writes lines to stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
