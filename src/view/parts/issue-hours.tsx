import { useState } from "preact/hooks";
import type { GetWorklogsResponse, IssueAggregate } from "../../generated/responses.ts";
import { sum } from "../../timesheet/day-balance.ts";
import type { Env } from "../env.ts";
import { count, percent } from "../format.ts";
import { type Day, type MarkOf, secondsByIssue } from "../model/days.ts";
import { Bar, Button, Head, IssueName } from "./controls.tsx";

const SHOWN = 8;

interface Props {
  env: Env;
  worklogs: Pick<GetWorklogsResponse, "byIssue" | "summary">;
  markOf: MarkOf;
}

/** The hours of each issue, most first, each as a share of all: the key to the colours of the days. */
export function IssueBars({ env, worklogs: { byIssue, summary }, markOf }: Props) {
  const { format } = env;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? byIssue : byIssue.slice(0, SHOWN);
  const shareOf = (hours: number) => (summary.totalHours > 0 ? hours / summary.totalHours : 0);
  return (
    <>
      <table class="issues">
        <caption>Hours by issue, of {format.number(summary.totalHours)} h</caption>
        <Head columns={["Issue", "Hours"]} isHidden />
        <tbody>
          {shown.map(({ issueKey, issueSummary, totalHours, entryCount }) => (
            <tr key={issueKey}>
              <th scope="row">
                <IssueName env={env} issueKey={issueKey} summary={issueSummary} mark={markOf(issueKey)} />
              </th>
              <td>
                <Bar parts={[{ share: shareOf(totalHours), mark: markOf(issueKey) }]} />
                <span class="number">{format.number(totalHours)} h</span>{" "}
                <span class="quiet">
                  {percent(shareOf(totalHours))}, in {count(entryCount, "worklog")}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {byIssue.length > SHOWN && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${byIssue.length} issues`}
        </Button>
      )}
    </>
  );
}

interface IssueGridProps {
  env: Env;
  days: readonly Day[];
  issues: readonly IssueAggregate[];
  markOf: MarkOf;
}

/** The hours of a week: issues as rows, days as columns. */
export function IssueGrid({ env, days, issues, markOf }: IssueGridProps) {
  const { format } = env;
  const columns = days.map((day) => ({ ...day, byIssue: secondsByIssue(day) }));
  const cell = (seconds = 0) => (seconds > 0 ? format.hours(seconds) : "");
  return (
    <table class="grid">
      <caption>Hours by issue and day</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          {columns.map(({ date }) => (
            <th key={date} scope="col" class="number" abbr={format.day(date)}>
              {format.weekday(date).short} {Number(date.slice(8))}
            </th>
          ))}
          <th scope="col" class="number">
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {issues.map(({ issueKey, issueSummary }) => (
          <tr key={issueKey}>
            <th scope="row">
              <IssueName env={env} issueKey={issueKey} summary={issueSummary} mark={markOf(issueKey)} />
            </th>
            {columns.map(({ date, byIssue }) => (
              <td key={date} class="number">
                {cell(byIssue.get(issueKey))}
              </td>
            ))}
            <td class="number sum">{cell(sum(columns, ({ byIssue }) => byIssue.get(issueKey) ?? 0))}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Sum</th>
          {columns.map(({ date, bookedSeconds }) => (
            <td key={date} class="number sum">
              {cell(bookedSeconds)}
            </td>
          ))}
          <td class="number sum">{cell(sum(columns, ({ bookedSeconds = 0 }) => bookedSeconds))}</td>
        </tr>
      </tbody>
    </table>
  );
}
