/** The environment variables of a process, or others in their place. */
export type Environment = Record<string, string | undefined>;

/** Names whose value is more than white space. */
export function namesSet(env: Environment): string[] {
  return Object.keys(env).filter((name) => (env[name] ?? "").trim() !== "");
}
