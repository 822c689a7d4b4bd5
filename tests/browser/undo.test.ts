import { describe, expect, test } from "vitest";
import {
  askForUndo,
  BEFORE,
  deleteButton,
  openQuestion,
  openReceipt,
  replayOf,
  worklogOf,
} from "./receipt.ts";
import {
  held,
  logButton,
  openDay,
  openFill,
  openMissing,
  openPlan,
  outcome,
  rowsOf,
  SETUPS,
  shortenTimeout,
  sorted,
  writes,
} from "./writing.ts";

const ONE_BY_ONE = ["delete_worklog", "delete_worklog"];
const TOGETHER = ["delete_worklogs", "delete_worklogs"];

const TOOLS = [
  { tools: "delete_worklog", options: {}, calls: ONE_BY_ONE },
  { tools: "delete_worklogs", options: { command: { args: ["--toolsets=edit"] } }, calls: TOGETHER },
  { tools: "delete_worklogs for the view alone", options: { declaresApps: true }, calls: TOGETHER },
];

describe.each(SETUPS)("on $deployment with AppBridge $bridge", (setup) => {
  test.each(TOOLS)("undo by $tools deletes what was logged and nothing else", async ({ options, calls }) => {
    const open = await openReceipt({ ...setup, ...options });
    await askForUndo(open);
    await open.view.getByRole("heading", { name: "Delete 2 worklogs from Tempo?" }).waitFor();
    expect(await writes(open)).toEqual([]);
    await open.button.dblclick();
    expect(await outcome(open.view)).toBe("2 worklogs deleted.");
    expect(await writes(open)).toEqual(calls);
    expect(held(open)).toEqual(rowsOf(BEFORE));
    expect((await open.host.records()).modelContexts).toEqual([
      "The user undid logged time in the timesheet view: 2 worklogs deleted. Read the worklogs before logging more.",
    ]);
    await open.view
      .getByRole("heading", { name: "2 worklogs deleted; 1 already existed; 1 failed" })
      .waitFor();
    expect(await open.view.locator(".struck .key").allTextContents()).toEqual(["PROJ-7", "PROJ-4"]);
    expect(await open.view.getByRole("button", { name: /Undo|Delete/ }).count()).toBe(0);
  });
});

test.each<[string, object]>([
  ["hours", { timeSpentSeconds: 3600 }],
  ["comment", { description: "Another" }],
  ["issue", { issueId: 10123 }],
  ["date", { startDate: "2026-01-05" }],
])("a worklog whose %s changed since stays", async (_, change) => {
  const open = await openReceipt();
  Object.assign(worklogOf(open, 10007), change);
  await askForUndo(open);
  await open.button.click();
  expect(await outcome(open.view)).toContain("1 worklog deleted.");
  expect(await writes(open)).toEqual(["delete_worklog"]);
  expect(held(open).length).toBe(BEFORE.length + 1);
});

test("nothing is deleted if a worklog changes after undo has named it", async () => {
  const open = await openQuestion();
  worklogOf(open, 10007).timeSpentSeconds = 3600;
  await open.button.click();
  expect(await outcome(open.view)).toContain("Nothing was deleted now: Tempo has changed meanwhile.");
  expect(await writes(open)).toEqual([]);
  await open.button.click();
  expect(await outcome(open.view)).toContain("1 worklog deleted.");
  expect(held(open)).toEqual(
    sorted([
      ...rowsOf(BEFORE),
      { issueKey: "PROJ-7", hours: 1, date: "2026-01-06", description: "S3VERAL words", billable: true },
    ]),
  );
});

test("what undo will delete and what stays is named in the rows of the receipt, and nothing is listed twice", async () => {
  const open = await openReceipt();
  worklogOf(open, 10007).timeSpentSeconds = 3600;
  await askForUndo(open);
  await open.button.waitFor();
  const rows = open.view.getByRole("row");
  expect(await rows.locator("td:nth-of-type(2)").allTextContents()).toEqual([
    "=\u00a0already existed",
    "✓\u00a0changed since, stays",
    "−\u00a0will\u00a0be deleted",
    "!\u00a0failed",
  ]);
  expect(await open.view.getByRole("table").count()).toBe(1);
});

