import { useState } from "preact/hooks";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { type Format, joined, weekFrom } from "../format.ts";
import { useEnv, useOpened } from "../hooks.ts";
import { coverageOf, type Day, type MarkOf, secondsByIssue, shareLogged } from "../model/days.ts";
import { columnsOf, monthsOf, type Period, scaleOf, WEEK, weekAround, weeksOf } from "../model/periods.ts";
import { detailsOf, factsOf, gapOf, hoursOf, sentenceOf, stateOf } from "../words.ts";
import { Actions, Bar, type BarPart, Button, Head, Hidden, Panel, Sign } from "./controls.tsx";
import type { PlanStart } from "./plan-form.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  range: DateRange;
  days: readonly Day[];
  plan(start: PlanStart): void;
  /** Shows another range; undefined if the view can read none. */
  goTo: ((range: DateRange) => void) | undefined;
  markOf: MarkOf;
}

/** A calendar; for a long range a table of its weeks or months, of which one opens as a calendar. */
export function Days({ range, days, plan, goTo, markOf }: Props) {
  const { format } = useEnv();
  const [period, setPeriod] = useState<Period>();
  const { opened: selected, open, close } = useOpened(days.length === 1 ? days[0]?.date : undefined);

  const scale = scaleOf(range);
  const periods = scale === "months" ? monthsOf(days) : weeksOf(days, format.firstWeekday);
  const opened = periods.find(({ range: { startDate } }) => startDate === period?.range.startDate);
  const shown = scale === "days" ? days : opened?.days;
  const day = shown?.find(({ date }) => date === selected);

  return (
    <>
      {scale !== "days" && (
        <PeriodTable
          caption={`Hours logged and required by ${scale === "weeks" ? "week" : "month"}`}
          periods={periods}
          selected={opened}
          select={(next) => setPeriod(next.range.startDate === opened?.range.startDate ? undefined : next)}
        />
      )}
      {opened && scale !== "days" && <h2>{format.range(opened.range)}</h2>}
      {shown && (
        <Calendar
          key={shown[0]?.date}
          days={shown}
          markOf={markOf}
          selected={selected}
          select={(date) => open(date === selected ? undefined : date)}
        />
      )}
      {day && (
        <DayPanel
          key={day.date}
          day={day}
          takesFocus={days.length > 1}
          fill={() => plan({ title: `Fill ${format.day(day.date)}`, targets: [day.date] })}
          repeat={() => plan(repeatOf(day, days, format))}
          openWeek={
            goTo && scale === "days" && days.length > WEEK
              ? () => goTo(weekAround(day.date, format.firstWeekday))
              : undefined
          }
          close={close}
        />
      )}
      {shown && <Legend days={shown} />}
    </>
  );
}

