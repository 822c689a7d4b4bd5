import { describe, expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import type { OpenView } from "./open-view.ts";
import {
  changeRow,
  fillings,
  held,
  logButton,
  loggedBut,
  openDay,
  openMissing,
  openPlan,
  outcome,
  previewed,
  SETUPS,
  sorted,
  typeIssue,
  writes,
} from "./writing.ts";

/** Presses the button once. Tempo then holds what it held before and the rows that were previewed, nothing else. */
async function logsWhatIsShown(open: OpenView, billable = true): Promise<void> {
  const before = held(open);
  const shown = await previewed(open.view);
  expect(shown.length).toBeGreaterThan(0);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain(`${shown.length} worklog`);
  expect(new Set(await writes(open))).toEqual(new Set(["fill_days"]));
  expect(held(open)).toEqual(sorted([...before, ...shown.map((row) => ({ ...row, billable }))]));
}

const SIXTH = { issueKey: "PROJ-123", hours: 8, date: "2026-01-06" };
const TWELFTH = { ...SIXTH, date: "2026-01-12" };
const HALF = worklog({ startDate: "2026-01-06", timeSpentSeconds: 4 * 3600 });

describe.each(SETUPS)("on $deployment with AppBridge $bridge", (setup) => {
  test("all missing days are filled by one plan of fill_days, and undone", async () => {
    const open = await openPlan([6, 12], setup);
    expect(await previewed(open.view)).toEqual([SIXTH, TWELFTH]);
    await logsWhatIsShown(open);
    expect(await fillings(open)).toEqual([
      ["2026-01-06", "2026-01-12", false],
      ["2026-01-16", "2026-01-30", false],
      ["2026-01-06", "2026-01-12", true],
    ]);
    await open.view.getByRole("button", { name: "Undo…" }).click();
    await open.view.getByRole("button", { name: /^Delete 2/ }).click();
    expect(await outcome(open.view)).toContain("2 worklogs deleted.");
    expect(held(open)).toEqual(open.before);
  });

  test("4 of 8 hours on the issue, without a comment, are filled with 4 more", async () => {
    const open = await openMissing([6], { ...setup, seed: { worklogs: [...loggedBut(6), HALF] } });
    await openDay(open.view, "2026-01-06", "Fill");
    expect(await previewed(open.view)).toEqual([{ ...SIXTH, hours: 4 }]);
    await logsWhatIsShown(open);
  });

  test("all missing days are filled with what each lacks, and days to come with nothing", async () => {
    const part = worklog({ startDate: "2026-01-08", timeSpentSeconds: 5 * 3600 + 40 * 60, issueId: 10007 });
    const open = await openPlan([6, 8, 12], {
      ...setup,
      seed: { worklogs: [...loggedBut(6, 8, 12), part] },
    });
    expect(await previewed(open.view)).toEqual([
      { issueKey: "PROJ-123", hours: 8, date: "2026-01-06" },
      { issueKey: "PROJ-123", hours: 2.33, date: "2026-01-08" },
      { issueKey: "PROJ-123", hours: 8, date: "2026-01-12" },
    ]);
    await logsWhatIsShown(open);
    await open.view.getByText("No hours are missing up to today").waitFor();
    const seconds = open.stored().flatMap((it) => (it.startDate === "2026-01-08" ? it.timeSpentSeconds : []));
    expect(seconds).toEqual([5 * 3600 + 40 * 60, 2 * 3600 + 20 * 60]);
  });

  test("only the chosen days are logged, days to come if they are chosen", async () => {
    const open = await openPlan([6, 7, 12], setup);
    await open.view.getByLabel("Wed 7 Jan").uncheck();
    expect(await open.view.getByLabel("Fri 30 Jan").count()).toBe(0);
    await open.view.getByRole("button", { name: "11 upcoming days" }).click();
    await open.view.getByLabel("Fri 30 Jan").check();
    expect(await open.view.locator(".struck label").allTextContents()).toEqual(["Wed 7 Jan"]);
    await typeIssue(open.view, " proj-7 ");
    await open.view.getByLabel("Comment").fill("Review");
    expect(await previewed(open.view)).toEqual(
      ["2026-01-06", "2026-01-12", "2026-01-30"].map((date) => ({
        issueKey: "PROJ-7",
        hours: 8,
        date,
        description: "Review",
      })),
    );
    await logsWhatIsShown(open);
  });

  test("a row is logged as the user has changed it, beside rows that are not", async () => {
    const half = worklog({ startDate: "2026-01-06", timeSpentSeconds: 4 * 3600 });
    const open = await openPlan([6, 7, 12], {
      ...setup,
      seed: { worklogs: [...loggedBut(6, 7, 12), half] },
    });
    await changeRow(open.view, "PROJ-123 on Tue 6 Jan", { Hours: "2,5", Comment: "Review\nof the plan" });
    await changeRow(open.view, "PROJ-123 on Wed 7 Jan", { Issue: "PROJ-4", Hours: "1h 20m" });
    expect(await previewed(open.view)).toEqual([
      { issueKey: "PROJ-123", hours: 2.5, date: "2026-01-06", description: "Review\nof the plan" },
      { issueKey: "PROJ-4", hours: 1.33, date: "2026-01-07" },
      { issueKey: "PROJ-123", hours: 8, date: "2026-01-12" },
    ]);
    await logsWhatIsShown(open);
    expect(open.stored().find(({ issueId }) => issueId === 10004)?.timeSpentSeconds).toBe(80 * 60);
  });

  test("a day is repeated with its worklogs and their comments, and stays not billable", async () => {
    const parts = [
      { issueId: 10007, timeSpentSeconds: 3 * 3600, description: "Review\n<b>\"A\" & 'B'</b>" },
      { issueId: 10004, timeSpentSeconds: 5 * 3600, description: "" },
    ];
    const source = parts.map((part) => worklog({ startDate: "2026-01-05", billableSeconds: 0, ...part }));
    const open = await openMissing([5, 6, 12], {
      ...setup,
      seed: { worklogs: [...loggedBut(5, 6, 12), ...source] },
    });
    await openDay(open.view, "2026-01-05", "Repeat");
    expect((await previewed(open.view)).length).toBe(4);
    await logsWhatIsShown(open, false);
  });
});

test("a changed row, one that is left out of its day and the rest are planned by fill_days, each as it is shown", async () => {
  const parts = [
    { issueId: 10007, timeSpentSeconds: 3 * 3600, description: "Review" },
    { issueId: 10004, timeSpentSeconds: 5 * 3600 },
  ];
  const source = parts.map((part) => worklog({ startDate: "2026-01-05", ...part }));
  const logged = worklog({ startDate: "2026-01-06", timeSpentSeconds: 1800, issueId: 10007 });
  const open = await openMissing([5, 6, 7, 12], {
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
  expect((await fillings(open)).filter(([, , confirms]) => confirms)).toEqual([
    ["2026-01-06", "2026-01-06", true],
    ["2026-01-07", "2026-01-07", true],
    ["2026-01-12", "2026-01-12", true],
  ]);
});

test("days that are left out are in no call that logs", async () => {
  const open = await openPlan([6, 7, 12]);
  await open.view.getByLabel("Wed 7 Jan").uncheck();
  await logsWhatIsShown(open);
  expect((await fillings(open)).filter(([, , confirms]) => confirms)).toEqual([
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
  const open = await openMissing([5, 6], { seed: { worklogs: [...loggedBut(5, 6), ...source] } });
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

test("a source that is closed by now is shown as left out, in the words of fill_days", async () => {
  const open = await openMissing([6]);
  await openDay(open.view, "2026-01-05", "Repeat");
  expect(await previewed(open.view)).toEqual([SIXTH]);
  for (const issue of open.sandbox.state.seed.issues) if (issue.id === 10123) issue.hidden = true;
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Nothing was logged: Tempo has changed");
  await open.view.getByText("You can no longer see").waitFor();
  expect(await previewed(open.view)).toEqual([]);
});
