import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { dates, entry, POST } from "../helpers/inputs.ts";
import { openView, type ViewOptions } from "./open-view.ts";
import { BUSY_MONTH } from "./states.ts";

const month: ViewOptions = { seed: BUSY_MONTH };

/** Names the focused element: a day by its date, any other by its text, label or role. */
function focused(view: FrameLocator): Promise<string> {
  return view.locator("html").evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return "nothing";
    if (element.dataset.date) return element.dataset.date;
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null;
    const named = label?.querySelector("span") ?? element;
    return [...named.childNodes]
      .filter((part) => !(part instanceof Element && part.ariaHidden === "true"))
      .map(({ textContent }) => textContent)
      .join("");
  });
}

/** Whether what has the focus shows it. */
function hasOutline(view: FrameLocator): Promise<boolean> {
  return view.locator(":focus").evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(", 0)");
  });
}

/** Presses Tab until something has the focus. What is wanted may be drawn, or named so, only once a read is done. */
async function tabTo(page: Page, view: FrameLocator, wanted: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    await page.keyboard.press("Tab");
    if ((await focused(view)).startsWith(wanted)) return;
  }
  throw new Error(`Tab does not reach ${wanted}`);
}

/** Every stop of Tab from the one that has the focus to the end of the view, none of them without an outline. */
async function stopsFrom(page: Page, view: FrameLocator): Promise<string[]> {
  const stops: string[] = [];
  for (let at = await focused(view); at !== "nothing" && stops.length < 40; at = await focused(view)) {
    stops.push(at);
    expect(await hasOutline(view), at).toBe(true);
    await page.keyboard.press("Tab");
  }
  return stops;
}

const shown = (view: FrameLocator, text: string | RegExp) => view.getByText(text).first().waitFor();

test("the view takes no focus on load, of a month or of a single day", async () => {
  const { view, host } = await openView(month);
  await shown(view, "Bridge day");
  await expect.poll(() => focused(view)).toBe("nothing");
  await host.show({ arguments: { startDate: "2026-01-06", endDate: "2026-01-06" } });
  await shown(view, "Repeat this day…");
  await expect.poll(() => focused(view)).toBe("nothing");
});

test("Tab stops at the buttons and once in the calendar, and each stop shows that it has the focus", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "Fill all");
  expect(await stopsFrom(page, view)).toEqual([
    "Fill all 8 missing days…",
    "2026-01-15",
    "PROJ-123",
    "PROJ-7",
    "Refresh",
  ]);
});

test("the arrow keys, Home and End move from day to day, and not beyond the range", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "2026-01-15");
  for (const [key, date] of [
    ["ArrowRight", "2026-01-16"],
    ["ArrowDown", "2026-01-23"],
    ["ArrowLeft", "2026-01-22"],
    ["ArrowUp", "2026-01-15"],
    ["Home", "2026-01-12"],
    ["End", "2026-01-18"],
    ["ArrowDown", "2026-01-25"],
    ["ArrowDown", "2026-01-25"],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(view), { message: key }).toBe(date);
    expect(await hasOutline(view)).toBe(true);
  }
  await page.keyboard.press("Control+ArrowUp");
  await expect.poll(() => focused(view)).toBe("2026-01-25");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => focused(view)).toBe("2026-01-25");
});

test("Enter opens a day and its heading takes the focus; Escape closes it and the day has it again", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "2026-01-15");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Thursday 15 January");
  expect(await hasOutline(view)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("2026-01-15");
  await expect.poll(() => view.getByRole("heading", { name: "Thursday 15 January" }).count()).toBe(0);
});

test("a plan takes the focus, and cancelling it by Escape or button gives it back", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "Fill all");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Fill the missing days");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("Fill all 8 missing days…");
  await page.keyboard.press("Enter");
  await tabTo(page, view, "Cancel");
  await page.keyboard.press("Space");
  await expect.poll(() => focused(view)).toBe("Fill all 8 missing days…");
});

test("a plan from a day returns to its day", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "2026-01-15");
  await page.keyboard.press("Enter");
  await tabTo(page, view, "Fill 8 h…");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Fill Thursday 15 January");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("Fill 8 h…");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("2026-01-15");
});

