import { type DateRange, datesOf, isWeekend } from "../timesheet/dates.ts";
import type { SandboxHoliday, SandboxState } from "./state.ts";

/** Both deployments have the same names of types. */
export interface ScheduledDate {
  date: string;
  requiredSeconds: number;
  type: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HOLIDAY_AND_NON_WORKING_DAY";
  holiday?: SandboxHoliday;
}

export function scheduleOf({ seed }: SandboxState, range: DateRange): ScheduledDate[] {
  return datesOf(range).map((date) => {
    const isDayOff = isWeekend(date);
    const workingSeconds = isDayOff ? 0 : seed.workingDaySeconds;
    const holiday = seed.holidays.find((candidate) => candidate.date === date);
    if (!holiday) {
      return { date, requiredSeconds: workingSeconds, type: isDayOff ? "NON_WORKING_DAY" : "WORKING_DAY" };
    }
    return {
      date,
      requiredSeconds: Math.max(0, workingSeconds - holiday.durationSeconds),
      type: isDayOff ? "HOLIDAY_AND_NON_WORKING_DAY" : "HOLIDAY",
      holiday,
    };
  });
}
