import { expect, test } from "vitest";
import { entry } from "../helpers/inputs.ts";
import { openView } from "./open-view.ts";
import { held, outcome } from "./writing.ts";

const batch = (...dates: string[]) => ({
  tool: "bulk_post_worklogs",
  arguments: { worklogs: dates.map((date) => entry(date)) },
});

test("rows with dates that do not exist are shown as they were given, and the others can be undone", async () => {
  const open = await openView(batch("2026-01-05", "2026-02-30", "tomorrow"));
  await open.view.getByText("1 worklog logged, 8 h; 2 failed").first().waitFor();
  expect(await open.view.locator("tbody th").allTextContents()).toEqual([
    expect.stringMatching(/5 Jan$/),
    "2026-02-30",
    "tomorrow",
  ]);
  await open.view.getByRole("button", { name: "Undo…" }).click();
  await open.view.getByRole("button", { name: /^Delete 1/ }).click();
  expect(await outcome(open.view)).toBe("1 worklog deleted.");
  expect(held(open)).toEqual([]);
  await open.view.getByRole("button", { name: "Show the month" }).click();
  await open.view.getByRole("heading", { name: "January 2026" }).waitFor();
  expect(open.errors).toEqual([]);
});

test("a receipt without any date has no month to show", async () => {
  const open = await openView(batch("tomorrow"));
  await open.view.getByText("0 worklogs logged, 0 h; 1 failed").first().waitFor();
  await expect.poll(() => open.view.getByRole("button").count()).toBe(0);
  expect(open.errors).toEqual([]);
});
