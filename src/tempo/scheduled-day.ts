import type { components } from "../generated/tempo-api.ts";
import type { ScheduledDay } from "../timesheet/port.ts";
import { expectDate, expectInteger, optionalString } from "./http/parse.ts";

/** The fields that both deployments return. */
type DaySchedule = Pick<components["schemas"]["DaySchedule"], "date" | "requiredSeconds" | "type"> & {
  holiday?: { name: string };
};

export function toScheduledDay(day: DaySchedule): ScheduledDay {
  const holiday = optionalString(day.holiday?.name, "a holiday's name");
  return {
    date: expectDate(day.date, "a day's date"),
    requiredSeconds: expectInteger(day.requiredSeconds, "a day's required time"),
    isWorkingDayType: day.type === "WORKING_DAY",
    ...(holiday !== "" && { holiday }),
  };
}
