import { expect, test } from "vitest";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { ExistingWorklog } from "../../../src/timesheet/port.ts";
import { readExisting } from "../../../src/timesheet/posting/read-existing.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { existingWorklog } from "./worklogs.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };
const LISTED = { ...existingWorklog("7", { hours: 2, comment: "Review" }), startTime: "09:00:00" };

const changed =
  (worklog: Partial<ExistingWorklog>): ((journal: Journal) => void) =>
  (journal) => {
    journal.editing(LISTED);
    journal.edited({ ...LISTED, ...worklog }, LISTED);
  };

test.each<[what: string, record: (journal: Journal) => void, existing: ExistingWorklog[], age?: number]>([
  ["is what Tempo lists", () => {}, [LISTED]],
  ["is without what was deleted, which a list may still show", (journal) => journal.deleted(["7"]), []],
  [
    "has what was recorded as deleted once lists show it all the same",
    (journal) => journal.deleted(["7"]),
    [LISTED],
    LIST_LAG_MS + 1,
  ],
  [
    "has what was changed as it is now",
    changed({ date: "2026-01-09", seconds: 3600, billableSeconds: 0 }),
    [{ ...LISTED, date: "2026-01-09", seconds: 3600, billableSeconds: 0 }],
  ],
  ["is without what was moved to another week", changed({ date: "2026-01-12" }), []],
  [
    "has what was changed twice as it is now, if the list shows it as it was before the first change",
    (journal) => {
      const between = { ...LISTED, seconds: 1800 };
      journal.edited(between, LISTED);
      journal.edited({ ...LISTED, seconds: 3600 }, between);
    },
    [{ ...LISTED, seconds: 3600 }],
  ],
  [
    "has what something else has changed since as it is listed",
    (journal) => journal.edited({ ...LISTED, seconds: 3600 }, { ...LISTED, seconds: 1800 }),
    [LISTED],
  ],
  [
    "has what was changed as lists show it once they do",
    changed({ seconds: 3600 }),
    [LISTED],
    LIST_LAG_MS + 1,
  ],
])("what exists %s", async (_, record, existing, age = 0) => {
  const { run, journal, advance } = runOf([], { getExistingWorklogs: async () => [LISTED] });
  record(journal);
  advance(age);
  const readAt = run.context.clock.wallClock();
  expect(await readExisting(WEEK, run.context, run.writer)).toEqual({ existing, readAt });
});
