import type { Deployment } from "../../../src/tempo/deployment.ts";
import { deferred } from "../../helpers/deferred.ts";
import { BATCH } from "./batch.ts";
import { type ClientCommand, type ClientProcess, type Interruption, startClient } from "./client.ts";
import { playRun, type Run } from "./run.ts";
import type { SeenRequest, Treatment } from "./upstream.ts";

/** When a process is interrupted: at a request or a write, or so many milliseconds after its first request. */
export type Point =
  | { write: number; moment: "before the response" }
  | { request: number; moment: "before processing"; processAfter: number | "never" }
  | { request: number; moment: "before the response" }
  | { request: number; moment: "after the response" }
  | { milliseconds: number };

export interface InterruptionScenario {
  deployment: Deployment["kind"];
  command: ClientCommand;
  how: Interruption;
  point: Point;
  /** The time for which lists lack what was stored, in milliseconds. */
  listLag?: number;
}

/** Interrupts a process in the middle of a batch, and posts the same batch at once with another one. */
export async function playInterruption(scenario: InterruptionScenario): Promise<Run> {
  const { deployment, command, how, point, listLag } = scenario;
  let first: ClientProcess | undefined;
  const { promise: interrupted, resolve: reached } = deferred();
  function interrupt(): void {
    first?.interrupt(how);
    reached();
  }
  function script({ number, write }: SeenRequest): Treatment | undefined {
    if ("milliseconds" in point) {
      if (number === 1) setTimeout(interrupt, point.milliseconds);
      return undefined;
    }
    if ("write" in point) return write === point.write ? { onProcessed: interrupt } : undefined;
    if (number !== point.request) return undefined;
    if (point.moment === "before the response") return { onProcessed: interrupt };
    if (point.moment === "after the response") return { onResponse: interrupt };
    interrupt();
    return write === undefined ? undefined : { process: point.processAfter };
  }
  const played = await playRun({ deployment, listLag, script }, async (env) => {
    first = startClient(command, BATCH, env);
    await Promise.race([interrupted, first.report]);
    const second = startClient("call", BATCH, env);
    return Promise.all([first.report, second.report]);
  });
  return { kind: `${how}, ${deployment}`, scenario, ...played };
}

/** The number of requests that a batch takes without faults, and the time from the first to the end. */
async function measure(deployment: Deployment["kind"]): Promise<{ requests: number; milliseconds: number }> {
  let startedAt = 0;
  let requests = 0;
  const script = ({ number }: SeenRequest) => {
    if (number === 1) startedAt = performance.now();
    return undefined;
  };
  await playRun({ deployment, script }, async (env, upstream) => {
    const report = await startClient("call", BATCH, env).report;
    requests = upstream.requests();
    return [report];
  });
  return { requests, milliseconds: performance.now() - startedAt };
}

/** The sweep: every moment of every request, and as many moments by the clock, each late commit anew. */
async function pointsOf(deployment: Deployment["kind"], random: () => number): Promise<Point[]> {
  const { requests, milliseconds } = await measure(deployment);
  return Array.from({ length: requests }, (_, index): Point[] => {
    const request = index + 1;
    return [
      { request, moment: "before processing", processAfter: "never" },
      { request, moment: "before the response" },
      { request, moment: "after the response" },
      { milliseconds: Math.round(random() * milliseconds) },
      { request, moment: "before processing", processAfter: Math.round(random() * 9000) },
      { milliseconds: Math.round(random() * milliseconds) },
    ];
  }).flat();
}

/**
 * The interruptions of a long run: the sweep again and again on both deployments, in turn.
 *
 * @param count how many are killed
 * @param others how many are interrupted in each other way
 */
export async function interruptions(
  count: number,
  others: number,
  random: () => number,
): Promise<InterruptionScenario[]> {
  const cloud = await sweep("cloud", random);
  const dataCenter = await sweep("datacenter", random);
  const scenarios = (how: Interruption, length: number, command: (index: number) => ClientCommand) =>
    Array.from(
      { length },
      (_, index): InterruptionScenario => ({
        ...(index % 2 === 0 ? cloud() : dataCenter()),
        command: command(index),
        how,
      }),
    );
  return [
    ...scenarios("SIGKILL", count, (index) => (index % 4 < 2 ? "call" : "server")),
    ...scenarios("SIGTERM", others, (index) => (index % 4 < 2 ? "call" : "server")),
    ...scenarios("stdin closed", others, () => "server"),
    ...scenarios("stdout closed", others, () => "server"),
  ];
}

/** Walks through the points of a deployment, and starts anew with other late commits and milliseconds. */
async function sweep(
  deployment: Deployment["kind"],
  random: () => number,
): Promise<() => Pick<InterruptionScenario, "deployment" | "point" | "listLag">> {
  const rounds = await Promise.all(Array.from({ length: 3 }, () => pointsOf(deployment, random)));
  const points = rounds.flat();
  let position = 0;
  return () => {
    const point = points[position % points.length] ?? { milliseconds: 0 };
    const lags = position % 5 === 4;
    position += 1;
    return { deployment, point, ...(lags && { listLag: Math.round(random() * 5000) }) };
  };
}
