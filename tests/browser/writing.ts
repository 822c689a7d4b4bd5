import type { FrameLocator } from "playwright-core";
import { expect } from "vitest";
import { BRIDGES } from "../../scripts/view/bundle-host.ts";
import type { BulkWorklogEntry } from "../../src/generated/inputs.ts";
import { store } from "../../src/sandbox/state.ts";
import { addDays, isWeekend } from "../../src/timesheet/dates.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import { worklog } from "../helpers/seeds.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";

/** Both deployments and both generations of the bridge, in two runs. */
export const SETUPS = [
  { deployment: "cloud", bridge: BRIDGES[0] },
  { deployment: "datacenter", bridge: BRIDGES[1] },
] as const;

const KEYS = new Map([
  [10123, "PROJ-123"],
  [10007, "PROJ-7"],
  [10004, "PROJ-4"],
  [10050, "NEW-50"],
]);

/** A worklog as the view's tables and the tool's entries have it. */
export type HeldRow = BulkWorklogEntry & { billable: boolean };

/** Eight hours on every working day of January 2026 up to the 15th, but for the days given. */
export function loggedBut(...days: number[]) {
  return Array.from({ length: 15 }, (_, index) => addDays("2026-01-01", index))
    .filter((date) => !isWeekend(date) && !days.includes(Number(date.slice(8))))
    .map((startDate) => worklog({ startDate }));
}

/** Opens January 2026 where hours are missing on the days given, and waits until all of it is read. */
export async function openMissing(days: number[], options: ViewOptions = {}): Promise<OpenView> {
  const { seed, ...rest } = options;
  const open = await openView({
    ...rest,
    seed: { worklogs: loggedBut(...days), ...seed },
  });
  await open.view
    .getByText(/missing on \d|No hours are missing|upcoming on/)
    .first()
    .waitFor();
  return open;
}

/** The worklogs in Tempo, sorted by date, issue and hours; hours have two decimals. */
export function held({ stored }: Pick<OpenView, "stored">): HeldRow[] {
  return rowsOf(stored());
}

export function rowsOf(worklogs: readonly ReturnType<typeof worklog>[]): HeldRow[] {
  return sorted(
    worklogs.map(({ issueId, startDate, timeSpentSeconds, billableSeconds, description }) => ({
      issueKey: KEYS.get(issueId) ?? String(issueId),
      hours: toHours(timeSpentSeconds),
      date: startDate,
      ...(description && { description }),
      billable: billableSeconds > 0,
    })),
  );
}

