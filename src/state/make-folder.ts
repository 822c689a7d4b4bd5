import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Only the user may open it. @returns the first folder that was created, if any @throws an error of the file system */
export function makeFolder(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  // Where a file system refuses new folders with ENOENT, as /proc does, Node would try the parents for ever.
  const recursive = !existsSync(dirname(path));
  const made = mkdirSync(path, { recursive, mode: 0o700 });
  return recursive ? made : path;
}
