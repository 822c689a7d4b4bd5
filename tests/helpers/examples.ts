import { EXAMPLE_ACCOUNTS, EXAMPLE_ISSUES } from "../../scripts/lib/examples.ts";
import { COLLEAGUE, seed } from "./seeds.ts";
import { CY, delivery } from "./teams.ts";

export * from "../../scripts/lib/examples.ts";

/** An embedded Tempo on which every example call succeeds, in the order of `exampleCalls`. */
export const EXAMPLE_SEED = seed({
  issues: EXAMPLE_ISSUES,
  ...EXAMPLE_ACCOUNTS,
  colleagues: [{ ...COLLEAGUE, displayName: "Kim Colleague" }, CY],
  teams: delivery().teams,
});
