import { useState } from "preact/hooks";
import type { DateRange } from "../../timesheet/dates.ts";
import type { Env } from "../env.ts";
import type { Day } from "../model/days.ts";
import type { MarkOf } from "../model/issues.ts";
import { monthsOf, type Period, scaleOf, WEEK, weekAround, weeksOf } from "../model/periods.ts";
import { useOpener } from "../use-focus.ts";
import { Calendar } from "./calendar.tsx";
import { DayPanel } from "./day-panel.tsx";
import { PeriodTable } from "./period-table.tsx";
import type { PlanStart } from "./plan-form.tsx";

interface Props {
  env: Env;
  range: DateRange;
  days: readonly Day[];
  plan(start: PlanStart): void;
  /** Shows another range; undefined if the view can read none. */
  goTo: ((range: DateRange) => void) | undefined;
  markOf: MarkOf;
}

/** A calendar; for a long range a table of its weeks or months, of which one opens as a calendar. */
export function Days({ env, range, days, plan, goTo, markOf }: Props) {
  const { format } = env;
  const [period, setPeriod] = useState<Period>();
  const [selected, setSelected] = useState(days.length === 1 ? days[0]?.date : undefined);
  const opener = useOpener();

  const scale = scaleOf(range);
  const periods = scale === "months" ? monthsOf(days) : weeksOf(days, format.firstWeekday);
  const opened = periods.find(({ range: { startDate } }) => startDate === period?.range.startDate);
  const shown = scale === "days" ? days : opened?.days;
  const day = shown?.find(({ date }) => date === selected);

  function close(): void {
    setSelected(undefined);
    opener.restore();
  }

  return (
    <>
      {scale !== "days" && (
        <PeriodTable
          env={env}
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
          env={env}
          days={shown}
          markOf={markOf}
          selected={selected}
          select={(date) => {
            opener.remember();
            setSelected(date === selected ? undefined : date);
          }}
        />
      )}
      {day && (
        <DayPanel
          key={day.date}
          env={env}
          day={day}
          takesFocus={days.length > 1}
          fill={() => plan({ title: `Fill ${format.day(day.date)}`, targets: [day.date] })}
          repeat={() => plan(repeatOf(day, days, env))}
          openWeek={
            goTo && scale === "days" && days.length > WEEK
              ? () => goTo(weekAround(day.date, format.firstWeekday))
              : undefined
          }
          close={close}
        />
      )}
      {shown && <Legend env={env} days={shown} />}
    </>
  );
}

/** Explains the signs and names the holidays, for which narrow cells have no room. */
function Legend({ env: { format }, days }: { env: Env; days: readonly Day[] }) {
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

function repeatOf(source: Day, days: readonly Day[], { format }: Env): PlanStart {
  const targets = days
    .filter(({ missingSeconds, date }) => missingSeconds > 0 && date !== source.date)
    .map(({ date }) => date);
  return { title: `Repeat ${format.day(source.date)}`, targets, source: source.date };
}
