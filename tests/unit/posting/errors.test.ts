import { expect, test } from "vitest";
import type { TimesheetError } from "../../../src/timesheet/errors.ts";
import {
  ambiguousMatch,
  describe,
  missingFromResponse,
  tooManyHours,
} from "../../../src/timesheet/posting/errors.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const WORKLOG = newWorklog({ hours: 1.5 });

test("a worklog is described by its hours, issue and date", () => {
  expect(describe(WORKLOG)).toBe("1.5 h on PROJ-1 for 2026-01-05");
});

test.each<[part: string, create: () => TimesheetError]>([
  ["would have 24.01 h, and a day has 24.", () => tooManyHours(WORKLOG, 24 * 3600 + 1, 2 * 3600)],
  [
    "(it lists others: worklog 7, 8)",
    () => missingFromResponse(WORKLOG, new Set([storedWorklog("7"), storedWorklog("8")])),
  ],
  [
    "(worklog 7, 2 h; worklog 8, 1 h)",
    () => ambiguousMatch(WORKLOG, [existingWorklog("7", { hours: 2 }), existingWorklog("8")]),
  ],
])("an error says %s", (part, create) => {
  expect(create().message).toContain(part);
});
