import type {
  CompareDifference,
  CompareOutput,
  ComparePost,
  WorklogChange,
} from "../../generated/outputs.ts";
import { toHours } from "../../timesheet/hours.ts";
import { rangeName } from "../dates/period.ts";
import { counted, hanging, lineOf, textRows } from "../lines.ts";

interface Shown {
  width: number;
  /** The words that take a batch back; undefined if nothing of the second site can be changed. */
  undo: readonly string[] | undefined;
}

/** The table of differences, what could not be compared, the summary, and what to do. */
export function shownLines(output: CompareOutput, { width, undo }: Shown): string[] {
  const { first, second, differences, renamed, unknown, warnings = [] } = output;
  const rows = differences.map((it) => ({
    cells: [it.date, it.issueKey, it.timeSpent ?? `${it.hours} h`, it.kind.replace("_", " ")],
    text: detailOf(it, output),
  }));
  const notes = [
    ...renamed.map(
      ({ issueKey, newKey, entryCount }) =>
        `${issueKey} is ${newKey} on ${second.profile}: ${counted(entryCount, "worklog")}.`,
    ),
    ...unknown.map(({ entryCount, reason }) => `${counted(entryCount, "worklog")}: ${reason}`),
    ...summaryOf(output),
    ...(undo && differences.some(({ secondWorklogId }) => secondWorklogId !== undefined)
      ? [
          `To correct a worklog of ${second.profile}, use tempofiller change or delete with its id and --profile ${second.profile}, or Tempo.`,
        ]
      : []),
    ...warnings,
  ];
  return [
    ...[first, second]
      .map(({ profile, site }) => (site === undefined ? "" : `${profile} is ${site}`))
      .filter(Boolean),
    ...textRows(rows, width).flat(),
    ...notes.flatMap((note) => hanging(note, width)),
  ];
}

function detailOf(
  { kind, comment, worklogId, secondWorklogId, changes = [] }: CompareDifference,
  { first, second }: CompareOutput,
): string {
  if (kind === "missing") return comment;
  if (kind === "doubled")
    return [
      `worklog ${secondWorklogId} of ${second.profile} is a copy`,
      ...(comment === "" ? [] : [comment]),
    ].join(": ");
  return `${changes.map(changeText).join(", ")} (worklog ${worklogId} of ${first.profile}, ${secondWorklogId} of ${second.profile})`;
}

function changeText({ field, name, from, to }: WorklogChange): string {
  if (field === "date") return `is on ${to}`;
  if (field === "comment") return `comment ${JSON.stringify(to)} instead of ${JSON.stringify(from)}`;
  const what = { hours: "time", billableHours: "billable time", attribute: name ?? "" }[field];
  return to === undefined ? `${what} is lost: ${from}` : `${what} ${to} instead of ${from}`;
}

function summaryOf({ first, second, summary, ...range }: CompareOutput): string[] {
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

export function postedLines(
  { logged, totalHours, alreadyLogged = 0, batch, failures }: ComparePost,
  { width, undo }: Shown,
): string[] {
  const again = alreadyLogged === 0 ? "" : ` ${counted(alreadyLogged, "worklog")} had been logged before.`;
  const line = undo && batch !== undefined ? lineOf([...undo, "--batch", batch]) : undefined;
  return [
    `${counted(logged, "worklog")} logged, ${totalHours} h.${again}`,
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} was not logged: ${error}`),
    ...(line === undefined ? [] : [`${line} undoes it.`]),
  ].flatMap((text) => hanging(text, width));
}
