import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { toHours, toSeconds } from "../../src/timesheet/hours.ts";
import { worklog } from "../helpers/seeds.ts";
import { ISSUES } from "./content.ts";
import type { Call, Claim } from "./history.ts";
import type { Target } from "./recorder.ts";
import type { Action, Entry } from "./scenario.ts";
import type { World } from "./world.ts";

/** Plays a user's action in Tempo itself, which takes effect at once. Undefined if there is nothing to do it to. */
export function actInTempo(
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
    const { token, issueKey, date, hours } = entries[action.entry % entries.length] as Entry;
    const issueId = Number(Object.entries(ISSUES).find(([, key]) => key === issueKey)?.[0]);
    const stored = tempo.log(
      worklog({ issueId, startDate: date, timeSpentSeconds: toSeconds(hours), description: token }),
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
  if (action.does !== "edit" && action.does !== "move") return undefined;
  const { mark } = action;
  const description = `${target.entry.split("@")[0]} ${mark}`;
  const now = tempo.change(found.id, { ...found, description, ...changeOf(action) });
  const { startDate: date, timeSpentSeconds } = now;
  return done(`${id} ${mark}`, { says: "changed", id, mark, date, hours: toHours(timeSpentSeconds) });
}

function changeOf(
  action: { does: "move"; date: string } | { does: "edit"; hours: number },
): Partial<SandboxWorklog> {
  if (action.does === "move") return { startDate: action.date };
  const timeSpentSeconds = toSeconds(action.hours);
  return { timeSpentSeconds, billableSeconds: timeSpentSeconds };
}
