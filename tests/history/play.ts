import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { toHours, toSeconds } from "../../src/timesheet/hours.ts";
import { worklog } from "../helpers/seeds.ts";
import { changedComment, detailsOf, entryOfContent, ISSUES, markIn, TEAM_KEY, tokenOf } from "./content.ts";
import { type Call, type Claim, type History, RESTORED } from "./history.ts";
import { type Invocation, invocationOf, updateOf } from "./invocation.ts";
import { invoke } from "./invoke.ts";
import { DATES, PERIODS } from "./motifs.ts";
import { Recorder, type Target } from "./recorder.ts";
import type { Action, Actor, Entry, Fault, HostActor, Scenario, Step, Values } from "./scenario.ts";
import type { CreateState } from "./shared-state.ts";
import { createWorld, nameOf, type World } from "./world.ts";

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
      worklogs: tempo.held(),
      writes: tempo.writes,
      submitted: PERIODS.filter((period) => tempo.isSubmitted(period)),
      lag: Math.max(...weather.listLag, ...weather.readLag),
      keepsHours: weather.change !== "rounds up to 15 minutes",
      keepsComments: weather.change !== "drops the comment",
      keepsContent: weather.change === "nothing",
      isDataCenter: deployment === "datacenter",
      attributesOf: (entry) => {
        const team = teams.get(tokenOf(entry));
        const given = entries.find(({ token }) => token === entry)?.attributes ?? {};
        return team === undefined ? given : { [TEAM_KEY]: team };
      },
      entryOf: (worklog) => entryOfContent(worklog, entries),
      dateOf: (entry) => entry.split("@")[1] ?? entries.find(({ token }) => token === entry)?.date,
    };
  } finally {
    await world.end();
  }
}

async function playStep(step: Step, { entries }: Scenario, world: World, recorder: Recorder): Promise<void> {
  const { by, action, faults, inShell = false, spelling } = step;
  if (by !== "person") {
    const invoking = { world, recorder, by, isProbe: false, inShell };
    return invoke(invocationOf(action, entries, recorder, spelling), faults, invoking);
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
    invoke(invocationOf(action, entries, recorder, 1), [], { world, recorder, by, isProbe: true });
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

/** Longer than times of creation are alike: no id is given again at once. */
const RESTORING_MS = 3000;

/** Lets happen what happens at a time, whatever is being done then. */
async function meetAtTime(
  fault: Extract<Fault, { at: "time" }>,
  by: Actor,
  world: World,
  recorder: Recorder,
): Promise<void> {
  const { clock, tempo, state } = world;
  await clock.sleep(fault.after);
  const note = (name: string, details: string) => recorder.keepFault(clock.now(), name, details);
  switch (fault.does) {
    case "clock": {
      const whose = fault.ofAll || by === "person" ? "all" : by;
      world.setClock(whose, fault.ms);
      return note("clock set", `${whose === "all" ? "all" : nameOf(whose)} by ${fault.ms / 1000} s`);
    }
    case "database clock":
      state.setClock(fault.ms);
      return note("clock of the database set", `by ${fault.ms / 1000} s`);
    case "database away":
      state.setAway(true);
      note("database away", `for ${fault.ms / 1000} s`);
      await clock.sleep(fault.ms);
      return state.setAway(false);
    case "restore": {
      tempo.setDown(true);
      await clock.sleep(RESTORING_MS);
      tempo.setDown(false);
      tempo.restore(fault.ms);
      return note(RESTORED, `to ${fault.ms / 1000} s ago`);
    }
    case "move issue":
      tempo.moveIssue(fault.issueKey);
      return note("issue moved", fault.issueKey);
    case "revoke":
      tempo.setRevoked(true);
      note("token revoked", `for ${fault.ms / 1000} s`);
      await clock.sleep(fault.ms);
      tempo.setRevoked(false);
  }
}

/** Plays a user's action in Tempo itself, which takes effect at once. Undefined if there is nothing to do it to. */
function actInTempo(
  action: Action,
  target: Target | undefined,
  { clock, tempo }: World,
  entries: readonly Entry[],
): Omit<Call, "held"> | undefined {
  const done = (args: string, claim: Claim): Omit<Call, "held"> => {
    const at = clock.now();
    const call = { by: "person", tool: action.does, args, from: at, to: at, reply: "done", claims: [claim] };
    return { ...call, log: [], faults: [], isDisturbed: false, isProbe: false };
  };
  if (action.does === "log") {
    const { token, issueKey, date, hours, ...entry } = entries[action.entry % entries.length] as Entry;
    const { attributes, billable = true } = detailsOf(entry.attributes ?? {});
    const issueId = Number(Object.entries(ISSUES).find(([, key]) => key === issueKey)?.[0]);
    const stored = tempo.log(
      worklog({
        ...{ issueId, startDate: date, timeSpentSeconds: toSeconds(hours), description: tokenOf(token) },
        ...(Object.keys(attributes).length > 0 && { attributes }),
        ...(!billable && { billableSeconds: 0 }),
      }),
    );
    return done(token, {
      says: "stored",
      entry: token,
      id: String(stored.id),
      isNew: true,
      hours: toHours(stored.timeSpentSeconds),
    });
  }
  const found = target && tempo.worklogs().find(({ id }) => String(id) === target.id);
  if (!target || !found) return undefined;
  const { id } = target;
  if (action.does === "remove") {
    tempo.remove(found.id);
    return done(id, { says: "deleted", id });
  }
  const { entry } = target;
  const changed = (mark: string, changes: Partial<SandboxWorklog>, attributes: Values = {}) => {
    const now = tempo.change(found.id, { ...found, ...changes });
    const { startDate: date, timeSpentSeconds } = now;
    const hours = toHours(timeSpentSeconds);
    return done(`${id} ${mark}`, { says: "changed", id, mark, entry, date, hours, attributes });
  };
  if (action.does === "assign") {
    const attributes = { [TEAM_KEY]: "red" };
    const all = { attributes: { ...found.attributes, ...attributes } };
    return changed(markIn(found.description) ?? "", all, attributes);
  }
  if (action.does !== "edit" && action.does !== "move") return undefined;
  const description = changedComment(entry, action.mark);
  return changed(action.mark, { description, ...changeOf(action, found) });
}

function changeOf(
  action: { does: "move"; date: string } | { does: "edit"; hours: number },
  { billableSeconds }: SandboxWorklog,
): Partial<SandboxWorklog> {
  if (action.does === "move") return { startDate: action.date };
  const timeSpentSeconds = toSeconds(action.hours);
  return { timeSpentSeconds, billableSeconds: billableSeconds === 0 ? 0 : timeSpentSeconds };
}