/** Explains the signs and names the holidays, for which narrow cells have no room. */
function Legend({ days }: { days: readonly Day[] }) {
  const { format } = useEnv();
  const holidays = days.filter(({ holiday }) => holiday !== undefined);
  return (
    <>
      <p class="legend quiet">! hours missing · + too many, or on a day off · ✓ done</p>
      {holidays.length > 0 && (
        <ul class="holidays quiet">
          {holidays.map(({ date, holiday, requiredSeconds }) => (
            <li key={date}>
              {format.dayAndMonth(date)}: {holiday}
              {requiredSeconds !== undefined &&
                (requiredSeconds > 0 ? `, ${format.unit(requiredSeconds)} required` : ", off")}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function repeatOf(source: Day, days: readonly Day[], format: Format): PlanStart {
  const targets = days
    .filter(({ missingSeconds, date }) => missingSeconds > 0 && date !== source.date)
    .map(({ date }) => date);
  return { title: `Repeat ${format.day(source.date)}`, targets, source: source.date };
}

interface DayPanelProps {
  day: Day;
  /** False if it is there from the start: a view takes no focus unasked. */
  takesFocus: boolean;
  /** Logs the day's missing hours. */
  fill(): void;
  /** Logs the day's worklogs on other days. */
  repeat(): void;
  /** Shows the week of the day; undefined if it is shown. */
  openWeek: (() => void) | undefined;
  close(): void;
}

/** Shows the worklogs of one day and its actions. */
function DayPanel({ day, takesFocus, fill, repeat, openWeek, close }: DayPanelProps) {
  const { format, can } = useEnv();
  const canLog = can("fill_days");
  return (
    <Panel id="day" title={format.day(day.date)} takesFocus={takesFocus} close={close}>
      <p>{detailsOf(day, format)}</p>
      {day.worklogs.length > 0 && (
        <Rows caption={`Worklogs of ${format.day(day.date)}`} rows={day.worklogs} />
      )}
      <Actions>
        {canLog && day.missingSeconds > 0 && (
          <Button onClick={fill}>Fill {format.unit(day.missingSeconds)}…</Button>
        )}
        {canLog && day.worklogs.length > 0 && <Button onClick={repeat}>Repeat this day…</Button>}
        {openWeek && <Button onClick={openWeek}>Show the week</Button>}
        <Button onClick={close}>Close</Button>
      </Actions>
    </Panel>
  );
}

interface PeriodTableProps {
  caption: string;
  periods: readonly Period[];
  selected: Period | undefined;
  select(period: Period): void;
}

/** A long range: one week or one month a row, which opens its days. */
function PeriodTable({ caption, periods, selected, select }: PeriodTableProps) {
  const { format, today } = useEnv();
  return (
    <table class="periods">
      <caption class="hidden">{caption}</caption>
      <Head columns={["Dates", "Hours", "State"]} />
      <tbody>
        {periods.map((period) => {
          const coverage = coverageOf(period.days, today);
          const { loggedSeconds, requiredSeconds, isKnown } = coverage;
          const [sign, text] = gapOf(coverage, format);
          return (
            <tr key={period.range.startDate}>
              <th scope="row">
                <Button
                  class="plain"
                  aria-expanded={period.range.startDate === selected?.range.startDate}
                  onClick={() => select(period)}
                >
                  {format.range(period.range)}
                </Button>
              </th>
              <td class="number">
                {isKnown ? `${format.hours(loggedSeconds)}/${format.hours(requiredSeconds)}` : "–"}
                <Bar parts={[{ share: shareLogged(requiredSeconds, loggedSeconds) }]} />
              </td>
              <td>
                <Sign>{sign}</Sign>
                {joined("; ", [text, ...factsOf(coverage, format)])}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface CalendarProps {
  days: readonly Day[];
  /** The date whose panel is open. */
  selected: string | undefined;
  select(date: string): void;
  markOf: MarkOf;
}

/** Weeks as rows. One day takes the tab stop; the arrow keys, Home and End move it. */
function Calendar({ days, selected, select, markOf }: CalendarProps) {
  const { format, today } = useEnv();
  const [active, setActive] = useState(selected ?? firstActive(days, today));
  const weeks = weeksOf(days, format.firstWeekday);
  const dates = new Set(days.map(({ date }) => date));
  const tabStop = dates.has(active) ? active : firstActive(days, today);

  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    // The browser handles arrow keys pressed with Alt, Ctrl or Meta.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = movedBy(event.key, tabStop, weeks);
    if (next === undefined || !dates.has(next)) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  }

  return (
    <table class="calendar" onKeyDown={onKeyDown}>
      <caption class="hidden">Hours logged and required by day, one week a row</caption>
      <thead>
        <tr>
          {weekFrom(format.firstWeekday).map((date) => (
            <th scope="col" key={date} abbr={format.weekday(date).long}>
              {format.weekday(date).short}
            </th>
          ))}
          <th scope="col">Week</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.range.startDate} class={week.days.every(isEmpty) ? "slim" : ""}>
            {columnsOf(week, format.firstWeekday).map((day, index) =>
              day ? (
                <td key={day.date} class={`day ${day.state}`}>
                  <Button
                    data-date={day.date}
                    tabIndex={day.date === tabStop ? 0 : -1}
                    aria-expanded={day.date === selected}
                    aria-current={day.date === today ? "date" : undefined}
                    onFocus={() => setActive(day.date)}
                    onClick={() => select(day.date)}
                  >
                    <DayCell day={day} name={nameOf(day, days, format)} markOf={markOf} />
                  </Button>
                </td>
              ) : (
                <td key={index} />
              ),
            )}
            <WeekTotal week={week} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether a day needs no room: it is off, and nothing is logged. */
function isEmpty({ state, holiday }: Day): boolean {
  return state === "off" && holiday === undefined;
}

function DayCell({ day, name, markOf }: { day: Day; name: string; markOf: MarkOf }) {
  const { format, today } = useEnv();
  const { sign, word } = stateOf(day, format);
  const [logged, required] = hoursOf(day, format).split("/");
  return (
    <>
      <Hidden>{sentenceOf(day, format, today)}</Hidden>
      <span aria-hidden="true" class="cell">
        <span class="date">
          <span>
            <span class="name">{name}</span>
            {day.date === today && <span class="today"> today</span>}
          </span>
          <span class="sign">{sign}</span>
        </span>
        <span class="hours">
          {day.state !== "off" && (
            <>
              {logged}
              <wbr />
              {required && `/${required}`}
            </>
          )}
        </span>
        <Bar parts={stripesOf(day, markOf)} />
        <span class="word">{day.state === "off" && day.holiday ? "" : word}</span>
        <span class="holiday">{day.holiday}</span>
      </span>
    </>
  );
}

/** The shares of the issues in what is required, or in what is logged if that is more. */
function stripesOf(day: Day, markOf: MarkOf): BarPart[] {
  const { requiredSeconds = 0, loggedSeconds = 0 } = day;
  const whole = Math.max(requiredSeconds, loggedSeconds);
  return [...secondsByIssue(day)].map(([issueKey, seconds]) => ({
    share: seconds / whole,
    mark: markOf(issueKey),
  }));
}

function WeekTotal({ week }: { week: Period }) {
  const { format, today } = useEnv();
  const { loggedSeconds, requiredSeconds, isKnown } = coverageOf(week.days, today);
  const { hours } = format;
  return (
    <th scope="row" class="total">
      <Hidden>
        Week from {format.day(week.range.startDate)}
        {isKnown && `: ${hours(loggedSeconds)} of ${hours(requiredSeconds)} hours logged`}
      </Hidden>
      {isKnown && loggedSeconds + requiredSeconds > 0 && (
        <span aria-hidden="true">
          {hours(loggedSeconds)}
          <wbr />/{hours(requiredSeconds)}
        </span>
      )}
    </th>
  );
}

/** The number of the day; with its month where one begins. */
function nameOf({ date }: Day, days: readonly Day[], format: Format): string {
  const isOneMonth = days[0]?.date.slice(0, 7) === days.at(-1)?.date.slice(0, 7);
  const begins = date.endsWith("-01") || date === days[0]?.date;
  return begins && !isOneMonth ? format.dayAndMonth(date) : String(Number(date.slice(8)));
}

function firstActive(days: readonly Day[], today: string): string {
  const missing = days.find(({ missingSeconds }) => missingSeconds > 0);
  return (days.find(({ date }) => date === today) ?? missing ?? days[0])?.date ?? "";
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function movedBy(key: string, date: string, weeks: readonly Period[]): string | undefined {
  const step = STEPS[key];
  if (step !== undefined) return addDays(date, step);
  const week = weeks.find(({ days }) => days.some((day) => day.date === date));
  if (key === "Home") return week?.range.startDate;
  return key === "End" ? week?.range.endDate : undefined;
}
