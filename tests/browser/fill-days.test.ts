import { describe, expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import type { OpenView, ViewOptions } from "./open-view.ts";
import {
  asked,
  changeRow,
  fillings,
  held,
  logButton,
  logElsewhere,
  loggedBut,
  openDay,
  openFill,
  openMissing,
  outcome,
  previewed,
  SETUPS,
  shortenTimeout,
  sorted,
} from "./writing.ts";

const SIXTH = { issueKey: "PROJ-123", hours: 8, date: "2026-01-06" };
const TWELFTH = { ...SIXTH, date: "2026-01-12" };
const HALF = worklog({ startDate: "2026-01-06", timeSpentSeconds: 4 * 3600 });

const openDeclared = (days: number[], options: ViewOptions = {}) =>
  openMissing(days, { declaresApps: true, ...options });

/** Presses the button once. Tempo then holds what it held before and the rows that were previewed, nothing else. */
async function logsWhatIsShown(open: OpenView, billable = true): Promise<void> {
  const before = held(open);
  const shown = await previewed(open.view);
  expect(shown.length).toBeGreaterThan(0);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain(`${shown.length} worklog`);
  expect(await asked(open)).toEqual([]);
  expect(held(open)).toEqual(sorted([...before, ...shown.map((row) => ({ ...row, billable }))]));
}

describe.each(SETUPS)("in a host that declares MCP Apps, on $deployment with AppBridge $bridge", (setup) => {
  test("all missing days are filled by one plan of fill_days, and undone", async () => {
    const open = await openDeclared([6, 12], setup);
    const before = held(open);
    await openFill(open.view);
    expect(await previewed(open.view)).toEqual([SIXTH, TWELFTH]);
    await logsWhatIsShown(open);
    expect(await fillings(open)).toEqual([
      ["2026-01-06", "2026-01-12", false],
      ["2026-01-06", "2026-01-12", true],
    ]);
    await open.view.getByRole("button", { name: "Undo…" }).click();
    await open.view.getByRole("button", { name: /^Delete 2/ }).click();
    expect(await outcome(open.view)).toContain("2 worklogs deleted.");
    expect(held(open)).toEqual(before);
  });

  test("4 of 8 hours on the issue, without a comment, are filled with 4 more", async () => {
    const open = await openDeclared([6], { ...setup, seed: { worklogs: [...loggedBut(6), HALF] } });
    await openDay(open.view, "2026-01-06", "Fill");
    expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 4 }]);
    await logsWhatIsShown(open);
  });
});

test("without fill_days, the same 4 hours are planned, and the view says why it cannot log them", async () => {
  const open = await openMissing([6], { seed: { worklogs: [...loggedBut(6), HALF] } });
  await openDay(open.view, "2026-01-06", "Fill");
  const table = open.view.getByRole("table", { name: "Worklogs to be logged" });
  expect((await table.locator("td.number").allTextContents())[0]).toBe("4");
  await table.getByText("an equal worklog exists").waitFor();
  expect(await table.getByRole("checkbox").isDisabled()).toBe(true);
});

test("a changed row, one that is left out of its day and the rest are planned by fill_days, each as it is shown", async () => {
  const parts = [
    { issueId: 10007, timeSpentSeconds: 3 * 3600, description: "Review" },
    { issueId: 10004, timeSpentSeconds: 5 * 3600 },
  ];
  const source = parts.map((part) => worklog({ startDate: "2026-01-05", ...part }));
  const logged = worklog({ startDate: "2026-01-06", timeSpentSeconds: 1800, issueId: 10007 });
  const open = await openDeclared([5, 6, 7, 12], {
    seed: { worklogs: [...loggedBut(5, 6, 7, 12), ...source, logged] },
  });
  await openDay(open.view, "2026-01-05", "Repeat");
  await changeRow(open.view, "PROJ-7 on Tue 6 Jan", { Hours: "1", Comment: "Another" });
  await open.view.getByRole("button", { name: "Edit PROJ-4 on Wed 7 Jan" }).click();
  await open.view.getByRole("button", { name: "Leave out" }).click();
  expect(await previewed(open.view)).toEqual([
    { issueKey: "PROJ-7", hours: 1, date: "2026-01-06", description: "Another" },
    { issueKey: "PROJ-4", hours: 5, date: "2026-01-06" },
    { issueKey: "PROJ-7", hours: 3, date: "2026-01-07", description: "Review" },
    { issueKey: "PROJ-7", hours: 3, date: "2026-01-12", description: "Review" },
    { issueKey: "PROJ-4", hours: 5, date: "2026-01-12" },
  ]);
  await logsWhatIsShown(open);
  expect(
    (await fillings(open)).map(([first, last]) => `${first}-${String(last).slice(-2)}`).slice(0, 3),
  ).toEqual(["2026-01-06-06", "2026-01-07-07", "2026-01-12-12"]);
});

