import { isSettingName } from "./variable-names.ts";

/** The environment variables of a process, or others in their place. */
export type Environment = Record<string, string | undefined>;

/** Names whose value is more than white space. */
export function namesSet(env: Environment): string[] {
  return Object.keys(env).filter((name) => (env[name] ?? "").trim() !== "");
}

/** An environment for other programs, which need no settings of ours and no token. On Windows, names are the same in any case. */
export function withoutSettings(env: Environment, platform = process.platform): Environment {
  const isKept = (name: string) => !isSettingName(name) && !name.startsWith("TEMPOFILLER_");
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => isKept(platform === "win32" ? name.toUpperCase() : name)),
  );
}
