import { LENGTHS } from "../text/lengths.ts";
import { thousands } from "../text/thousands.ts";
import {
  type Activity,
  EvidenceError,
  type EvidenceSource,
  type ReadEvidence,
} from "../timesheet/draft/evidence.ts";
import { CancelledError, TimesheetError } from "../timesheet/errors.ts";
import { groupBy } from "../timesheet/group-by.ts";
import { toHours } from "../timesheet/hours.ts";
import { sum } from "../timesheet/missing-days.ts";
import type { IssueActivity, JiraHours, ReadActivity } from "../timesheet/port.ts";
import { compareText } from "../timesheet/totals.ts";
import { shortText } from "./short-text.ts";

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
        timesheet.hoursOnlyInJira(range, zone, context).then(sayWhatIsBehind, sayUnknown),
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

/** Says which hours a draft would log twice. */
function sayWhatIsBehind(hours: readonly JiraHours[]): string[] {
  const inOrder = hours.toSorted(
    (a, b) => compareText(a.date, b.date) || compareText(a.issueKey, b.issueKey),
  );
  const onDates = groupBy(inOrder, ({ date, issueKey }) => `${shortName(issueKey)} on ${date}`);
  const all = [...onDates].map(
    ([where, of]) => `${toHours(sum(of, ({ seconds }) => seconds))} h on ${where}`,
  );
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_NAMED).join(", ");
  const rest = all.length > MAX_NAMED ? ` and ${counted(all.length - MAX_NAMED, "other")}` : "";
  return [
    `Hours that you logged through Jira are not in Tempo yet: ${shown}${rest}. They do not count here, so a draft of these dates may log ` +
      "them again. Wait until Tempo shows them, then draft again.",
  ];
}

function sayUnknown(error: unknown): string[] {
  if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
  return [
    `It is not known whether you logged hours through Jira that are not in Tempo yet. ${error.message}`,
  ];
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
  return [
    ...(isNarrow
      ? [
          "Jira refused the search for issues that you changed (updatedBy), so only issues that you are assignee, reporter or " +
            "watcher of were read. Your comments and changes elsewhere are missing.",
        ]
      : []),
    ...(limit === undefined
      ? []
      : [
          `Jira has more than ${thousands(limit)} issues for these dates, of which ${thousands(limit)} were read. Ask for a shorter range.`,
        ]),
    ...(incomplete.length === 0
      ? []
      : [
          `Jira did not return all of the history of ${listed(incomplete)}, so some of your changes may be missing.`,
        ]),
  ];
}

function listed(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).map(shortName).join(", ");
  const rest = keys.length - MAX_NAMED;
  return rest > 0 ? `${named} and ${counted(rest, "other issue")}` : named;
}

function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The name of a status, or a key. */
function shortName(text: string): string {
  return shortText(text, LENGTHS.name);
}
