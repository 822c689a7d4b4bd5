/** Replacing shorter secrets would break every text. */
const MIN_SECRET_LENGTH = 4;

/** Replaces secrets, plain or as JSON writes them. */
export function createRedactor(secrets: string[]): (text: string) => string {
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Longer ones first: one secret may be part of another.
  const known = [...new Set(written)]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}

/** To stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
