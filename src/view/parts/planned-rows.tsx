import { useState } from "preact/hooks";
import { sum } from "../../timesheet/day-balance.ts";
import type { Env } from "../env.ts";
import { count } from "../format.ts";
import { onEnter, onEscape, useFocus, useOpener } from "../hooks.ts";
import { sumSeconds } from "../model/days.ts";
import { type PlannedDay, type PlannedRow, readRow, type TypedRow } from "../model/plan.ts";
import { whyRefused } from "../words.ts";
import { Actions, Button, Head, Hidden, ISSUES } from "./controls.tsx";

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
      <Head columns={["Date", "Issue", "Hours", <Hidden key="change">Change</Hidden>]} />
      {planned.map(({ date, rows, notes }) => {
        const isLeftOut = !chosen.has(date) && date <= today && rows.length > 0;
        const rowsWith = (index: number, ...others: PlannedRow[]): PlannedRow[] => [
          ...rows.slice(0, index),
          ...others,
          ...rows.slice(index + 1),
        ];
        // A plan that is made meanwhile may have the same rows in another order.
        const idOf = (row: PlannedRow) => [date, row.issueKey, row.comment].join(" ");
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
                      aria-expanded={editing === idOf(row)}
                      onClick={() => {
                        if (isFixed) return;
                        opener.remember();
                        setEditing(editing === idOf(row) ? "" : idOf(row));
                      }}
                    >
                      Edit
                      <Hidden> {nameOf(row)}</Hidden>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
            {rows.map((row, index) => {
              const others = rowsWith(index);
              return (
                editing === idOf(row) && (
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
                      Undo the changes<Hidden> of {format.shortDay(date)}</Hidden>
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

interface RowEditorProps {
  env: Env;
  row: PlannedRow;
  /** The row, for screen readers. */
  name: string;
  /** The seconds that are missing on the date beside its other rows. */
  free: number;
  isFixed: boolean;
  apply(row: PlannedRow): void;
  leaveOut(): void;
  close(): void;
}

/** The fields of one row of a plan. */
function RowEditor({ env: { format }, row, name, free, isFixed, apply, leaveOut, close }: RowEditorProps) {
  const hours = format.hours(row.seconds);
  const [typed, setTyped] = useState<TypedRow>({ issueKey: row.issueKey, hours, description: row.comment });
  const [problem, setProblem] = useState("");
  const first = useFocus<HTMLInputElement>();

  const field = (name: keyof TypedRow) => ({
    value: typed[name],
    disabled: isFixed,
    autocomplete: "off" as const,
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: value }),
  });

  function take(): void {
    if (isFixed) return;
    const next = readRow(typed, free);
    if ("lacks" in next) setProblem(whyRefused(next, free, format));
    // Two decimals may stand for other seconds.
    else apply(typed.hours === hours ? { ...next, seconds: row.seconds } : next);
  }

  return (
    <section class="editor" aria-label={`Change ${name}`} onKeyDown={onEscape(close)}>
      <p class="fields">
        <label>
          <span>Issue</span>
          <input ref={first} list={ISSUES} {...field("issueKey")} onKeyDown={onEnter(take)} />
        </label>
        <label>
          <span>Hours</span>
          <input {...field("hours")} onKeyDown={onEnter(take)} />
        </label>
        <label>
          <span>Comment</span>
          <textarea rows={1} {...field("description")} />
        </label>
      </p>
      <p role="alert">{problem}</p>
      <Actions>
        <Button aria-disabled={isFixed} onClick={take}>
          Apply
        </Button>
        <Button aria-disabled={isFixed} onClick={() => isFixed || leaveOut()}>
          Leave out
        </Button>
      </Actions>
    </section>
  );
}
