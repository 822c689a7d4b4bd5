import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { quantile, record } from "../../helpers/figures.ts";
import { freePort } from "../../helpers/free-port.ts";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import { postgresForFile } from "../database.ts";
import { caller } from "./calls.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

/** The pace of writes, each to our server and then to one of the SDK alone; Tempo and the callers share the machine. */
const CALLS_PER_SECOND = 10;
const PEOPLE = isFull ? 200 : 50;
/** Dates more than two years ahead are refused. */
const DAYS = 300;

/** Resident memory, in MiB. */
function memoryOf(pid: number): number {
  const [, kibibytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** Processor time of a process, in milliseconds: unlike the other figures, it does not grow on a busy machine. */
function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

test("a write costs little beyond Tempo itself, and memory does not grow with it", {
  timeout: 7_200_000,
}, async () => {
  const { tempo, one } = await startTeam(postgres(), { kind: "datacenter", size: PEOPLE });
  const call = caller({ keepAlive: true });
  onTestFinished(() => call.close());
  const bare = await startBareServer(tempo.env.TEMPO_BASE_URL ?? "");
  const days = new Map<TeamMember, number>();
  const took: number[] = [];
  const bareTook: number[] = [];
  const failed: string[] = [];
  async function write(member: TeamMember, { url }: { url: URL }, times: number[]): Promise<void> {
    const day = (days.get(member) ?? 0) + 1;
    days.set(member, day);
    const startDate = new Date(Date.UTC(2026, 0, day % DAYS)).toISOString().slice(0, 10);
    const upstream = tempo.busyFor(member);
    const args = { issueKey: "PROJ-123", hours: 1, startDate, description: `Entry ${day}` };
    const reply = await call(url, member.headers, "post_worklog", args).catch((error: Error) => error);
    if (reply instanceof Error || reply.isError) failed.push(reply.message);
    if (reply instanceof Error) return;
    times.push(reply.milliseconds - (tempo.busyFor(member) - upstream));
  }
  for (const member of tempo.members) {
    // The first writes are not measured: they also read the user and the issue.
    await write(member, one, []);
    await write(member, bare, []);
  }
  const processorBefore = processorTimeOf(one.pid());
  await atPace(CALLS_PER_SECOND, isFull ? 3600 : 5, async (number) => {
    const member = tempo.members[number % PEOPLE] as TeamMember;
    await write(member, one, took);
    await write(member, bare, bareTook);
  });
  const [p50, p99, bareP50] = [quantile(took, 0.5), quantile(took, 0.99), quantile(bareTook, 0.5)];
  const memory = memoryOf(one.pid());
  record({
    row: 8,
    check: `writes at ${CALLS_PER_SECOND} calls a second, Tempo on the same machine, without its own time`,
    figures: {
      writes: took.length,
      failed: failed.length,
      "p50 ms": p50,
      "p99 ms": p99,
      "p50 ms of the SDK alone with the same requests": bareP50,
      "p50 ms beyond it": p50 - bareP50,
      "processor ms a write": (processorTimeOf(one.pid()) - processorBefore) / took.length,
      "resident MiB": memory,
    },
  });
  expect(failed).toEqual([]);
  // A busy machine says nothing about times.
  if (isFull) expect(p99).toBeLessThan(50);
  expect(memory).toBeLessThan(isFull ? 256 : 384);
});

/** Starts calls at a steady pace. Resolves when all are done. */
async function atPace(
  callsPerSecond: number,
  seconds: number,
  start: (number: number) => Promise<void>,
): Promise<void> {
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < seconds * callsPerSecond; number += 1) {
    const wait = started + (number * 1000) / callsPerSecond - performance.now();
    if (wait > 0) await sleep(wait);
    calls.push(start(number));
  }
  await Promise.all(calls);
}

/** The SDK's server alone, in a process of its own, until the running test ends. */
async function startBareServer(jiraUrl: string): Promise<{ url: URL; pid(): number }> {
  const port = await freePort();
  const script = join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, String(port), jiraUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return { url: new URL(`http://127.0.0.1:${port}/`), pid: () => child.pid ?? 0 };
}

test("a replica reads many times a second, and a read costs little more than the SDK and a request to Tempo", {
  timeout: 600_000,
}, async () => {
  const { tempo, one } = await startTeam(postgres(), { kind: "datacenter", size: 32 });
  const bare = await startBareServer(tempo.env.TEMPO_BASE_URL ?? "");
  const call = caller({ keepAlive: true });
  onTestFinished(() => call.close());
  let failed = 0;
  const duration = isFull ? 1000 : 500;
  /** All members read all the time for so long. */
  async function readFrom({ url, pid }: { url: URL; pid(): number }) {
    const processorBefore = processorTimeOf(pid());
    const started = performance.now();
    let reads = 0;
    await Promise.all(
      tempo.members.map(async ({ headers }) => {
        while (performance.now() < started + duration) {
          const { isError } = await call(url, headers, "get_worklogs", { startDate: "2026-01-05" });
          reads += 1;
          if (isError) failed += 1;
        }
      }),
    );
    return {
      perSecond: (reads * 1000) / (performance.now() - started),
      cost: (processorTimeOf(pid()) - processorBefore) / reads,
    };
  }
  const pairs: { ours: Awaited<ReturnType<typeof readFrom>>; bare: Awaited<ReturnType<typeof readFrom>> }[] =
    [];
  const warmUp = 3;
  for (let number = 0; number < warmUp + (isFull ? 30 : 7); number += 1)
    pairs.push({ ours: await readFrom(one), bare: await readFrom(bare) });
  const warm = pairs.slice(warmUp);
  const medianOf = (figure: (pair: (typeof pairs)[number]) => number) => quantile(warm.map(figure), 0.5);
  const perSecond = medianOf(({ ours }) => ours.perSecond);
  const ratio = medianOf((pair) => pair.ours.cost / pair.bare.cost);
  record({
    row: 8,
    check: "reads of one replica, and of the SDK alone with one request to Tempo, all on one machine",
    figures: {
      "reads a second": perSecond,
      "of the SDK alone": medianOf((pair) => pair.bare.perSecond),
      failed,
      "processor ms a read": medianOf(({ ours }) => ours.cost),
      "times that of the SDK alone": ratio,
      "resident MiB": memoryOf(one.pid()),
    },
  });
  expect(failed).toBe(0);
  expect(ratio).toBeLessThan(3);
  if (isFull) expect(perSecond).toBeGreaterThan(500);
});
