import { useState } from "preact/hooks";
import type { GetWorklogsResponse } from "../../generated/responses.ts";
import type { Env } from "../env.ts";
import { count, percent } from "../format.ts";
import type { MarkOf } from "../model/issues.ts";
import { Bar } from "./bar.tsx";
import { Button } from "./button.tsx";
import { IssueName } from "./issue-name.tsx";

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
        <thead class="hidden">
          <tr>
            <th scope="col">Issue</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
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
