import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import { openView, type ViewOptions } from "./open-view.ts";
import { BUSY_MONTH, resize } from "./states.ts";
import { loggedBut } from "./writing.ts";

const month: ViewOptions = { seed: BUSY_MONTH };

const rangeOf = (startDate: string, endDate: string) => ({ startDate, endDate });

/** The text of a day on the screen, and the text for screen readers. */
async function read(view: FrameLocator, date: string) {
  const day = view.locator(`[data-date="${date}"]`);
  const seen = await day.evaluate((button) =>
    [...button.querySelectorAll<HTMLElement>("[aria-hidden]")]
      .filter((part) => part.checkVisibility())
      .map(({ innerText }) => innerText.trim())
      .join(" "),
  );
  const heard = await day.evaluate((button) => button.querySelector(".hidden")?.textContent);
  return { seen: seen.replaceAll(/\s+/g, " ").trim(), heard };
}

/** Each day: what is seen where there is room, what is seen where there is none, and what is heard. */
const DAYS = `
2026-01-08 | 8 ! 0/8 8 h missing | 8 ! 0/8 | Thursday 8 January: 0 hours logged, 8 hours required, 8 h missing
2026-01-06 | 6 ! 4/8 4 h missing | 6 ! 4/8 | Tuesday 6 January: 4 hours logged, 8 hours required, 4 h missing, PROJ-7 4 h
2026-01-05 | 5 ✓ 8/8 done | 5 ✓ 8/8 | Monday 5 January: 8 hours logged, 8 hours required, done, PROJ-123 8 h
2026-01-07 | 7 + 10/8 2 h over | 7 + 10/8 | Wednesday 7 January: 10 hours logged, 8 hours required, 2 h over, PROJ-123 10 h
2026-01-03 | 3 + 2/0 day off | 3 + 2/0 | Saturday 3 January: 2 hours logged, 0 hours required, day off, PROJ-123 2 h
2026-01-04 | 4 off | 4 | Sunday 4 January: 0 hours logged, 0 hours required, off
2026-01-01 | 1 New Year's Day | 1 | Thursday 1 January: 0 hours logged, 0 hours required, off, New Year's Day
2026-01-02 | 2 ! 0/4 4 h missing Bridge day | 2 ! 0/4 | Friday 2 January: 0 hours logged, 4 hours required, 4 h missing, Bridge day
2026-01-15 | 15 today ! 0/8 8 h missing | 15 ! 0/8 | Thursday 15 January, today: 0 hours logged, 8 hours required, 8 h missing
2026-01-16 | 16 0/8 upcoming | 16 0/8 | Friday 16 January: 0 hours logged, 8 hours required, upcoming
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | "));

test.each([
  ["in colour", {}],
  ["in forced colours, with reduced motion", { forcedColors: "active", reducedMotion: "reduce" }],
] as const)("each state of a day has its own signs and words, seen and heard, %s", async (_, context) => {
  const { view, page } = await openView({ ...month, context });
  await view.getByText("Bridge day").first().waitFor();
  for (const [date = "", seen, , heard] of DAYS) expect(await read(view, date)).toEqual({ seen, heard });
  await resize(page, 280);
  await expect.poll(() => view.locator(".legend").isVisible()).toBe(true);
  for (const [date = "", , seen, heard] of DAYS) expect(await read(view, date)).toEqual({ seen, heard });
  await expect
    .poll(() => view.locator(".legend").textContent())
    .toBe("! hours missing · + too many, or on a day off · ✓ done");
  expect(await view.locator(".holidays li").allTextContents()).toEqual([
    "1 Jan: New Year's Day, off",
    "2 Jan: Bridge day, 4 h required",
  ]);
});

test("no total is given of a week or month whose required hours are not known", async () => {
  const { view, host } = await openView({ ...month, lacks: ["serverTools"] });
  const [first] = await view.locator(".total").allTextContents();
  expect(first).toBe("Week from Thursday 1 January");
  await host.show({ arguments: { startDate: "2025-01-01", endDate: "2026-01-31" } });
  expect(new Set(await view.locator(".periods td.number").allTextContents())).toEqual(new Set(["–"]));
});

test("in forced colours, the focus, the open day, today and the bars are visible", async () => {
  const { view, page } = await openView({ ...month, context: { forcedColors: "active" } });
  const day = view.getByRole("button", { name: /\b6 January/ });
  await day.press("Enter");
  const outline = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth}`;
  };
  expect(await view.getByRole("heading", { name: "Tuesday 6 January" }).evaluate(outline)).toBe("solid 2px");
  expect(await day.evaluate(outline)).toBe("solid 2px");
  expect(await view.locator("[aria-current] .name").evaluate(outline)).toBe("solid 1px");
  const bar = view.locator('[data-date="2026-01-06"] .bar');
  const colours = await bar.evaluate((element) =>
    [element, element.firstElementChild ?? element].map((part) => getComputedStyle(part).backgroundColor),
  );
  expect(new Set(colours).size).toBe(2);
  await page.keyboard.press("Tab");
  expect(await view.locator(":focus").evaluate(outline)).toBe("solid 2px");
});

