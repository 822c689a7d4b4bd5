import { type DateRange, datesOf, dayOfWeek, isWeekend } from "../timesheet/dates.ts";
import type { SandboxHoliday, SandboxState, SandboxUser } from "./state.ts";

/** Both deployments have the same names of types. */
export interface ScheduledDate {
  date: string;
  requiredSeconds: number;
  type: "WORKING_DAY" | "NON_WORKING_DAY" | "HOLIDAY" | "HOLIDAY_AND_NON_WORKING_DAY";
  holiday?: SandboxHoliday;
}

/** @param user whose schedule it is; the owner of the token unless given */
export function scheduleOf(
  { seed }: Pick<SandboxState, "seed">,
  range: DateRange,
  user: Pick<SandboxUser, "workingDaySeconds"> = seed.me,
): ScheduledDate[] {
  return datesOf(range).map((date) => {
    const change = user === seed.me ? seed.scheduleChanges?.findLast(({ from }) => from <= date) : undefined;
    const { workingDaySeconds = seed.workingDaySeconds } = change ?? user;
    const isDayOff = isWeekend(date) || change?.daysOff?.includes(dayOfWeek(date)) === true;
    const workingSeconds = isDayOff ? 0 : workingDaySeconds;
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