test("the keyboard alone fills the missing days and undoes it", async () => {
  const { view, page, stored } = await openView(month);
  const before = stored();
  await shown(view, "Bridge day");
  await tabTo(page, view, "Fill all");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Fill the missing days");
  await page.keyboard.press("Tab");
  expect((await stopsFrom(page, view)).slice(0, 4)).toEqual(["What to log", "Issue", "Comment", "Billable"]);
  await tabTo(page, view, "Issue");
  await page.keyboard.type("PROJ-123");
  await tabTo(page, view, "Log 8 worklogs");
  await page.keyboard.press("Enter");
  await shown(view, /^8 worklogs logged/);
  await expect.poll(() => focused(view)).toMatch(/^8 worklogs logged/);
  expect(stored().length).toBe(before.length + 8);
  await tabTo(page, view, "Undo…");
  await page.keyboard.press("Enter");
  await shown(view, "Delete 8 worklogs from Tempo?");
  await expect.poll(() => focused(view)).toBe("Delete 8 worklogs from Tempo?");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("Undo…");
  await page.keyboard.press("Enter");
  await shown(view, "Delete 8 worklogs from Tempo?");
  await tabTo(page, view, "Delete 8 worklogs");
  await page.keyboard.press("Enter");
  await shown(view, "8 worklogs deleted");
  await expect.poll(() => focused(view)).toBe("8 worklogs deleted");
  expect(stored()).toEqual(before);
});

test("the keyboard alone changes a row of a plan, leaves another one out, and chooses an upcoming day", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "Fill all");
  await page.keyboard.press("Enter");
  await tabTo(page, view, "Edit row on Fri 9 Jan");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Issue");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(view)).toBe("Edit row on Fri 9 Jan");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Issue");
  await page.keyboard.type("PROJ-4");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1h 30m");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Edit PROJ-4 on Fri 9 Jan");
  await tabTo(page, view, "Undo the changes of Fri 9 Jan");
  await tabTo(page, view, "Edit row on Mon 12 Jan");
  await page.keyboard.press("Space");
  await tabTo(page, view, "Leave out");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Edit row on Mon 12 Jan");
  await tabTo(page, view, "11 upcoming days");
  await page.keyboard.press("Enter");
  await tabTo(page, view, "Fri 16 Jan");
  await page.keyboard.press("Space");
  await tabTo(page, view, "Log 8 worklogs, 49.5 h");
  await page.keyboard.press("Enter");
  await shown(view, "Type the key of an issue, such as PROJ-123.");
});

test("the keyboard alone goes from a month to a day's week and back, and the focus goes along", async () => {
  const { view, page, host } = await openView(month);
  await view.getByRole("button", { name: /\b6 January/ }).press("Enter");
  await view.getByRole("button", { name: "Show the week" }).press("Enter");
  const heading = view.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.textContent()).toMatch(/5\s*–\s*11 January 2026/);
  await expect.poll(() => focused(view)).toBe(await heading.textContent());
  expect(await view.locator("[data-date]").count()).toBe(7);
  expect(await view.getByRole("button", { name: "Show the week" }).count()).toBe(0);
  await tabTo(page, view, "January 2026");
  await page.keyboard.press("Enter");
  await expect.poll(() => view.locator("[data-date]").count()).toBe(31);
  await expect.poll(() => focused(view)).toBe("January 2026");
  expect((await host.records()).calls.at(-1)?.arguments).toEqual({
    startDate: "2026-01-01",
    endDate: "2026-01-31",
  });
});

test("the buttons of other months keep the focus while they go from month to month", async () => {
  const { view, page } = await openView(month);
  await shown(view, "Bridge day");
  await tabTo(page, view, "December 2025");
  for (const [next, title] of [
    ["November 2025", "December 2025"],
    ["October 2025", "November 2025"],
  ] as const) {
    await page.keyboard.press("Enter");
    await view.getByRole("heading", { name: title }).waitFor();
    await expect.poll(() => focused(view)).toBe(next);
  }
});

test("what shows more keeps the focus, and shows less again", async () => {
  const { view, page } = await openView({ ...month, tool: "get_schedule" });
  await tabTo(page, view, "Show the days");
  await page.keyboard.press("Enter");
  await view.getByRole("table", { name: /one week a row/ }).waitFor();
  await expect.poll(() => focused(view)).toBe("Hide the days");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Show the days");
  await expect.poll(() => view.getByRole("table").count()).toBe(0);
});

test("a receipt shows all of its worklogs, and folds them again", async () => {
  const rows = dates(31)
    .slice(4, 18)
    .map((date) => entry(date, { hours: 1 }));
  const { view, page } = await openView({ tool: "bulk_post_worklogs", arguments: { worklogs: rows } });
  await tabTo(page, view, "Show all 14 worklogs");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Show fewer");
  await expect.poll(() => view.getByRole("row").count()).toBe(15);
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(view)).toBe("Show all 14 worklogs");
});

test("the month of a receipt takes the focus when it is opened", async () => {
  const { view, page } = await openView({ tool: "post_worklog", arguments: POST });
  await tabTo(page, view, "Show the month");
  await page.keyboard.press("Enter");
  await view.getByRole("table", { name: /one week a row/ }).waitFor();
  await expect.poll(() => focused(view)).toBe("January 2026");
});
