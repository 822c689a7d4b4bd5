import type {
  DraftDay,
  DraftEntry,
  DraftTimesheetResponse,
  PostDraftResponse,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { columns } from "../columns.ts";

/** The meaning of each basis that is not the evidence's own word. */
const BASES: Record<DraftEntry["basis"], string> = {
  named: "",
  rule: "by your rule",
  learnt: "as you logged it before",
  inferred: "the only issue of that repository in the week before",
};

/** A draft day by day, with the reason of each entry, then what does not count, the sources and the sum. */
export function draftLines(draft: DraftTimesheetResponse): string[] {
  const { days, leftOut = [], sources } = draft;
  const entries = groupBy(draft.entries, ({ date }) => date);
  const unmapped = groupBy(draft.unmapped, ({ date }) => date);
  // Evidence may lie on a date without hours.
  const shown = new Map(days.map((day) => [day.date, day]));
  const dates = [...new Set([...shown.keys(), ...unmapped.keys()])].sort();
  return [
    ...dates.flatMap((date) => [
      headline(date, shown.get(date)),
      ...columns((entries.get(date) ?? []).flatMap(entryRows)).map(indented),
      ...(unmapped.get(date) ?? []).flatMap(unmappedLines).map(indented),
      "",
    ]),
    ...(leftOut.length > 0
      ? [`Not counted: ${leftOut.map(({ reason, count }) => `${count} ${reason}`).join(", ")}.`]
      : []),
    ...sources.flatMap(({ source, found, problem }) => [
      ...(found === undefined ? [] : [`${source}: ${found}`]),
      ...(problem === undefined ? [] : [`${source}: ${problem}`]),
    ]),
    total(draft),
  ];
}

/** The next steps of the user. */
export function hints({ unmapped: [first], confirm }: DraftTimesheetResponse, isPosting: boolean): string[] {
  const { ref, candidates = [] } = first ?? {};
  const assignment = ref === undefined ? undefined : `${ref}=${candidates[0]?.issueKey ?? "KEY"}`;
  return [
    ...(assignment === undefined
      ? []
      : [`--assign ${assignment} gives evidence its issue, --leave-out ${ref} leaves it out.`]),
    ...(confirm === undefined
      ? ["There is nothing to log."]
      : isPosting
        ? []
        : ["--post logs the draft, after asking."]),
  ];
}

/** The outcome of a draft that the user agreed to. */
export function postedLines({ worklogs, failures = [], draft, summary }: PostDraftResponse): string[] {
  if (draft)
    return ["The draft is another one by now, so nothing was logged. Run the command again to see it."];
  return [
    ...columns(
      worklogs.map(({ id, date, issueKey, hours }) => [date, issueKey, `${hours} h`, `stored ${id}`]),
    ),
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} failed: ${error}`),
    `${summary.totalHours} h logged; ${summary.missingHoursAfter === 0 ? "nothing" : `${summary.missingHoursAfter} h`} missing.`,
  ];
}

function headline(date: string, day: DraftDay | undefined): string {
  const name = `${date} ${dayOfWeek(date)}`;
  if (!day) return `${name}: nothing required`;
  const {
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
    ...(overtimeHours > 0 ? [`evidence of ${overtimeHours} h more is not drafted`] : []),
  ];
  return `${name}: ${parts.join(", ")}${reason === undefined ? "" : `. ${reason}`}`;
}

function entryRows(entry: DraftEntry): string[][] {
  const { hours, evidenceHours = hours, issueKey, issueSummary, comment = "", basis, refs, evidence } = entry;
  const stretched = evidenceHours === hours ? [] : [`${evidenceHours} h of evidence`];
  const notes = [...stretched, BASES[basis]].filter((note) => note !== "");
  return [
    [`${hours} h`, issueKey, [issueSummary, comment].filter((text) => text !== "").join(": ")],
    ...refs.map((ref, index) => [
      "",
      ref,
      [evidence[index], ...(index === 0 && notes.length > 0 ? [`(${notes.join("; ")})`] : [])]
        .filter((text) => text !== undefined)
        .join(" "),
    ]),
  ];
}

function unmappedLines({ ref, hours, source, title, start, end, candidates }: UnmappedEvidence): string[] {
  const perhaps = candidates.map(({ issueKey, why }) => `${issueKey} (${why})`);
  return [
    `? ${hours} h  ${ref}  ${title ?? source}, ${start}-${end}: no issue is known`,
    ...(perhaps.length > 0 ? [`         perhaps ${perhaps.join(" or ")}`] : []),
  ];
}

function total({ summary }: DraftTimesheetResponse): string {
  const { worklogs, totalHours, unmappedHours, daysWithoutEvidence } = summary;
  const parts = [
    `${worklogs === 1 ? "1 worklog" : `${worklogs} worklogs`} of ${totalHours} h drafted`,
    ...(unmappedHours > 0 ? [`${unmappedHours} h without an issue`] : []),
    ...(daysWithoutEvidence.length > 0 ? [`no evidence on ${daysWithoutEvidence.join(", ")}`] : []),
  ];
  return `${parts.join("; ")}.`;
}

function indented(line: string): string {
  return `  ${line}`;
}
