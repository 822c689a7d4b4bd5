import fc from "fast-check";
import { expect } from "vitest";
import { smallPages } from "../../helpers/other-tempos.ts";
// Loaded before the clock is virtual: loading takes real time.
import "../../../src/contract/replies.ts";
import type { FillDaysResponse } from "../../../src/generated/responses.ts";
import { createSandbox, type Sandbox } from "../../../src/sandbox/sandbox.ts";
import { secondsByDate } from "../../../src/timesheet/day-balance.ts";
import { toHours } from "../../../src/timesheet/hours.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { randomFrom } from "../../helpers/random.ts";
import { seed, worklog } from "../../helpers/seeds.ts";
import { STORED_CHANGES } from "../../helpers/stored-changes.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { createClient, createMachine } from "./client.ts";
import { faultyUpstream } from "./faulty-upstream.ts";
import { type Interruption, scenarios, withinLimits } from "./scenario.ts";
import { ISSUES, isUnknown } from "./tally.ts";

const START_MS = 3_600_000;

/** Longer than it takes until it is decided what became of a request, and than any list lags. */
const SETTLED_MS = 260_000;

/** A fill has fewer requests than a batch, and is repeated at once: what it leaves open is what may go wrong. */
const upstreams = fc
  .record({
    scenario: scenarios,
    rate: fc.constantFrom(0, 0.2, 0.5),
    lag: fc.constantFrom(0, 500, 5000, 9000),
    kind: fc.constantFrom<Interruption>(
      "none",
      "cancelled",
      "killed before it is processed",
      "killed after it is processed",
    ),
    atRequest: fc.integer({ min: 4, max: 9 }),
  })
  .map(({ scenario, rate, lag, ...interruption }) => withinLimits({ ...scenario, rate, lag, interruption }));

const DATES = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09", "2026-01-12"];
const HOLIDAY = "2026-01-06";

const issueKey = fc.constantFrom(...Object.keys(ISSUES));
const description = fc.constantFrom("", "Review", "Two  words", "Two words", "A <b>bold</b> “claim” & 🎉");

/** Each with a row for what is left, so that a day can be full in the end. */
const rows = fc
  .tuple(
    fc.array(fc.record({ issueKey, hours: fc.constantFrom(0.25, 1, 3.7, 4), description }), { maxLength: 3 }),
    fc.record({ issueKey, description }),
  )
  .map(([fixed, last]) => [...fixed, last]);

/** Days that are filled while upstream has faults, and filled again at once; a process may be killed, or another one fill too. */
const fillScenarios = fc.record({
  upstream: upstreams,
  rows,
  others: fc.option(rows, { nil: undefined }),
  days: fc.integer({ min: 1, max: DATES.length }),
  workingDaySeconds: fc.constantFrom(28_800, 27_720, 27_725),
  holidaySeconds: fc.constantFrom(0, 14_400, 28_800),
  existing: fc.array(
    fc.record({
      key: issueKey,
      startDate: fc.constantFrom(...DATES),
      timeSpentSeconds: fc.constantFrom(3600, 14_430, 28_800),
      description,
    }),
    { maxLength: 4 },
  ),
  pauses: fc.array(fc.constantFrom(0, 1000, 9000), { minLength: 1, maxLength: 3 }),
});

type FillScenario = typeof fillScenarios extends fc.Arbitrary<infer Value> ? Value : never;

/** Fills days under every mix of faults, and fails on the first scenario with an hour too many or too few, or a wrong reply. */
export async function runFills(runs: { numRuns: number; seed: number }): Promise<void> {
  const property = fc.asyncProperty(fillScenarios, async (scenario) => {
    expect(await play(scenario)).toEqual([]);
  });
  await fc.assert(property, { ...runs, timeout: 30_000, endOnFailure: true });
}

