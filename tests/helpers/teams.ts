import type { SandboxMembership, SandboxSeed, SandboxUser } from "../../src/sandbox/state.ts";
import { COLLEAGUE, ME } from "./seeds.ts";

/** A user whose ids end with a letter, which sorts after those of the seeds. */
export function user(letter: string, displayName: string, parts: Partial<SandboxUser> = {}): SandboxUser {
  return {
    accountId: `712020:00000000-0000-4000-8000-00000000000${letter}`,
    key: `JIRAUSER100${letter}`,
    name: displayName.toLowerCase(),
    displayName,
    ...parts,
  };
}

export const CY = user("c", "Cy");

/** The team Delivery: Ada, Bo and Cy. */
export function delivery(parts: Partial<Record<"ada" | "bo" | "cy", Partial<SandboxMembership>>> = {}) {
  return {
    colleagues: [COLLEAGUE, CY],
    teams: [
      {
        id: 7,
        name: "Delivery",
        members: [
          { accountId: ME.accountId, ...parts.ada },
          { accountId: COLLEAGUE.accountId, ...parts.bo },
          { accountId: CY.accountId, ...parts.cy },
        ],
      },
    ],
  } satisfies Partial<SandboxSeed>;
}
