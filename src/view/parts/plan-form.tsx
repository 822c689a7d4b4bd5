import type { ComponentProps } from "preact";
import { useEffect, useState } from "preact/hooks";
import { later } from "../clock.ts";
import { focusInvalid, useEnv, useId, useTries } from "../hooks.ts";
import { type Day, type Sheet, sumSeconds } from "../model/days.ts";
import {
  areBillable,
  type Plan,
  type PlannedDay,
  plannedBy,
  type Stretch,
  stretchesOf,
  type Wanted,
} from "../model/plan.ts";
import { type MadePlans, planAll } from "../use-logging.ts";
import { NO_ISSUE, worklogCount } from "../words.ts";
import { ActionButton, Actions, Alert, Button, Check, Field, ISSUES, IssueList, Panel } from "./controls.tsx";
import { type FormDay, PlannedRows } from "./planned-rows.tsx";

/** The title, days and source that the form opens with. */
export interface PlanStart {
  title: string;
  /** The dates that may be logged on. */
  targets: readonly string[];
  /** The date that is repeated; without it, missing hours are filled. */
  source?: string;
}

interface Props {
  start: PlanStart;
  sheet: Sheet;
  /** The days of the sheet. */
  days: readonly Day[];
  /** The issues of the range, most hours first. */
  issues: ComponentProps<typeof IssueList>["issues"];
  /** @param done is called once something is logged */
  log(plans: readonly Plan[], done: () => void): void;
  /** There is nothing left to plan. */
  close(): void;
  cancel(): void;
}

/** The plan of `fill_days`, whose chosen days one button logs: exactly the rows that are shown. */
export function PlanForm({ start, sheet, days, issues, log, close, cancel }: Props) {
  const { format, today, isBusy } = useEnv();
  const [source, setSource] = useState(start.source ?? "");
  const dayOf = new Map(days.map((day) => [day.date, day]));
  const sourceDay = dayOf.get(source);
  const [issueKey, setIssueKey] = useState("");
  const [description, setDescription] = useState("");
  const [billable, setBillable] = useState<boolean>();
  const [edited, setEdited] = useState<Wanted["edited"]>(new Map());
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { hasFailed, fail, forget } = useTries();
  const problemId = useId();

  const targets = days.filter(
    ({ date, missingSeconds }) => missingSeconds > 0 && start.targets.includes(date) && date !== source,
  );
  const key = issueKey.trim();
  const copies = sourceDay && areBillable(sourceDay);
  const keepsBillable = copies === "mixed" && billable === undefined;
  const isBillable = billable ?? copies !== "no";
  const comment = description.trim();
  const wanted: Wanted = {
    source: sourceDay,
    issueKey: key,
    description: comment,
    billable: keepsBillable ? undefined : isBillable,
    edited,
  };
  // Upcoming days are a choice of their own, unless the form was opened for nothing else.
  const isForDaysToCome = start.targets.every((date) => date > today);
  const isPicked = (date: string) => picked.get(date) ?? (isForDaysToCome || date <= today);
  const dates = targets.map(({ date }) => date);
  const open = new Set([...dates, ...picked.keys()]);
  const stretches = stretchesOf(days, open, isPicked, wanted);
  const {
    plans,
    refused,
    refusals,
    former,
    isPlanning,
    problem: whyNoPlan,
    renew,
  } = usePlans(stretches, sheet);
  const reasonOf = (date: string) => refused.find(({ dates }) => dates.includes(date))?.problem;
  // A refusal that names the issue is about it.
  const whyNotIssue =
    (key && !sourceDay && refusals.find(({ problem }) => problem.includes(key))?.problem) || "";

  const planOf = plansByDate(plans);
  const formerOf = plansByDate(former);
  const inCalls = new Set(stretches.flatMap(({ dates }) => dates));
  const planned: FormDay[] = [
    ...targets.map(shownOn),
    // Days that lack hours only since the sheet was read: they would be logged too.
    ...[...planOf.values()].filter(({ date, rows }) => rows.length > 0 && !dates.includes(date)),
  ]
    .sort((a, b) => a.date.localeCompare(b.date))
    .map((day) => ({
      ...day,
      isEdited: edited.has(day.date),
      isRefused: refusals.some(({ dates }) => dates.includes(day.date)),
      isChosen:
        day.rows.length > 0 && !reasonOf(day.date) && (planOf.get(day.date)?.isChosen ?? isPicked(day.date)),
      missingSeconds: dayOf.get(day.date)?.missingSeconds ?? 0,
    }));
  const toLog = planned.filter(isChosenOne);
  const rows = toLog.flatMap((day) => day.rows);
  const chosenPlans = plans.filter(isChosenOne);
  const lacksDays = hasFailed && rows.length === 0;
  const lacksIssue = toLog.some(({ date }) => !inCalls.has(date) && !planOf.has(date));
  const whyNot = lacksDays ? "Choose at least one day." : whyNoPlan === whyNotIssue ? "" : whyNoPlan;

  /** The plan of a day; while it is being made, the former one, and what is wanted where there is none. */
  function shownOn({ date, missingSeconds }: Day): PlannedDay {
    const own = sourceDay ? { issueKey: "", comment: "" } : { issueKey: key, comment };
    const unplanned = { date, rows: edited.get(date) ?? [{ ...own, seconds: missingSeconds }], notes: [] };
    if (!inCalls.has(date)) return unplanned;
    const why = reasonOf(date);
    if (why) return { ...unplanned, notes: why === whyNotIssue ? [] : [why] };
    if (plans.length > 0) return planOf.get(date) ?? { date, rows: [], notes: [] };
    return (!edited.has(date) && formerOf.get(date)) || unplanned;
  }

  function choose(date: string, isChosen: boolean): void {
    setPicked(new Map([...picked, [date, isChosen]]));
  }

  function submit(): void {
    if (!whyNoPlan && (rows.length === 0 || lacksIssue)) {
      fail();
      return;
    }
    forget();
    const left = refused.filter(isChosenOne).flatMap((stretch) => stretch.dates);
    if (whyNoPlan) focusInvalid();
    else log(chosenPlans, () => (left.length > 0 ? keepOnly(left) : close()));
    renew();
  }

  /** Leaves the days that were refused, as the user has changed them. */
  function keepOnly(left: readonly string[]): void {
    setEdited(new Map([...edited].filter(([date]) => left.includes(date))));
    setPicked(new Map(dates.map((date) => [date, left.includes(date)])));
  }

  return (
    <Panel id="plan" title={start.title} close={cancel}>
      <div class="fields">
        <label>
          <span>What to log</span>
          <select
            value={source}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              setSource(currentTarget.value);
              setEdited(new Map());
            }}
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
            <Field
              label="Issue"
              list={ISSUES}
              value={issueKey}
              placeholder="such as PROJ-123"
              problem={hasFailed && lacksIssue ? NO_ISSUE : whyNotIssue}
              change={setIssueKey}
            />
            <Field label="Comment" value={description} change={setDescription} />
          </>
        )}
        <Check label="Billable" isChecked={isBillable} isMixed={keepsBillable} change={setBillable} />
      </div>
      <IssueList issues={issues} />
      {copies === "mixed" && (
        <p>
          Some of these worklogs are billable and some are not.{" "}
          {!keepsBillable
            ? "One choice holds for all copies."
            : `Each copy stays as it is${edited.size > 0 ? ", but those of the days that you changed are billable" : ""}.`}
        </p>
      )}
      <PlannedRows
        planned={planned}
        foldsUpcoming={!isForDaysToCome}
        problemId={lacksDays ? problemId : undefined}
        choose={choose}
        edit={(date, rows) => {
          const others = [...edited].filter(([each]) => each !== date);
          setEdited(new Map(rows ? [...others, [date, rows]] : others));
          choose(date, true);
        }}
      />
      {planned.length === 0 && <p>No other day of this range takes hours.</p>}
      {[...new Set(chosenPlans.flatMap(({ reply: { warnings = [] } }) => warnings))].map((warning) => (
        <p key={warning} class="warning text">
          {warning}
        </p>
      ))}
      <Alert id={problemId}>{whyNot}</Alert>
      <Actions>
        <ActionButton kind="primary" isOff={isBusy || isPlanning} act={submit}>
          {isBusy
            ? `Logging ${worklogCount(rows.length)}…`
            : isPlanning
              ? "Planning…"
              : whyNoPlan
                ? "Plan again"
                : `Log ${worklogCount(rows.length)}, ${format.unit(sumSeconds(rows))}`}
        </ActionButton>
        <Button onClick={cancel} isOff={isBusy}>
          Cancel
        </Button>
      </Actions>
    </Panel>
  );
}

