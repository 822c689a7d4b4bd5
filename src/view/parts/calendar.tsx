import { useState } from "preact/hooks";
import { addDays } from "../../timesheet/dates.ts";
import { type Format, weekFrom } from "../format.ts";
import { useEnv } from "../hooks.ts";
import { coverageOf, type Day, type MarkOf, secondsByIssue } from "../model/days.ts";
import { columnsOf, type Period, weeksOf } from "../model/periods.ts";
import { hoursOf, sentenceOf, stateOf } from "../words.ts";
import { Bar, type BarPart, Button, Hidden } from "./controls.tsx";

interface Props {
  days: readonly Day[];
  /** The date whose panel is open. */
  selected: string | undefined;
  select(date: string): void;
  markOf: MarkOf;
}

/** Weeks as rows. One day takes the tab stop; the arrow keys, Home and End move it. */
export function Calendar({ days, selected, select, markOf }: Props) {
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
        <span class="hours">{day.state === "off" ? "" : hoursOf(day, format)}</span>
        <Bar parts={stripesOf(day, markOf)} />
        <span class="word">{day.state === "off" && day.holiday ? "" : word}</span>
        <span class="holiday">{day.holiday}</span>
      </span>
    </>
  );
}

/** The shares of the issues in what is required, or in what is logged if that is more. */
function stripesOf(day: Day, markOf: MarkOf): BarPart[] {
  const { requiredSeconds = 0, bookedSeconds = 0 } = day;
  const whole = Math.max(requiredSeconds, bookedSeconds);
  return [...secondsByIssue(day)].map(([issueKey, seconds]) => ({
    share: seconds / whole,
    mark: markOf(issueKey),
  }));
}

function WeekTotal({ week }: { week: Period }) {
  const { format } = useEnv();
  const { bookedSeconds, requiredSeconds, isKnown } = coverageOf(week.days);
  const { hours } = format;
  return (
    <th scope="row" class="total">
      <Hidden>
        Week from {format.day(week.range.startDate)}
        {isKnown && `: ${hours(bookedSeconds)} of ${hours(requiredSeconds)} hours logged`}
      </Hidden>
      {isKnown && bookedSeconds + requiredSeconds > 0 && (
        <span aria-hidden="true">
          {hours(bookedSeconds)}
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
