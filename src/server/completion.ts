import { textRuleError } from "../contract/input-rules.ts";
import { shownText } from "../text/show.ts";
import { monthsUpTo, weeksUpTo } from "../timesheet/dates.ts";
import { findRecentIssues } from "../timesheet/totals.ts";
import { callContext, type ServerContext } from "./context.ts";
import { failureOf, logLines } from "./errors.ts";

export type Completer = (name: string, typed: string) => Promise<string[]>;

/** A host asks with every key that is pressed. */
const CACHE_TTL_MS = 60_000;

/** Back to the same month of last year. */
const MONTHS_OFFERED = 13;

const WEEKS_OFFERED = 9;

export function createCompleter(server: ServerContext): Completer {
  let cached: { keys: Promise<string[]>; expiresAt: number } | undefined;

  function recentKeys(): Promise<string[]> {
    const now = server.clock.now();
    if (!cached || cached.expiresAt <= now)
      cached = { keys: findKeys(server), expiresAt: now + CACHE_TTL_MS };
    return cached.keys;
  }

  const suggestions: Record<string, () => string[] | Promise<string[]>> = {
    issueKey: recentKeys,
    month: () => monthsUpTo(server.today(), MONTHS_OFFERED),
    week: () => weeksUpTo(server.today(), WEEKS_OFFERED),
  };

  return async (name, typed) => {
    const values = (await suggestions[name]?.()) ?? [];
    const start = typed.trim().toLowerCase();
    return values.filter((value) => value.toLowerCase().startsWith(start));
  };
}

/** A failure suggests nothing and is logged: a suggestion is no place for an error. */
async function findKeys(server: ServerContext): Promise<string[]> {
  try {
    // Several requests share the result, so cancelling one of them does not abort it.
    const call = { signal: new AbortController().signal, name: "completion" };
    const { byIssue } = await findRecentIssues(callContext(server, await server.openTimesheet(), call));
    // An issue that the user can no longer see has its id in place of a key.
    return byIssue
      .map(({ issueKey }) => shownText(issueKey, server.redact))
      .filter((key) => textRuleError("issueKey", key) === undefined);
  } catch (error) {
    const [line = failureOf(error, "completion").text.assistant] = logLines(error);
    server.log(`completion of issue keys failed: ${line}`);
    return [];
  }
}
