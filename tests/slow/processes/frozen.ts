import type { Deployment } from "../../../src/tempo/deployment.ts";
import { BATCH } from "./batch.ts";
import { type ClientProcess, startClient } from "./client.ts";
import { playRun, type Run } from "./run.ts";
import type { SeenRequest, Treatment } from "./upstream.ts";

export interface FrozenScenario {
  deployment: Deployment["kind"];
  /** The number of the write, and whether the response has left by then. */
  write: number;
  moment: "before the response" | "after the response";
  /** The time for which the process does not run, in milliseconds. */
  frozen: number;
}

/** Freezes a process in the middle of a batch, as a laptop that sleeps; meanwhile another one posts the same batch. */
export async function playFrozen(scenario: FrozenScenario): Promise<Run> {
  const { deployment, write, moment, frozen } = scenario;
  let first: ClientProcess | undefined;
  let freeze = () => {};
  const isFrozen = new Promise<void>((resolve) => {
    freeze = () => {
      first?.signal("SIGSTOP");
      resolve();
    };
  });
  const script = (request: SeenRequest): Treatment | undefined => {
    if (request.write !== write) return undefined;
    return moment === "before the response" ? { onProcessed: freeze } : { onResponse: freeze };
  };
  const played = await playRun({ deployment, script }, async (env) => {
    first = startClient("call", BATCH, env);
    await isFrozen;
    const second = startClient("call", BATCH, env);
    await new Promise((resolve) => setTimeout(resolve, frozen));
    first.signal("SIGCONT");
    return Promise.all([first.report, second.report]);
  });
  return { kind: `frozen, ${deployment}`, scenario, ...played };
}
