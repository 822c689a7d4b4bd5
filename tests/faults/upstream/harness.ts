import { smallPages } from "../../helpers/other-tempos.ts";
import { randomFrom } from "../../helpers/random.ts";
// Loaded before the clock is virtual: loading takes real time.
import "../../../src/contract/replies.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { seed } from "../../helpers/seeds.ts";
import { STORED_CHANGES } from "../../helpers/stored-changes.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";
import { createClient, createMachine } from "./client.ts";
import { faultyUpstream } from "./faulty-upstream.ts";
import type { Scenario } from "./scenario.ts";
import { judge, type Results, seedWorklog, type Tally } from "./tally.ts";

/** A process that has run for a while: its clock's start must not count as the time of a failure. */
const START_MS = 3_600_000;

/** Longer than anything upstream still has to process. */
const SETTLED_MS = 60_000;

/** The time after which it is decided what became of each request. */
const DECIDED_MS = 250_000;

/** Plays a scenario on virtual time, and compares what is stored with what was reported. */
export async function playScenario(scenario: Scenario): Promise<Tally> {
  const { deployment, entries, existing, pageSize, rate, faults, lag, interruption, other, pause } = scenario;
  const random = randomFrom(scenario.seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const change = STORED_CHANGES[scenario.change];
  const worklogs = entries.slice(0, existing).map(seedWorklog);
  const sandbox = createSandbox(seed({ worklogs }), { behaviour: { change } });
  const existingIds = new Set(sandbox.state.worklogs.keys());
  const lists = smallPages(pageSize)(laggingLists(sandbox, clock, () => lag));
  const latest = Math.max(1000, 10_000 - lag);
  const faulty = faultyUpstream(lists, { clock, random, rate, faults, latest });
  const sound = faultyUpstream(lists, { clock, random, rate: 0, faults, latest });
  const { fetch, most } = measured(faulty, clock);
  const machine = createMachine();
  const calls: Results[] = [];

  const first = createClient({ deployment, fetch, clock, machine, interruption });
  const posting = timed(clock, () => first.post(entries));
  const second =
    other.client === "none"
      ? undefined
      : clock.sleep(other.after).then(() => {
          const shared = other.client === "on this machine" ? machine : createMachine();
          const client = createClient({ deployment, fetch: faulty, clock, machine: shared });
          return timed(clock, () => client.post(entries));
        });
  const reply = await Promise.race([posting, first.interrupted]);
  if (reply) calls.push(reply.results);
  await clock.sleep(pause);
  const again = createClient({ deployment, fetch: sound, clock, machine });
  const repeated = await timed(clock, () => again.post(entries));
  if (second) calls.push((await second).results);
  if (interruption.kind === "cancelled") calls.push((await posting).results);
  calls.push(repeated.results);
  await clock.sleep(DECIDED_MS);
  const last = await timed(clock, () => again.post(entries));
  // Lets upstream process its remaining requests.
  await clock.sleep(SETTLED_MS);
  calls.push(last.results);

  if (other.client === "none" && interruption.kind === "none" && most.inASecond > 5)
    throw new Error(`Tempo Cloud got ${most.inASecond} requests within a second`);
  const everywhere = other.client !== "on another machine";
  return judge({
    entries,
    calls,
    change,
    stored: [...sandbox.state.worklogs.values()],
    existingIds,
    everywhere,
    changesContent: scenario.change !== "nothing",
  });
}

/** Posts, and holds that the call keeps its time. */
async function timed(
  clock: VirtualClock,
  post: () => Promise<{ results: Results } | undefined>,
): Promise<{ results: Results }> {
  const start = clock.now();
  const reply = await post();
  const elapsed = clock.now() - start;
  if (elapsed > 50_000) throw new Error(`the call took ${elapsed} ms of its 50,000`);
  return reply ?? { results: [] };
}

/** Counts the most requests that Tempo Cloud got within a second. */
function measured(fetch: Fetch, clock: VirtualClock): { fetch: Fetch; most: { inASecond: number } } {
  const sent: number[] = [];
  const most = { inASecond: 0 };
  return {
    most,
    fetch(request) {
      if (new URL(request.url).pathname.startsWith("/4/")) {
        sent.push(clock.now());
        const inASecond = sent.filter((at) => at > clock.now() - 1000).length;
        most.inASecond = Math.max(most.inASecond, inASecond);
      }
      return fetch(request);
    },
  };
}
