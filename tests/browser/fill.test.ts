import { describe, expect, test } from "vitest";
import { worklog } from "../helpers/seeds.ts";
import type { OpenView } from "./open-view.ts";
import {
  asked,
  changeRow,
  held,
  logButton,
  loggedBut,
  openDay,
  openFill,
  openMissing,
  outcome,
  previewed,
  SETUPS,
  sorted,
  writes,
} from "./writing.ts";

/** Presses the button once. Tempo then holds what it held before and the rows that were previewed, nothing else. */
async function logsWhatIsShown(open: OpenView, billable = true): Promise<void> {
  const before = held(open);
  const shown = await previewed(open.view);
  expect(shown.length).toBeGreaterThan(0);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain(`${shown.length} worklog`);
  const [sent] = await asked(open);
  const rows = sent?.worklogs.map((row) => ({ ...row, hours: Math.round(row.hours * 100) / 100 }));
  expect({ ...sent, worklogs: rows }).toEqual({ worklogs: shown, ...(!billable && { billable }) });
  expect(await writes(open)).toEqual(["bulk_post_worklogs"]);
  expect(held(open)).toEqual(sorted([...before, ...shown.map((row) => ({ ...row, billable }))]));
}

describe.each(SETUPS)("on $deployment with AppBridge $bridge", (setup) => {
  test("one day is filled with the row that is shown", async () => {
    const open = await openMissing([6, 12], setup);
    await openDay(open.view, "2026-01-12", "Fill");
    expect(await previewed(open.view)).toEqual([{ issueKey: "PROJ-123", hours: 8, date: "2026-01-12" }]);
    await logsWhatIsShown(open);
  });

  test("all missing days are filled with what each lacks, and days to come with nothing", async () => {
    const part = worklog({ startDate: "2026-01-08", timeSpentSeconds: 5 * 3600 + 40 * 60, issueId: 10007 });
    const open = await openMissing([6, 8, 12], {
      ...setup,
      seed: { worklogs: [...loggedBut(6, 8, 12), part] },
    });
    await openFill(open.view);
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
    const open = await openMissing([6, 7, 12], setup);
    await openFill(open.view);
    await open.view.getByLabel("Wed 7 Jan").uncheck();
    expect(await open.view.getByLabel("Fri 30 Jan").count()).toBe(0);
    await open.view.getByRole("button", { name: "11 upcoming days" }).click();
    await open.view.getByLabel("Fri 30 Jan").check();
    expect(await open.view.locator(".struck label").allTextContents()).toEqual(["Wed 7 Jan"]);
    await open.view.getByLabel("Issue", { exact: true }).fill(" proj-7 ");
    await open.view.getByLabel("Comment").fill("Review");
    expect(await previewed(open.view)).toEqual(
      ["2026-01-06", "2026-01-12", "2026-01-30"].map((date) => ({
        issueKey: "proj-7",
        hours: 8,
        date,
        description: "Review",
      })),
    );
    const before = held(open);
    await logButton(open.view).click();
    expect(await outcome(open.view)).toContain("3 worklogs logged, 24 h");
    expect(held(open)).toEqual(
      sorted([
        ...before,
        ...["2026-01-06", "2026-01-12", "2026-01-30"].map((date) => ({
          issueKey: "PROJ-7",
          hours: 8,
          date,
          description: "Review",
          billable: true,
        })),
      ]),
    );
  });

  test("a row is logged as the user has changed it, beside rows that are not", async () => {
    const half = worklog({ startDate: "2026-01-06", timeSpentSeconds: 4 * 3600 });
    const open = await openMissing([6, 7, 12], {
      ...setup,
      seed: { worklogs: [...loggedBut(6, 7, 12), half] },
    });
    await openFill(open.view);
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
