import { styleText } from "node:util";
import type { ScheduleDay } from "../generated/responses.ts";
import { oneLine } from "../text/characters.ts";

const MIN_CELL_WIDTH = 11;
const MAX_CELL_WIDTH = 16;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface Calendar {
  title: string;
  /** Every day of a month. */
  days: readonly ScheduleDay[];
  logged: HoursByDate;
  /** The last date on which hours can be missing. */
  until: string;
  /** Characters in a line. */
  width: number;
  colour: boolean;
}

export type HoursByDate = ReadonlyMap<string, number>;

export function missingHours({ date, requiredHours }: ScheduleDay, logged: HoursByDate): number {
  return rounded(Math.max(0, requiredHours - (logged.get(date) ?? 0)));
}

/** One week per line, or one day where a week does not fit. A `!` marks missing hours, a `+` more than required, a dot a day off. */
export function calendar({ title, days, logged, until, width, colour }: Calendar): string[] {
  const paint = (style: "green" | "red" | "yellow" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const isMissing = (day: ScheduleDay) => day.date <= until && missingHours(day, logged) > 0;
  const isOver = (day: ScheduleDay) => rounded(logged.get(day.date) ?? 0) > day.requiredHours;

  function text(day: ScheduleDay): string {
    const hours = rounded(logged.get(day.date) ?? 0);
    const isShown = day.isWorkingDay || hours > 0;
    return `${day.date.slice(8)} ${isShown ? `${hours}/${day.requiredHours}${isMissing(day) ? " !" : isOver(day) ? " +" : ""}` : "."}`;
  }

  function cell(day: ScheduleDay, cellWidth: number): string {
    const isOpen = day.date > until && missingHours(day, logged) > 0;
    const style = isMissing(day)
      ? "red"
      : isOver(day)
        ? "yellow"
        : day.isWorkingDay && !isOpen
          ? "green"
          : "dim";
    return paint(style, text(day).padEnd(cellWidth));
  }

  const longest = Math.max(...days.map((day) => text(day).length));
  const cellWidth = Math.max(longest + 1, MIN_CELL_WIDTH, Math.min(MAX_CELL_WIDTH, Math.floor(width / 7)));
  const lines =
    7 * cellWidth > width
      ? days.map((day) => `${day.dayOfWeek.slice(0, 3)} ${cell(day, longest)}`)
      : weeks(days, (day) => cell(day, cellWidth), cellWidth);
  return [title, ...lines.map((line) => (colour ? line : line.trimEnd())), ...holidays(days)];
}

function weeks(days: readonly ScheduleDay[], cell: (day: ScheduleDay) => string, width: number): string[] {
  const rows: string[][] = [];
  for (const day of days) {
    const column = WEEKDAYS.indexOf(day.dayOfWeek);
    if (rows.length === 0 || column === 0) rows.push(Array(column).fill(" ".repeat(width)));
    rows.at(-1)?.push(cell(day));
  }
  const names = WEEKDAYS.map((name) => name.slice(0, 3).padEnd(width));
  return [names, ...rows].map((row) => row.join(""));
}

function holidays(days: readonly ScheduleDay[]): string[] {
  const named = days.flatMap(({ date, holiday, requiredHours }) =>
    holiday === undefined
      ? []
      : [
          `${date.slice(8)} ${oneLine(holiday)} (${requiredHours > 0 ? `${requiredHours} h required` : "off"})`,
        ],
  );
  return named.length > 0 ? [`Holidays: ${named.join(", ")}`] : [];
}

/** Without floating-point noise: 7.300000000000001 is 7.3. */
function rounded(hours: number): number {
  return Math.round(hours * 100) / 100;
}
