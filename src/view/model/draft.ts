import type { DraftTimesheetInput } from "../../generated/inputs.ts";
import type {
  DraftEntry,
  DraftTimesheetResponse,
  IssueCandidate,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import { sum } from "../../timesheet/day-balance.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { asList, asObject, isText } from "../bridge.ts";

/** The arguments of `draft_timesheet` that the draft is made by; they hold the user's choices. */
export type Choices = DraftTimesheetInput;

/** A date of a draft. */
export type DraftedDay = ReturnType<typeof draftedDays>[number];

/** The arguments of the assistant's call as `draft_timesheet` takes them; the reply's range where it is not known. */
export function choicesOf(
  args: Record<string, unknown>,
  { startDate, endDate }: { startDate: string; endDate: string },
): Choices {
  const assign = asList(args.assign).flatMap((value) => {
    const { ref, issueKey } = asObject(value);
    return isText(ref) && isText(issueKey) ? [{ ref, issueKey }] : [];
  });
  return {
    startDate,
    endDate: isText(args.endDate) ? args.endDate : endDate,
    ...(args.fill === false && { fill: false }),
    assign,
    leaveOut: asList(args.leaveOut).filter(isText),
  };
}

/** Gives evidence to an issue. */
export function assigned(choices: Choices, refs: readonly string[], issueKey: string): Choices {
  const rest = undecided(choices, refs);
  return { ...rest, assign: [...(rest.assign ?? []), ...refs.map((ref) => ({ ref, issueKey }))] };
}

/** Leaves evidence out. */
export function leftOut(choices: Choices, refs: readonly string[]): Choices {
  const rest = undecided(choices, refs);
  return { ...rest, leaveOut: [...(rest.leaveOut ?? []), ...refs] };
}

/** Undoes the choices for evidence. */
export function undecided(choices: Choices, refs: readonly string[]): Choices {
  const { assign = [], leaveOut = [] } = choices;
  return {
    ...choices,
    assign: assign.filter(({ ref }) => !refs.includes(ref)),
    leaveOut: leaveOut.filter((ref) => !refs.includes(ref)),
  };
}

/** Whether any choice can be kept for next time. Jira's own events name their issue, which goes before any rule. */
export function canRemember({ assign = [] }: Choices): boolean {
  return assign.some(({ ref }) => !ref.startsWith("j"));
}

/** The dates of which there is something to say, with the summaries and candidates that a reply gives only once. */
export function draftedDays({ days, summary }: DraftTimesheetResponse) {
  const summaries = new Map<string, string>();
  const candidatesOf = new Map<string, readonly IssueCandidate[]>();
  function named<Issue extends IssueCandidate | DraftEntry>(issue: Issue): Issue & { issueSummary: string } {
    const { issueKey, issueSummary = summaries.get(issueKey) ?? "" } = issue;
    summaries.set(issueKey, issueSummary);
    return { ...issue, issueSummary };
  }
  return days
    .map((day) => ({
      ...day,
      entries: (day.entries ?? []).map((entry) => ({
        ...named(entry),
        evidence: entry.evidence.map(refAndPhrase),
      })),
      unmapped: (day.unmapped ?? []).map((row) => {
        const { title, candidates = (title !== undefined && candidatesOf.get(title)) || [] } = row;
        // The reply gives them once, and the view says why once.
        const again = candidates.map((candidate) => ({ ...candidate, reason: "" }));
        if (title !== undefined) candidatesOf.set(title, again);
        return { ...row, candidates: candidates.map(named) };
      }),
      /** Hours are missing, and there is no evidence at all. */
      lacksEvidence: summary.daysWithoutEvidence.includes(day.date),
    }))
    .filter(
      (day) =>
        day.entries[0] ||
        day.unmapped[0] ||
        day.missingHoursAfter ||
        day.overtimeHours ||
        day.agentHours ||
        day.reason,
    );
}

/** Days of which the same is said, with their hours together. */
export function alike(days: readonly DraftedDay[]) {
  const kindOf = (day: DraftedDay) => `${day.reason} ${day.lacksEvidence} ${!day.missingHoursAfter}`;
  return [...groupBy(days, kindOf).values()].map((group) => {
    const total = (hours: "missingHoursAfter" | "overtimeHours" | "agentHours") =>
      sum(group, (day) => day[hours] ?? 0);
    return {
      dates: group.map((day) => day.date),
      missingHoursAfter: total("missingHoursAfter"),
      overtimeHours: total("overtimeHours"),
      agentHours: total("agentHours"),
      lacksEvidence: group[0]?.lacksEvidence ?? false,
      reason: group[0]?.reason,
    };
  });
}

/** The title of evidence; its ref if titles are kept back. */
export function nameOf({ title, ref }: UnmappedEvidence): string {
  return title ?? ref;
}

/** `g1: 3 commits, 09:10-12:05` in its two parts. */
function refAndPhrase(text: string): { ref: string; phrase: string } {
  const end = text.indexOf(": ");
  return { ref: text.slice(0, end), phrase: text.slice(end + 2) };
}
