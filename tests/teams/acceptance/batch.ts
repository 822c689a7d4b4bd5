import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import type { Reply } from "./calls.ts";

interface Entry {
  issueKey: string;
  hours: number;
  date: string;
  description: string;
}

const ISSUES = new Map([
  [10123, "PROJ-123"],
  [10007, "PROJ-7"],
]);

/** Eight entries of a person: two requests on Cloud, eight on Data Center. Two are equal and both meant. */
export function batchOf({ mark }: TeamMember): Entry[] {
  const entry = (issueKey: string, day: number, hours: number): Entry => ({
    issueKey,
    hours,
    date: `2026-01-${String(day).padStart(2, "0")}`,
    description: mark,
  });
  return [
    ...[5, 6, 7, 8].map((day) => entry("PROJ-123", day, 2)),
    ...[5, 5, 6, 7].map((day) => entry("PROJ-7", day, 1)),
  ];
}

/** The outcome of a batch. `twice` and `lost` must be 0. */
export interface Outcome {
  /** Worklogs beyond what was asked for. */
  twice: number;
  /** Entries that a reply reports as stored, and that are not. */
  lost: number;
  /** Entries that are not stored. */
  missing: number;
  /** Rows of the last reply that are no success. */
  unsuccessful: number;
}

export function outcomeOf(
  batch: readonly Entry[],
  replies: readonly Reply[],
  stored: readonly SandboxWorklog[],
): Outcome {
  const wanted = countBy(batch.map(keyOf));
  const found = countBy(
    stored.map(({ issueId, startDate, timeSpentSeconds, description }) =>
      keyOf({
        issueKey: ISSUES.get(issueId) ?? "",
        date: startDate,
        hours: timeSpentSeconds / 3600,
        description,
      }),
    ),
  );
  const excess = (one: Map<string, number>, other: Map<string, number>) =>
    [...one].reduce((sum, [key, count]) => sum + Math.max(0, count - (other.get(key) ?? 0)), 0);
  const lost = replies.map(({ data: { results = [] } }) => {
    const reported = batch.filter((_, index) => results[index]?.success === true);
    return excess(countBy(reported.map(keyOf)), found);
  });
  const last = replies.at(-1)?.data.results ?? [];
  return {
    twice: excess(found, wanted),
    lost: Math.max(0, ...lost),
    missing: excess(wanted, found),
    unsuccessful: batch.length - last.filter(({ success }) => success).length,
  };
}

/** Longer than it takes until what a killed replica may have sent is decided, whether it has reached Tempo or not. */
const DECIDED_MS = 270_000;

/** Sends a batch, and again with pauses, until it is stored or should be. */
export async function sendUntilStored(send: () => Promise<Reply | undefined>): Promise<Reply[]> {
  const replies: Reply[] = [];
  const end = performance.now() + DECIDED_MS;
  for (;;) {
    const reply = await send();
    if (reply) replies.push(reply);
    if (isStored(replies.at(-1)) || performance.now() > end) return replies;
    await sleep(1000);
  }
}

/** Whether all entries of a batch are, as its reply says. */
export function isStored(reply: Reply | undefined): boolean {
  const { results = [] } = reply?.data ?? {};
  return results.length > 0 && results.every(({ success }) => success);
}

export const NO_OUTCOME: Outcome = { twice: 0, lost: 0, missing: 0, unsuccessful: 0 };

export function added(outcomes: readonly Outcome[]): Outcome {
  const total = { ...NO_OUTCOME };
  for (const outcome of outcomes)
    for (const key of Object.keys(total) as (keyof Outcome)[]) total[key] += outcome[key];
  return total;
}

function keyOf({ issueKey, date, hours, description }: Entry): string {
  return JSON.stringify([issueKey, date, hours, description]);
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
