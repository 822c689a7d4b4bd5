import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import { postgresForFile } from "../database.ts";
import { caller } from "./calls.ts";
import { quantile, record } from "./figures.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

const CALLS_PER_SECOND = isFull ? 100 : 10;
const PEOPLE = 200;
/** The bars are those of an idle machine; a busy one of two cores gets so many times as long. */
const LENIENCE = isFull ? 1 : 20;

/** Resident memory, in MiB. */
function memoryOf(pid: number): number {
  const [, kibibytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** What a process has had of a processor, in milliseconds: unlike the others, a figure that a busy machine leaves alone. */
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
  const days = new Map<TeamMember, number>();
  const took: number[] = [];
  const failed: string[] = [];
  async function write(member: TeamMember): Promise<void> {
    const day = (days.get(member) ?? 0) + 1;
    days.set(member, day);
    const startDate = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    const upstream = tempo.busyFor(member);
    const args = { issueKey: "PROJ-123", hours: 1, startDate };
    const reply = await call(one.url, member.headers, "post_worklog", args);
    if (reply.isError) failed.push(reply.message);
    took.push(reply.milliseconds - (tempo.busyFor(member) - upstream));
  }
  // What is read once for each person: who they are, and their issue.
  for (const member of tempo.members) await write(member);
  took.length = 0;
  const processorBefore = processorTimeOf(one.pid());
  const seconds = isFull ? 3600 : 5;
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let number = 0; number < seconds * CALLS_PER_SECOND; number += 1) {
    const wait = started + (number * 1000) / CALLS_PER_SECOND - performance.now();
    if (wait > 0) await sleep(wait);
    calls.push(write(tempo.members[number % PEOPLE] as TeamMember));
  }
  await Promise.all(calls);
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  const memory = memoryOf(one.pid());
  record({
    row: 8,
    check: `writes at ${CALLS_PER_SECOND} calls a second, without Tempo's own time`,
    figures: {
      writes: took.length,
      failed: failed.length,
      "p50 ms": p50,
      "p99 ms": p99,
      "processor ms a write": (processorTimeOf(one.pid()) - processorBefore) / took.length,
      "resident MiB": memory,
    },
  });
  expect(failed).toEqual([]);
  expect(p50).toBeLessThan(5 * LENIENCE);
  expect(p99).toBeLessThan(50 * LENIENCE);
  expect(memory).toBeLessThan(isFull ? 256 : 384);
});

test("a replica reads many times a second", { timeout: 600_000 }, async () => {
  const { tempo, one } = await startTeam(postgres(), { kind: "datacenter", size: PEOPLE });
  const call = caller({ keepAlive: true });
  onTestFinished(() => call.close());
  const processorBefore = processorTimeOf(one.pid());
  const until = performance.now() + (isFull ? 60_000 : 3000);
  let reads = 0;
  let failed = 0;
  const started = performance.now();
  await Promise.all(
    tempo.members.slice(0, 32).map(async ({ headers }) => {
      while (performance.now() < until) {
        const { isError } = await call(one.url, headers, "get_worklogs", { startDate: "2026-01-05" });
        reads += 1;
        if (isError) failed += 1;
      }
    }),
  );
  const perSecond = (reads * 1000) / (performance.now() - started);
  record({
    row: 8,
    check: "reads a second of one replica, with Tempo and the callers on the same machine",
    figures: {
      "reads a second": perSecond,
      failed,
      "processor ms a read": (processorTimeOf(one.pid()) - processorBefore) / reads,
      "resident MiB": memoryOf(one.pid()),
    },
  });
  expect(failed).toBe(0);
  expect(perSecond).toBeGreaterThan(500 / LENIENCE);
});
