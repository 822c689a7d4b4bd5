import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxSeed, SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { type BatchEntry, seedWorklog } from "../../faults/upstream/tally.ts";
import { deferred } from "../../helpers/deferred.ts";
import { seed, worklog } from "../../helpers/seeds.ts";
import {
  type ClientCommand,
  type ClientProcess,
  type Interruption,
  type Report,
  startClient,
} from "./client.ts";
import { type Tally, tallyOf } from "./tally.ts";
import { type Script, type SeenRequest, startUpstream, type Treatment, type Upstream } from "./upstream.ts";

const entry = (issueKey: string, day: number, hours: number, description: string): BatchEntry => ({
  issueKey,
  hours,
  date: `2026-01-${String(day).padStart(2, "0")}`,
  description,
});

/**
 * Three requests on Cloud, two of them for several worklogs; seven on Data Center. Two entries are equal and both meant, two
 * differ by their comment alone, and one exists already.
 */
const BATCH: readonly BatchEntry[] = [
  entry("PROJ-123", 5, 2, "Login flow"),
  entry("PROJ-123", 5, 2, "Review"),
  entry("PROJ-7", 6, 1.5, ""),
  entry("PROJ-7", 7, 1, "Call"),
  entry("PROJ-7", 7, 1, "Call"),
  entry("PROJ-123", 8, 4, "Login flow"),
  entry("PROJ-4", 9, 0.25, "Sprint planning"),
  entry("PROJ-7", 9, 3, "Exists already"),
];

const postBatch = (command: ClientCommand, env: Record<string, string>) =>
  startClient(command, { name: "bulk_post_worklogs", arguments: { worklogs: BATCH } }, env);

/** One run: the scenario, so that it can be repeated, and its results. */
export interface Run {
  /** Runs of one kind are added up. */
  kind: string;
  scenario: object;
  tally: Tally;
  reports: Report[];
  stored: SandboxWorklog[];
}

interface Setting {
  deployment: Deployment["kind"];
  /** The time for which lists lack what was stored, in milliseconds. */
  listLag?: number | undefined;
}

