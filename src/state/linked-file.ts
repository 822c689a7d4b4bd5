import { readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isCode } from "./files.ts";

/** The path to which links lead, though no file may be there yet. @throws an error of the file system, such as ELOOP */
export function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  const link = linkAt(path);
  return link === undefined ? path : behindLinks(resolve(realpathSync(dirname(path)), link));
}

/** Undefined if there is no link. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
