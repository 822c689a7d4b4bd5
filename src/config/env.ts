/** The environment, as far as it is read: names to texts. */
export type Environment = Record<string, string | undefined>;

/**
 * A variable's text without the blanks that pasting leaves; empty where it is not set. A host that knows no value for a
 * placeholder of its configuration hands on the placeholder, as Claude Desktop does: it is not set then.
 */
export function envString(env: Environment, name: string): string {
  return (env[name] ?? "").trim().replace(/^\$\{[^}]*\}$/, "");
}

/** Whether a variable says 1 or true. */
export function envFlag(env: Environment, name: string): boolean {
  return ["1", "true"].includes(envString(env, name).toLowerCase());
}
