import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable, whose name Windows writes in any case. */
export function variableIn(env: Environment, name: string): string | undefined {
  if (env[name] !== undefined) return env[name];
  const spelling = Object.keys(env).find((it) => it.toUpperCase() === name);
  return spelling === undefined ? undefined : env[spelling];
}

/**
 * The full path of git. Without it, a program of that name in a repository's own folder could be started: Windows looks there first, and
 * PATH can name the current folder anywhere.
 */
export async function findGit(env: Environment, platform = process.platform): Promise<string | undefined> {
  const { delimiter, isAbsolute, join } = platform === "win32" ? win32 : posix;
  const program = platform === "win32" ? "git.exe" : "git";
  const folders = (variableIn(env, "PATH") ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const path = join(folder, program);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
