import type { IssueAggregate } from "../../generated/responses.ts";
import { sum } from "../../timesheet/missing-days.ts";
import type { Env } from "../env.ts";
import type { Day } from "../model/days.ts";
import { type MarkOf, secondsByIssue } from "../model/issues.ts";
import { IssueName } from "./issue-name.tsx";

interface Props {
  env: Env;
  days: readonly Day[];
  issues: readonly IssueAggregate[];
  markOf: MarkOf;
}

/** The hours of a week: issues as rows, days as columns. */
export function IssueGrid({ env, days, issues, markOf }: Props) {
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
