import { styleText } from "node:util";
import type { GetScheduleResponse, GetWorklogsResponse, ScheduleDay } from "../../generated/responses.ts";

const CELL_WIDTH = 11;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Booked hours by date. */
export function hoursByDate({ worklogs }: GetWorklogsResponse): Map<string, number> {
  const booked = new Map<string, number>();
  for (const { date, hours } of worklogs) booked.set(date, (booked.get(date) ?? 0) + hours);
  return booked;
}

/** Hours that a day still lacks; 0 where it is full. */
export function missingHours({ date, requiredHours }: ScheduleDay, booked: Map<string, number>): number {
  return Math.max(0, Math.round((requiredHours - (booked.get(date) ?? 0)) * 100) / 100);
}

/**
 * A month as lines of text, a week a line. A working day shows booked and required hours, with a `!` where some are
 * missing; a day off shows a dot. Holidays are named below.
 */
export function calendar(
  title: string,
  schedule: GetScheduleResponse,
  worklogs: GetWorklogsResponse,
  colour: boolean,
): string[] {
  const booked = hoursByDate(worklogs);
  const paint = (style: "green" | "red" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

  function cell(day: ScheduleDay): string {
    const hours = booked.get(day.date) ?? 0;
    const missing = missingHours(day, booked) > 0;
    const state =
      day.isWorkingDay || hours > 0 ? `${trim(hours)}/${trim(day.requiredHours)}${missing ? " !" : ""}` : ".";
    const text = `${day.date.slice(8)} ${state}`.padEnd(CELL_WIDTH);
    return paint(missing ? "red" : day.isWorkingDay ? "green" : "dim", text);
  }

  const weeks: string[][] = [];
  for (const day of schedule.days) {
    const column = WEEKDAYS.indexOf(day.dayOfWeek);
    if (weeks.length === 0 || column === 0) weeks.push(Array(column).fill(" ".repeat(CELL_WIDTH)));
    weeks.at(-1)?.push(cell(day));
  }
  const holidays = schedule.days.flatMap(({ date, holiday, requiredHours }) =>
    holiday === undefined
      ? []
      : [`${date.slice(8)} ${holiday} (${requiredHours > 0 ? `${requiredHours} h left to work` : "off"})`],
  );
  return [
    title,
    WEEKDAYS.map((name) => name.slice(0, 3).padEnd(CELL_WIDTH))
      .join("")
      .trimEnd(),
    ...weeks.map((week) => (colour ? week.join("") : week.join("").trimEnd())),
    ...(holidays.length > 0 ? [`Holidays: ${holidays.join(", ")}`] : []),
  ];
}

/** A number without a float's tail: 7.300000000000001 is 7.3. */
function trim(hours: number): string {
  return String(Math.round(hours * 100) / 100);
}
