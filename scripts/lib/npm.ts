import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/**
 * The script of the npm that runs these tests, or of the npx beside it. npm names itself to its scripts by that path; it is
 * started by Node, since the command on the PATH is a batch file on Windows.
 */
export function npmScript(name: "npm" | "npx"): string {
  const npm = process.env.npm_execpath;
  if (npm === undefined)
    throw new Error("Run these tests through npm: `npm test`, or `npx vitest run <file>`.");
  return join(dirname(npm), `${name}-cli.js`);
}

/** An environment for npm without what another npm put there, in which nothing may come from the network. */
export function offlineEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^npm_/i.test(entry[0]),
  );
  return {
    ...Object.fromEntries(own),
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

/** Runs npm in a folder and answers what it prints. */
export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await execFileAsync(process.execPath, [npmScript("npm"), ...args], {
    cwd,
    env: offlineEnvironment(),
  });
  return stdout;
}
