import type { ComponentChildren } from "preact";
import type { Env } from "../env.ts";

export interface Row {
  date: string;
  issueKey: string;
  issueSummary?: string | undefined;
  hours: number;
  comment?: string | undefined;
}

interface Props<Shown extends Row> {
  env: Env;
  caption: string;
  rows: readonly Shown[];
  /** A column more, at the end. */
  last?: { title: string; cell(row: Shown): ComponentChildren };
}

/** Worklogs, one a row. */
export function Rows<Shown extends Row>({ env: { format }, caption, rows, last }: Props<Shown>) {
  return (
    <table class="rows">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Issue</th>
          <th scope="col" class="number">
            Hours
          </th>
          {last && <th scope="col">{last.title}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row">{format.shortDay(row.date)}</th>
            <td>
              <span class="key">{row.issueKey}</span> <span class="summary">{row.issueSummary}</span>
              {row.comment && <span class="comment">{row.comment}</span>}
            </td>
            <td class="number">{format.number(row.hours)}</td>
            {last && <td>{last.cell(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
