import { expect, test } from "vitest";
import { type LoggedTimes, postPlanned } from "../../../src/timesheet/posting/post-planned.ts";
import { runOf } from "./run.ts";
import { newWorklog, storedWorklog } from "./worklogs.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

test("a plan knows the issue of what was stored a moment ago and is not listed yet", async () => {
  const { run, journal } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    getExistingWorklogs: async () => [],
  });
  const content = { issue: "2", hours: 2 };
  journal.sending([newWorklog(content)], { batch: 1, afterId: "0", again: () => [] });
  journal.stored([{ entry: 1, stored: storedWorklog("7", content) }]);
  const plans: LoggedTimes[] = [];
  const makePlan = (logged: LoggedTimes) => {
    plans.push(logged);
    return { worklogs: [] };
  };
  await postPlanned(WEEK, makePlan, () => false, run.context);
  expect(plans.map(({ unlisted }) => unlisted)).toEqual([
    [{ issueId: "2", date: "2026-01-05", seconds: 7200, billableSeconds: 7200 }],
  ]);
});
