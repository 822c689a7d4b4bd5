import type { Env } from "../env.ts";
import { canBeChosen, type PlannedDay } from "../model/plan.ts";
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
      {planned.map((day) => (
        <tbody key={day.date} class={chosen.has(day.date) ? "" : "left-out"}>
          {(day.rows.length > 0 ? day.rows : [undefined]).map((row, index) => (
            <tr key={index}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={Math.max(1, day.rows.length)}>
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={chosen.has(day.date)}
                      disabled={isFixed || !canBeChosen(day)}
                      onChange={({ currentTarget }) => choose(day.date, currentTarget.checked)}
                    />
                    <span>{format.shortDay(day.date)}</span>
                  </label>
                  {day.date > today && <span class="note">upcoming</span>}
                  {[...day.notes, day.problem].map((note) => note && <span class="note">{note}</span>)}
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
