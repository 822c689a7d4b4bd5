import { useState } from "preact/hooks";
import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { MAX_BATCH } from "../../timesheet/limits.ts";
import { canFill, type Env } from "../env.ts";
import type { Chosen } from "../log-plan.ts";
import type { Day } from "../model/days.ts";
import {
  areBillable,
  canBeChosen,
  chosenAtFirst,
  type EditedRow,
  type PlannedDay,
  planDays,
  planForBulk,
  plannedSeconds,
  rowsOf,
} from "../model/plan.ts";
import { onEscape, useFocus } from "../use-focus.ts";
import { type Issue, useIssues } from "../use-issues.ts";
import { NO_ISSUE, worklogCount } from "../words.ts";
import { ActionButton } from "./action-button.tsx";
import { Button } from "./button.tsx";
import { PlannedRows } from "./planned-rows.tsx";

/** The title, days and source that the form opens with. */
export interface PlanStart {
  title: string;
  /** The dates that may be logged on. */
  targets: readonly string[];
  /** The date that is repeated; without it, missing hours are filled. */
  source?: string;
}

interface Props {
  env: Env;
  start: PlanStart;
  /** All days that are shown: those of the targets change when the timesheet is read again. */
  days: readonly Day[];
  /** The issues of the range, most hours first. */
  issues: readonly Issue[];
  isBusy: boolean;
  /** Days that are planned otherwise than from what is shown, until something else is wanted. */
  replanned: readonly PlannedDay[];
  /** Something else is wanted. */
  forget(): void;
  log(chosen: Chosen): void;
  cancel(): void;
}

/** The rows that will be logged are the preview: one button logs exactly those that are chosen. */
export function PlanForm({ env, start, days, issues, isBusy, replanned, forget, log, cancel }: Props) {
  const { format, today } = env;
  const heading = useFocus<HTMLHeadingElement>();
  const [source, setSource] = useState(start.source ?? "");
  const sourceDay = days.find(({ date }) => date === source);
  const [issueKey, setIssueKey] = useState("");
  const [description, setDescription] = useState("");
  const [billable, setBillable] = useState<boolean>();
  const [edited, setEdited] = useState<ReadonlyMap<string, readonly EditedRow[]>>(new Map());
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [problem, setProblem] = useState("");
  const known = useIssues(env, issues);

  const targets = days.filter(({ date }) => start.targets.includes(date));
  const key = issueKey.trim();
  const copies = sourceDay && areBillable(sourceDay);
  const keepsBillable = canFill(env) && copies === "mixed" && billable === undefined;
  const isBillable = billable ?? copies !== "no";
  const wanted = {
    source: sourceDay,
    issueKey: key,
    description: description.trim(),
    billable: keepsBillable ? undefined : isBillable,
    edited,
  };
  const byDate = new Map(replanned.map((day) => [day.date, day]));
  const own = planDays(targets, wanted).map((day) => byDate.get(day.date) ?? day);
  const planned = canFill(env) ? own : planForBulk(own, targets);
  // Upcoming days are a choice of their own, unless the form was opened for nothing else.
  const isForDaysToCome = start.targets.every((date) => date > today);
  const atFirst = chosenAtFirst(planned.filter(({ date }) => isForDaysToCome || date <= today));
  const chosen = new Set(
    planned
      .filter((day) => canBeChosen(day) && (picked.get(day.date) ?? atFirst.has(day.date)))
      .map(({ date }) => date),
  );
  const toLog = planned.filter(({ date }) => chosen.has(date));
  const rows = rowsOf(toLog);

  function change(set: () => void): void {
    if (replanned.length > 0) forget();
    set();
  }

  function choose(date: string, isChosen: boolean): void {
    setPicked(new Map([...picked, [date, isChosen]]));
  }

  function submit(): void {
    const why = whyNot(rows);
    setProblem(why);
    if (why === "") log({ planned: toLog, wanted });
  }

  return (
    <section class="panel" aria-labelledby="plan-title" onKeyDown={onEscape(cancel)}>
      <h2 id="plan-title" ref={heading} tabIndex={-1}>
        {start.title}
      </h2>
      <p class="fields">
        <label>
          <span>What to log</span>
          <select
            value={source}
            disabled={isBusy}
            onChange={({ currentTarget }) =>
              change(() => {
                setSource(currentTarget.value);
                setEdited(new Map());
              })
            }
          >
            <option value="">missing hours</option>
            {days
              .filter(({ worklogs }) => worklogs.length > 0)
              .map(({ date }) => (
                <option key={date} value={date}>
                  copy of {format.shortDay(date)}
                </option>
              ))}
          </select>
        </label>
        {!sourceDay && (
          <>
            <label>
              <span>Issue</span>
              <input
                list="issues"
                value={issueKey}
                disabled={isBusy}
                autocomplete="off"
                placeholder="such as PROJ-123"
                onInput={({ currentTarget }) => change(() => setIssueKey(currentTarget.value))}
              />
            </label>
            <datalist id="issues">
              {known.map((issue) => (
                <option key={issue.issueKey} value={issue.issueKey}>
                  {issue.issueSummary}
                </option>
              ))}
            </datalist>
            <label>
              <span>Comment</span>
              <input
                value={description}
                disabled={isBusy}
                onInput={({ currentTarget }) => change(() => setDescription(currentTarget.value))}
              />
            </label>
          </>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isBillable}
            indeterminate={keepsBillable}
            disabled={isBusy}
            onChange={({ currentTarget }) => change(() => setBillable(currentTarget.checked))}
          />
          <span>Billable</span>
        </label>
      </p>
      {copies === "mixed" && (
        <p>
          Some of these worklogs are billable and some are not.{" "}
          {!keepsBillable
            ? "One choice holds for all copies."
            : `Each copy stays as it is${edited.size > 0 ? ", but those of the days that you changed are billable" : ""}.`}
        </p>
      )}
      <PlannedRows
        env={env}
        planned={planned}
        edited={edited}
        chosen={chosen}
        isFixed={isBusy}
        foldsUpcoming={!isForDaysToCome}
        missingOf={(date) => targets.find((day) => day.date === date)?.missingSeconds ?? 0}
        choose={choose}
        edit={(date, rows) =>
          change(() => {
            const others = [...edited].filter(([each]) => each !== date);
            setEdited(new Map(rows ? [...others, [date, rows]] : others));
            choose(date, true);
          })
        }
      />
      {planned.length === 0 && <p>No other day of this range has hours missing.</p>}
      <p role="alert">{problem}</p>
      <p class="actions">
        <ActionButton kind="primary" isBusy={isBusy} act={submit}>
          {isBusy
            ? `Logging ${worklogCount(rows.length)}…`
            : `Log ${worklogCount(rows.length)}, ${format.unit(plannedSeconds(rows))}`}
        </ActionButton>
        <Button onClick={cancel} aria-disabled={isBusy}>
          Cancel
        </Button>
      </p>
    </section>
  );
}

function whyNot(rows: readonly BulkWorklogEntry[]): string {
  if (rows.length === 0) return "Choose at least one day.";
  if (rows.some(({ issueKey }) => issueKey === "")) return NO_ISSUE;
  return rows.length > MAX_BATCH
    ? `One call logs at most ${MAX_BATCH} worklogs. Leave days out, and log them afterwards.`
    : "";
}
