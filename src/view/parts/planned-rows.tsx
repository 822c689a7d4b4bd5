import type { Env } from "../env.ts";
import type { PlannedDay } from "../model/plan.ts";
import { RowsHead } from "./rows.tsx";

interface Props {
  env: Env;
  planned: readonly PlannedDay[];
  chosen: ReadonlySet<string>;
  /** While they are being logged. */
  isFixed: boolean;
  choose(date: string, isChosen: boolean): void;
}

/** The rows of a plan by day, each day to be chosen or left out. */
export function PlannedRows({ env: { format, today }, planned, chosen, isFixed, choose }: Props) {
  if (planned.length === 0) return null;
  return (
    <table class="rows">
      <caption class="hidden">Worklogs to be logged</caption>
      <RowsHead />
      {planned.map(({ date, rows, overSeconds, problem }) => (
        <tbody key={date} class={chosen.has(date) ? "" : "left-out"}>
          {(rows.length > 0 ? rows : [undefined]).map((row, index) => (
            <tr key={index}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={Math.max(1, rows.length)}>
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={chosen.has(date)}
                      disabled={isFixed || rows.length === 0}
                      onChange={({ currentTarget }) => choose(date, currentTarget.checked)}
                    />
                    <span>{format.shortDay(date)}</span>
                  </label>
                  {date > today && <span class="note">to come</span>}
                  {overSeconds > 0 && <span class="note">{format.unit(overSeconds)} more than missing</span>}
                  {problem && <span class="note">{problem}</span>}
                </th>
              )}
              <td>
                <span class="key">{row?.issueKey}</span>
                {row?.description && <span class="comment">{row.description}</span>}
              </td>
              <td class="number">{row && format.number(row.hours)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
