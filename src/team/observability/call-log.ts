import type { FinishedCall } from "../../server/context.ts";
import type { Log } from "../../timesheet/log.ts";
import { codeOf } from "./server-metrics.ts";

interface Ids {
  requestId: string;
  traceId: string | undefined;
  /** Keyed hashes: the user whom Jira names, and the authenticated caller. */
  person: string | undefined;
  caller: string | undefined;
}

/** A line for each call, and one more for what it changed in Tempo: worklogs by id, never their content. */
export function logCall(log: Log, call: FinishedCall, ids: Ids): void {
  const { tool, milliseconds, changes } = call;
  const code = codeOf(call);
  log("", code === "internal" || code === "contract_violation" ? "error" : "info", {
    event: "call",
    ...ids,
    tool,
    code,
    milliseconds: Math.round(milliseconds),
  });
  const made = changes?.byKind().map(({ effect, isCertain, ids: changed }) => {
    if (isCertain) return [effect, changed];
    const name = `possibly${effect.charAt(0).toUpperCase()}${effect.slice(1)}`;
    // A worklog that is possibly stored has a description in place of an id.
    return [name, effect === "stored" ? changed.length : changed];
  });
  if (made?.length) log("", "info", { event: "audit", ...ids, tool, ...Object.fromEntries(made) });
}
