import { join } from "node:path";

const NAME = "tempofiller";

/** The user's own folder for what can be made again, by the custom of the platform; undefined if the environment names no home. */
export function cacheFolder({ env, platform }: Pick<NodeJS.Process, "env" | "platform">): string | undefined {
  const { HOME, LOCALAPPDATA, XDG_CACHE_HOME } = env;
  if (platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, NAME, "cache");
  if (platform === "darwin") return HOME && join(HOME, "Library", "Caches", NAME);
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, NAME);
  return HOME && join(HOME, ".cache", NAME);
}
