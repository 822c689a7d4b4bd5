/** An error that nothing handles is logged, redacted as `log` does it, in place of Node's own report. */
export function logUnexpectedErrors(log: (line: string) => void): void {
  // Logged only: hours may be on their way.
  process.on("unhandledRejection", (reason) => {
    log(`unexpected error: ${reason instanceof Error ? reason.stack : reason}`);
  });
  process.on("uncaughtException", (error) => {
    log(`unexpected error, exiting: ${error instanceof Error ? error.stack : error}`);
    process.exit(1);
  });
}
