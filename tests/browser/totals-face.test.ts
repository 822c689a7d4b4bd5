import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { openView } from "./open-view.ts";
import { TEAM_TOTALS, TOTALS } from "./states.ts";

/** The rows of the bars: texts, and how wide each bar is in percent. */
function rowsOf(view: FrameLocator): Promise<[string, string, string][]> {
  return view
    .locator(".issues tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector("th")?.textContent ?? "",
        row.querySelector("td")?.textContent ?? "",
        row.querySelector<HTMLElement>(".bar > span")?.style.width ?? "",
      ]),
    );
}

test("totals are drawn as bars, those within a group below it, each as a share of all", async () => {
  const { view, errors } = await openView(TOTALS);
  await view.getByRole("heading", { name: "24 h, January 2026" }).waitFor();
  expect(await view.locator(".facts").textContent()).toBe("4 worklogs · 164 h required");
  expect(await view.getByRole("table", { name: "Hours by week and issue" }).count()).toBe(1);
  expect(await rowsOf(view)).toEqual([
    ["Week from Mon, 29 Dec 2025", "2 h 8 %, in 1 worklog", "8.3%"],
    ["PROJ-123 Implement user authentication", "2 h 8 %, in 1 worklog", "8.3%"],
    ["Week from Mon 5 Jan", "22 h 92 %, in 3 worklogs", "91.7%"],
    ["PROJ-123 Implement user authentication", "18 h 75 %, in 2 worklogs", "75%"],
    ["PROJ-7 Code review", "4 h 17 %, in 1 worklog", "16.7%"],
  ]);
  expect(errors).toEqual([]);
});

test("those of a team name the months that are not counted, and what is billable where it differs", async () => {
  const { view } = await openView(TEAM_TOTALS);
  await view.getByRole("heading", { name: "8.33 h of Delivery" }).waitFor();
  expect(await view.locator(".facts").textContent()).toBe("3 worklogs · 4.33 h billable · 3 members");
  await view.getByText("Not counted, since only one or two members logged hours: December 2025.").waitFor();
  expect(await rowsOf(view)).toEqual([
    ["Ada", "5 h 60 %, in 1 worklog, 1 h billable", "60%"],
    ["January 2026", "5 h 60 %, in 1 worklog, 1 h billable", "60%"],
    ["Cy", "3 h 36 %, in 1 worklog", "36%"],
    ["January 2026", "3 h 36 %, in 1 worklog", "36%"],
    ["Bo", "0.33 h 4 %, in 1 worklog", "4%"],
    ["January 2026", "0.33 h 4 %, in 1 worklog", "4%"],
  ]);
});

test("the groups that are not named have no key", async () => {
  const { view } = await openView({
    ...TOTALS,
    arguments: { ...TOTALS.arguments, groupBy: "day", then: undefined, limit: 1 },
  });
  await view.getByText("3 more days").waitFor();
  expect((await rowsOf(view)).map(([name]) => name)).toEqual(["Wed 7 Jan", "3 more days"]);
});

test("without a range's worklogs there are no bars", async () => {
  const { view } = await openView({ ...TOTALS, arguments: { startDate: "2024-02-29" } });
  await view.getByRole("heading", { name: "0 h, 29 February 2024" }).waitFor();
  expect(await view.locator("table").count()).toBe(0);
});

test("a view that gets no totals reads nothing by itself", async () => {
  const { view, host } = await openView({ ...TOTALS, sends: ["input"], now: undefined });
  await view.getByText("Waiting for the timesheet…").waitFor();
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect((await host.records()).calls).toEqual([]);
});
