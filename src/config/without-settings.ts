import type { Environment } from "./env.ts";
import { isSettingName } from "./variable-names.ts";

/** An environment for other programs, which need no settings of ours and no token. On Windows, names are the same in any case. */
export function withoutSettings(env: Environment, platform = process.platform): Environment {
  const isKept = (name: string) => !isSettingName(name) && !name.startsWith("TEMPOFILLER_");
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => isKept(platform === "win32" ? name.toUpperCase() : name)),
  );
}
