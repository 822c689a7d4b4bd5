import type { Worklog } from "../../generated/responses.ts";
import { useEnv } from "../hooks.ts";
import { classOf, furtherOf } from "../words.ts";
import { Head, IssueName, Sign } from "./controls.tsx";

interface Row extends Pick<Worklog, "attributes" | "startTime"> {
  date: string;
  issueKey: string;
  issueSummary?: string | undefined;
  /** Undefined if they are not known. */
  hours?: number | undefined;
  comment?: string | undefined;
  /** Its outcome: a sign and what it means. */
  result?: [string, string];
  /** Whether it no longer exists. */
  isStruck?: boolean;
  /** Whether its issue exists; default: it does. */
  hasIssue?: boolean;
  /** A line below it, or below the last of several rows that have the same. */
  note?: string | undefined;
}

/** Worklogs, one a row. */
export function Rows({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const { format } = useEnv();
  const results = rows.some(({ result }) => result) ? ["Result"] : [];
  return (
    <table class="rows">
      <caption class="hidden">{caption}</caption>
      <Head columns={["Date", "Issue", ...results, "Hours"]} />
      {rows.map(
        (
          { date, issueKey, issueSummary, hours, comment, result, isStruck, hasIssue, note, ...row },
          index,
        ) => (
          <tbody key={index} class={isStruck ? "struck" : ""}>
            <tr>
              <th scope="row">{format.shortDay(date)}</th>
              <td>
                <IssueName isLink={hasIssue} issueKey={issueKey} summary={issueSummary} />
                {[comment, furtherOf(row)].map(
                  (text, line) =>
                    text && (
                      <span key={line} class="comment">
                        {text}
                      </span>
                    ),
                )}
              </td>
              {result && (
                <td class={`result ${classOf(result[0])}`}>
                  <Sign>{result[0]}</Sign>
                  {result[1]}
                </td>
              )}
              <td class="number">{hours !== undefined && format.number(hours)}</td>
            </tr>
            {note && note !== rows[index + 1]?.note && (
              <tr>
                <td colSpan={3 + results.length} class="text warning">
                  <Sign>!</Sign>
                  {note}
                </td>
              </tr>
            )}
          </tbody>
        ),
      )}
    </table>
  );
}