/** Plays a scenario on virtual time. @returns what is wrong in the end */
async function play(scenario: FillScenario): Promise<string[]> {
  const { upstream, others, days, workingDaySeconds, holidaySeconds } = scenario;
  const { deployment, rate, faults, lag, interruption, other, pageSize } = upstream;
  const random = randomFrom(upstream.seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const worklogs = scenario.existing.map(({ key, ...it }) => worklog({ ...it, issueId: ISSUES[key] ?? 0 }));
  const holidays = [{ date: HOLIDAY, name: "Epiphany", durationSeconds: holidaySeconds }];
  const sandbox = createSandbox(seed({ worklogs, holidays, workingDaySeconds }), {
    behaviour: { change: STORED_CHANGES[upstream.change] },
  });
  const existing = secondsByDate(byDate(sandbox));
  const existingIds = new Set(sandbox.state.worklogs.keys());
  const lists = smallPages(pageSize)(laggingLists(sandbox, clock, () => lag));
  const common = { clock, random, faults, latest: Math.max(1000, 10_000 - lag) };
  const faulty = faultyUpstream(lists, { ...common, rate });
  const sound = faultyUpstream(lists, { ...common, rate: 0 });
  const machine = createMachine();
  const open = (fetch: typeof faulty) => createClient({ deployment, fetch, clock, machine });

  const dates = DATES.slice(0, days);
  const range = { startDate: dates[0], endDate: dates.at(-1) };
  const args = { ...range, rows: scenario.rows };
  const replies: FillDaysResponse[] = [];
  const keep = (reply: FillDaysResponse | undefined) => {
    if (reply) replies.push(reply);
    return reply;
  };
  const confirmed = async (client: ReturnType<typeof open>, wanted: object) => {
    const confirm = (await client.fill(wanted))?.confirm;
    return confirm === undefined ? undefined : keep(await client.fill({ ...wanted, confirm }));
  };

  const plan = await open(sound).fill(args);
  const first = createClient({ deployment, fetch: faulty, clock, machine, interruption });
  const filling = first.fill({ ...args, confirm: plan?.confirm }).then(keep);
  const second = clock
    .sleep(other.after)
    .then(() => (others ? confirmed(open(faulty), { ...range, rows: others }) : undefined));
  let isKilled = false;
  void first.interrupted.then(() => {
    isKilled = interruption.kind.startsWith("killed");
  });
  await Promise.race([filling, first.interrupted]);
  let digest = plan?.confirm;
  for (const pause of scenario.pauses) {
    await clock.sleep(pause);
    digest = keep(await open(faulty).fill({ ...args, confirm: digest }))?.confirm ?? digest;
  }
  await second;
  if (!isKilled) await filling;
  do await clock.sleep(SETTLED_MS);
  while ((await confirmed(open(sound), args))?.logged);
  await clock.sleep(SETTLED_MS);

  const stored = secondsByDate(byDate(sandbox));
  const roundsUp = upstream.change === "rounds up to 15 minutes";
  const wrongDays = dates.flatMap((date) => {
    const required = Math.max(0, workingDaySeconds - (date === HOLIDAY ? holidaySeconds : 0));
    const seconds = stored.get(date) ?? 0;
    const isTooMuch = !roundsUp && seconds > Math.max(required, existing.get(date) ?? 0);
    return isTooMuch || seconds <= required - 60 ? [`${date} has ${seconds} s of ${required} s`] : [];
  });
  return [...wrongDays, ...wrongReplies(replies, sandbox, isKilled ? undefined : existingIds)];
}

function byDate({ state }: Sandbox): { date: string; seconds: number }[] {
  return [...state.worklogs.values()].map((it) => ({ date: it.startDate, seconds: it.timeSpentSeconds }));
}

/**
 * Worklogs that replies report as stored although they are not, or report twice; and worklogs that are stored although no reply
 * says that they are or may be.
 *
 * @param existingIds undefined if a process was killed and its reply is missing
 */
function wrongReplies(
  replies: readonly FillDaysResponse[],
  { state }: Sandbox,
  existingIds: ReadonlySet<number> | undefined,
): string[] {
  const problems: string[] = [];
  const reported = new Set<number>();
  for (const { issueKey, hours, dates, worklogIds = [] } of replies.flatMap(({ entries }) => entries))
    for (const [index, id] of worklogIds.map(Number).entries()) {
      const found = state.worklogs.get(id);
      const isTrue =
        found?.startDate === dates[index] &&
        found?.issueId === ISSUES[issueKey] &&
        toHours(found?.timeSpentSeconds ?? 0) === hours;
      if (!isTrue || reported.has(id))
        problems.push(`worklog ${id} is reported as ${hours} h on ${issueKey}`);
      reported.add(id);
    }
  const failures = replies.flatMap((reply) => reply.failures ?? []);
  for (const { id, startDate, issueId } of state.worklogs.values()) {
    if (!existingIds || existingIds.has(id) || reported.has(id)) continue;
    const isKnown = failures.some(
      ({ date, issueKey, error }) => date === startDate && ISSUES[issueKey] === issueId && isUnknown(error),
    );
    if (!isKnown) problems.push(`worklog ${id} is in no reply`);
  }
  return problems;
}
