import { idsIn } from "../claims.ts";
import type { Violation } from "./index-history.ts";
import { type Index, LATEST_MS, textsOf } from "./index-history.ts";

/**
 * The budget of a call. A command that plans and logs makes two; an undo one that reads and one for each worklog that it deletes. No host gives up waiting for a command: it waits until it knows.
 */
const BUDGET_MS = 50_000;
const COMMAND_BUDGET_MS = 2 * (BUDGET_MS + LATEST_MS);
const UNDO_BUDGET_MS = 3 * (BUDGET_MS + LATEST_MS);

const TIME = /\b\d\d:\d\d\b/;

/** Every call is answered in its time and without an internal error, and nothing is blocked once everything has settled. */
export function checkAnswers({ history }: Index): Violation[] {
  return history.calls.flatMap((call): Violation[] => {
    const { tool, code, from, to, reply = "", isDisturbed, isProbe } = call;
    // A command is a process of its own in the world. Here, it has reads in common with other calls, which wait for them as long as it does.
    const isShared = history.calls.some(
      (it) => it.isCommand && it.by === call.by && it.from <= to && it.to >= from,
    );
    const budget = tool === "undo" ? UNDO_BUDGET_MS : isShared ? COMMAND_BUDGET_MS : BUDGET_MS;
    const broken = (what: string): Violation[] => [{ harm: "broken", what, call, entries: [], ids: [] }];
    if (code === "internal" || code === "contract_violation") return broken(`${tool}: ${reply}`);
    if (code === "hangs") return broken(`${tool} does not answer`);
    if (to - from > budget && !isDisturbed && call.by !== "fault")
      return broken(`${tool} took ${to - from} ms`);
    const isBlocked =
      isProbe &&
      (code === "not_sent" || /"error":"Not sent: (another|this process|the call's time)/.test(reply));
    return isBlocked ? broken(`${tool} is blocked: ${reply.slice(0, 200)}`) : [];
  });
}

/** A reply that does not know an outcome, or that sends nothing for what is in doubt, says until when, or which worklog to look at. */
export function checkTimes({ history }: Index): Violation[] {
  return history.calls.flatMap((call): Violation[] => {
    const broken = (what: string): Violation => ({ harm: "false", what, call, entries: [], ids: [] });
    return textsOf(call).flatMap((text): Violation[] => {
      const isUnknown = /\bunknown\b/.test(text);
      const isRefused = /may still take effect/.test(text) && !isUnknown;
      if (isRefused && call.code !== undefined && call.code !== "not_sent")
        return [broken(`what is in doubt was refused as ${call.code}`)];
      if (isRefused && !TIME.test(text)) return [broken("what is in doubt was refused without a time")];
      if (isUnknown && !TIME.test(text) && idsIn(text).length === 0)
        return [broken("an unknown outcome has no time")];
      return [];
    });
  });
}
