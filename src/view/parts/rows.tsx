import type { Env } from "../env.ts";
import { Head, IssueName } from "./controls.tsx";

interface Row {
  date: string;
  issueKey: string;
  issueSummary?: string | undefined;
  /** Undefined if they are not known. */
  hours?: number | undefined;
  comment?: string | undefined;
}

interface Props<Shown extends Row> {
  env: Env;
  caption: string;
  rows: readonly Shown[];
  /** Tells the outcome of each row. */
  resultOf?(row: Shown): string;
  /** Whether a row no longer exists. */
  isStruck?(row: Shown): boolean;
  /** Whether the issue of a row exists; default: it does. */
  hasIssue?(row: Shown): boolean;
  /** A line below a row. */
  noteOf?(row: Shown): string | undefined;
}

/** Worklogs, one a row. */
export function Rows<Shown extends Row>({
  env,
  caption,
  rows,
  resultOf,
  isStruck,
  hasIssue = () => true,
  noteOf,
}: Props<Shown>) {
  const { format } = env;
  return (
    <table class="rows">
      <caption class="hidden">{caption}</caption>
      <Head columns={["Date", "Issue", ...(resultOf ? ["Result"] : []), "Hours"]} />
      {rows.map((row, index) => {
        const note = noteOf?.(row);
        return (
          <tbody key={index} class={isStruck?.(row) ? "struck" : ""}>
            <tr>
              <th scope="row">{format.shortDay(row.date)}</th>
              <td>
                <IssueName
                  env={hasIssue(row) ? env : { ...env, openIssue: undefined }}
                  issueKey={row.issueKey}
                  summary={row.issueSummary}
                />
                {row.comment && <span class="comment">{row.comment}</span>}
              </td>
              {resultOf && <td>{resultOf(row)}</td>}
              <td class="number">{row.hours !== undefined && format.number(row.hours)}</td>
            </tr>
            {note && (
              <tr>
                <td colSpan={resultOf ? 4 : 3} class="text warning">
                  {note}
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}
