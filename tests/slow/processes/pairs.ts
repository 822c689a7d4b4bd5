import type { Deployment } from "../../../src/tempo/deployment.ts";
import { BATCH } from "./batch.ts";
import { startClient } from "./client.ts";
import { playRun, type Run } from "./run.ts";
import type { Script } from "./upstream.ts";

/** Faults of upstream while two processes post; durations in milliseconds. */
export type Trouble =
  | { kind: "none" }
  /** Starts with the first write: requests are answered with 504 and nothing is stored. */
  | { kind: "outage"; milliseconds: number; of: "writes" | "all requests" }
  /** Every so many writes one is answered with 504 and stored later. */
  | { kind: "late commits"; every: number; after: number };

export interface PairScenario {
  deployment: Deployment["kind"];
  /** The time by which the second process starts later, in milliseconds. */
  apart: number;
  trouble: Trouble;
  /** The time for which lists lack what was stored, in milliseconds. */
  listLag?: number;
}

/** Two processes post the same batch. */
export async function playPair(scenario: PairScenario): Promise<Run> {
  const { deployment, apart, trouble, listLag } = scenario;
  const played = await playRun({ deployment, listLag, script: scriptOf(trouble) }, async (env) => {
    const first = startClient("call", BATCH, env);
    await new Promise((resolve) => setTimeout(resolve, apart));
    const second = startClient("call", BATCH, env);
    return Promise.all([first.report, second.report]);
  });
  return { kind: `pair, ${trouble.kind}, ${deployment}`, scenario, ...played };
}

function scriptOf(trouble: Trouble): Script {
  let startedAt: number | undefined;
  return ({ write }) => {
    const now = performance.now();
    if (write !== undefined) startedAt ??= now;
    if (trouble.kind === "outage") {
      const isOver = now - (startedAt ?? now) >= trouble.milliseconds;
      const isHit = startedAt !== undefined && (write !== undefined || trouble.of === "all requests");
      return isHit && !isOver ? { process: "never", isGatewayTimeout: true } : undefined;
    }
    if (trouble.kind === "late commits" && write !== undefined && write % trouble.every === 1)
      return { process: trouble.after, isGatewayTimeout: true };
    return undefined;
  };
}

/** The pairs of a long run: a third of them each without trouble, in an outage, and with late commits. */
export function pairs(count: number, random: () => number): PairScenario[] {
  return Array.from({ length: count }, (_, index) => {
    const deployment = index % 2 === 0 ? "cloud" : "datacenter";
    const trouble = troubleOf(Math.floor(index / 2) % 3, random);
    // A batch takes a second if there is no trouble, so two that start further apart do not meet.
    const longest = trouble.kind === "none" ? 2000 : 30_000;
    const listLag = index % 4 === 3 ? { listLag: Math.round(random() * 5000) } : {};
    return { deployment, apart: Math.round(random() ** 2 * longest), trouble, ...listLag };
  });
}

function troubleOf(kind: number, random: () => number): Trouble {
  if (kind === 0) return { kind: "none" };
  if (kind === 1) {
    const of = random() < 0.5 ? "writes" : "all requests";
    return { kind: "outage", milliseconds: 1000 + Math.round(random() * 5000), of };
  }
  return { kind: "late commits", every: 2 + Math.floor(random() * 3), after: Math.round(random() * 10_000) };
}
