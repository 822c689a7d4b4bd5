import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder of its own for the running test, by its real path. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tempofiller-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** The path of a file that only this user can read, for the running test. */
export function secretFile(text: string): string {
  const path = join(temporaryFolder(), "secret");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
