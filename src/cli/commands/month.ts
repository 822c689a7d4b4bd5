import { defineCalendar } from "../calendar/define-calendar.ts";
import { MONTH_WORDS } from "../dates/choices.ts";

export const command = defineCalendar(
  "month",
  MONTH_WORDS,
  "Without MONTH, the current one; MONTH is such as 2026-11, november or last",
);
