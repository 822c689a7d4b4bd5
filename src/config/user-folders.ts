import { dirname, join, parse, resolve } from "node:path";
import { SettingsError } from "../timesheet/errors.ts";
import { type Environment, envString } from "./env.ts";
import { homeFolder } from "./path-list.ts";

const NAME = "tempofiller";

/** The folder of leases and journals; undefined if TEMPO_STATE_DIR is `off`. */
export function readStateFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const setting = envString(env, "TEMPO_STATE_DIR");
  if (setting.toLowerCase() === "off") return undefined;
  return setting === "" ? join(stateHome(env, platform), NAME) : resolve(setting);
}

/** The path of a profile's settings file; undefined for the first settings. */
export function settingsFileOf(
  profile: string | undefined,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(configHome(env, platform), NAME, `${profile ?? "settings"}.env`);
}

/** The file of the user's rules for drafts: each settings file has its own, since its Jira has issues of its own. */
export function rulesFileBeside(settingsFile: string): string {
  return join(dirname(settingsFile), `${parse(settingsFile).name}.rules.json`);
}

/** The folder in which each coding assistant keeps its sessions and settings. */
export function assistantFolders(env: Environment): Record<"claude-code" | "codex" | "copilot", string> {
  return {
    "claude-code": env.CLAUDE_CONFIG_DIR || join(homeFolder(), ".claude"),
    codex: env.CODEX_HOME || join(homeFolder(), ".codex"),
    copilot: env.COPILOT_HOME || join(homeFolder(), ".copilot"),
  };
}

/** The folder in which programs keep what they remember between runs, by the custom of the platform. */
function stateHome(env: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(homeFolder(), "AppData", "Local");
  if (platform === "darwin") return join(homeFolder(), "Library", "Application Support");
  return env.XDG_STATE_HOME || join(homeFolder(), ".local", "state");
}

/** The folder in which programs keep their settings. */
function configHome(env: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") return env.APPDATA || join(homeFolder(), "AppData", "Roaming");
  if (platform === "darwin") return join(homeFolder(), "Library", "Application Support");
  return env.XDG_CONFIG_HOME || join(homeFolder(), ".config");
}

/** The rules for drafts are beside the settings file, and there is none. */
export function noRulesFile(): SettingsError {
  return new SettingsError(
    "TEMPO_CONFIG_FILE is off, so there is no file beside it to keep rules in. Set it to a file, or remove it.",
  );
}