/** Starts an upstream and makes a state folder, for processes that get their settings. */
async function withUpstream<Result>(
  options: Setting & { script: Script; seed: SandboxSeed },
  use: (env: Record<string, string>, upstream: Upstream) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-processes-"));
  const { listLag = 0, ...given } = options;
  const upstream = await startUpstream({ ...given, listLag });
  try {
    return await use({ ...upstream.env, TEMPO_STATE_DIR: folder }, upstream);
  } finally {
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets processes post the batch, and compares the store with what they report, in the order of their start; the last one is not interrupted. */
function playBatch(
  { deployment, listLag }: Setting,
  script: Script,
  post: (env: Record<string, string>, upstream: Upstream) => Promise<Report[]>,
): Promise<Pick<Run, "tally" | "reports" | "stored">> {
  const existing = seed({ worklogs: BATCH.slice(-1).map(seedWorklog) });
  return withUpstream({ deployment, listLag, script, seed: existing }, async (env, upstream) => {
    const reports = await post(env, upstream);
    const stored = await upstream.stored();
    return { tally: tallyOf(BATCH, reports, stored, existing.worklogs.length), reports, stored };
  });
}

/** When a process is interrupted: at a request or a write, or so many milliseconds after its first request. */
export type Point =
  | { write: number; moment: "before the response" | "after the response" }
  | { request: number; moment: "before processing"; processAfter: number | "never" }
  | { request: number; moment: "before the response" | "after the response" }
  | { milliseconds: number };

/** Calls `interrupt` at a point. */
function scriptOf(point: Point, interrupt: () => void): Script {
  return ({ number, write }: SeenRequest): Treatment | undefined => {
    if ("milliseconds" in point) {
      if (number === 1) setTimeout(interrupt, point.milliseconds);
      return undefined;
    }
    if ("write" in point ? write !== point.write : number !== point.request) return undefined;
    if (point.moment === "before the response") return { onProcessed: interrupt };
    if (point.moment === "after the response") return { onResponse: interrupt };
    interrupt();
    return write === undefined || !("processAfter" in point) ? undefined : { process: point.processAfter };
  };
}

export interface InterruptionScenario extends Setting {
  command: ClientCommand;
  how: Interruption;
  point: Point;
}

/** Interrupts a process in the middle of a batch, and posts the same batch at once with another one. */
export async function playInterruption(scenario: InterruptionScenario): Promise<Run> {
  const { deployment, command, how, point } = scenario;
  let first: ClientProcess | undefined;
  const { promise: interrupted, resolve: reached } = deferred();
  const script = scriptOf(point, () => {
    first?.interrupt(how);
    reached();
  });
  const played = await playBatch(scenario, script, async (env) => {
    first = postBatch(command, env);
    await Promise.race([interrupted, first.report]);
    return Promise.all([first.report, postBatch("call", env).report]);
  });
  return { kind: `${how}, ${deployment}`, scenario, ...played };
}

export interface FrozenScenario extends Setting {
  point: Point;
  /** The time for which the process does not run, in milliseconds. */
  frozen: number;
}

/** Freezes a process in the middle of a batch, as a laptop that sleeps; meanwhile another one posts the same batch. */
export async function playFrozen(scenario: FrozenScenario): Promise<Run> {
  let first: ClientProcess | undefined;
  const { promise: isFrozen, resolve: reached } = deferred();
  const script = scriptOf(scenario.point, () => {
    first?.signal("SIGSTOP");
    reached();
  });
  const played = await playBatch(scenario, script, async (env) => {
    first = postBatch("call", env);
    await isFrozen;
    const second = postBatch("call", env);
    await sleep(scenario.frozen);
    first.signal("SIGCONT");
    return Promise.all([first.report, second.report]);
  });
  return { kind: `frozen, ${scenario.deployment}`, scenario, ...played };
}

export interface MoveScenario {
  deployment: Deployment["kind"];
  point: Point;
}

/** `made`: the hours are once on the other issue; `named`: they may be on both, and the last reply has both ids. */
export type MoveResult = "made" | "named" | `wrong: ${string}`;

/** Kills the command while it moves a worklog to another issue and changes its hours, and calls it again at once, which waits. */
export function playMove({ deployment, point }: MoveScenario): Promise<MoveResult> {
  const call = { name: "update_worklog", arguments: { worklogId: "1290000", issueKey: "PROJ-7", hours: 1 } };
  let first: ClientProcess | undefined;
  const script = scriptOf(point, () => first?.interrupt("SIGKILL"));
  const worklogs = [worklog({ issueId: 10123, startDate: "2026-01-05", timeSpentSeconds: 7200 })];
  return withUpstream<MoveResult>(
    { deployment, script, seed: seed({ worklogs }) },
    async (given, upstream) => {
      const env = { ...given, TEMPO_TOOLSETS: "edit" };
      first = startClient("call", call, env);
      await first.report;
      const second = await startClient("call", call, env).report;
      const stored = await upstream.stored();
      const [only] = stored;
      const isMade = stored.length === 1 && only?.issueId === 10007 && only.timeSpentSeconds === 3600;
      if (isMade && second.isSuccess) return "made";
      const isNamed = stored.length === 2 && stored.every(({ id }) => second.error.includes(String(id)));
      return isNamed ? "named" : `wrong: ${JSON.stringify({ stored, error: second.error.slice(-500) })}`;
    },
  );
}

/** Every moment of every request of a move; a write that is killed before it is processed is lost, or processed later. */
export function movesToKill(requests: number): MoveScenario[] {
  return (["cloud", "datacenter"] as const).flatMap((deployment) =>
    Array.from({ length: requests }, (_, index) =>
      momentsOf(index + 1, 5000).map((point) => ({ deployment, point })),
    ).flat(),
  );
}

function momentsOf(request: number, late: number): Point[] {
  return [
    { request, moment: "before processing", processAfter: "never" },
    { request, moment: "before processing", processAfter: late },
    { request, moment: "before the response" },
    { request, moment: "after the response" },
  ];
}

/** Faults of upstream while two processes post; durations in milliseconds. */
type Trouble =
  | { kind: "none" }
  /** Starts with the first write: requests are answered with 504 and nothing is stored. */
  | { kind: "outage"; milliseconds: number; of: "writes" | "all requests" }
  /** Every so many writes one is answered with 504 and stored later. */
  | { kind: "late commits"; every: number; after: number };

export interface PairScenario extends Setting {
  /** The time by which the second process starts later, in milliseconds. */
  apart: number;
  trouble: Trouble;
}

/** Two processes post the same batch. */
export async function playPair(scenario: PairScenario): Promise<Run> {
  const { deployment, apart, trouble } = scenario;
  let startedAt: number | undefined;
  const script: Script = ({ write }) => {
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
  const played = await playBatch(scenario, script, async (env) => {
    const first = postBatch("call", env);
    await sleep(apart);
    return Promise.all([first.report, postBatch("call", env).report]);
  });
  return { kind: `pair, ${trouble.kind}, ${deployment}`, scenario, ...played };
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

/**
 * The interruptions of a long run: every moment of every request of a batch, and as many moments by the clock, again and again on
 * both deployments in turn.
 *
 * @param count how many are killed
 * @param others how many are interrupted in each other way
 */
export async function interruptions(
  count: number,
  others: number,
  random: () => number,
): Promise<InterruptionScenario[]> {
  const sweeps = [await sweep("cloud", random), await sweep("datacenter", random)];
  const scenarios = (how: Interruption, length: number, isServer: (index: number) => boolean) =>
    Array.from({ length }, (_, index): InterruptionScenario => {
      const next = sweeps[index % 2] as (typeof sweeps)[number];
      return { ...next(), command: isServer(index) ? "server" : "call", how };
    });
  return [
    ...scenarios("SIGKILL", count, (index) => index % 4 >= 2),
    ...scenarios("SIGTERM", others, (index) => index % 4 >= 2),
    ...scenarios("stdin closed", others, () => true),
    ...scenarios("stdout closed", others, () => true),
  ];
}

/** Walks through the points of a deployment, and starts anew. */
async function sweep(
  deployment: Deployment["kind"],
  random: () => number,
): Promise<() => Pick<InterruptionScenario, "deployment" | "point" | "listLag">> {
  const { requests, milliseconds } = await measure(deployment);
  const byClock = () => ({ milliseconds: Math.round(random() * milliseconds) });
  const points = Array.from({ length: 3 * requests }, (_, index) => [
    ...momentsOf(1 + (index % requests), Math.round(random() * 9000)),
    ...[byClock(), byClock()],
  ]).flat();
  let position = 0;
  return () => {
    const point = points[position % points.length] as Point;
    const lags = position % 5 === 4;
    position += 1;
    return { deployment, point, ...(lags && { listLag: Math.round(random() * 5000) }) };
  };
}

/** The number of requests that a batch takes without faults, and the time from the first to the end. */
async function measure(deployment: Deployment["kind"]): Promise<{ requests: number; milliseconds: number }> {
  let startedAt = 0;
  let requests = 0;
  const script: Script = ({ number }) => {
    if (number === 1) startedAt = performance.now();
    return undefined;
  };
  await playBatch({ deployment }, script, async (env, upstream) => {
    const report = await postBatch("call", env).report;
    requests = upstream.requests();
    return [report];
  });
  return { requests, milliseconds: performance.now() - startedAt };
}