function isChosenOne({ isChosen }: { isChosen: boolean }): boolean {
  return isChosen;
}

function plansByDate(plans: readonly Plan[]) {
  return new Map(
    plans.flatMap(({ reply, isChosen }) =>
      plannedBy(reply).map((day) => [day.date, { ...day, isChosen }] as const),
    ),
  );
}

/** A pause in typing: what is typed until then is not planned. */
const PAUSE_MS = 300;

const NONE: MadePlans = { plans: [], refused: [] };

interface Made extends MadePlans {
  /** The calls, as text. */
  calls: string;
  /** The sheet by which they were planned; undefined once the plans are used up. */
  sheet: Sheet | undefined;
}

/** The plans that `fill_days` makes for the calls, made again whenever the calls or the sheet change. */
function usePlans(stretches: readonly Stretch[], sheet: Sheet) {
  const { tools, isBusy } = useEnv();
  const calls = JSON.stringify(stretches);
  const [made, setMade] = useState<Made>({ calls: "", sheet: undefined, ...NONE });
  const isMade = made.calls === calls && made.sheet === sheet;

  useEffect(() => {
    if (isMade || isBusy || stretches.length === 0) return;
    let isLatest = true;
    later(PAUSE_MS, async () => {
      if (!isLatest) return;
      const known = made.sheet === sheet ? made.plans : [];
      const next = await planAll(tools, stretches, known, () => isLatest);
      if (isLatest) setMade({ calls, sheet, ...next });
    });
    return () => {
      isLatest = false;
    };
  }, [calls, sheet, isMade, isBusy]);

  const isPlanning = !isMade && stretches.length > 0;
  const problem =
    !isMade || made.plans.some(isChosenOne) ? "" : (made.refused.find(isChosenOne)?.problem ?? "");
  return {
    isPlanning,
    /** None while they are made, or if no plan that is chosen was made. */
    ...(isMade && !problem ? { plans: made.plans, refused: made.refused } : NONE),
    /** All that were refused, whether or not there are plans. */
    refusals: isMade ? made.refused : [],
    /** The plans that were made last, to be shown meanwhile. */
    former: isPlanning ? made.plans : [],
    /** Why `fill_days` made no plan that can be logged; empty if it did. */
    problem,
    /** Has all plans made anew: a plan is sent to be logged once at most. */
    renew: () => setMade({ ...made, sheet: undefined }),
  };
}
