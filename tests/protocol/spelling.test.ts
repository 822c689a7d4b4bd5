import { describe, expect, test } from "vitest";
import { openSession, replyOf } from "../helpers/session.ts";

const DAY = "2026-01-05";
const ROWS = [
  { issueKey: "PROJ-123", hours: 2, date: DAY, description: "Review" },
  { issueKey: "PROJ-7", hours: 1.5, date: DAY },
];

// Every spelling of every argument is tested in tests/unit/spelling.test.ts.
describe.each(["cloud", "datacenter"] as const)(
  "a host that spells arguments in its own way, on %s",
  (kind) => {
    test("logs, fills, changes and deletes like any other", async () => {
      const results = await Promise.all(
        [false, true].map(async (isBad) => {
          const { call } = await openSession({ deployment: kind, toolSets: ["fill", "edit"] });
          const spelled = (good: object, bad: object) => (isBad ? bad : good) as Record<string, unknown>;
          const posted = replyOf(
            await call(
              "bulk_post_worklogs",
              spelled(
                { worklogs: ROWS, billable: false },
                { worklogs: JSON.stringify(ROWS), billable: "False", task_progress: "- [ ] log" },
              ),
            ),
            "bulk_post_worklogs",
          );
          const plan = { startDate: DAY, endDate: "2026-01-06" };
          const filled = replyOf(
            await call(
              "fill_days",
              spelled(
                { ...plan, rows: [{ issueKey: "PROJ-123", weekdays: ["Tuesday"] }] },
                {
                  ...plan,
                  rows: { issueKey: "PROJ-123", hours: null, weekdays: "tue", attributes: null },
                  copyFrom: null,
                  billable: null,
                  confirm: "",
                },
              ),
            ),
            "fill_days",
          );
          const [first, second] = posted.results.map(({ worklogId }) => worklogId);
          const changed = replyOf(
            await call(
              "update_worklog",
              spelled({ worklogId: first, hours: 3 }, { worklogId: Number(first), hours: "3", date: null }),
            ),
            "update_worklog",
          );
          const planned = replyOf(
            await call("delete_worklogs", spelled({ worklogIds: [second] }, { worklogIds: Number(second) })),
            "delete_worklogs",
          );
          const read = replyOf(
            await call(
              "get_worklogs",
              spelled({ startDate: DAY }, { startDate: DAY, endDate: "", issueKey: null }),
            ),
            "get_worklogs",
          );
          return { posted, filled, changed, planned, read };
        }),
      );
      expect(results[1]).toEqual(results[0]);
      expect(results[0]?.read.worklogs.map(({ hours }) => hours)).toEqual([3, 1.5]);
    });
  },
);

test("a word that only looks like nothing is refused", async () => {
  const { call, requests } = await openSession();
  const { isError } = await call("get_worklogs", { startDate: DAY, issueKey: "null" });
  expect([isError, requests]).toEqual([true, []]);
});
