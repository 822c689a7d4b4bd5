/**
 * The environment in which tests and measurements start the command: enough to run it, and nothing of the developer's own.
 *
 * @param env settings, which replace those given here
 */
export function commandEnvironment(env: Record<string, string> = {}): Record<string, string> {
  const { PATH, SYSTEMROOT } = process.env;
  return { ...(PATH && { PATH }), ...(SYSTEMROOT && { SYSTEMROOT }), ...NO_STATE, ...env };
}

/** Keeps the command from the settings, the keychain and the state of the developer. */
export const NO_STATE = { TEMPO_CONFIG_FILE: "off", TEMPO_KEYCHAIN: "off", TEMPO_STATE_DIR: "off" };
