import { type Keychain, type KeychainProblem, MAX_SECRET_BYTES } from "./keychain.ts";
import { KEYCHAIN_LIMIT_MS } from "./run-programs.ts";

/** A clause for users. */
export function whyUnusable({ program }: Keychain, problem: KeychainProblem): string {
  switch (problem) {
    case "absent":
      return `the program ${program} is not on the PATH`;
    case "unreachable":
      return "it cannot be reached from this login";
    case "locked":
      return "it is locked";
    case "slow":
      return `${program} did not answer within ${KEYCHAIN_LIMIT_MS / 1000} s, as if it was locked and asked for its password`;
    case "large":
      return `it takes no token of more than ${MAX_SECRET_BYTES} bytes`;
    case "failed":
      return `${program} failed`;
  }
}

/** The next step for users; empty if there is none. */
export function adviceFor({ advice }: Keychain, problem: KeychainProblem): string {
  if (problem === "slow") return advice.locked;
  return problem === "large" || problem === "failed" ? "" : advice[problem];
}