test("a worklog that was deleted elsewhere is found gone, and nothing is left to undo", async () => {
  const open = await openReceipt();
  for (const issueId of [10004, 10007]) open.sandbox.state.worklogs.delete(worklogOf(open, issueId).id);
  await askForUndo(open);
  expect(await outcome(open.view)).toBe("2 worklogs of this call are no longer in Tempo.");
  await open.view.getByRole("heading", { name: /^2 worklogs deleted/ }).waitFor();
  expect(await writes(open)).toEqual([]);
});

test("a worklog that is deleted already is left out", async () => {
  const open = await openReceipt();
  open.sandbox.state.worklogs.delete(worklogOf(open, 10004).id);
  await askForUndo(open);
  await open.button.click();
  expect(await outcome(open.view)).toBe("1 worklog deleted. 1 worklog of this call is no longer in Tempo.");
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("a host that refuses in the middle is not asked again, and what is left can be undone", async () => {
  const open = await openQuestion({ calls: { delay: 500 } });
  await open.button.click();
  await expect.poll(() => writes(open)).toEqual(["delete_worklog"]);
  await open.host.setFaults({ denies: "writes" });
  expect(await outcome(open.view)).toBe(
    "1 worklog deleted. 1 worklog left. The user did not allow this call.",
  );
  expect(held(open).length).toBe(BEFORE.length + 1);
  expect((await writes(open)).length).toBe(2);
  await open.host.setFaults({});
  await open.button.click();
  expect(await outcome(open.view)).toContain("1 worklog deleted.");
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("deletions whose responses are lost are counted in Tempo", async () => {
  const open = await openReceipt({ calls: { loses: "writes" } });
  await shortenTimeout(open.view);
  await askForUndo(open);
  await open.button.click();
  expect(await outcome(open.view)).toBe(
    "1 worklog deleted. 1 worklog left. The host has not responded for 90 seconds; " +
      "if it is asking you, what you allow may still happen.",
  );
  await open.button.click();
  expect(await outcome(open.view)).toContain("1 worklog deleted.");
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("a second view that is opened while the first deletes deletes nothing else", async () => {
  const open = await openReceipt({ calls: { delay: 500 } });
  const replay = replayOf(open);
  await askForUndo(open);
  await open.button.click();
  await expect.poll(() => writes(open)).toEqual(["delete_worklog"]);
  await open.host.show({ replay, calls: {} });
  await askForUndo(open);
  await open.button.click();
  const said = await outcome(open.view);
  expect(said).toMatch(/deleted|Tempo has changed meanwhile/);
  // The view whose request is first decides how far the other comes; it says so if something is left.
  const left = /left|meanwhile/.test(said) ? expect.arrayContaining(rowsOf(BEFORE)) : rowsOf(BEFORE);
  expect(held(open)).toEqual(left);
});

test("Escape does not hide the question while its worklogs are being deleted", async () => {
  const open = await openQuestion({ calls: { delay: 500 } });
  await open.button.click();
  await open.button.press("Escape");
  await expect.poll(() => open.button.textContent()).toBe("Deleting 2 worklogs…");
  expect(await outcome(open.view)).toBe("2 worklogs deleted.");
});

test("while undo is under way, the view stays where it is", async () => {
  const open = await openQuestion({ calls: { delay: 500 } });
  await open.button.click();
  await open.view.getByRole("button", { name: "Show the month" }).click({ force: true });
  expect(await outcome(open.view)).toBe("2 worklogs deleted.");
});

test("undo in a month keeps the month while it is under way", async () => {
  const open = await openPlan([6, 12]);
  await logButton(open.view).click();
  await outcome(open.view);
  await askForUndo(open);
  await deleteButton(open.view).waitFor();
  await open.host.setFaults({ delay: 500 });
  await deleteButton(open.view).click();
  await open.view.getByRole("button", { name: "February 2026" }).click({ force: true });
  expect(await outcome(open.view)).toContain("2 worklogs deleted.");
  await open.view.getByRole("heading", { name: "January 2026" }).waitFor();
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("what was logged can be undone after another plan was cancelled and the month was read again", async () => {
  const open = await openMissing([6, 12]);
  const { view } = open;
  const before = held(open);
  await openDay(view, "2026-01-12", "Fill");
  await logButton(view).click();
  await view.getByRole("heading", { name: "1 worklog logged, 8 h" }).waitFor();
  await outcome(view);
  await openFill(view);
  await view.getByRole("button", { name: "Cancel" }).click();
  await view.getByRole("button", { name: "Refresh" }).click();
  await outcome(view);
  await askForUndo(open);
  await deleteButton(view).click();
  await expect.poll(() => held(open)).toEqual(before);
});
