import { useEffect, useRef, useState } from "preact/hooks";
import type { DateRange } from "../../timesheet/dates.ts";
import { canLog, type Env } from "../env.ts";
import { type OneAtATime, useFocus, useOpener } from "../hooks.ts";
import { type Coverage, coverageOf, daysOf, marksOf, type Sheet } from "../model/days.ts";
import type { MonthFace } from "../model/face.ts";
import { monthsAround, neighboursOf, WEEK } from "../model/periods.ts";
import { useLogging } from "../use-logging.ts";
import { useSheet } from "../use-sheet.ts";
import { factsOf, gapOf } from "../words.ts";
import { Actions, Button, Hidden } from "./controls.tsx";
import { Days } from "./days.tsx";
import { IssueBars, IssueGrid } from "./issue-hours.tsx";
import { PlanForm, type PlanStart } from "./plan-form.tsx";
import { Receipt } from "./receipt.tsx";

interface Props {
  env: Env;
  /** Runs one write at a time, here and in the receipt. */
  work: OneAtATime;
  face: MonthFace;
}

/** A range of days: its gaps, its hours by day and by issue, and what fills the gaps. */
export function Month({ env, work, face }: Props) {
  const { sheet, readAt, isReading, problem, read } = useSheet(env, startOf(face, env));
  const [isOpen, setOpen] = useState(face.isOpen);
  const [plan, setPlan] = useState<PlanStart>();
  const opener = useOpener();
  const logging = useLogging(env, work, read);

  const { range } = sheet;
  const { format } = env;
  const days = daysOf(sheet, env.today);
  const coverage = coverageOf(days);
  const isKnown = coverage.isKnown;
  const issues = sheet.worklogs?.byIssue ?? [];
  const markOf = marksOf(issues);

  function openPlan(start: PlanStart): void {
    if (work.isBusy) return;
    opener.remember();
    logging.clear();
    setPlan(start);
  }

  function cancelPlan(): void {
    if (work.isBusy) return;
    setPlan(undefined);
    logging.clear();
    opener.restore();
  }

  /** Another range, or the same again. */
  function goTo(next: typeof range): void {
    if (work.isBusy) return;
    setPlan(undefined);
    logging.clear();
    read(next).catch(() => {});
  }

  return (
    <section class="month">
      <MonthHeader
        env={env}
        sheet={sheet}
        coverage={coverage}
        issueFilter={face.issueFilter}
        days={face.isOpen ? undefined : { areShown: isOpen, toggle: () => setOpen(!isOpen) }}
        takesFocus={face.takesFocus ?? false}
        isBusy={work.isBusy}
        isReading={isReading}
        isFillNext={plan === undefined}
        goTo={isOpen && env.tools ? goTo : undefined}
        fill={canLog(env) && isKnown ? () => openPlan(fillAll(days)) : undefined}
      />
      <p class={logging.receipt && !problem ? "hidden" : "text"} role="status">
        {(logging.receipt && problem) || logging.message || problem || (isReading && "Reading from Tempo…")}
      </p>
      {plan && (
        <PlanForm
          key={plan.title}
          env={env}
          start={plan}
          sheet={sheet}
          days={days}
          issues={issues}
          isBusy={work.isBusy}
          log={(plans, done) => logging.log(sheet, plans, done)}
          close={() => setPlan(undefined)}
          cancel={cancelPlan}
        />
      )}
      {logging.receipt && (
        <Receipt
          key={logging.receipt.rows.map(({ id }) => id).join()}
          env={env}
          work={work}
          receipt={logging.receipt}
          isWhole={false}
          changed={() => void read(range).catch(() => {})}
        />
      )}
      {isOpen && (
        <>
          <Days
            key={range.startDate + range.endDate}
            env={env}
            range={range}
            days={days}
            plan={openPlan}
            goTo={env.tools && goTo}
            markOf={markOf}
          />
          {issues.length > 0 && days.length > 1 && days.length <= WEEK ? (
            <IssueGrid env={env} days={days} issues={issues} markOf={markOf} />
          ) : (
            sheet.worklogs &&
            issues.length > 0 && <IssueBars env={env} worklogs={sheet.worklogs} markOf={markOf} />
          )}
        </>
      )}
      {isOpen && env.tools && (
        <Actions>
          {monthsAround(range).map((month) => (
            <Button key={month.startDate} aria-disabled={isReading} onClick={() => goTo(month)}>
              {format.month(month.startDate)}
            </Button>
          ))}
          <Button aria-disabled={isReading} onClick={() => goTo(range)}>
            Refresh
          </Button>
          <span class="quiet" role="status">
            <Hidden>{format.range(range)}. </Hidden>
            {readAt
              ? `Read from Tempo at ${readAt}`
              : (sheet.schedule || sheet.worklogs) && "From the last reply"}
          </span>
        </Actions>
      )}
    </section>
  );
}

