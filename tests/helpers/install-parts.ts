import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { npmScript } from "../../scripts/lib/npm.ts";
import { ROOT } from "./root.ts";

/** The folders of the project `real`, and whether each has packages of its own. */
const FOLDERS = { teams: true, conformance: true, languages: true, keychain: false, hosts: false };

/** Whether files of a folder are to run: without a folder among the arguments, those of all. */
export function isWanted(folder: keyof typeof FOLDERS): boolean {
  const named = (name: string) => process.argv.slice(2).some((argument) => argument.includes(name));
  return named(folder) || !Object.keys(FOLDERS).some(named);
}

/** Installs the packages of the folders that are to run, which are kept out of the project's own `npm ci`. */
export default function installParts(): void {
  for (const [name, hasPackages] of Object.entries(FOLDERS)) {
    const folder = join(ROOT, "tests", name);
    if (hasPackages && isWanted(name as keyof typeof FOLDERS) && !isInstalled(folder))
      execFileSync(
        process.execPath,
        [npmScript("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        {
          cwd: folder,
          stdio: "inherit",
        },
      );
  }
}

/** npm writes a file of its own at the end of an installation. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, "node_modules/.package-lock.json");
  return (
    existsSync(installed) && statSync(installed).mtimeMs > statSync(join(folder, "package-lock.json")).mtimeMs
  );
}
