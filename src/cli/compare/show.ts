import type {
  CompareDifference,
  CompareOutput,
  ComparePost,
  WorklogChange,
} from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import { rangeName } from "../dates/period.ts";
import { counted, hanging, lineOf, textRows } from "../lines.ts";

/** The table of differences, what could not be compared, and the summary. */
export function shownLines(output: CompareOutput, width: number): string[] {
  const { first, second, differences, renamed, unknown } = output;
  const rows = differences.map((it) => ({
    cells: [it.date, it.issueKey, it.timeSpent ?? `${it.hours} h`, it.kind.replace("_", " ")],
    text: detailOf(it),
  }));
  const notes = [
    ...renamed.map(
      ({ issueKey, newKey, entryCount }) =>
        `${issueKey} is ${newKey} on ${second.profile}: ${counted(entryCount, "worklog")}.`,
    ),
    ...unknown.map(({ entryCount, reason }) =>
      entryCount === undefined ? reason : `${counted(entryCount, "worklog")}: ${reason}`,
    ),
    ...summaryOf(output),
  ];
  return [
    ...[first, second]
      .map(({ profile, site }) => (site === undefined ? "" : `${profile} is ${site}`))
      .filter(Boolean),
    ...textRows(rows, width).flat(),
    ...notes.flatMap((note) => hanging(note, width)),
  ];
}

function detailOf({ kind, comment, worklogId, secondWorklogId, changes = [] }: CompareDifference): string {
  if (kind === "missing") return comment;
  if (kind === "doubled")
    return [`worklog ${secondWorklogId} is a copy`, ...(comment === "" ? [] : [comment])].join(": ");
  return `${changes.map(changeText).join(", ")} (worklog ${worklogId} is ${secondWorklogId})`;
}

function changeText({ field, name, from, to }: WorklogChange): string {
  if (field === "date") return `is on ${to}`;
  if (field === "comment") return `comment ${JSON.stringify(to)} instead of ${JSON.stringify(from)}`;
  const what = { hours: "time", billableHours: "billable time", attribute: name ?? "" }[field];
  return to === undefined ? `${what} is lost: ${from}` : `${what} ${to} instead of ${from}`;
}

function summaryOf({ first, second, summary, ...range }: CompareOutput): string[] {
  if (!summary) return [];
  const { totalEntries, totalHours, equal, renamed, shifted, changed, attributeLost, missing, missingHours } =
    summary;
  const groups = [
    [equal, "equal"],
    [renamed, "equal on an issue with another key"],
    [shifted, "shifted by a day"],
    [changed, "changed"],
    [attributeLost, "without a work attribute"],
    [missing, `missing (${missingHours} h)`],
    [summary.unknown, "unknown"],
  ] as const;
  const parts = groups.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const title = `${rangeName(range)}: ${counted(totalEntries, "worklog")} of ${first.profile}, ${totalHours} h`;
  const { doubled, onlyOnSecond } = summary;
  const more = [
    ...(doubled === 0 ? [] : [`${doubled} doubled`]),
    ...(onlyOnSecond === 0 ? [] : [`${onlyOnSecond} that ${first.profile} does not have`]),
  ];
  return [
    parts.length === 0 ? `${title}.` : `${title}: ${parts.join(", ")}.`,
    ...(more.length === 0 ? [] : [`Besides, ${second.profile} has ${more.join(" and ")}.`]),
  ];
}

export function questionOf(missing: readonly { seconds: number }[], second: string): string {
  const hours = toHours(missing.reduce((sum, { seconds }) => sum + seconds, 0));
  return `Log ${counted(missing.length, "missing worklog")}, ${hours} h, on ${second}?`;
}

/** @param undo the words that take a batch back; undefined if nothing can be */
export function postedLines(
  { logged, totalHours, alreadyLogged = 0, batch, failures }: ComparePost,
  { width, undo }: { width: number; undo: readonly string[] | undefined },
): string[] {
  const again = alreadyLogged === 0 ? "" : ` ${counted(alreadyLogged, "worklog")} had been logged before.`;
  const line = undo && batch !== undefined ? lineOf([...undo, "--batch", batch]) : undefined;
  return [
    `${counted(logged, "worklog")} logged, ${totalHours} h.${again}`,
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} was not logged: ${error}`),
    ...(line === undefined ? [] : [`${line} undoes it.`]),
  ].flatMap((text) => hanging(text, width));
}
