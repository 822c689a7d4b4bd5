import { styleText } from "node:util";
import type { ScheduleDay } from "../generated/responses.ts";
import { oneLine } from "../text/characters.ts";
import { balanceOf, type DayHours } from "../timesheet/day-balance.ts";
import { toHours } from "../timesheet/hours.ts";

const MIN_CELL_WIDTH = 11;
const MAX_CELL_WIDTH = 16;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A day of the schedule, and what is logged on it. */
export type DrawnDay = Pick<ScheduleDay, "date" | "dayOfWeek" | "isWorkingDay" | "holiday"> & DayHours;

interface Calendar {
  title: string;
  /** Every day of a month. */
  days: readonly DrawnDay[];
  /** The last date on which hours can be missing. */
  until: string;
  /** Characters in a line. */
  width: number;
  colour: boolean;
}

/** One week per line, or one day where a week does not fit. A `!` marks missing hours, a `+` more than required, a dot a day off. */
export function drawMonth({ title, days, until, width, colour }: Calendar): string[] {
  const paint = (style: "green" | "red" | "yellow" | "dim", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const isMissing = (day: DrawnDay) => day.date <= until && balanceOf(day).missingSeconds > 0;
  const isOver = (day: DrawnDay) => balanceOf(day).overSeconds > 0;

  function text(day: DrawnDay): string {
    const [hours, required] = [toHours(day.bookedSeconds), toHours(day.requiredSeconds)];
    const isShown = day.isWorkingDay || hours > 0;
    return `${day.date.slice(8)} ${isShown ? `${hours}/${required}${isMissing(day) ? " !" : isOver(day) ? " +" : ""}` : "."}`;
  }

  function cell(day: DrawnDay, cellWidth: number): string {
    const isOpen = day.date > until && balanceOf(day).missingSeconds > 0;
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

function weeks(days: readonly DrawnDay[], cell: (day: DrawnDay) => string, width: number): string[] {
  const rows: string[][] = [];
  for (const day of days) {
    const column = WEEKDAYS.indexOf(day.dayOfWeek);
    if (rows.length === 0 || column === 0) rows.push(Array(column).fill(" ".repeat(width)));
    rows.at(-1)?.push(cell(day));
  }
  const names = WEEKDAYS.map((name) => name.slice(0, 3).padEnd(width));
  return [names, ...rows].map((row) => row.join(""));
}

function holidays(days: readonly DrawnDay[]): string[] {
  const named = days.flatMap(({ date, holiday, requiredSeconds }) => {
    const required = requiredSeconds > 0 ? `${toHours(requiredSeconds)} h required` : "off";
    return holiday === undefined ? [] : [`${date.slice(8)} ${oneLine(holiday)} (${required})`];
  });
  return named.length > 0 ? [`Holidays: ${named.join(", ")}`] : [];
}
