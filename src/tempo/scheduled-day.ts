import type { components } from "../generated/tempo-api.ts";
import type { ScheduledDay } from "../timesheet/port.ts";
import { expectDate, expectInteger } from "./http/parse.ts";

/** What both deployments say of a day. */
type DaySchedule = Pick<components["schemas"]["DaySchedule"], "date" | "requiredSeconds" | "type"> & {
  holiday?: { name: string };
};

/** The domain's form of a day of either deployment's schedule. */
export function toScheduledDay(day: DaySchedule): ScheduledDay {
  return {
    date: expectDate(day.date, "a day's date"),
    requiredSeconds: expectInteger(day.requiredSeconds, "a day's required time"),
    isWorkingDayType: day.type === "WORKING_DAY",
    ...(day.holiday?.name && { holiday: day.holiday.name }),
  };
}
