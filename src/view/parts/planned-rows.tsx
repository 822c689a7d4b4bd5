import { useState } from "preact/hooks";
import { sum } from "../../timesheet/missing-days.ts";
import type { Env } from "../env.ts";
import { count } from "../format.ts";
import { sumSeconds } from "../model/days.ts";
import type { PlannedDay, PlannedRow } from "../model/plan.ts";
import { useOpener } from "../use-focus.ts";
import { Button } from "./button.tsx";
import { RowEditor } from "./row-editor.tsx";

interface Props {
  env: Env;
  planned: readonly PlannedDay[];
  /** The dates whose rows the user has changed. */
  edited: Pick<ReadonlyMap<string, unknown>, "has">;
  chosen: ReadonlySet<string>;
  /** While they are being logged. */
  isFixed: boolean;
  /** Whether days after today are folded. */
  foldsUpcoming: boolean;
  missingOf(date: string): number;
  choose(date: string, isChosen: boolean): void;
  /** Plans other rows on a date; undefined for those of the plan. */
  edit(date: string, rows: readonly PlannedRow[] | undefined): void;
}

/** The rows of a plan by day, each day to be chosen or left out, each row to be changed. */
export function PlannedRows(props: Props) {
  const { env, planned, chosen, foldsUpcoming } = props;
  const [isOpen, setOpen] = useState(false);
  const isFolded = ({ date }: PlannedDay) => foldsUpcoming && date > env.today;
  const upcoming = planned.filter(isFolded);
  const number = sum(upcoming, ({ date }) => Number(chosen.has(date)));
  return (
    <>
      <DayRows {...props} caption="Worklogs to be logged" planned={planned.filter((day) => !isFolded(day))} />
      {upcoming.length > 0 && (
        <p>
          <Button class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {count(upcoming.length, "upcoming day")}
            {number > 0 && `, ${number} chosen`}
          </Button>
        </p>
      )}
      {isOpen && <DayRows {...props} caption="Worklogs to be logged on upcoming days" planned={upcoming} />}
    </>
  );
}

interface DayRowsProps extends Props {
  caption: string;
}

function DayRows({ caption, planned, ...props }: DayRowsProps) {
  const { env, edited, chosen, isFixed, missingOf, choose, edit } = props;
  const { format, today } = env;
  const [editing, setEditing] = useState("");
  const opener = useOpener();
  if (planned.length === 0) return null;

  function close(): void {
    setEditing("");
    opener.restore();
  }

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
          <th scope="col">
            <span class="hidden">Change</span>
          </th>
        </tr>
      </thead>
      {planned.map(({ date, rows, notes }) => {
        const isLeftOut = !chosen.has(date) && date <= today && rows.length > 0;
        const rowsWith = (index: number, ...others: PlannedRow[]): PlannedRow[] => [
          ...rows.slice(0, index),
          ...others,
          ...rows.slice(index + 1),
        ];
        const nameOf = ({ issueKey }: { issueKey: string }) =>
          `${issueKey || "row"} on ${format.shortDay(date)}`;
        return (
          <tbody key={date} class={isLeftOut ? "struck" : ""}>
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
                  </th>
                )}
                <td>
                  {row && <span class={row.issueKey ? "key" : "quiet"}>{row.issueKey || "issue?"}</span>}
                  {row?.comment && <span class="comment">{row.comment}</span>}
                </td>
                <td class="number">{row && format.hours(row.seconds)}</td>
                <td class="number">
                  {row && (
                    <Button
                      class="plain"
                      aria-disabled={isFixed}
                      aria-expanded={editing === `${date} ${index}`}
                      onClick={() => {
                        if (isFixed) return;
                        opener.remember();
                        setEditing(editing === `${date} ${index}` ? "" : `${date} ${index}`);
                      }}
                    >
                      Edit
                      <span class="hidden"> {nameOf(row)}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
            {rows.map((row, index) => {
              const others = rowsWith(index);
              return (
                editing === `${date} ${index}` && (
                  <tr key={`edit ${index}`}>
                    <td colSpan={4}>
                      <RowEditor
                        env={env}
                        row={row}
                        name={nameOf(row)}
                        free={missingOf(date) - sumSeconds(others)}
                        isFixed={isFixed}
                        apply={(next) => {
                          edit(date, rowsWith(index, next));
                          close();
                        }}
                        leaveOut={() => {
                          if (others.length > 0) edit(date, others);
                          else choose(date, false);
                          close();
                        }}
                        close={close}
                      />
                    </td>
                  </tr>
                )
              );
            })}
            {(notes.length > 0 || edited.has(date)) && (
              <tr>
                <td colSpan={4} class="text quiet">
                  {notes.join("; ")}
                  {edited.has(date) && (
                    <Button
                      class="plain"
                      aria-disabled={isFixed}
                      onClick={() => isFixed || edit(date, undefined)}
                    >
                      Undo the changes<span class="hidden"> of {format.shortDay(date)}</span>
                    </Button>
                  )}
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}
