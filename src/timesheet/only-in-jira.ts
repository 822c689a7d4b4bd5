import { LENGTHS, shortText, thousands } from "../text/lengths.ts";
import { sum } from "./day-balance.ts";
import { CancelledError, TimesheetError } from "./errors.ts";
import { groupBy } from "./group-by.ts";
import { toHours } from "./hours.ts";
import type { HoursOnlyInJira, JiraHours } from "./port.ts";
import { compareText } from "./totals.ts";

/** The most hours that the sentence names. */
const MAX_NAMED = 5;

/**
 * Says which hours a draft or a plan would log twice, or that this is not known.
 *
 * @param reading the hours that the user logged through Jira, on the dates of the plan
 */
export async function sayOnlyInJira(
  reading: Promise<HoursOnlyInJira>,
  plan: "draft" | "plan",
): Promise<string[]> {
  try {
    const { hours, limit } = await reading;
    return [...describe(hours, plan), ...(limit === undefined ? [] : [moreIssues(limit)])];
  } catch (error) {
    if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
    return [
      `It is not known whether you logged hours through Jira that are not in Tempo yet. ${error.message}`,
    ];
  }
}

function moreIssues(limit: number): string {
  return (
    `You logged hours through Jira on more than ${limit} issues on these dates, of which ${limit} were read, so hours of the others may not ` +
    "be in Tempo yet. Ask for a shorter range."
  );
}

function describe(hours: readonly JiraHours[], plan: "draft" | "plan"): string[] {
  const inOrder = hours.toSorted(
    (a, b) => compareText(a.date, b.date) || compareText(a.issueKey, b.issueKey),
  );
  const onDates = groupBy(inOrder, ({ date, issueKey }) => `${shortText(issueKey, LENGTHS.name)} on ${date}`);
  const all = [...onDates].map(
    ([where, of]) => `${toHours(sum(of, ({ seconds }) => seconds))} h on ${where}`,
  );
  if (all.length === 0) return [];
  const more = all.length - MAX_NAMED;
  const shown = all.slice(0, MAX_NAMED).join(", ");
  const rest = more > 0 ? ` and ${thousands(more)} other${more === 1 ? "" : "s"}` : "";
  return [
    `Hours that you logged through Jira are not in Tempo yet: ${shown}${rest}. They do not count here, so a ${plan} of these dates may ` +
      `log them again. Wait until Tempo shows them, then ${plan} again.`,
  ];
}
