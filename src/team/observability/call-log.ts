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
  if (!changes) return;
  const made = {
    stored: changes.stored,
    possiblyStored: changes.possiblyStored.length,
    deleted: changes.deleted,
    possiblyDeleted: [...changes.possiblyDeleted],
    changed: changes.edited,
    possiblyChanged: [...changes.possiblyEdited],
    submitted: changes.submitted,
    possiblySubmitted: [...changes.possiblySubmitted],
  };
  const notEmpty = Object.entries(made).filter(([, value]) =>
    typeof value === "number" ? value > 0 : value.length > 0,
  );
  if (notEmpty.length > 0) log("", "info", { event: "audit", ...ids, tool, ...Object.fromEntries(notEmpty) });
}
