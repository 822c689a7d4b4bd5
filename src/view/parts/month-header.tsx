import { useEffect, useRef } from "preact/hooks";
import type { DateRange } from "../../timesheet/dates.ts";
import { canLog, type Env } from "../env.ts";
import type { Coverage } from "../model/coverage.ts";
import type { Sheet } from "../model/days.ts";
import { neighboursOf } from "../model/periods.ts";
import { useFocus } from "../use-focus.ts";
import { factsOf, gapOf } from "../words.ts";
import { Button } from "./button.tsx";

interface Props {
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
export function MonthHeader(props: Props) {
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
      <span class="hidden">{format.range(to)}</span>
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
      <p class="actions">
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
      </p>
    </header>
  );
}
