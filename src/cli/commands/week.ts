import { defineCalendar } from "../calendar/define-calendar.ts";
import { WEEK_WORDS } from "../dates/choices.ts";

export const command = defineCalendar(
  "week",
  WEEK_WORDS,
  "Without WEEK, the current one; WEEK is such as 2026-W47 or last-week, or a date in it",
);
