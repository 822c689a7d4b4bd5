import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import type { GetScheduleResponse, GetWorklogsResponse } from "../../src/generated/responses.ts";
import { datesOf } from "../../src/timesheet/dates.ts";
import { worklog } from "../helpers/seeds.ts";
import { openView } from "./open-view.ts";

const RANGE = { startDate: "2026-01-01", endDate: "2026-01-31" };

const ISSUES = [10123, 10007, 10004];

/** Three worklogs a day, each of 20 minutes; or of seconds that no minute and no hundredth of an hour has. */
const UNEVEN: Record<string, (index: number) => number> = {
  "20-minute worklogs": () => 1200,
  "worklogs of uneven seconds": (index) => 1234 + 7 * index,
};

/** A tool's reply, read by the view's document as the view does. */
function replyOf<Reply>(view: FrameLocator, name: string): Promise<Reply> {
  return view.locator("html").evaluate(
    (_, params) =>
      new Promise<Reply>((resolve) => {
        const id = `test-${params.name}`;
        addEventListener("message", ({ data }) => data?.id === id && resolve(data.result.structuredContent));
        parent.postMessage({ jsonrpc: "2.0", id, method: "tools/call", params }, "*");
      }),
    { name, arguments: RANGE },
  );
}

test.each(Object.entries(UNEVEN))("the totals of %s are those of the tools", async (_, secondsOf) => {
  const { view } = await openView({
    arguments: RANGE,
    seed: {
      holidays: [{ date: "2026-01-02", name: "A third off", durationSeconds: 9600 }],
      worklogs: datesOf(RANGE).flatMap((startDate, day) =>
        ISSUES.map((issueId, index) =>
          worklog({ startDate, issueId, timeSpentSeconds: secondsOf(3 * day + index) }),
        ),
      ),
    },
  });
  await view
    .getByText(/missing on/)
    .first()
    .waitFor();
  const worklogs = await replyOf<GetWorklogsResponse>(view, "get_worklogs");
  const schedule = await replyOf<GetScheduleResponse>(view, "get_schedule");
  const { format } = new Intl.NumberFormat("en-GB");
  const { totalHours } = worklogs.summary;
  const { totalRequiredHours } = schedule.summary;

  const facts = (await view.locator(".facts").textContent()) ?? "";
  expect(facts.split(" · ")[0]).toBe(`${format(totalHours)} of ${format(totalRequiredHours)} h logged`);

  const issues = view.locator(".issues tbody tr");
  const shown = await issues.evaluateAll((rows) =>
    rows.map((row) => [".key", "td .number"].map((part) => row.querySelector(part)?.textContent)),
  );
  expect(shown).toEqual(
    worklogs.byIssue.map(({ issueKey, totalHours: hours }) => [issueKey, `${format(hours)} h`]),
  );

  const days = await view.locator(".hours").allTextContents();
  expect(sum(days.map((text) => Number(text.split("/")[0])))).toBeCloseTo(totalHours, 1);
  const weeks = await view.locator("tbody .total [aria-hidden]").allTextContents();
  expect(sum(weeks.map((text) => Number(text.split("/")[0])))).toBeCloseTo(totalHours, 1);
  expect(sum(weeks.map((text) => Number(text.split("/")[1])))).toBeCloseTo(totalRequiredHours, 1);
});

test("three worklogs of 20 minutes are one hour of a day", async () => {
  const { view } = await openView({
    seed: {
      worklogs: ISSUES.map((issueId) =>
        worklog({ startDate: "2026-01-05", issueId, timeSpentSeconds: 1200 }),
      ),
    },
  });
  await view
    .getByRole("button", { name: "Monday 5 January: 1 hours logged, 8 hours required, 7 h missing" })
    .waitFor();
});

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
