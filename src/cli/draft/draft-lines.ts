import type {
  ChangedDraftWorklog,
  DraftDay,
  DraftEntry,
  DraftTimesheetResponse,
  PostDraftResponse,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import { columns } from "../columns.ts";

/** The meaning of each basis that is not the evidence's own word. */
const BASES: Record<NonNullable<DraftEntry["basis"]>, string> = {
  assigned: "as you said",
  rule: "by your rule",
  learnt: "as you logged it before",
  inferred: "the only issue of that branch in the week before",
};

const JIRA_ALONE =
  "Only Jira was asked: TEMPO_GIT_FOLDERS, TEMPO_CALENDARS and TEMPO_SESSIONS name more. See tempofiller help settings.";

/** A draft day by day: first what could not be read, then the days with the reasons of their entries, what does not count, the sources and the sum. */
export function draftLines(draft: DraftTimesheetResponse): string[] {
  const { days, leftOut = [], sources } = draft;
  const summaries = summariesIn(draft);
  const problems = sources.flatMap(({ source, problem }) =>
    problem === undefined ? [] : [`${source}: ${problem}`],
  );
  return [
    ...problems,
    ...(problems.length > 0 ? [""] : []),
    ...days.flatMap((day) => [
      headline(day),
      ...columns((day.entries ?? []).flatMap((entry) => entryRows(entry, summaries))).map(indented),
      ...(day.unmapped ?? []).flatMap(unmappedLines).map(indented),
      "",
    ]),
    ...(leftOut.length > 0
      ? [`Not counted: ${leftOut.map(({ reason, count }) => `${count} ${reason}`).join(", ")}.`]
      : []),
    ...sources.flatMap(({ source, found }) => (found === undefined ? [] : [`${source}: ${found}`])),
    total(draft),
  ];
}

/** The next steps of the user. */
export function hints({ days, sources, confirm }: DraftTimesheetResponse, isPosting: boolean): string[] {
  const [first] = days.flatMap(({ unmapped = [] }) => unmapped);
  const assignment = first && `${first.ref}=${first.candidates?.[0]?.issueKey ?? "KEY"}`;
  return [
    ...(sources.every(({ source }) => source === "jira") ? [JIRA_ALONE] : []),
    ...(first === undefined
      ? []
      : [`--assign ${assignment} gives evidence its issue, --leave-out ${first.ref} leaves it out.`]),
    ...(confirm === undefined
      ? ["There is nothing to log."]
      : isPosting
        ? []
        : ["--post logs the draft, after asking."]),
  ];
}

/** The outcome of a draft that the user agreed to. */
export function postedLines({
  worklogIds,
  alreadyLogged = [],
  changed = [],
  failures = [],
  draft,
  totalHours,
  missingHoursAfter,
}: PostDraftResponse): string[] {
  const stored = worklogIds.filter((id) => !alreadyLogged.includes(id));
  const others = alreadyLogged.length > 0 ? "nothing else" : "nothing";
  return [
    ...(stored.length > 0 ? [`Stored as ${stored.join(", ")}.`] : []),
    ...(alreadyLogged.length > 0 ? [`Logged already as ${alreadyLogged.join(", ")}.`] : []),
    ...changed.map(changedLine),
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} failed: ${error}`),
    draft
      ? `The draft is another one by now, so ${others} was logged. Run the command again to see it.`
      : `${totalHours} h logged; ${missingHoursAfter === 0 ? "nothing" : `${missingHoursAfter} h`} missing.`,
  ];
}

function changedLine({ id, hours, comment }: ChangedDraftWorklog): string {
  const parts = [
    ...(hours === undefined ? [] : [`${hours} h`]),
    ...(comment === undefined ? [] : [comment === "" ? "no comment" : `the comment "${comment}"`]),
  ];
  return `Tempo made of ${id} another one, with ${parts.join(" and ")}.`;
}

function headline(day: DraftDay): string {
  const {
    date,
    requiredHours,
    bookedHours = 0,
    draftedHours,
    missingHoursAfter = 0,
    overtimeHours = 0,
    reason,
  } = day;
  const parts = [
    ...(bookedHours > 0 ? [`${bookedHours} h logged`] : []),
    `${draftedHours} h drafted of ${requiredHours} h required`,
    ...(missingHoursAfter > 0 ? [`${missingHoursAfter} h still missing`] : []),
    ...(overtimeHours > 0 ? [`${overtimeHours} h of evidence beyond what is required`] : []),
  ];
  return `${date} ${dayOfWeek(date)}: ${parts.join(", ")}${reason === undefined ? "" : `. ${reason}`}`;
}

/** The issues' summaries, each of which the reply gives once. */
function summariesIn({ days }: DraftTimesheetResponse): ReadonlyMap<string, string> {
  const named = days.flatMap(({ entries = [], unmapped = [] }) => [
    ...entries,
    ...unmapped.flatMap(({ candidates = [] }) => candidates),
  ]);
  return new Map(
    named.flatMap(({ issueKey, issueSummary }) =>
      issueSummary === undefined ? [] : [[issueKey, issueSummary]],
    ),
  );
}

function entryRows(entry: DraftEntry, summaries: ReadonlyMap<string, string>): string[][] {
  const { hours, evidenceHours = hours, issueKey, comment = "", basis, evidence } = entry;
  const notes = [
    ...(evidenceHours === hours ? [] : [`${evidenceHours} h of evidence`]),
    ...(basis === undefined ? [] : [BASES[basis]]),
  ];
  const what = [summaries.get(issueKey) ?? "", comment].filter((text) => text !== "").join(": ");
  return [
    [`${hours} h`, issueKey, notes.length > 0 ? `${what} (${notes.join("; ")})` : what],
    ...evidence.map((phrase) => ["", ...refAndPhrase(phrase)]),
  ];
}

/** "g1: 3 commits, 09:10-12:05" in its two parts. */
function refAndPhrase(text: string): [ref: string, phrase: string] {
  const end = text.indexOf(": ");
  return [text.slice(0, end), text.slice(end + 2)];
}

function unmappedLines({ ref, hours, title, start, end, candidates = [] }: UnmappedEvidence): string[] {
  const perhaps = candidates.map(({ issueKey, why }) => `${issueKey} (${why})`);
  const when = end === undefined ? `from ${start}` : `${start}-${end}`;
  return [
    `? ${hours} h  ${[ref, title].filter(Boolean).join("  ")}, ${when}: no issue is known`,
    ...(perhaps.length > 0 ? [`         perhaps ${perhaps.join(" or ")}`] : []),
  ];
}

function total({ summary }: DraftTimesheetResponse): string {
  const { worklogs, totalHours, unmappedHours, daysWithoutEvidence } = summary;
  const parts = [
    worklogs === 1
      ? `1 worklog of ${totalHours} h drafted`
      : `${worklogs} worklogs drafted, ${totalHours} h in all`,
    ...(unmappedHours > 0 ? [`${unmappedHours} h without an issue`] : []),
    ...(daysWithoutEvidence.length > 0 ? [`no evidence on ${daysWithoutEvidence.join(", ")}`] : []),
  ];
  return `${parts.join("; ")}.`;
}

function indented(line: string): string {
  return `  ${line}`;
}
