import fc from "fast-check";
import { expect } from "vitest";
// Loaded before the clock is virtual: loading takes real time.
import "../../../src/contract/replies.ts";
import type { SubmitTimesheetResponse } from "../../../src/generated/responses.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { ERROR_KEY } from "../../../src/server/errors.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { submitTimesheet } from "../../../src/tools/submit-timesheet.ts";
import { FAULTS, type Fault, isSubmission } from "../../helpers/faults.ts";
import { randomFrom } from "../../helpers/random.ts";
import { seed } from "../../helpers/seeds.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { createClient, createMachine } from "./client.ts";
import { faultyUpstream } from "./faulty-upstream.ts";
import type { Interruption } from "./scenario.ts";

const START_MS = 3_600_000;

/** Longer than anything upstream still has to process. */
const SETTLED_MS = 60_000;

const REQUEST = { startDate: "2025-12-01", reviewer: "Bo", comment: "Complete.", evenIfMissing: true };

/** Faults after which a submission may have taken effect; the first two let it take effect late. */
const LOST: Fault[] = [
  "gateway timeout, processed late",
  "empty success, processed late",
  "connection lost, processed",
  "connection lost, not processed",
  "no response, processed",
  "response cut off",
  "rejected, processed",
];

const scenarios = fc.record({
  deployment: fc.constantFrom("cloud" as const, "datacenter" as const),
  secondSubmission: fc.constantFrom("accepted" as const, "rejected" as const),
  /** The rate of faults of any kind. */
  rate: fc.constantFrom(0, 0.1, 0.4),
  faults: fc.subarray([...FAULTS], { minLength: 1 }),
  /** The rate of faults that submissions meet. */
  lostRate: fc.constantFrom(0.3, 0.9),
  lost: fc.subarray(LOST, { minLength: 1 }),
  /** One call each, with the pause after it. */
  calls: fc.array(
    fc.record({
      interruption: fc.record({
        kind: fc.constantFrom<Interruption[]>(
          ...Array<Interruption>(3).fill("none"),
          "cancelled",
          "killed before it is processed",
          "killed after it is processed",
        ),
        /** The submission is the eighth on Cloud and the sixth on Data Center, or close to it. */
        atRequest: fc.constantFrom(1, 4, 6, 6, 7, 8, 8, 9),
      }),
      pause: fc.constantFrom(0, 0, 500, 3000, 20_000),
      /** Whether the next call begins while this one runs. */
      overlaps: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** A change by a user in Tempo meanwhile, so many milliseconds after the first call began. */
  other: fc.record({
    does: fc.constantFrom("nothing", "nothing", "nothing", "submits", "approves" as const),
    after: fc.nat(30_000),
  }),
  seed: fc.nat(),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

interface Tally {
  calls: number;
  submitted: number;
  alreadySubmitted: number;
  notSubmitted: number;
  unknown: number;
}

/**
 * Submits a timesheet in so many runs with lost responses, kills, cancellations and other clients. In each, Tempo must have got one
 * submission at most, and every reply must be true. Returns what was seen, in a line.
 */
export async function runSubmissions(options: { runs: number; seed: number }): Promise<string> {
  const total: Tally = { calls: 0, submitted: 0, alreadySubmitted: 0, notSubmitted: 0, unknown: 0 };
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      await play(scenario, total);
    }),
    { numRuns: options.runs, seed: options.seed, timeout: 30_000, endOnFailure: true },
  );
  const summary = `${JSON.stringify(total)}, seed ${options.seed}`;
  expect(total.submitted / options.runs, summary).toBeGreaterThan(0.4);
  expect(total.unknown / total.calls, summary).toBeLessThan(0.2);
  return summary;
}

async function play(scenario: Scenario, total: Tally): Promise<void> {
  const { deployment, secondSubmission, rate, faults, lostRate, lost, calls, other } = scenario;
  const random = randomFrom(scenario.seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const { state, fetch } = createSandbox(seed());
  const approval = () => state.approvals.get(REQUEST.startDate)?.status ?? "open";
  const errors = [{ message: "The timesheet is not open" }];
  const serve: Fetch = async (request) =>
    secondSubmission === "rejected" && isSubmission(request) && approval() !== "open"
      ? Response.json({ errors }, { status: 400 })
      : fetch(request);
  const faulty = faultyUpstream(serve, { clock, random, rate, faults, latest: 10_000 });
  const losing = faultyUpstream(serve, { clock, random, rate: lostRate, faults: lost, latest: 10_000 });
  const upstream: Fetch = (request) => (isSubmission(request) ? losing : faulty)(request);
  const machine = createMachine();

  const planner = createClient({ deployment, fetch: serve, clock, machine });
  const plan = await planner.call(submitTimesheet, REQUEST);
  const { confirm } = plan.structuredContent as SubmitTimesheetResponse;

  let isTouched = false;
  const others = clock.sleep(other.after).then(() => {
    if (other.does === "nothing") return;
    isTouched = true;
    if (other.does === "approves" || approval() === "open")
      state.approvals.set(REQUEST.startDate, {
        status: other.does === "approves" ? "approved" : "in_review",
        comment: "By another user",
      });
  });

  /** Claims that must hold in the end. */
  const claims: (() => void)[] = [];
  const running: Promise<void>[] = [];
  for (const { interruption, pause, overlaps } of calls) {
    const call = submitOnce(upstream, interruption);
    running.push(call);
    if (!overlaps) await call;
    await clock.sleep(pause);
  }
  await Promise.all([...running, others]);
  // Lets upstream process its remaining requests.
  await clock.sleep(SETTLED_MS);
  if (state.submissions.length > 1) throw new Error(`submitted ${state.submissions.length} times`);
  for (const check of claims) check();

  async function submitOnce(fetch: Fetch, interruption: { kind: Interruption; atRequest: number }) {
    const client = createClient({ deployment, fetch, clock, machine, interruption });
    const start = clock.now();
    const calling = client.call(submitTimesheet, { ...REQUEST, confirm });
    const result = await Promise.race([calling, client.interrupted.then(() => undefined)]);
    const ended = interruption.kind === "cancelled" ? await calling : result;
    if (clock.now() - start > 50_000)
      throw new Error(`the call took ${clock.now() - start} ms of its 50,000`);
    if (!ended) return;
    total.calls += 1;
    const reply = ended.structuredContent as SubmitTimesheetResponse | undefined;
    const error = ended._meta?.[ERROR_KEY] as { code: string } | undefined;
    const text = JSON.stringify(reply ?? error);
    const claim = (isTrue: boolean) => {
      if (!isTrue) throw new Error(`not true: ${text}, status ${approval()}`);
    };
    if (reply?.submitted) {
      total.submitted += 1;
      claim(state.submissions.length === 1);
    } else if (reply?.alreadySubmitted) {
      total.alreadySubmitted += 1;
      claim(approval() !== "open" && reply.timesheet.status !== "open");
    } else if (error?.code === "outcome_unknown") total.unknown += 1;
    else {
      total.notSubmitted += 1;
      // Nothing of this call arrives later either: if there is a submission, another call has made it.
      const before = state.submissions.length;
      const isOnlyCall = calls.length === 1;
      claims.push(() => claim(!isOnlyCall || state.submissions.length === before));
      if (isOnlyCall && !isTouched) claim(approval() === "open");
    }
  }
}
