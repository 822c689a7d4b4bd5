/** Takes every secret out of a text, so that neither a log line nor an upstream's echo can carry one. */
export function createRedaction(secrets: string[]): (text: string) => string {
  // Longer ones first: one secret may be part of another.
  const known = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  return (text) => known.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text);
}

/** Writes lines to stderr: stdout belongs to the protocol. */
export function createLog(redact: (text: string) => string): (line: string) => void {
  return (line) => {
    process.stderr.write(`tempofiller: ${redact(line)}\n`);
  };
}
