import { addDays } from "../../src/timesheet/dates.ts";
import { entryOfContent, finalWorklog } from "./content.ts";
import type { History } from "./history.ts";
import { type Invocation, invocationOf, updateOf } from "./invocation.ts";
import { invoke } from "./invoke.ts";
import { DATES, PERIODS } from "./motifs.ts";
import { actInTempo } from "./person.ts";
import { Recorder } from "./recorder.ts";
import type { Action, HostActor, Scenario, Step } from "./scenario.ts";
import type { CreateState } from "./shared-state.ts";
import { meetAtTime } from "./time-faults.ts";
import { createWorld, type World } from "./world.ts";

/** Longer than anything is in doubt, and than anything upstream still has to process. */
const SETTLED_MS = 450_000;

/** A plan for all dates, and for the one after them that plans reach: whatever a call finds on them, it says. */
const PLAN = {
  does: "fill" as const,
  token: "f99",
  startDate: DATES[0] as string,
  endDate: addDays(DATES.at(-1) as string, 1),
  issueKey: "PROJ-4",
} satisfies Action;

const DRAFT: Action = { ...PLAN, does: "draft", token: "f98" };

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
      for (const fault of step.faults) {
        if (fault.at !== "time") continue;
        // No promise is made of a call that is under way then.
        if (fault.does === "restore") await Promise.all(running);
        const over = meetAtTime(fault, step.by, world, recorder);
        if (fault.does === "restore") await over;
        else later.push(over);
      }
      running.push(playStep(step, scenario, world, recorder));
    }
    await Promise.all([...running, ...later]);
    await clock.sleep(SETTLED_MS);
    await probe(scenario, world, recorder);
    await clock.sleep(SETTLED_MS);
    const { deployment, entries, weather } = scenario;
    const teams = new Map(
      scenario.steps.flatMap(({ action }) => (action.does === "fill" ? [[action.token, action.team]] : [])),
    );
    return {
      calls: recorder.calls,
      worklogs: tempo.worklogs().map(finalWorklog),
      writes: tempo.writes,
      submitted: PERIODS.filter((period) => tempo.isSubmitted(period)),
      lag: Math.max(...weather.listLag, ...weather.readLag),
      keepsHours: weather.change !== "rounds up to 15 minutes",
      keepsComments: weather.change !== "drops the comment",
      keepsContent: weather.change === "nothing",
      isDataCenter: deployment === "datacenter",
      teamOf: (entry) => teams.get(entry.split("@")[0] ?? ""),
      entryOf: (worklog) => entryOfContent(worklog, entries),
      dateOf: (entry) => entry.split("@")[1] ?? entries.find(({ token }) => token === entry)?.date,
    };
  } finally {
    await world.end();
  }
}

async function playStep(step: Step, { entries }: Scenario, world: World, recorder: Recorder): Promise<void> {
  const { by, action, faults, inShell = false } = step;
  if (by !== "person") {
    const invoking = { world, recorder, by, isProbe: false, inShell };
    return invoke(invocationOf(action, entries, recorder), faults, invoking);
  }
  const target = "target" in action ? recorder.target(action.target) : undefined;
  const call = actInTempo(action, target, world, entries);
  if (call) recorder.keep(call);
}

/**
 * Everything can be written again: what was posted is posted once more where it was, all dates are planned there, and the last
 * change and the submissions that may not have been made are asked for again. The journal is shown.
 */
async function probe({ steps, entries }: Scenario, world: World, recorder: Recorder): Promise<void> {
  const ask = (action: Action, by: HostActor) =>
    invoke(invocationOf(action, entries, recorder), [], { world, recorder, by, isProbe: true });
  // Nothing has finished yet what was interrupted.
  if (steps.some(({ by }) => typeof by === "number"))
    for (const action of [PLAN, DRAFT]) {
      const planned = invocationOf(action, entries, recorder);
      await invoke(planned, [], { world, recorder, by: 0, isProbe: true, onlyPlans: true });
    }
  for (const machine of [0, "other machine"] as const) {
    const own = steps.filter(({ by }) => (machine === 0 ? typeof by === "number" : by === machine));
    const posted = own.flatMap(({ action }) => entriesOf(action));
    if (posted.length > 0) await ask({ does: "bulk", entries: [...new Set(posted)] }, machine);
    if (own.length > 0) await ask(PLAN, machine);
  }
  const claims = recorder.calls.flatMap((call) => call.claims);
  const changed = claims.findLast((claim) => claim.says === "maybe changed");
  const targets = recorder.targets();
  const update = updateOf(targets.find(({ id }) => id === changed?.id) ?? targets[0], { mark: "u999" });
  await invoke(update, [], { world, recorder, by: 0, isProbe: true });
  for (const period of PERIODS) {
    const last = claims.findLast((claim) => "period" in claim && claim.period === period);
    if (last?.says.endsWith("submitted") && last.says !== "submitted")
      await ask({ does: "submit", period }, 0);
    if (last?.says.endsWith("recalled") && last.says !== "recalled") await ask({ does: "recall", period }, 0);
  }
  const journal: Invocation = { args: {}, request: { tool: "journal" } };
  if (world.host(0).hasShell) await invoke(journal, [], { world, recorder, by: 0, isProbe: true });
}

function entriesOf(action: Action): number[] {
  if (action.does === "post") return [action.entry];
  return action.does === "bulk" ? action.entries : [];
}
