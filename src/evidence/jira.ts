import { counted, LENGTHS, shortText, thousands } from "../text/lengths.ts";
import {
  type Activity,
  EvidenceError,
  type EvidenceSource,
  type ReadEvidence,
} from "../timesheet/draft/evidence.ts";
import { CancelledError, TimesheetError } from "../timesheet/errors.ts";
import { sayOnlyInJira } from "../timesheet/only-in-jira.ts";
import type { IssueActivity, ReadActivity } from "../timesheet/port.ts";

/** The most issues that a sentence names. */
const MAX_NAMED = 5;

/** The user's activity in Jira: statuses, comments, new issues and other changes. */
export function jiraSource(): EvidenceSource {
  return {
    name: "jira",
    async read(range, { zone, context }): Promise<ReadEvidence> {
      const { timesheet } = context;
      const [found, behind] = await Promise.all([
        timesheet.readActivity(range, zone, context).catch(sayWhy),
        sayOnlyInJira(timesheet.hoursOnlyInJira(range, zone, context), "draft"),
      ]);
      return {
        evidence: found.activity.map(toEvidence),
        leftOut: {},
        found: describe(found.activity),
        problems: [...behind, ...problemsOf(found)],
      };
    },
  };
}

function sayWhy(error: unknown): never {
  if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
  throw new EvidenceError(`Your activity in Jira cannot be read. ${error.message}`);
}

function toEvidence({ kind, issueKey, at, status }: IssueActivity): Activity {
  const detail = shortName(status ?? "");
  return { kind, source: "jira", at, texts: [issueKey], ...(detail !== "" && { detail }) };
}

function describe(activity: readonly IssueActivity[]): string {
  const issues = new Set(activity.map(({ issueKey }) => issueKey)).size;
  if (issues === 0) return "no changes";
  return `${counted(activity.length, "change")} in ${counted(issues, "issue")}`;
}

function problemsOf({ isNarrow, limit, incomplete }: ReadActivity): string[] {
  const problems = [
    isNarrow &&
      "Jira refused the search for issues that you changed (updatedBy), so only issues that you are assignee, reporter or " +
        "watcher of were read. Your comments and changes elsewhere are missing.",
    limit !== undefined &&
      `Jira has more than ${thousands(limit)} issues for these dates, of which ${thousands(limit)} were read. Ask for a shorter range.`,
    incomplete.length > 0 &&
      `Jira did not return all of the history of ${listed(incomplete)}, so some of your changes may be missing.`,
  ];
  return problems.filter((problem) => problem !== false);
}

function listed(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).map(shortName).join(", ");
  const rest = keys.length - MAX_NAMED;
  return rest > 0 ? `${named} and ${counted(rest, "other issue")}` : named;
}

/** The name of a status, or a key. */
function shortName(text: string): string {
  return shortText(text, LENGTHS.name);
}
