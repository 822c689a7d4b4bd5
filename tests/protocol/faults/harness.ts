import fc from "fast-check";
import { vi } from "vitest";
import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import { sandboxDeployment } from "../../../src/runtime/sandbox-deployment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { runTool } from "../../../src/server/run-tool.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { toHours, toSeconds } from "../../../src/timesheet/hours.ts";
import { bulkPostWorklogs } from "../../../src/tools/bulk-post-worklogs.ts";
import { ME, seed, worklog } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClockForAll } from "../../helpers/virtual-clock.ts";
import { FAULTS, type Fault, faultyUpstream } from "./faulty-upstream.ts";

/** What a run has seen. Each of the first three must be 0. */
export interface Tally {
  storedTwice: number;
  successNotStored: number;
  failureStored: number;
  batches: number;
  entries: number;
  stored: number;
  unknown: number;
  failed: number;
}

/** One batch on an upstream with faults. */
export interface Scenario {
  deployment: Deployment["kind"];
  rows: { issueKey: string; hours: number; date: string; description: string }[];
  /** How many of the rows stood before. */
  standing: number;
  /** How many worklogs a page of Tempo's holds. */
  pageSize: number;
  rate: number;
  faults: Fault[];
  chance: number;
}

/** A process that has run for a while: a clock at its start would pass for "just now". */
const START_MS = 3_600_000;

const ISSUES = { "PROJ-123": 10123, "PROJ-7": 10007, "PROJ-4": 10004, "NEW-50": 10050 };

const DATES = Array.from({ length: 12 }, (_, day) => `2026-01-${String(day + 5).padStart(2, "0")}`);

const rowOf = (issues: number, dates: number, hours: number[]) =>
  fc.record({
    issueKey: fc.constantFrom(...Object.keys(ISSUES).slice(0, issues)),
    hours: fc.constantFrom(...hours),
    date: fc.constantFrom(...DATES.slice(0, dates)),
    description: fc.constantFrom("", "Review", "Login flow", "Call"),
  });

/** Few issues, dates, hours and texts, so that equal rows are common; or so few that often the text alone tells them apart. */
const rows = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(rowOf(4, 12, [0.5, 1, 2.25, 8]), { minLength: 1, maxLength: 60, size: "max" }),
  },
  { weight: 1, arbitrary: fc.array(rowOf(2, 1, [1]), { minLength: 1, maxLength: 60, size: "max" }) },
  // More than a bulk request takes.
  { weight: 1, arbitrary: fc.array(rowOf(1, 12, [1]), { minLength: 40, maxLength: 120, size: "max" }) },
);

/** Batches under every mix of faults, at rates at which the server still answers most of the time. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  deployment: fc.constantFrom<Deployment["kind"]>("cloud", "datacenter"),
  rows,
  standing: fc.nat(3),
  pageSize: fc.constantFrom(7, 50, 5000),
  rate: fc.constantFrom(0, 0.01, 0.02, 0.05, 0.1, 0.2),
  // Mixes, and one kind alone, which meets a batch again and again: most of all the kind that is hardest to see through.
  faults: fc.oneof(
    { weight: 4, arbitrary: fc.subarray([...FAULTS], { minLength: 1 }) },
    { weight: 2, arbitrary: fc.constantFrom(...FAULTS).map((fault) => [fault]) },
    { weight: 1, arbitrary: fc.constant<Fault[]>(["time-out, done seconds later"]) },
  ),
  chance: fc.nat(),
});

/** Posts a scenario's batch on virtual time, and compares what is stored with what was reported. */
export async function playScenario(scenario: Scenario): Promise<Tally> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: START_MS });
  try {
    return await play(scenario);
  } finally {
    vi.useRealTimers();
  }
}

