import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import {
  expectLogged,
  held,
  logButton,
  logElsewhere,
  loggedBut,
  openDay,
  openFill,
  openMissing,
  openPlan,
  outcome,
  previewed,
  SETUPS,
  writes,
} from "./writing.ts";

const SIXTH = { issueKey: "PROJ-123", hours: 8, date: "2026-01-06" };
const TWELFTH = { ...SIXTH, date: "2026-01-12" };

test.each(SETUPS)(
  "nothing is logged if hours were logged since the preview, on $deployment",
  async (setup) => {
    const open = await openPlan([6, 12], setup);
    logElsewhere(open, { startDate: "2026-01-06", timeSpentSeconds: 3600, issueId: 10007 });
    const before = held(open);
    await logButton(open.view).click();
    expect(await outcome(open.view)).toContain("Nothing was logged: Tempo has changed");
    expect(held(open)).toEqual(before);
    expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 7 }, TWELFTH]);
    await logButton(open.view).click();
    expect(await outcome(open.view)).toContain("2 worklogs logged, 15 h");
    expectLogged({ ...open, before }, { ...SIXTH, hours: 7 }, TWELFTH);
  },
);

test("nothing is logged if a worklog was deleted since the preview", async () => {
  const part = worklog({ startDate: "2026-01-06", timeSpentSeconds: 3600 });
  const open = await openPlan([6], { seed: { worklogs: [...loggedBut(6), part] } });
  expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 7 }]);
  for (const { id, startDate } of open.sandbox.state.worklogs.values()) {
    if (startDate === "2026-01-06") open.sandbox.state.worklogs.delete(id);
  }
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Nothing was logged");
  expect(await previewed(open.view)).toEqual([SIXTH]);
});

test("nothing is logged if the schedule changed since the preview", async () => {
  const open = await openPlan([6]);
  open.sandbox.state.seed.holidays.push({ date: "2026-01-06", name: "Epiphany", durationSeconds: 4 * 3600 });
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Nothing was logged");
  expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 4 }]);
});

test.each<[string, (page: Page, press: number) => Promise<void>]>([
  [
    "the second click of a double click",
    async ({ mouse }, press) => {
      await mouse.down({ clickCount: press });
      await mouse.up({ clickCount: press });
    },
  ],
  ["Enter held", ({ keyboard }) => keyboard.down("Enter")],
])("%s does not log rows that the first press has brought up", async (_, press) => {
  const open = await openPlan([6]);
  logElsewhere(open, { startDate: "2026-01-06", timeSpentSeconds: 3600 });
  const before = held(open);
  await logButton(open.view).focus();
  for (const each of [1, 2]) {
    await logButton(open.view).hover();
    await press(open.page, each);
    expect(await outcome(open.view)).toContain("Nothing was logged");
  }
  expect(held(open)).toEqual(before);
});

test("what was pressed is what is logged, whatever is tried while it is under way", async () => {
  const open = await openPlan([6, 12], { calls: { delay: 500 } });
  await logButton(open.view).click();
  const fields = open.view.locator("#plan-title ~ * :is(input, select)");
  expect(await fields.evaluateAll((all) => all.every((field) => field.matches(":disabled")))).toBe(true);
  await open.page.keyboard.press("Escape");
  await open.view.getByRole("button", { name: "February 2026" }).click({ force: true });
  expect(await outcome(open.view)).toContain("2 worklogs logged, 16 h");
  await open.view.getByRole("heading", { name: "January 2026" }).waitFor();
  expect(await writes(open)).toEqual(["fill_days"]);
  expectLogged(open, SIXTH, TWELFTH);
});

test("an old result writes nothing, and its days are planned by what Tempo holds now", async () => {
  const open = await openMissing([6]);
  const old = {
    worklogs: [],
    byIssue: [],
    summary: { totalHours: 0, totalEntries: 0 },
    startDate: "2026-01-05",
    endDate: "2026-01-06",
  };
  await open.host.show({ replay: { content: [{ type: "text", text: JSON.stringify(old) }] } });
  await openDay(open.view, "2026-01-05", "Fill");
  expect(await previewed(open.view)).toEqual([]);
  expect(await writes(open)).toEqual([]);
});

test("a day that lacks hours only by now is shown with the days around it before it is logged, or left out", async () => {
  const open = await openMissing([6, 8]);
  const { worklogs } = open.sandbox.state;
  for (const { id, startDate } of worklogs.values()) if (startDate === "2026-01-07") worklogs.delete(id);
  await openFill(open.view);
  const [first, middle, last] = [SIXTH, { ...SIXTH, date: "2026-01-07" }, { ...SIXTH, date: "2026-01-08" }];
  expect(await previewed(open.view)).toEqual([first, middle, last]);
  await open.view.getByRole("checkbox", { name: "Wed 7 Jan" }).uncheck();
  expect(await previewed(open.view)).toEqual([first, last]);
  const before = held(open);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("2 worklogs logged, 16 h");
  expectLogged({ ...open, before }, first, last);
});

test("two views that log the same at once log it once", async () => {
  const open = await openMissing([6, 12]);
  const other = await open.openAnother({});
  const views = [open, other];
  for (const { view } of views) {
    await openFill(view);
    expect(await previewed(view)).toEqual([SIXTH, TWELFTH]);
  }
  const before = held(open);
  await Promise.all(views.map(({ view }) => logButton(view).click()));
  for (const { view } of views) expect(await outcome(view)).toMatch(/logged/);
  expectLogged({ ...open, before }, SIXTH, TWELFTH);
});

test("what Tempo lists late is neither missing meanwhile nor out of reach of undo", async () => {
  const open = await openMissing([6]);
  const { behaviour, worklogs } = open.sandbox.state;
  const old = new Set(worklogs.keys());
  let late = 2;
  behaviour.listed = (all) => {
    if (all.length > old.size) late -= 1;
    return late < 0 ? all : all.filter(({ id }) => old.has(id));
  };
  await openFill(open.view);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("1 worklog logged, 8 h");
  await expect.poll(() => open.view.getByText("No hours are missing up to today").count()).toBe(1);
  await open.view.getByRole("button", { name: "Undo…" }).click();
  await open.view.getByRole("heading", { name: "Delete 1 worklog from Tempo?" }).waitFor();
});
