/**
 * The environment in which tests and measurements start the command: enough to run it, and nothing of the developer's own.
 *
 * @param env settings, which replace those given here; an undefined one removes it
 */
export function commandEnvironment(env: Record<string, string | undefined> = {}): Record<string, string> {
  const { PATH, SYSTEMROOT } = process.env;
  const all = { PATH, SYSTEMROOT, ...NO_STATE, ...env };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Keeps the command from the settings, the state and the cache of the developer. */
export const NO_STATE = {
  TEMPO_CONFIG_FILE: "off",
  TEMPO_STATE_DIR: "off",
  NODE_DISABLE_COMPILE_CACHE: "1",
};

/** Lets a command keep its compiled code in a home. */
export function cachingIn(home: string): Record<string, string | undefined> {
  return { HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home, NODE_DISABLE_COMPILE_CACHE: undefined };
}
