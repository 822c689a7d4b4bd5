import { textRuleError } from "../contract/input-rules.ts";
import { monthsUpTo } from "../timesheet/calendar-month.ts";
import { findRecentIssues } from "../timesheet/recent-issues.ts";
import type { Completer } from "./completer.ts";
import { callScope, type Runner } from "./context.ts";
import { describeError, logLines } from "./describe-error.ts";

/** How long the issues found are offered again: a host asks with every key that is pressed. */
const REMEMBERED_MS = 60_000;

/** This month and those before it, as far back as the same month of last year. */
const MONTHS_OFFERED = 13;

/** Completes months from the calendar and issue keys from the issues booked on of late. */
export function openCompleter(runner: Runner): Completer {
  let issues: { keys: Promise<string[]>; until: number } | undefined;

  function recentKeys(): Promise<string[]> {
    const now = runner.clock.now();
    if (!issues || issues.until <= now) issues = { keys: findKeys(runner), until: now + REMEMBERED_MS };
    return issues.keys;
  }

  const offers: Record<string, () => string[] | Promise<string[]>> = {
    issueKey: recentKeys,
    month: () => monthsUpTo(runner.today(), MONTHS_OFFERED),
  };

  return async (name, typed) => {
    const offered = (await offers[name]?.()) ?? [];
    return offered.filter((value) => value.toLowerCase().startsWith(typed.trim().toLowerCase()));
  };
}

/** Without an answer nothing is offered, and the log says why: a suggestion is no place for an error. */
async function findKeys(runner: Runner): Promise<string[]> {
  try {
    // Several requests share the answer, so that the withdrawal of one does not cut it.
    const scope = callScope(runner, new AbortController().signal);
    const { byIssue } = await findRecentIssues(await runner.openTimesheet(), runner.today(), scope);
    // An issue that the user may no longer see goes by its id, which is no key.
    return byIssue
      .map(({ issueKey }) => runner.redact(issueKey))
      .filter((key) => textRuleError("issueKey", key) === undefined);
  } catch (error) {
    const [line = describeError(error, "the search").text] = logLines(error);
    runner.log(`issue keys to offer: ${line}`);
    return [];
  }
}
