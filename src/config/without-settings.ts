import type { Environment } from "./env.ts";
import { isSettingName } from "./variable-names.ts";

/** An environment for other programs, which need no settings of ours and no token. */
export function withoutSettings(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !isSettingName(name) && !name.startsWith("TEMPOFILLER_")),
  );
}
