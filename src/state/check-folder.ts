import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unusableFolder } from "./file-errors.ts";
import { makeFolder } from "./make-folder.ts";

/** Leaves nothing behind. @throws SettingsError if no file can be created */
export function checkStateFolder(folder: string): void {
  try {
    const made = makeFolder(folder);
    const path = join(folder, `check.${randomBytes(6).toString("hex")}`);
    writeFileSync(path, "", { mode: 0o600, flag: "wx" });
    rmSync(made ?? path, { recursive: true });
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}
