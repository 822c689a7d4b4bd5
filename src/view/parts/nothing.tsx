import { datesOfMonth } from "../../timesheet/calendar-month.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type { Env } from "../env.ts";
import { Button } from "./button.tsx";

interface Props {
  env: Env;
  title: string;
  text: string;
  range: DateRange | undefined;
  open(range: DateRange): void;
}

/** There is nothing to draw: why, and what can be done. */
export function Nothing({ env: { tools, today, format }, title, text, range, open }: Props) {
  const offered = range ?? datesOfMonth(today.slice(0, 7));
  return (
    <section>
      <h1>{title}</h1>
      <p class="text" role="status">
        {text}
      </p>
      {tools && <Button onClick={() => open(offered)}>Show {format.range(offered)}</Button>}
    </section>
  );
}
