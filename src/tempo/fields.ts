import type { components } from "../generated/tempo-api.ts";
import type { ScheduledDay } from "../timesheet/port.ts";
import { expectDate, expectInteger, optionalString } from "./http/parse.ts";

/**
 * Values of a worklog's attributes, by key. A worklog is usable without them, so malformed ones are left out instead of
 * refused, as are attributes without a value.
 */
export function attributeValues(
  attributes: readonly (readonly [key: unknown, value: unknown])[],
): ReadonlyMap<string, string> {
  return new Map(
    attributes.flatMap(([key, value]): [string, string][] =>
      typeof key === "string" && (typeof value === "string" || typeof value === "number") && value !== ""
        ? [[key, String(value)]]
        : [],
    ),
  );
}

/** When a worklog was created, in milliseconds; without a zone as if it were UTC. Empty if Tempo does not say it. */
export function createdAtOf(text: string | undefined): { createdAt?: number } {
  if (typeof text !== "string") return {};
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const createdAt = Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(createdAt) ? {} : { createdAt };
}

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

/** Removes repeated items from an upstream list; the last of several with the same id is kept. */
export function eachOnce<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}
