import type { Index } from "./index-history.ts";
import type { Violation } from "./violation.ts";

/** A worklog has the work attribute that its plan gave it, or none, whatever was changed since and wherever it was moved. */
export function checkAttributes({ history, made, byId }: Index): Violation[] {
  if (!history.keepsComments) return [];
  return made("stored").flatMap(({ call, claim }): Violation[] => {
    const { id, entry } = claim;
    const worklog = byId.get(id);
    const team = history.teamOf(entry);
    if (!worklog || worklog.team === team || !claim.isNew) return [];
    const what = `${entry} was stored as ${id} for the team ${team ?? "none"}, which has ${worklog.team ?? "none"}`;
    return [{ harm: "false", what, call, entries: [entry], ids: [id] }];
  });
}