async function play(scenario: Scenario): Promise<Tally> {
  const random = chanceFrom(scenario.chance);
  const clock = virtualClockForAll(random);
  const before = scenario.rows.slice(0, scenario.standing).map(toWorklog);
  const sandbox = createSandbox(seed({ worklogs: before }), {
    behaviour: { maxPageSize: scenario.pageSize },
  });
  const standingIds = new Set(sandbox.state.worklogs.keys());
  const { deployment, rate, faults } = scenario;
  const paced = timed(faultyUpstream(sandbox.fetch, { clock, random, rate, faults }));
  const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
    fetch: paced.fetch,
    clock,
    timeout: 30_000,
  });
  const result = await runTool(bulkPostWorklogs, { worklogs: scenario.rows }, testContext(timesheet, clock), {
    signal: new AbortController().signal,
    progress: () => {},
  });
  const elapsed = clock.now() - START_MS;
  const { inASecond, deletes } = paced.most;
  // None of the faults is stored later than is waited for.
  if (deletes > 0) throw new Error(`${deletes} deletes: something was sent again too early`);
  if (inASecond > 5) throw new Error(`Tempo Cloud got ${inASecond} requests within a second`);
  if (elapsed > 50_000) throw new Error(`the call took ${elapsed} ms of its 50,000`);
  // What upstream still has to do, it does now.
  await clock.sleep(60_000);

  const reply = result.structuredContent as BulkPostWorklogsResponse | undefined;
  const results =
    reply?.results ??
    // The call failed before anything was sent, by its own word.
    scenario.rows.map(({ issueKey, hours, date }) => ({
      issueKey,
      hours,
      date,
      success: false,
      error: "not sent",
    }));
  const tally = emptyTally();
  tally.batches = 1;
  tally.entries = results.length;

  const counts = new Map<string, { success: number; unknown: number; failed: number; stored: number }>();
  const countOf = (issueId: number, date: string, hours: number, comment: string) => {
    const key = `${issueId} ${date} ${hours} ${comment}`;
    const count = counts.get(key) ?? { success: 0, unknown: 0, failed: 0, stored: 0 };
    counts.set(key, count);
    return count;
  };
  const ids = new Set<number>();
  results.forEach((entry, index) => {
    const issueId = ISSUES[entry.issueKey as keyof typeof ISSUES];
    const count = countOf(
      issueId,
      entry.date,
      scenario.rows[index]?.hours ?? 0,
      scenario.rows[index]?.description ?? "",
    );
    const isStanding = "alreadyLogged" in entry;
    if (entry.success && "worklogId" in entry) {
      const id = Number(entry.worklogId);
      const stored = sandbox.state.worklogs.get(id);
      const isThere =
        stored?.issueId === issueId &&
        stored.startDate === entry.date &&
        toHours(stored.timeSpentSeconds) === entry.hours &&
        stored.description === scenario.rows[index]?.description &&
        stored.billableSeconds === stored.timeSpentSeconds &&
        !ids.has(id);
      if (!isThere || isStanding !== standingIds.has(id)) tally.successNotStored += 1;
      ids.add(id);
      tally.stored += 1;
      if (!isStanding) count.success += 1;
    } else if (/unknown/.test(entry.error ?? "")) {
      count.unknown += 1;
      tally.unknown += 1;
    } else {
      count.failed += 1;
      tally.failed += 1;
    }
  });
  for (const { id, issueId, startDate, timeSpentSeconds, description } of sandbox.state.worklogs.values()) {
    if (!standingIds.has(id)) countOf(issueId, startDate, toHours(timeSpentSeconds), description).stored += 1;
  }
  for (const { success, unknown, failed, stored } of counts.values()) {
    const excess = Math.max(0, stored - success - unknown);
    tally.failureStored += Math.min(excess, failed);
    tally.storedTwice += Math.max(0, excess - failed);
  }
  return tally;
}

export function emptyTally(): Tally {
  return {
    storedTwice: 0,
    successNotStored: 0,
    failureStored: 0,
    batches: 0,
    entries: 0,
    stored: 0,
    unknown: 0,
    failed: 0,
  };
}

/** Adds one tally to another. */
export function addTally(total: Tally, { ...part }: Tally): void {
  for (const key of Object.keys(part) as (keyof Tally)[]) total[key] += part[key];
}

function toWorklog({ issueKey, hours, date, description }: Scenario["rows"][number]) {
  return worklog({
    accountId: ME.accountId,
    issueId: ISSUES[issueKey as keyof typeof ISSUES],
    startDate: date,
    timeSpentSeconds: toSeconds(hours),
    description,
  });
}

/** Notes the most requests that Tempo got within a second, and how many deletes. */
function timed(fetch: Fetch): { fetch: Fetch; most: { inASecond: number; deletes: number } } {
  const sent: number[] = [];
  const most = { inASecond: 0, deletes: 0 };
  return {
    most,
    fetch(request) {
      if (request.method === "DELETE") most.deletes += 1;
      if (new URL(request.url).pathname.startsWith("/4/")) {
        sent.push(Date.now());
        const inASecond = sent.filter((at) => at > Date.now() - 1000).length;
        most.inASecond = Math.max(most.inASecond, inASecond);
      }
      return fetch(request);
    },
  };
}

/** Numbers from 0 to 1 by a seed, the same on every machine (mulberry32). */
function chanceFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