test("days that are left out are in no call", async () => {
  const open = await openDeclared([6, 7, 12]);
  await openFill(open.view);
  await open.view.getByLabel("Wed 7 Jan").uncheck();
  await logsWhatIsShown(open);
  expect(await fillings(open)).toEqual([
    ["2026-01-06", "2026-01-06", false],
    ["2026-01-12", "2026-01-12", false],
    ["2026-01-06", "2026-01-06", true],
    ["2026-01-12", "2026-01-12", true],
  ]);
});

test("a repeated day keeps which of its worklogs are billable, and its long comments", async () => {
  const parts = [
    { issueId: 10007, timeSpentSeconds: 3 * 3600, description: `Long ${"x".repeat(3000)}` },
    { issueId: 10004, timeSpentSeconds: 5 * 3600, billableSeconds: 0 },
  ];
  const source = parts.map((part) => worklog({ startDate: "2026-01-05", ...part }));
  const open = await openDeclared([5, 6], { seed: { worklogs: [...loggedBut(5, 6), ...source] } });
  await openDay(open.view, "2026-01-05", "Repeat");
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("2 worklogs logged, 8 h");
  const stored = open.stored().filter(({ startDate }) => startDate === "2026-01-06");
  expect(
    stored.map(({ issueId, billableSeconds, description }) => [issueId, billableSeconds, description]),
  ).toEqual([
    [10004, 0, ""],
    [10007, 3 * 3600, `Long ${"x".repeat(3000)}`],
  ]);
});

test("what Tempo lacks meanwhile is planned anew and shown, before anything is logged", async () => {
  const open = await openDeclared([6, 12]);
  await openFill(open.view);
  logElsewhere(open, { startDate: "2026-01-06", timeSpentSeconds: 3600, issueId: 10007 });
  const before = held(open);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Nothing was logged: Tempo has changed");
  expect(held(open)).toEqual(before);
  expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 7 }, TWELFTH]);
  await logsWhatIsShown(open);
});

test("a source that is closed by now is shown as left out, in the words of fill_days", async () => {
  const open = await openDeclared([6]);
  await openDay(open.view, "2026-01-05", "Repeat");
  for (const issue of open.sandbox.state.seed.issues) if (issue.id === 10123) issue.hidden = true;
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Nothing was logged: Tempo has changed");
  await open.view.getByText("You can no longer see").waitFor();
  expect(await previewed(open.view)).toEqual([]);
});

test.each([
  ["", 0],
  ["both times ", 3500],
])("what the user allows %stoo late for the view is logged at most once", async (_, asks) => {
  const open = await openDeclared([6, 12]);
  await openFill(open.view);
  const before = held(open);
  await shortenTimeout(open.view);
  await open.host.setFaults({ asks: 3500 });
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("what you allow may still happen. Tempo has no new worklogs");
  expect(held(open)).toEqual(before);
  await open.host.setFaults({ asks });
  await logButton(open.view).click();
  await outcome(open.view);
  const { calls } = await open.host.records();
  await expect.poll(async () => (await open.host.records()).answered).toBeGreaterThanOrEqual(calls.length);
  const full = [...before, ...[SIXTH, TWELFTH].map((row) => ({ ...row, billable: true }))];
  expect(held(open)).toEqual(asks > 0 ? before : sorted(full));
});

test("rows whose response the host loses are counted in Tempo, and a further press logs none twice", async () => {
  const open = await openDeclared([6, 12], { calls: { delay: 700 } });
  await openFill(open.view);
  await shortenTimeout(open.view);
  const before = held(open);
  await logButton(open.view).click();
  // The plan is under way; what confirms it comes after this.
  await expect.poll(async () => (await fillings(open)).length).toBe(1);
  await open.host.setFaults({ loses: "writes" });
  const said = await outcome(open.view);
  expect(said).toContain("The host has not responded for 90 seconds");
  expect(said).toContain("Tempo has 2 new worklogs on these days, as many as were to be logged.");
  await open.host.setFaults({});
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Choose at least one day.");
  const full = [...before, ...[SIXTH, TWELFTH].map((row) => ({ ...row, billable: true }))];
  expect(held(open)).toEqual(sorted(full));
});