test("another day becomes today when the user comes back to the chat", async () => {
  const { view, page } = await openView({ now: "2026-01-15T23:59:00Z" });
  const dated = () => view.locator('[aria-current="date"]').getAttribute("data-date");
  await expect.poll(dated).toBe("2026-01-15");
  await page.context().clock.setFixedTime("2026-01-16T07:00:00Z");
  await view.locator("html").evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(dated).toBe("2026-01-16");
});

/** Reads the line on missing hours with its sign, and the class of its colour. */
async function gapIn(view: FrameLocator) {
  const gap = view.locator(".gap");
  await gap.waitFor();
  return { text: await gap.innerText(), kind: await gap.getAttribute("class") };
}

const YEAR = { startDate: "2025-07-01", endDate: "2026-06-30" };

test.each<[string, ViewOptions, string, string]>([
  ["a month to come", { arguments: rangeOf("2026-02-01", "2026-02-28") }, "No hours are due yet", "gap "],
  [
    "days of this month to come",
    { arguments: rangeOf("2026-01-16", "2026-01-31") },
    "No hours are due yet",
    "gap ",
  ],
  ["tomorrow", { arguments: rangeOf("2026-01-16", "2026-01-16") }, "No hours are due yet", "gap "],
  [
    "a month to come of which a day is logged",
    {
      arguments: rangeOf("2026-02-01", "2026-02-28"),
      seed: { worklogs: [worklog({ startDate: "2026-02-02" })] },
    },
    "No hours are due yet",
    "gap ",
  ],
  [
    "a day to come that is logged",
    {
      arguments: rangeOf("2026-02-02", "2026-02-02"),
      seed: { worklogs: [worklog({ startDate: "2026-02-02" })] },
    },
    "✓\u00a0No hours are missing",
    "gap full",
  ],
  [
    "a month that begins with days off, on its first day",
    { arguments: rangeOf("2026-02-01", "2026-02-28"), now: "2026-02-01T10:00:00Z" },
    "No hours are due yet",
    "gap ",
  ],
  [
    "a month before the user was employed",
    {
      arguments: rangeOf("2025-11-01", "2025-11-30"),
      seed: { workingDaySeconds: 0, scheduleChanges: [{ from: "2026-01-01", workingDaySeconds: 8 * 3600 }] },
    },
    "No hours are required",
    "gap ",
  ],
  [
    "a month without a schedule in which hours are logged",
    { seed: { workingDaySeconds: 0, worklogs: [worklog({ startDate: "2026-01-05" })] } },
    "No hours are required",
    "gap ",
  ],
  ["an empty month", {}, "!\u00a088 h missing on 11 days", "gap lacking"],
  [
    "a month of which all due days are logged",
    { seed: { worklogs: loggedBut() } },
    "✓\u00a0No hours are missing up to today",
    "gap full",
  ],
])(
  "%s: what is said of missing hours is good news only where hours were due",
  async (_, options, text, kind) => {
    const { view } = await openView(options);
    expect(await gapIn(view)).toEqual({ text, kind });
    await expect
      .poll(() => view.locator("#view").innerText())
      .not.toMatch(/missing hours|missing day.*upcoming/);
  },
);

test("weeks and months to come, and those before an employment, have words of their own in a long range", async () => {
  const { view } = await openView({
    arguments: YEAR,
    seed: { workingDaySeconds: 0, scheduleChanges: [{ from: "2025-12-01", workingDaySeconds: 8 * 3600 }] },
  });
  const states = view.locator(".periods td:last-child");
  await expect.poll(() => states.count()).toBe(12);
  const texts = (await states.allInnerTexts()).map((text) => text.split(";")[0]);
  expect(texts).toEqual([
    ...Array(5).fill("No hours are required"),
    "!\u00a0184 h missing on 23 days",
    "!\u00a088 h missing on 11 days",
    ...Array(5).fill("No hours are due yet"),
  ]);
});

test("the plan for days to come says so", async () => {
  const { view } = await openView({ arguments: rangeOf("2026-02-01", "2026-02-28") });
  await view.getByRole("button", { name: "Fill the upcoming days…" }).click();
  await view.getByRole("heading", { name: "Fill the upcoming days" }).waitFor();
});
