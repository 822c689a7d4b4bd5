import { useState } from "preact/hooks";
import type { DateRange } from "../../timesheet/dates.ts";
import { type Format, joined } from "../format.ts";
import { useEnv, useOpened } from "../hooks.ts";
import { coverageOf, type Day, type MarkOf, shareLogged } from "../model/days.ts";
import { monthsOf, type Period, scaleOf, WEEK, weekAround, weeksOf } from "../model/periods.ts";
import { detailsOf, factsOf, gapOf } from "../words.ts";
import { Calendar } from "./calendar.tsx";
import { Actions, Bar, Button, Head, Panel, Sign } from "./controls.tsx";
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
  const { format } = useEnv();
  return (
    <table class="periods">
      <caption class="hidden">{caption}</caption>
      <Head columns={["Dates", "Hours", "State"]} />
      <tbody>
        {periods.map((period) => {
          const coverage = coverageOf(period.days);
          const { bookedSeconds, requiredSeconds, missing, isKnown } = coverage;
          return (
            <tr key={period.range.startDate} class={missing.days > 0 ? "missing" : ""}>
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
                {isKnown ? `${format.hours(bookedSeconds)}/${format.hours(requiredSeconds)}` : "–"}
                <Bar parts={[{ share: shareLogged(requiredSeconds, bookedSeconds) }]} />
              </td>
              <td>
                {missing.days > 0 && <Sign>!</Sign>}
                {joined("; ", [gapOf(coverage, format), ...factsOf(coverage, format)])}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
