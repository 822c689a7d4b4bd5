import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Builds the command once before the tests, so that they run the current code. */
export default function build(): void {
  const root = join(import.meta.dirname, "../..");
  execFileSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { cwd: root, stdio: "inherit" });
}
