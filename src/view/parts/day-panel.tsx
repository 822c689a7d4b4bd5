import type { Env } from "../env.ts";
import { canLog } from "../env.ts";
import type { Day } from "../model/days.ts";
import { onEscape, useFocus } from "../use-focus.ts";
import { detailsOf } from "../words.ts";
import { Button } from "./button.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  env: Env;
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
export function DayPanel({ env, day, takesFocus, fill, repeat, openWeek, close }: Props) {
  const { format } = env;
  const heading = useFocus<HTMLHeadingElement>(takesFocus);
  return (
    <section class="panel" id="day" aria-labelledby="day-title" onKeyDown={onEscape(close)}>
      <h2 id="day-title" ref={heading} tabIndex={-1}>
        {format.day(day.date)}
      </h2>
      <p>{detailsOf(day, format)}</p>
      {day.worklogs.length > 0 && (
        <Rows env={env} caption={`Worklogs of ${format.day(day.date)}`} rows={day.worklogs} />
      )}
      <p class="actions">
        {canLog(env) && day.missingSeconds > 0 && (
          <Button onClick={fill}>Fill {format.unit(day.missingSeconds)}…</Button>
        )}
        {canLog(env) && day.worklogs.length > 0 && <Button onClick={repeat}>Repeat this day…</Button>}
        {openWeek && <Button onClick={openWeek}>Show the week</Button>}
        <Button onClick={close}>Close</Button>
      </p>
    </section>
  );
}
