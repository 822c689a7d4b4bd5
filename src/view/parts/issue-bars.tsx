import { useState } from "preact/hooks";
import type { IssueAggregate } from "../../generated/responses.ts";
import type { Env } from "../env.ts";
import { count } from "../format.ts";
import { Button } from "./button.tsx";
import { Bar } from "./calendar.tsx";

const SHOWN = 8;

/** The hours of each issue, most first, each beside the largest. */
export function IssueBars({ env: { format }, issues }: { env: Env; issues: readonly IssueAggregate[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? issues : issues.slice(0, SHOWN);
  const most = issues[0]?.totalHours ?? 0;
  if (issues.length === 0) return null;
  return (
    <>
      <table class="issues">
        <caption>Hours by issue</caption>
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
                <span class="key">{issueKey}</span> <span class="summary">{issueSummary}</span>
              </th>
              <td>
                <Bar share={most > 0 ? totalHours / most : 0} />
                <span class="number">{format.number(totalHours)} h</span>{" "}
                <span class="quiet">in {count(entryCount, "worklog")}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {issues.length > SHOWN && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${issues.length} issues`}
        </Button>
      )}
    </>
  );
}
