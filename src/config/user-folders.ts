import { join, resolve } from "node:path";
import { type Environment, envString } from "./env.ts";
import { homeFolder } from "./home-folder.ts";

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

/** Where the settings file is unless TEMPO_CONFIG_FILE says otherwise. */
export function defaultSettingsFile(env: Environment, platform: NodeJS.Platform = process.platform): string {
  return join(configHome(env, platform), NAME, "settings.env");
}

/** Where programs keep what they remember between runs, by the custom of the platform. */
function stateHome(env: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(homeFolder(), "AppData", "Local");
  if (platform === "darwin") return join(homeFolder(), "Library", "Application Support");
  return env.XDG_STATE_HOME || join(homeFolder(), ".local", "state");
}

/** Where programs keep their settings. */
function configHome(env: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") return env.APPDATA || join(homeFolder(), "AppData", "Roaming");
  if (platform === "darwin") return join(homeFolder(), "Library", "Application Support");
  return env.XDG_CONFIG_HOME || join(homeFolder(), ".config");
}
