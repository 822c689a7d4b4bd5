import { styleText } from "node:util";
import type { GetScheduleResponse, GetWorklogsResponse, ScheduleDay } from "../../generated/responses.ts";

const CELL_WIDTH = 11;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function hoursByDate({ worklogs }: GetWorklogsResponse): Map<string, number> {
  const logged = new Map<string, number>();
  for (const { date, hours } of worklogs) logged.set(date, (logged.get(date) ?? 0) + hours);
  return logged;
}

export function missingHours({ date, requiredHours }: ScheduleDay, logged: Map<string, number>): number {
  return Math.max(0, Math.round((requiredHours - (logged.get(date) ?? 0)) * 100) / 100);
}

/** One week per line. A `!` marks missing hours, a dot a day off. */
export function calendar(
  title: string,
  schedule: GetScheduleResponse,
  worklogs: GetWorklogsResponse,
  colour: boolean,
): string[] {
  const logged = hoursByDate(worklogs);
  const paint = (style: "green" | "red" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

  function cell(day: ScheduleDay): string {
    const hours = logged.get(day.date) ?? 0;
    const missing = missingHours(day, logged) > 0;
    const state =
      day.isWorkingDay || hours > 0
        ? `${hoursText(hours)}/${hoursText(day.requiredHours)}${missing ? " !" : ""}`
        : ".";
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
      : [`${date.slice(8)} ${holiday} (${requiredHours > 0 ? `${requiredHours} h required` : "off"})`],
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

/** Rounds away floating-point noise: 7.300000000000001 is 7.3. */
function hoursText(hours: number): string {
  return String(Math.round(hours * 100) / 100);
}
