import { entryOfContent, finalWorklog } from "./content.ts";
import { PERIODS } from "./generate.ts";
import type { History } from "./history.ts";
import { invocationOf, updateOf } from "./invocation.ts";
import { invoke } from "./invoke.ts";
import { actInTempo } from "./person.ts";
import { Recorder } from "./recorder.ts";
import type { Action, Scenario, Step } from "./scenario.ts";
import type { CreateState } from "./shared-state.ts";
import { meetAtTime } from "./time-faults.ts";
import { createWorld, type World } from "./world.ts";

/** Longer than anything is remembered as open, and than anything upstream still has to process. */
const SETTLED_MS = 150_000;

/** Plays a scenario on virtual time, lets everything settle, and posts once more what was posted on this machine. */
export async function play(scenario: Scenario, createState: CreateState): Promise<History> {
  const world = await createWorld(scenario, createState);
  const recorder = new Recorder(world.tempo);
  const { clock, tempo } = world;
  try {
    const running: Promise<void>[] = [];
    const later: Promise<void>[] = [];
    for (const step of scenario.steps) {
      if (!step.isConcurrent) await running.at(-1);
      await clock.sleep(step.gap);
      for (const fault of step.faults)
        if (fault.at === "time") later.push(meetAtTime(fault, step.by, world, recorder));
      running.push(playStep(step, scenario, world, recorder));
    }
    await Promise.all([...running, ...later]);
    await clock.sleep(SETTLED_MS);
    await probe(scenario, world, recorder);
    await clock.sleep(SETTLED_MS);
    const { entries, weather } = scenario;
    return {
      calls: recorder.calls,
      worklogs: tempo.worklogs().map(finalWorklog),
      submitted: PERIODS.filter((period) => tempo.isSubmitted(period)),
      lag: Math.max(...weather.listLag, ...weather.readLag),
      keepsHours: weather.change !== "rounds up to 15 minutes",
      keepsComments: weather.change !== "drops the comment",
      entryOf: (worklog) => entryOfContent(worklog, entries),
      dateOf: (entry) => entry.split("@")[1] ?? entries.find(({ token }) => token === entry)?.date,
    };
  } finally {
    await world.end();
  }
}

async function playStep(
  { by, action, faults }: Step,
  { entries }: Scenario,
  world: World,
  recorder: Recorder,
): Promise<void> {
  if (by !== "person")
    return invoke(invocationOf(action, entries, recorder), faults, { world, recorder, by, isProbe: false });
  const target = "target" in action ? recorder.target(action.target) : undefined;
  const call = actInTempo(action, target, world, entries);
  if (call) recorder.keep(call);
}

/** Everything can be written again, and what was posted is settled by posting it once more. */
async function probe({ steps, entries }: Scenario, world: World, recorder: Recorder): Promise<void> {
  const ask = (invocation: ReturnType<typeof invocationOf>) =>
    invoke(invocation, [], { world, recorder, by: 0, isProbe: true });
  const posted = steps.flatMap(({ by, action }) => (typeof by === "number" ? entriesOf(action) : []));
  if (posted.length > 0)
    await ask(invocationOf({ does: "bulk", entries: [...new Set(posted)] }, entries, recorder));
  const claims = recorder.calls.flatMap((call) => call.claims);
  const changed = claims.findLast((claim) => claim.says === "maybe changed");
  const targets = recorder.targets();
  await ask(updateOf(targets.find(({ id }) => id === changed?.id) ?? targets[0], { mark: "u999" }));
  const submitted = claims.findLast((claim) => claim.says === "maybe submitted");
  if (submitted) await ask(invocationOf({ does: "submit", period: submitted.period }, entries, recorder));
}

function entriesOf(action: Action): number[] {
  if (action.does === "post") return [action.entry];
  return action.does === "bulk" ? action.entries : [];
}
