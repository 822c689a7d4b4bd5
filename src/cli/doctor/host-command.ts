import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { withoutSettings } from "../../config/without-settings.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Place } from "../setup/hosts.ts";
import type { HostEntry } from "./host-entry.ts";

const MIN_NODE = packageJson.engines.node.replace(">=", "");

const NODE_TIMEOUT_MS = 5000;

/**
 * Describes what starts.
 *
 * @throws SettingsError if the command or its script does not exist, or if Node.js is too old
 */
export function checkCommand({ path, command, args, isDisabled }: HostEntry, place: Place): string {
  if (command === undefined) {
    throw new SettingsError(
      `${path} has an entry for TempoFiller without a command. If it is for your team's server, run tempofiller setup --team URL to try it; ` +
        "else add a command: see docs/hosts.md.",
    );
  }
  if (isDisabled)
    throw new SettingsError(`${path} has TempoFiller switched off (\`disabled\`). Switch it on.`);
  const program = findProgram(command, place);
  if (program === undefined) {
    throw new SettingsError(
      `${path} starts ${command}, which was not found. Set \`command\` to the full path of the program.`,
    );
  }
  const script = args.find((arg) => /\.[cm]?js$/.test(arg));
  if (script !== undefined && !existsSync(script)) {
    throw new SettingsError(
      `${path} starts ${script}, which does not exist. Set the path in \`args\` to that of tempofiller.cjs.`,
    );
  }
  const version = isNode(program) ? nodeVersion(program, path, place) : undefined;
  const what = script === undefined ? command : `${command} ${script}`;
  const found = program === command ? "" : `, found as ${program}`;
  return `${what}${found}${version ? ` (Node.js ${version})` : ""}`;
}

/** A host may have another PATH than this terminal. */
function findProgram(command: string, { platform, env }: Place): string | undefined {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const endings = platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const folders = /[\\/]/.test(command)
    ? [""]
    : (env.PATH ?? env.Path ?? "").split(delimiter).filter(Boolean);
  return folders
    .flatMap((folder) => endings.map((ending) => (folder === "" ? command : join(folder, command)) + ending))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isNode(program: string): boolean {
  return /(^|[\\/])node(\.exe)?$/i.test(program);
}

function nodeVersion(program: string, path: string, { env }: Place): string {
  const { stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: NODE_TIMEOUT_MS,
    env: withoutSettings(env),
  });
  const version = /^v(\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1];
  if (version === undefined) {
    throw new SettingsError(
      `${path} starts ${program}, which does not run as Node.js. Install Node.js ${MIN_NODE} or newer.`,
    );
  }
  if (!isAtLeast(version, MIN_NODE)) {
    throw new SettingsError(
      `${path} starts Node.js ${version} (${program}), and TempoFiller needs ${MIN_NODE} or newer. Set \`command\` to a newer one.`,
    );
  }
  return version;
}

function isAtLeast(version: string, min: string): boolean {
  return version.localeCompare(min, "en", { numeric: true }) >= 0;
}