export function sorted(rows: readonly HeldRow[]): HeldRow[] {
  const keyOf = (row: HeldRow) => [row.date, row.issueKey, row.hours, row.description].join(" ");
  return rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

/** Waits until fill_days has planned what is wanted. */
export async function planMade(view: FrameLocator): Promise<void> {
  await expect.poll(() => view.getByRole("button", { name: "Planning…" }).count()).toBe(0);
}

/** The rows that the plan shows as chosen, as its table has them, once it is made. Their dates are of 2026 unless they name a year. */
export async function previewed(view: FrameLocator): Promise<BulkWorklogEntry[]> {
  await planMade(view);
  const rows = await view
    .getByRole("table", { name: "Worklogs to be logged" })
    .locator("tbody:has(input:checked) tr:has(td.number)")
    .evaluateAll((lines) =>
      lines.map((line) => ({
        day: line.parentElement?.querySelector("label")?.textContent ?? "",
        issueKey: line.querySelector(".key")?.textContent ?? "",
        description: line.querySelector(".comment")?.textContent ?? "",
        hours: Number(line.querySelector("td.number")?.textContent),
      })),
    );
  return rows.map(({ day, issueKey, hours, description }) => ({
    issueKey,
    hours,
    date: dateOf(day),
    ...(description && { description }),
  }));
}

/** The calls of fill_days: the first and last date of each, and whether it confirms a plan. */
export async function fillings({ host }: Pick<OpenView, "host">) {
  const { calls } = await host.records();
  return calls.flatMap(({ name, arguments: { startDate, endDate, confirm } }) =>
    name === "fill_days" ? [[startDate, endDate, confirm !== undefined]] : [],
  );
}

/** The tools that write which the view has called, in order, but for calls of fill_days that only plan. */
export async function writes({ host }: Pick<OpenView, "host">): Promise<string[]> {
  const { calls } = await host.records();
  return calls.flatMap(({ name, arguments: { confirm } }) =>
    name.startsWith("get_") || (name === "fill_days" && confirm === undefined) ? [] : [name],
  );
}

export function logButton(view: FrameLocator) {
  return view.getByRole("button", { name: /^Log(ging)? \d/ });
}

/** Opens the plan for all missing days, on an issue, and waits until it is made. */
export async function openFill(view: FrameLocator, issueKey = "PROJ-123"): Promise<void> {
  await view.getByRole("button", { name: /^Fill (all|the)/ }).click();
  await typeIssue(view, issueKey);
}

/** Opens January 2026 as `openMissing` does, and the plan that fills it. `before` is what Tempo held then. */
export async function openPlan(days: number[], options: ViewOptions = {}) {
  const open = await openMissing(days, options);
  await openFill(open.view);
  return { ...open, before: held(open) };
}

/** Tempo holds what it held before, and these rows: nothing else. */
export function expectLogged(
  open: Pick<OpenView, "stored"> & { before: readonly HeldRow[] },
  ...rows: BulkWorklogEntry[]
): void {
  expect(held(open)).toEqual(sorted([...open.before, ...rows.map((row) => ({ ...row, billable: true }))]));
}

/** Types the issue of the plan, and waits until it is made. */
export async function typeIssue(view: FrameLocator, issueKey: string): Promise<void> {
  await view.getByLabel("Issue", { exact: true }).fill(issueKey);
  await planMade(view);
}

/** Changes fields of a row of the plan. @param row such as "PROJ-1 on Tue 6 Jan" */
export async function changeRow(
  view: FrameLocator,
  row: string,
  fields: Record<string, string>,
): Promise<void> {
  await view.getByRole("button", { name: `Edit ${row}` }).click();
  const editor = view.locator(".editor");
  for (const [label, value] of Object.entries(fields)) await editor.getByLabel(label).fill(value);
  await editor.getByRole("button", { name: "Apply" }).click();
}

/** Opens the plan for one day, on an issue, or for its worklogs on other days. */
export async function openDay(view: FrameLocator, date: string, action: "Fill" | "Repeat"): Promise<void> {
  await view.locator(`button[data-date="${date}"]`).click();
  await view.locator("#day").getByRole("button", { name: action }).click();
  if (action === "Fill") await typeIssue(view, "PROJ-123");
}

/** Waits until nothing is under way, and returns what the view says of the last write. */
export async function outcome(view: FrameLocator): Promise<string> {
  // Undo waits for its confirmation.
  const busy = view.locator("[aria-disabled=true]:not(:text('Undo…'))");
  await expect.poll(() => busy.count(), { timeout: 30_000 }).toBe(0);
  const said = await view.locator("[role=status], [role=alert]").allTextContents();
  return said.join(" ").trim();
}

/** Another client logs something in Tempo. */
export function logElsewhere({ sandbox }: OpenView, parts: Parameters<typeof worklog>[0]): void {
  store(sandbox.state, worklog(parts));
}

/** Shortens the view's timeout from 90 seconds to two. A fake clock of the page would also shorten the host's. */
export async function shortenTimeout(view: FrameLocator): Promise<void> {
  await view.locator("html").evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = Object.assign((run: () => void, wait = 0) => setTimeout(run, wait / 45), setTimeout);
  });
}

/**
 * Keeps the view's calls from running out of time, however slow the machine is.
 *
 * @returns lets those that are open run out of it now
 */
export async function holdTimeouts(view: FrameLocator): Promise<() => Promise<void>> {
  const root = view.locator("html");
  await root.evaluate(() => {
    const { setTimeout } = window;
    const hold = (run: () => void) => {
      window.addEventListener("time is up", run, { once: true });
      return 0;
    };
    window.setTimeout = Object.assign(
      (run: () => void, wait = 0) => (wait < 90_000 ? setTimeout(run, wait) : hold(run)),
      setTimeout,
    );
  });
  return async () => {
    await root.evaluate(() => window.dispatchEvent(new Event("time is up")));
  };
}

function dateOf(day: string): string {
  const text = /\d{4}/.test(day) ? day : `${day} 2026`;
  return new Date(`${text} UTC`).toISOString().slice(0, 10);
}
