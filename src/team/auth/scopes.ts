import type { ScopeChallengeHandler } from "@modelcontextprotocol/server";
import type { Tool } from "../../tools/tool.ts";

/** The permissions that a user can grant a host here. The user's own tokens decide what it may do in Tempo. */
export type Scope = "worklogs:read" | "worklogs:write" | "tempo.team";

/**
 * `worklogs:write` includes reading: the replies of tools that write show what exists. The hours of a team need a scope of their own, which
 * no other includes.
 */
export const SCOPES = {
  read: ["worklogs:read"],
  write: ["worklogs:read", "worklogs:write"],
  team: ["worklogs:read", "tempo.team"],
  all: ["worklogs:read", "worklogs:write", "tempo.team"],
} as const satisfies Record<string, readonly Scope[]>;

/**
 * The scopes in the claims of a token: `scope` is a string, `scp` a string (Entra ID) or a list (Okta). A scope may be prefixed
 * by the audience and a slash.
 */
export function scopesIn({ scope, scp }: Record<string, unknown>, audience: string): readonly Scope[] {
  const prefix = `${audience.replace(/\/$/, "")}/`;
  const granted = new Set(
    [scope, scp].flat().flatMap((text) => (typeof text === "string" ? text.split(" ") : [])),
  );
  const has = (name: Scope) => granted.has(name) || granted.has(prefix + name);
  const own = has("worklogs:write") ? SCOPES.write : has("worklogs:read") ? SCOPES.read : [];
  return own.length > 0 && has("tempo.team") ? [...own, "tempo.team"] : own;
}

/**
 * Makes the challenge for `createServer`: a call whose token lacks a scope gets 403 with all scopes that it needs.
 *
 * @param prefix expected by the identity provider before each requested scope, such as `https://tempo.example.com/mcp/`
 */
export function scopeChallenges(prefix = ""): (tool: Pick<Tool, "effect" | "set">) => ScopeChallengeHandler {
  return ({ effect, set }) => {
    const use = set === "team" ? "team" : effect === "read" ? "read" : "write";
    const needed: readonly Scope[] = SCOPES[use];
    return ({ authInfo }) => {
      if (authInfo && needed.every((scope) => authInfo.scopes.includes(scope))) return undefined;
      const [first = "", ...others] = needed.map((scope) => prefix + scope);
      return {
        scopes: [first, ...others],
        errorDescription: DESCRIPTIONS[use],
      };
    };
  };
}

const DESCRIPTIONS = {
  read: "This tool reads worklogs, which the token does not allow. Sign in again with the scope.",
  team: "This tool reads the hours of a team, which the token does not allow. Sign in again with the scopes.",
  write: "This tool changes worklogs, which the token does not allow. Sign in again with the scopes.",
};
