import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Environment, envString } from "./env.ts";

/** The folder of leases and journals; undefined if TEMPO_STATE_DIR is `off`. */
export function readStateFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const setting = envString(env, "TEMPO_STATE_DIR");
  if (setting.toLowerCase() === "off") return undefined;
  return setting === "" ? join(userFolder(env, platform), "tempofiller") : resolve(setting);
}

/** Where programs keep what they remember between runs, by the custom of the platform. */
function userFolder(env: Environment, platform: NodeJS.Platform): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support");
  return env.XDG_STATE_HOME || join(homedir(), ".local", "state");
}
