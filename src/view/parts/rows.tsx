import type { ComponentChildren } from "preact";
import type { Env } from "../env.ts";

export interface Row {
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
  /** A column more, at the end. */
  last?: { title: string; cell(row: Shown): ComponentChildren };
  /** A line below a row. */
  noteOf?(row: Shown): string | undefined;
}

/** Worklogs, one a row. */
export function Rows<Shown extends Row>({ env: { format }, caption, rows, last, noteOf }: Props<Shown>) {
  return (
    <table class="rows">
      <caption class="hidden">{caption}</caption>
      <RowsHead last={last?.title} />
      {rows.map((row, index) => {
        const note = noteOf?.(row);
        return (
          <tbody key={index}>
            <tr>
              <th scope="row">{format.shortDay(row.date)}</th>
              <td>
                <span class="key">{row.issueKey}</span> <span class="summary">{row.issueSummary}</span>
                {row.comment && <span class="comment">{row.comment}</span>}
              </td>
              <td class="number">{row.hours !== undefined && format.number(row.hours)}</td>
              {last && <td>{last.cell(row)}</td>}
            </tr>
            {note && (
              <tr>
                <td colSpan={last ? 4 : 3} class="text warning">
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

export function RowsHead({ last }: { last?: string | undefined }) {
  return (
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Issue</th>
        <th scope="col" class="number">
          Hours
        </th>
        {last && <th scope="col">{last}</th>}
      </tr>
    </thead>
  );
}
