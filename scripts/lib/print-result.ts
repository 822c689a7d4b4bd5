/** Prints what a script returns; if it fails, prints why to stderr and sets exit code 1. */
export function printResult(result: Promise<string>): void {
  result.then(console.log, (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
