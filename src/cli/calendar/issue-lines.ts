import type { IssueAggregate } from "../../generated/responses.ts";
import { columns } from "../columns.ts";

/** A line for each issue: its key, hours, number of entries and, as far as it fits, its summary. */
export function issueLines(issues: readonly IssueAggregate[], width: number): string[] {
  const hours = issues.map(({ totalHours }) => String(totalHours));
  const longest = Math.max(...hours.map(({ length }) => length));
  const rows = issues.map(({ issueKey, entryCount, issueSummary }, index) => [
    issueKey,
    `${hours[index]?.padStart(longest)} h`,
    entryCount === 1 ? "1 entry" : `${entryCount} entries`,
    issueSummary,
  ]);
  return columns(rows).map((line) => cut(line, width));
}

function cut(line: string, width: number): string {
  const characters = [...line];
  return characters.length <= width
    ? line
    : `${characters
        .slice(0, width - 1)
        .join("")
        .trimEnd()}…`;
}
