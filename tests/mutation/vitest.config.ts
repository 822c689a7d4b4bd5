import { statSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { NO_STATE } from "../../scripts/lib/command-environment.ts";

/** A mutant is killed by the first test that fails, so the fast ones come first: unit tests, then short files. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      statSync(moduleId).size +
      (moduleId.includes("/unit/") ? 0 : 1e6) +
      (moduleId.includes("trials") ? 1e6 : 0);
    return files.sort((a, b) => cost(a) - cost(b));
  }
}

/**
 * The tests of what writes and remembers, of the contract and of HTTP, without the long ones: `npm run test:mutation` repeats them for each mutant.
 * Those of large bodies are left out, as is bounded-body.ts: in a mutated file, counting the bytes of 32 MB takes half a minute.
 * Processes of their own run code without mutations.
 */
export default defineConfig({
  test: {
    root: ".",
    testTimeout: 30_000,
    env: NO_STATE,
    isolate: false,
    sequence: { sequencer: FastFirst },
    exclude: ["tests/unit/http/bounded-body.test.ts", "tests/unit/state/lease-processes.test.ts"],
    include: [
      "tests/unit/{approvals,editing,filling,http,ledger,posting,state,undo}/*.test.ts",
      "tests/unit/{contract-module,input-rules,nearest-name,problems,redaction,retry,upstream-message}.test.ts",
      "tests/protocol/{approvals-upstream,data-center,input,locked-periods,rate-limit,scoped-tokens,server,upstream,clock-steps,doubled-deletes,site-identity}.test.ts",
      "tests/protocol/{posting,tools}/*.test.ts",
      "tests/protocol/errors/errors.test.ts",
    ],
  },
});
