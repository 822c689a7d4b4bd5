import { useEffect, useRef, useState } from "preact/hooks";
import type { DateRange } from "../../timesheet/dates.ts";
import { joined } from "../format.ts";
import { useEnv, useFocus, useOpened } from "../hooks.ts";
import { type Coverage, coverageOf, type Day, daysOf, marksOf, type Sheet } from "../model/days.ts";
import type { MonthFace } from "../model/face.ts";
import { monthsAround, neighboursOf, WEEK } from "../model/periods.ts";
import { useLogging } from "../use-logging.ts";
import { classOf, factsOf, gapOf, messageOf } from "../words.ts";
import { Actions, Button, Hidden, Sign, Toggle } from "./controls.tsx";
import { Days } from "./days.tsx";
import { IssueBars, IssueGrid } from "./hours.tsx";
import { PlanForm, type PlanStart } from "./plan-form.tsx";
import { Receipt } from "./receipt.tsx";

/** A range of days: its gaps, its hours by day and by issue, and what fills the gaps. */
export function Month({ face }: { face: MonthFace }) {
  const { format, today, canRead, can, isBusy } = useEnv();
  const { sheet, readAt, isReading, problem, read } = useSheet(face);
  const [isOpen, setOpen] = useState(face.isOpen);
  const { opened: plan, ...planning } = useOpened<PlanStart>();
  const logging = useLogging(read);

  const { range, worklogs } = sheet;
  const days = daysOf(sheet, today);
  const coverage = coverageOf(days, today);
  const issues = worklogs?.byIssue ?? [];
  const markOf = marksOf(issues);

  /** Opens another plan, or closes the one that is open. */
  function openPlan(start: PlanStart | undefined): void {
    if (isBusy) return;
    logging.clear();
    planning.open(start);
  }

  /** Another range, or the same again. */
  function goTo(next: DateRange): void {
    if (isBusy) return;
    openPlan(undefined);
    read(next).catch(() => {});
  }

  return (
    <section class="month">
      <MonthHeader
        sheet={sheet}
        coverage={coverage}
        face={face}
        days={face.isOpen ? undefined : { areShown: isOpen, show: setOpen }}
        isReading={isReading}
        isFillNext={plan === undefined}
        goTo={isOpen && canRead ? goTo : undefined}
        fill={can("fill_days") && coverage.isKnown ? () => openPlan(fillAll(days)) : undefined}
      />
      <p class={logging.receipt && !problem ? "hidden" : "text"} role="status">
        {(logging.receipt && problem) || logging.message || problem || (isReading && "Reading from Tempo…")}
      </p>
      {plan && (
        <PlanForm
          key={plan.title}
          start={plan}
          sheet={sheet}
          days={days}
          issues={issues}
          log={(plans, done) => logging.log(sheet, plans, done)}
          close={() => planning.open(undefined)}
          cancel={() => {
            if (isBusy) return;
            logging.clear();
            planning.close();
          }}
        />
      )}
      {logging.receipt && (
        <Receipt
          key={logging.receipt.rows.map(({ id }) => id).join()}
          receipt={logging.receipt}
          isWhole={false}
          changed={() => void read(range).catch(() => {})}
        />
      )}
      {isOpen && (
        <>
          <Days
            key={range.startDate + range.endDate}
            range={range}
            days={days}
            plan={openPlan}
            goTo={canRead ? goTo : undefined}
            markOf={markOf}
          />
          {issues.length > 0 && days.length > 1 && days.length <= WEEK ? (
            <IssueGrid days={days} issues={issues} markOf={markOf} />
          ) : (
            worklogs && issues.length > 0 && <IssueBars worklogs={worklogs} markOf={markOf} />
          )}
        </>
      )}
      {isOpen && canRead && (
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
            {readAt ? `Read from Tempo at ${readAt}` : (sheet.schedule || worklogs) && "From the last reply"}
          </span>
        </Actions>
      )}
    </section>
  );
}

