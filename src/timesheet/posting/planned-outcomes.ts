import type { TimesheetError } from "../errors.ts";
import type { ConfirmedWorklog, Issue, NewWorklog } from "../port.ts";
import { possiblyLoggedTwice } from "./errors.ts";
import type { RowOutcome } from "./outcome.ts";

/** A worklog of a plan that is stored, on the issue as Jira names it now. */
export interface StoredPlanned {
  planned: NewWorklog;
  stored: ConfirmedWorklog;
  issue: Issue;
}

export interface PlanFailure {
  date: string;
  issueKey: string;
  failure: TimesheetError;
}

/** The stored worklogs of a plan, and those that failed. One that is stored, and perhaps twice, is among the failures too: a reply has no other place for its copy. */
export function plannedOutcomes(
  worklogs: readonly NewWorklog[],
  outcomes: readonly RowOutcome[],
): { stored: StoredPlanned[]; failures: PlanFailure[] } {
  const rows = worklogs.flatMap((planned, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ planned, outcome }] : [];
  });
  return {
    stored: rows.flatMap(({ planned, outcome }) =>
      "stored" in outcome ? [{ planned, stored: outcome.stored, issue: outcome.issue }] : [],
    ),
    failures: rows.flatMap(({ planned, outcome }) => {
      const failure = failureOf(planned, outcome);
      return failure ? [{ date: planned.date, issueKey: planned.issue.key, failure }] : [];
    }),
  };
}

function failureOf(worklog: NewWorklog, outcome: RowOutcome): TimesheetError | undefined {
  if ("failure" in outcome) return outcome.failure;
  const { possibleDuplicateId: id } = outcome;
  return id === undefined ? undefined : possiblyLoggedTwice(worklog, id);
}
