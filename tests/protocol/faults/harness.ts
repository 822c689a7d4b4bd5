import fc from "fast-check";
import { vi } from "vitest";
import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import { sandboxDeployment } from "../../../src/runtime/sandbox-deployment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { runTool } from "../../../src/server/run-tool.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { bulkPostWorklogs } from "../../../src/tools/bulk-post-worklogs.ts";
import { FAULTS, type Fault } from "../../helpers/faults.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClockForAll } from "../../helpers/virtual-clock.ts";
import { faultyUpstream } from "./faulty-upstream.ts";
import { type BatchEntry, ISSUES, seedWorklog, type Tally, tallyOf } from "./tally.ts";

/** One batch on an upstream with faults. */
export interface Scenario {
  deployment: Deployment["kind"];
  entries: BatchEntry[];
  /** How many of the entries exist before. */
  existing: number;
  /** How many worklogs a page of Tempo's holds. */
  pageSize: number;
  /** The probability that a request meets a fault. */
  rate: number;
  faults: Fault[];
  /** The seed of everything random in the scenario. */
  seed: number;
}

/** A process that has run for a while: its clock's start must not count as the time of a failure. */
const START_MS = 3_600_000;

const DATES = Array.from({ length: 12 }, (_, day) => `2026-01-${String(day + 5).padStart(2, "0")}`);

const entryOf = (issues: number, dates: number, hours: number[]) =>
  fc.record({
    issueKey: fc.constantFrom(...Object.keys(ISSUES).slice(0, issues)),
    hours: fc.constantFrom(...hours),
    date: fc.constantFrom(...DATES.slice(0, dates)),
    description: fc.constantFrom("", "Review", "Login flow", "Call"),
  });

const batchOf = (entry: fc.Arbitrary<BatchEntry>, minLength: number, maxLength: number) =>
  fc.array(entry, { minLength, maxLength, size: "max" });

/** Few issues, dates, hours and comments, so that equal entries are common. */
const entries = fc.oneof(
  { weight: 3, arbitrary: batchOf(entryOf(4, 12, [0.5, 1, 2.25, 8]), 1, 60) },
  // Often only the comment distinguishes two.
  { weight: 1, arbitrary: batchOf(entryOf(2, 1, [1]), 1, 60) },
  // More than a bulk request takes.
  { weight: 1, arbitrary: batchOf(entryOf(1, 12, [1]), 40, 120) },
);

/** Batches under every mix of faults, at rates at which upstream still works most of the time. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  deployment: fc.constantFrom<Deployment["kind"]>("cloud", "datacenter"),
  entries,
  existing: fc.nat(3),
  pageSize: fc.constantFrom(7, 50, 5000),
  rate: fc.constantFrom(0, 0.01, 0.02, 0.05, 0.1, 0.2),
  // Mixes, and one fault alone, which a batch meets again and again; most often the one that is hardest to reconcile.
  faults: fc.oneof(
    { weight: 4, arbitrary: fc.subarray([...FAULTS], { minLength: 1 }) },
    { weight: 2, arbitrary: fc.constantFrom(...FAULTS).map((fault) => [fault]) },
    { weight: 1, arbitrary: fc.constant<Fault[]>(["gateway timeout, processed late"]) },
  ),
  seed: fc.nat(),
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

async function play({ deployment, entries, existing, pageSize, rate, faults, seed: start }: Scenario) {
  const random = randomFrom(start);
  const clock = virtualClockForAll(random);
  const worklogs = entries.slice(0, existing).map(seedWorklog);
  const sandbox = createSandbox(seed({ worklogs }), { behaviour: { maxPageSize: pageSize } });
  const existingIds = new Set(sandbox.state.worklogs.keys());
  const { fetch, most } = measured(faultyUpstream(sandbox.fetch, { clock, random, rate, faults }));
  const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
    fetch,
    clock,
    timeout: 30_000,
  });
  const { structuredContent } = await runTool(
    bulkPostWorklogs,
    { worklogs: entries },
    testContext(timesheet, clock),
    { signal: new AbortController().signal },
  );
  const elapsed = clock.now() - START_MS;
  // No fault lets a request be processed later than the engine waits.
  if (most.deletes > 0) throw new Error(`${most.deletes} deletes: something was sent again too early`);
  if (most.inASecond > 5) throw new Error(`Tempo Cloud got ${most.inASecond} requests within a second`);
  if (elapsed > 50_000) throw new Error(`the call took ${elapsed} ms of its 50,000`);
  // What upstream still has to process, it processes now.
  await clock.sleep(60_000);
  const reply = structuredContent as BulkPostWorklogsResponse | undefined;
  return tallyOf(entries, reply?.results ?? [], [...sandbox.state.worklogs.values()], existingIds);
}

/** Counts the deletes, and the most requests that Tempo got within a second. */
function measured(fetch: Fetch): { fetch: Fetch; most: { inASecond: number; deletes: number } } {
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
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