/** Holds the sheet that is shown. Reads at once what the assistant's reply lacks. */
function useSheet(face: MonthFace) {
  const { tools, canRead, timeOfDay } = useEnv();
  // Gaps are known from the worklogs of all issues alone.
  const start: Sheet =
    canRead && face.sheet.worklogs?.issueFilter !== undefined ? { range: face.sheet.range } : face.sheet;
  const [sheet, setSheet] = useState(start);
  const [readAt, setReadAt] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const turn = useRef(0);

  async function read(range: DateRange, known?: Partial<Sheet>): Promise<Sheet> {
    turn.current += 1;
    const own = turn.current;
    // Only the latest read is shown.
    const isLatest = () => own === turn.current;
    setReading(true);
    setProblem("");
    try {
      const next = await tools.readSheet(range, known);
      if (isLatest()) {
        setSheet(next);
        if (!known?.schedule && !known?.worklogs) setReadAt(timeOfDay());
      }
      return next;
    } catch (error) {
      if (isLatest()) setProblem(messageOf(error));
      throw error;
    } finally {
      if (isLatest()) setReading(false);
    }
  }

  useEffect(() => {
    if (canRead && !(start.schedule && start.worklogs)) read(start.range, start).catch(() => {});
  }, [canRead]);

  return {
    sheet,
    /** The time of day at which all of it was read; undefined while some of it is the assistant's reply. */
    readAt,
    isReading,
    /** Why it could not be read; empty if it could. */
    problem,
    /** Reads and shows a range. Rejects if it cannot be read; what was shown stays. */
    read: (range: DateRange) => read(range),
  };
}

function fillAll(days: readonly Day[]): PlanStart {
  const targets = days.filter(({ missingSeconds }) => missingSeconds > 0);
  const which = targets.every(({ state }) => state === "upcoming") ? "upcoming" : "missing";
  return { title: `Fill the ${which} days`, targets: targets.map(({ date }) => date) };
}

interface MonthHeaderProps {
  sheet: Sheet;
  coverage: Coverage;
  face: MonthFace;
  /** Undefined if nothing can be logged. */
  fill: (() => void) | undefined;
  /** Whether it is what to do next: no plan is open. */
  isFillNext: boolean;
  /** Shows the range before or after; undefined if there is none to go to. */
  goTo: ((range: DateRange) => void) | undefined;
  isReading: boolean;
  /** Shows or hides the days; undefined if they are always shown. */
  days: { areShown: boolean; show(areShown: boolean): void } | undefined;
}

/** The gap and its sum first, then the totals, as the tools reply them. */
function MonthHeader({
  sheet: { schedule, worklogs, range },
  coverage,
  face,
  fill,
  isFillNext,
  goTo,
  isReading,
  days,
}: MonthHeaderProps) {
  const { format, canRead, can, isBusy } = useEnv();
  const heading = useFocus<HTMLHeadingElement>(face.takesFocus ?? false);
  const issueFilter = face.sheet.worklogs?.issueFilter;
  // The button that led to another range may be gone with it.
  const former = useRef(range);
  useEffect(() => {
    if (former.current === range) return;
    former.current = range;
    if (document.activeElement === document.body && document.hasFocus()) heading.current?.focus();
  }, [range.startDate, range.endDate]);
  const logged = worklogs && format.number(worklogs.summary.totalHours);
  const required = schedule && `${format.number(schedule.summary.totalRequiredHours)} h`;
  const [sign, gap] = gapOf(coverage, format);
  const [before, after] = (goTo && neighboursOf(range)) || [];
  const { missing, upcoming, isKnown } = coverage;
  const isMissing = missing.days > 0;
  const lacksHours = isMissing || upcoming.days > 0;
  const facts = [
    logged && `${logged}${required ? ` of ${required}` : " h"} logged`,
    !logged && required && `${required} required`,
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
          <p class={`gap ${classOf(sign)}`}>
            <Sign>{sign}</Sign>
            {gap}
          </p>
        )}
        <p class="facts">{joined(" · ", facts)}</p>
        {issueFilter !== undefined && (
          <p class="quiet">
            {canRead ? `Of all issues, not only of ${issueFilter}.` : `Only of ${issueFilter}.`}
          </p>
        )}
        {isKnown && lacksHours && !can("fill_days") && can("bulk_post_worklogs") && (
          <p class="quiet">
            The view cannot log hours here. Tell the assistant: “Fill {isMissing && "the missing hours of "}
            {format.range(range)} with PROJ-123.”
          </p>
        )}
        {!canRead && (
          <p class="quiet">
            {schedule ? "Logged hours are" : "Required hours are"} not known: this host does not let the view
            read them. Ask the assistant which hours are missing.
          </p>
        )}
      </div>
      <Actions>
        {fill && lacksHours && (
          <Button class={isFillNext && isMissing ? "primary" : ""} isOff={isBusy} onClick={fill}>
            {isMissing
              ? `Fill ${missing.days === 1 ? "the missing day" : `all ${missing.days} missing days`}…`
              : "Fill the upcoming days…"}
          </Button>
        )}
        {days && (
          <Toggle isOpen={days.areShown} set={days.show}>
            {days.areShown ? "Hide the days" : "Show the days"}
          </Toggle>
        )}
      </Actions>
    </header>
  );
}
