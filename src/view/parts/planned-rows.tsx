import { useState } from "preact/hooks";
import { sum } from "../../timesheet/day-balance.ts";
import { count } from "../format.ts";
import { onEnter, onEscape, useEnv, useFocus, useOpened, useTries } from "../hooks.ts";
import { sumSeconds } from "../model/days.ts";
import { type PlannedDay, type PlannedRow, readRow, type TypedRow } from "../model/plan.ts";
import { whyRefused } from "../words.ts";
import { Actions, Button, Check, Field, Head, Hidden, ISSUES, Sign, Toggle } from "./controls.tsx";

/** A day of the plan, as the form shows it. */
export interface FormDay extends PlannedDay {
  /** Whether the user has changed its rows. */
  isEdited: boolean;
  isChosen: boolean;
  /** Whether the tool has refused its rows. */
  isRefused: boolean;
  missingSeconds: number;
}

interface Props {
  planned: readonly FormDay[];
  /** Whether days after today are folded. */
  foldsUpcoming: boolean;
  /** The id of the text that says why the choice of days cannot be taken; undefined if it can. */
  problemId: string | undefined;
  choose(date: string, isChosen: boolean): void;
  /** Plans other rows on a date; undefined for those of the plan. */
  edit(date: string, rows: readonly PlannedRow[] | undefined): void;
}

/** The rows of a plan by day, each day to be chosen or left out, each row to be changed. */
export function PlannedRows(props: Props) {
  const { planned, foldsUpcoming } = props;
  const { today } = useEnv();
  const [isOpen, setOpen] = useState(false);
  const isFolded = ({ date }: PlannedDay) => foldsUpcoming && date > today;
  const upcoming = planned.filter(isFolded);
  const number = sum(upcoming, ({ isChosen }) => Number(isChosen));
  return (
    <>
      <DayRows {...props} caption="Worklogs to be logged" planned={planned.filter((day) => !isFolded(day))} />
      {upcoming.length > 0 && (
        <p>
          <Toggle class="plain" isOpen={isOpen} set={setOpen}>
            {count(upcoming.length, "upcoming day")}
            {number > 0 && `, ${number} chosen`}
          </Toggle>
        </p>
      )}
      {isOpen && <DayRows {...props} caption="Worklogs to be logged on upcoming days" planned={upcoming} />}
    </>
  );
}

interface DayRowsProps extends Props {
  caption: string;
}

function DayRows({ caption, planned, problemId, choose, edit }: DayRowsProps) {
  const { format, today, isBusy } = useEnv();
  const { opened: editing, open, close } = useOpened<string>();
  if (planned.length === 0) return null;

  return (
    <table class="rows">
      <caption class="hidden">{caption}</caption>
      <Head columns={["Date", "Issue", "Hours", <Hidden key="change">Change</Hidden>]} />
      {planned.map(({ date, rows, notes, isEdited, isChosen, isRefused, missingSeconds }) => {
        const isLeftOut = !isChosen && date <= today && rows.length > 0;
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
                    <Check
                      label={format.shortDay(date)}
                      isChecked={isChosen}
                      isDisabled={rows.length === 0}
                      problemId={problemId}
                      change={(isNow) => choose(date, isNow)}
                    />
                  </th>
                )}
                <td class={isRefused ? "lacking" : ""}>
                  {isRefused && <Sign>!</Sign>}
                  {row && <span class={row.issueKey ? "key" : "quiet"}>{row.issueKey || "issue?"}</span>}
                  {row?.comment && <span class="comment">{row.comment}</span>}
                </td>
                <td class="number">{row && format.hours(row.seconds)}</td>
                <td class="number">
                  {row && (
                    <Toggle
                      class="plain"
                      isOff={isBusy}
                      isOpen={editing === idOf(row)}
                      set={(isOpen) => open(isOpen ? idOf(row) : undefined)}
                    >
                      Edit<Hidden> {nameOf(row)}</Hidden>
                    </Toggle>
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
                        row={row}
                        name={nameOf(row)}
                        free={missingSeconds - sumSeconds(others)}
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
            {(notes.length > 0 || isEdited) && (
              <tr>
                <td colSpan={4} class={`text ${isRefused ? "lacking" : "quiet"}`}>
                  {notes.join("; ")}
                  {isEdited && (
                    <Button class="plain" isOff={isBusy} onClick={() => edit(date, undefined)}>
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
  row: PlannedRow;
  /** The row, for screen readers. */
  name: string;
  /** The seconds that are missing on the date beside its other rows. */
  free: number;
  apply(row: PlannedRow): void;
  leaveOut(): void;
  close(): void;
}

/** The fields of one row of a plan. */
function RowEditor({ row, name, free, apply, leaveOut, close }: RowEditorProps) {
  const { format, isBusy } = useEnv();
  const hours = format.hours(row.seconds);
  const [typed, setTyped] = useState<TypedRow>({ issueKey: row.issueKey, hours, description: row.comment });
  const { hasFailed, fail } = useTries();
  const next = readRow(typed, free);
  const lacks = "lacks" in next && hasFailed ? next.lacks : "";
  const problem = lacks && whyRefused({ lacks }, free, format);
  const first = useFocus<HTMLInputElement>();

  const field = (name: keyof TypedRow) => ({
    value: typed[name],
    change: (value: string) => setTyped({ ...typed, [name]: value }),
  });

  function take(): void {
    if (isBusy) return;
    if ("lacks" in next) fail();
    // Two decimals may stand for other seconds.
    else apply(typed.hours === hours ? { ...next, seconds: row.seconds } : next);
  }

  return (
    <section class="editor" aria-label={`Change ${name}`} onKeyDown={onEscape(close)}>
      <div class="fields">
        <Field
          label="Issue"
          ref={first}
          list={ISSUES}
          {...field("issueKey")}
          problem={lacks === "issue" ? problem : ""}
          onKeyDown={onEnter(take)}
        />
        <Field
          label="Hours"
          {...field("hours")}
          problem={lacks === "issue" ? "" : problem}
          onKeyDown={onEnter(take)}
        />
        <Field label="Comment" isLong {...field("description")} />
      </div>
      <Actions>
        <Button isOff={isBusy} onClick={take}>
          Apply
        </Button>
        <Button isOff={isBusy} onClick={leaveOut}>
          Leave out
        </Button>
      </Actions>
    </section>
  );
}
