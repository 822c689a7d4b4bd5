import { type DateRange, datesOf, dayOfWeek } from "../timesheet/calendar.ts";
import type { SandboxHoliday, SandboxState } from "./state.ts";

/** With the type names of both deployments. */
export interface ScheduledDate {
  date: string;
  requiredSeconds: number;
  type: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HOLIDAY_AND_NON_WORKING_DAY";
  holiday?: SandboxHoliday;
}

export function scheduleOf({ seed }: SandboxState, range: DateRange): ScheduledDate[] {
  return datesOf(range).map((date) => {
    const isWeekend = ["Saturday", "Sunday"].includes(dayOfWeek(date));
    const workingSeconds = isWeekend ? 0 : seed.workingDaySeconds;
    const holiday = seed.holidays.find((candidate) => candidate.date === date);
    if (!holiday) {
      return { date, requiredSeconds: workingSeconds, type: isWeekend ? "NON_WORKING_DAY" : "WORKING_DAY" };
    }
    return {
      date,
      requiredSeconds: Math.max(0, workingSeconds - holiday.durationSeconds),
      type: isWeekend ? "HOLIDAY_AND_NON_WORKING_DAY" : "HOLIDAY",
      holiday,
    };
  });
}