/** Gaps are known from the worklogs of all issues alone. */
function startOf({ sheet, issueFilter }: MonthFace, { tools }: Env): Sheet {
  return tools && issueFilter !== undefined ? { range: sheet.range } : sheet;
}

function fillAll(days: ReturnType<typeof daysOf>): PlanStart {
  const targets = days.filter(({ missingSeconds }) => missingSeconds > 0).map(({ date }) => date);
  return { title: "Fill the missing days", targets };
}

interface MonthHeaderProps {
  env: Env;
  sheet: Sheet;
  coverage: Coverage;
  issueFilter: string | undefined;
  /** Undefined if nothing can be logged. */
  fill: (() => void) | undefined;
  /** Whether it is what to do next: no plan is open. */
  isFillNext: boolean;
  /** Shows the range before or after; undefined if there is none to go to. */
  goTo: ((range: DateRange) => void) | undefined;
  isReading: boolean;
  /** While hours are being logged or deleted. */
  isBusy: boolean;
  /** Shows or hides the days; undefined if they are always shown. */
  days: { areShown: boolean; toggle(): void } | undefined;
  /** True if the user has opened the month in the view. */
  takesFocus: boolean;
}

/** The gap and its sum first, then the totals, as the tools reply them. */
function MonthHeader(props: MonthHeaderProps) {
  const { env, sheet, coverage, issueFilter, fill, isFillNext, goTo, isReading, isBusy, days, takesFocus } =
    props;
  const { format, tools, offered } = env;
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  const { schedule, worklogs, range } = sheet;
  // The button that led to another range may be gone with it.
  const { startDate, endDate } = range;
  const former = useRef(range);
  useEffect(() => {
    if (former.current === range) return;
    former.current = range;
    if (document.activeElement === document.body && document.hasFocus()) heading.current?.focus();
  }, [startDate, endDate]);
  const logged = worklogs && format.number(worklogs.summary.totalHours);
  const required = schedule && format.number(schedule.summary.totalRequiredHours);
  const gap = gapOf(coverage, format);
  const [before, after] = (goTo && neighboursOf(range)) || [];
  const { missing, upcoming, isKnown } = coverage;
  const isMissing = missing.days > 0;
  const canOnlyAsk =
    isKnown && missing.days + upcoming.days > 0 && !canLog(env) && offered.has("bulk_post_worklogs");
  const facts = [
    ...(logged !== undefined
      ? [`${logged}${required === undefined ? "" : ` of ${required}`} h logged`]
      : required !== undefined
        ? [`${required} h required`]
        : []),
    ...(isKnown ? factsOf(coverage, format) : []),
  ];
  const step = (to: DateRange, sign: string) => (
    <Button class="step" aria-disabled={isReading} title={format.range(to)} onClick={() => goTo?.(to)}>
      <span aria-hidden="true">{sign}</span>
      <Hidden>{format.range(to)}</Hidden>
    </Button>
  );
  return (
    <header>
      <div>
        <div class="actions title">
          {before && step(before, "‹")}
          <h1 ref={heading} tabIndex={-1}>
            {format.range(range)}
          </h1>
          {after && step(after, "›")}
        </div>
        {gap && (
          <p class={isMissing ? "gap missing" : "gap"}>
            <span class="sign" aria-hidden="true">
              {isMissing ? "!" : "✓"}
            </span>{" "}
            {gap}
          </p>
        )}
        <p class="facts">{facts.join(" · ")}</p>
        {issueFilter !== undefined && (
          <p class="quiet">
            {tools ? `Of all issues, not only of ${issueFilter}.` : `Only of ${issueFilter}.`}
          </p>
        )}
        {canOnlyAsk && (
          <p class="quiet">
            The view cannot log the missing hours here. Tell the assistant: “Fill the missing hours of{" "}
            {format.range(range)} with PROJ-123.”
          </p>
        )}
        {!tools && (
          <p class="quiet">
            {schedule ? "Logged hours are" : "Required hours are"} not known: this host does not let the view
            read them. Ask the assistant which hours are missing.
          </p>
        )}
      </div>
      <Actions>
        {fill && (missing.days > 0 || upcoming.days > 0) && (
          <Button class={isFillNext ? "primary" : ""} aria-disabled={isBusy} onClick={fill}>
            {missing.days > 0
              ? `Fill ${missing.days === 1 ? "the missing day" : `all ${missing.days} missing days`}…`
              : "Fill the upcoming days…"}
          </Button>
        )}
        {days && (
          <Button aria-expanded={days.areShown} onClick={days.toggle}>
            {days.areShown ? "Hide the days" : "Show the days"}
          </Button>
        )}
      </Actions>
    </header>
  );
}
