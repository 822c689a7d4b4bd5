import { expect, test } from "vitest";
import { startTimesOf } from "../../../src/timesheet/posting/start-times.ts";
import { existingWorklog, newWorklog } from "./worklogs.ts";

const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";

type Row = {
  from?: string;
  /** Date, hours and own start time of what is posted. */
  posted: [date: string, hours: number, startTime?: string][];
  existing?: [date: string, hours: number, startTime?: string][];
  unlisted?: Record<string, number>;
  starts: (string | undefined)[];
};

test.each<[behaviour: string, row: Row]>([
  [
    "start one after another, in their order",
    {
      posted: [
        [MONDAY, 2],
        [MONDAY, 1.5],
        [MONDAY, 1],
      ],
      starts: ["09:00:00", "11:00:00", "12:30:00"],
    },
  ],
  [
    "start anew on each date",
    {
      posted: [
        [MONDAY, 2],
        [TUESDAY, 1],
        [MONDAY, 1],
      ],
      starts: ["09:00:00", "09:00:00", "11:00:00"],
    },
  ],
  [
    "start to the second",
    {
      from: "08:30",
      posted: [
        [MONDAY, 1 / 3],
        [MONDAY, 1],
      ],
      starts: ["08:30:00", "08:50:00"],
    },
  ],
  [
    "start after what exists on the date",
    {
      posted: [
        [MONDAY, 1],
        [TUESDAY, 1],
      ],
      existing: [
        [MONDAY, 4, "09:00:00"],
        [MONDAY, 1, "08:00:00"],
      ],
      starts: ["13:00:00", "09:00:00"],
    },
  ],
  [
    "start to the second after what exists",
    { posted: [[MONDAY, 1]], existing: [[MONDAY, 1, "09:00:30"]], starts: ["10:00:30"] },
  ],
  [
    "start when the first may, if what exists ends earlier",
    { posted: [[MONDAY, 1]], existing: [[MONDAY, 2, "06:00:00"]], starts: ["09:00:00"] },
  ],
  [
    "start regardless of what exists without a start time, or at midnight",
    {
      posted: [[MONDAY, 1]],
      existing: [
        [MONDAY, 10],
        [MONDAY, 10, "00:00:00"],
        [MONDAY, 12, "nonsense"],
      ],
      starts: ["09:00:00"],
    },
  ],
  [
    "start after what is not listed yet",
    {
      posted: [[MONDAY, 1]],
      existing: [[MONDAY, 1, "09:00:00"]],
      unlisted: { [MONDAY]: 3600 },
      starts: ["11:00:00"],
    },
  ],
  ["end at midnight at the latest", { from: "22:00", posted: [[MONDAY, 2]], starts: ["22:00:00"] }],
  [
    "have no start time if they would end after midnight, and the next ones may fit",
    {
      from: "22:00",
      posted: [
        [MONDAY, 3],
        [MONDAY, 1],
        [MONDAY, 2],
        [MONDAY, 1],
      ],
      starts: [undefined, "22:00:00", undefined, "23:00:00"],
    },
  ],
  [
    "start after those with a start time of their own, which keep it",
    {
      posted: [
        [MONDAY, 1],
        [MONDAY, 2, "10:00:00"],
        [TUESDAY, 1, "07:00:00"],
        [MONDAY, 1],
        [TUESDAY, 1],
      ],
      starts: ["12:00:00", undefined, undefined, "13:00:00", "09:00:00"],
    },
  ],
  [
    "have no start time if what exists ends after midnight",
    { posted: [[MONDAY, 1]], existing: [[MONDAY, 8, "20:00:00"]], starts: [undefined] },
  ],
])("worklogs %s", (_, { from = "09:00", posted, existing = [], unlisted = {}, starts }) => {
  const worklogs = posted.map(([date, hours, startTime]) =>
    newWorklog({ date, hours, ...(startTime !== undefined && { startTime }) }),
  );
  const found = existing.map(([date, hours, startTime], index) => ({
    ...existingWorklog(String(index), { date, hours }),
    ...(startTime !== undefined && { startTime }),
  }));
  const startTimes = startTimesOf(worklogs, from, found, new Map(Object.entries(unlisted)));
  expect(worklogs.map((worklog) => startTimes.get(worklog))).toEqual(starts);
});
