import { textRuleError } from "../contract/input-rules.ts";
import { monthsUpTo } from "../timesheet/calendar-month.ts";
import { findRecentIssues } from "../timesheet/recent-issues.ts";
import type { Completer } from "./completer.ts";
import { callContext, type ServerContext } from "./context.ts";
import { describeError, logLines } from "./describe-error.ts";

/** How long the issues found are offered again: a host asks with every key that is pressed. */
const REMEMBERED_MS = 60_000;

/** This month and those before it, as far back as the same month of last year. */
const MONTHS_OFFERED = 13;

/** Completes months from the calendar and issue keys from the issues booked on of late. */
export function openCompleter(context: ServerContext): Completer {
  let issues: { keys: Promise<string[]>; until: number } | undefined;

  function recentKeys(): Promise<string[]> {
    const now = context.clock.now();
    if (!issues || issues.until <= now) issues = { keys: findKeys(context), until: now + REMEMBERED_MS };
    return issues.keys;
  }

  const offers: Record<string, () => string[] | Promise<string[]>> = {
    issueKey: recentKeys,
    month: () => monthsUpTo(context.today(), MONTHS_OFFERED),
  };

  return async (name, typed) => {
    const offered = (await offers[name]?.()) ?? [];
    return offered.filter((value) => value.toLowerCase().startsWith(typed.trim().toLowerCase()));
  };
}

/** Without an answer nothing is offered, and the log says why: a suggestion is no place for an error. */
async function findKeys(context: ServerContext): Promise<string[]> {
  try {
    // Several requests share the result, so cancelling one of them does not abort it.
    const call = { signal: new AbortController().signal, name: "completion" };
    const { byIssue } = await findRecentIssues(callContext(context, await context.openTimesheet(), call));
    // An issue that the user may no longer see goes by its id, which is no key.
    return byIssue
      .map(({ issueKey }) => context.redact(issueKey))
      .filter((key) => textRuleError("issueKey", key) === undefined);
  } catch (error) {
    const [line = describeError(error, "the search").text] = logLines(error);
    context.log(`issue keys to offer: ${line}`);
    return [];
  }
}
