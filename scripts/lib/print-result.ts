/** Prints what a script returns; if it fails, prints why to stderr and sets exit code 1. */
export async function printResult(result: Promise<string>): Promise<void> {
  try {
    console.log(await result);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
