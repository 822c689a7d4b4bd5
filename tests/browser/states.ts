import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { example } from "../../scripts/lib/examples.ts";
import { entry } from "../helpers/inputs.ts";
import { ROOT } from "../helpers/root.ts";
import { COLLEAGUE, worklog } from "../helpers/seeds.ts";
import { CY, delivery } from "../helpers/teams.ts";
import { browser } from "./browser.ts";
import { DRAFT_SEED, WEEK } from "./drafted.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";

/** One of the states that the view can be in: how it gets there, and what it then shows. */
export interface State {
  name: string;
  options: ViewOptions;
  /** The user's actions that lead to the state. */
  steps?: readonly Step[];
  shows: string | RegExp;
  /** Whether it lasts for some seconds only, unless the host sends something. */
  isBrief?: boolean;
}

type Step = (view: FrameLocator) => Promise<void>;

const HOUR = 3600;

/** Everything that a month can have, up to 15 January 2026, a Thursday. */
export const BUSY_MONTH: NonNullable<ViewOptions["seed"]> = {
  holidays: [
    { date: "2026-01-01", name: "New Year's Day", durationSeconds: 8 * HOUR },
    { date: "2026-01-02", name: "Bridge day", durationSeconds: 4 * HOUR },
  ],
  worklogs: [
    worklog({ startDate: "2026-01-03", timeSpentSeconds: 2 * HOUR, description: "On a day off" }),
    worklog({ startDate: "2026-01-05", description: "A whole day" }),
    worklog({ startDate: "2026-01-06", timeSpentSeconds: 4 * HOUR, issueId: 10007 }),
    worklog({ startDate: "2026-01-07", timeSpentSeconds: 10 * HOUR, description: "Too long" }),
  ],
};

const month = { seed: BUSY_MONTH };
const press =
  (name: string | RegExp): Step =>
  (view) =>
    view.getByRole("button", { name }).click();
/** Types into the last field of the label, which is the one that was opened last. */
const type =
  (label: string, value: string): Step =>
  (view) =>
    view.getByLabel(label).last().fill(value);
const check =
  (label: string, isChecked = true): Step =>
  (view) =>
    view.getByLabel(label).setChecked(isChecked);
const see =
  (name: string | RegExp): Step =>
  (view) =>
    view.getByRole("heading", { name }).waitFor();

const openDay = press(/\b6 January/);
const openFill = [press(/^Fill all/), type("Issue", "PROJ-123")];
const openRow = [...openFill, press("Edit PROJ-123 on Fri 9 Jan")];
const logs = press(/^Log /);

/** Rows of which one exists already, one cannot be logged, and one is too much for its day. */
const batch: ViewOptions = {
  ...month,
  tool: "bulk_post_worklogs",
  arguments: {
    worklogs: [
      entry("2026-01-05", { description: "A whole day" }),
      entry("2026-01-05", { issueKey: "PROJ-7", hours: 2 }),
      entry("2026-01-08", { description: "New" }),
      entry("2026-01-09", { issueKey: "NOPE-1" }),
    ],
  },
};

const POSTED = {
  success: true,
  worklog: {
    id: "1290009",
    issueKey: "PROJ-123",
    issueSummary: "Implement user authentication",
    date: "2026-01-05",
    hours: 8,
    comment: "Once or twice",
    possibleDuplicateId: "1290008",
  },
};

const drafting: ViewOptions = {
  tool: "draft_timesheet",
  arguments: { ...WEEK, assign: [{ ref: "c2", issueKey: "PROJ-4" }], leaveOut: ["c9"] },
  command: { env: { TEMPO_TOOLSETS: "draft" } },
};

const week = await example("DraftTimesheetResponse/week");
const nothingToLog = await example("DraftTimesheetResponse/nothing-to-log");
const remembered = await example("PostDraftResponse/remembered");
const TOO_LONG = "A title of more than 255 characters was not kept. Make a rule with a pattern of your own.";
const assignedByUser = await example("DraftTimesheetResponse/assigned");

/** A draft with all that one can have, from the examples of the contract. */
const drafted: ViewOptions = {
  ...drafting,
  replay: replyOf({
    ...week,
    days: [week, nothingToLog, assignedByUser].flatMap(({ days }, index) => inMonth(days, index + 1)),
    sources: nothingToLog.sources,
  }),
};

/** The draft of what the embedded Jira has. */
const draft: ViewOptions = { ...drafting, arguments: WEEK, seed: DRAFT_SEED };

const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };

/** Totals of the busy month by week, and by issue within each. */
export const TOTALS: ViewOptions = {
  ...month,
  command: { env: { TEMPO_TOOLSETS: "reports" } },
  tool: "get_totals",
  arguments: { ...JANUARY, groupBy: "week", then: "issue" },
};

/** Totals of a team by member and month, of which December is not counted. */
export const TEAM_TOTALS: ViewOptions = {
  command: { env: { TEMPO_TOOLSETS: "team" } },
  tool: "get_team_totals",
  arguments: {
    team: "Delivery",
    startDate: "2025-12-01",
    endDate: "2026-01-31",
    groupBy: "person",
    then: "month",
  },
  seed: {
    ...delivery(),
    worklogs: [
      worklog({ startDate: "2025-12-30" }),
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 5 * HOUR, billableSeconds: HOUR }),
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 3 * HOUR, accountId: CY.accountId }),
      worklog({ startDate: "2026-01-06", timeSpentSeconds: 1200, accountId: COLLEAGUE.accountId }),
    ],
  },
};

export const STATES: readonly State[] = [
  { name: "waiting", options: { sends: [] }, shows: "Waiting for the timesheet…", isBrief: true },
  {
    name: "waiting with the rows that are being logged",
    options: { ...batch, sends: ["input"] },
    shows: "The assistant asked to log them.",
  },
  { name: "a month", options: month, shows: "Bridge day" },
  { name: "totals of groups within groups", options: TOTALS, shows: "Hours by week and issue" },
  { name: "totals of a team", options: TEAM_TOTALS, shows: "Not counted" },
  { name: "an empty month", options: {}, shows: "missing on 11 days" },
  {
    name: "a month to come",
    options: { arguments: { startDate: "2026-02-01", endDate: "2026-02-28" } },
    shows: "No hours are due yet",
  },
  {
    name: "a month without a schedule",
    options: { seed: { workingDaySeconds: 0 } },
    shows: "No hours are required",
  },
  {
    name: "a schedule in one strip",
    options: { ...month, tool: "get_schedule" },
    shows: "Show the days",
  },
  {
    name: "a week",
    options: { ...month, arguments: { startDate: "2026-01-05", endDate: "2026-01-11" } },
    shows: "Hours by issue and day",
  },
  {
    name: "weeks",
    options: { ...month, arguments: { startDate: "2025-10-01", endDate: "2026-01-31" } },
    shows: /on 1 day off/,
  },
  {
    name: "months with one open",
    options: { ...month, arguments: { startDate: "2025-01-01", endDate: "2026-01-31" } },
    steps: [press("January 2026")],
    shows: "Bridge day",
  },
  { name: "the panel of a day", options: month, steps: [openDay], shows: "Repeat this day…" },
  {
    name: "a plan that fills",
    options: month,
    steps: [press(/^Fill all/)],
    shows: "Fill the missing days",
  },
  {
    name: "a plan with upcoming days and a row to be changed",
    options: month,
    steps: [
      ...openFill,
      press(/upcoming days$/),
      check("Fri 30 Jan"),
      check("Thu 8 Jan", false),
      press("Edit PROJ-123 on Fri 9 Jan"),
    ],
    shows: /Apply/,
  },
  {
    name: "a plan with a changed row",
    options: month,
    steps: [...openRow, type("Hours", "1h 30m"), type("Comment", "Review\nof the plan"), press("Apply")],
    shows: /Undo the changes/,
  },
  {
    name: "a plan whose changed row is refused",
    options: month,
    steps: [...openRow, type("Hours", "9"), press("Apply")],
    shows: "There is room for 8 h on that day.",
  },
  {
    name: "a plan that repeats a day",
    options: month,
    steps: [openDay, press("Repeat this day…")],
    shows: /Repeat .*6 January/,
  },
  {
    name: "a plan without an issue",
    options: month,
    steps: [press(/^Fill all/), logs],
    shows: "Type the key of an issue",
  },
  {
    name: "a plan whose issue is refused",
    options: month,
    steps: [press(/^Fill all/), type("Issue", "NOPE-1")],
    shows: "Plan again",
  },
  {
    name: "a plan without a day",
    options: { ...month, arguments: { startDate: "2026-01-09", endDate: "2026-01-11" } },
    steps: [press(/^Fill the/), type("Issue", "PROJ-123"), check("Fri 9 Jan", false), logs],
    shows: "Choose at least one day.",
  },
  {
    name: "a plan that is logged",
    options: month,
    steps: [...openFill, logs, see(/logged/)],
    shows: "No hours are missing up to today",
  },
  {
    name: "the question before undo in a month",
    options: month,
    steps: [...openFill, logs, press("Undo…")],
    shows: "from Tempo?",
  },
  {
    name: "undone in a month",
    options: month,
    steps: [...openFill, logs, press("Undo…"), press(/^Delete /), see("8 worklogs deleted")],
    shows: "missing on 8 days",
  },
  { name: "a draft", options: drafted, shows: "h without an issue." },
  {
    name: "a draft whose issues are all known in the same way",
    options: {
      ...drafting,
      replay: replyOf({
        ...week,
        days: JSON.parse(JSON.stringify(week.days).replaceAll('"evidence"', '"basis":"rule","evidence"')),
      }),
    },
    shows: "Each issue: by your rule.",
  },
  {
    name: "a draft with an entry to be changed",
    options: drafted,
    steps: [press("Change PROJ-123, Mon 5 Jan")],
    shows: "Leave out moved to In Review, 15:20",
  },
  {
    name: "a draft that is logged",
    options: draft,
    steps: [logs, see(/logged/)],
    shows: "Draft: nothing to log",
  },
  {
    name: "a draft whose issues are remembered",
    options: drafted,
    steps: [check("Remember for next time")],
    shows: "Remember for next time",
  },
  {
    name: "a draft that is logged and was not remembered",
    options: {
      ...drafting,
      tool: "post_draft",
      arguments: { ...WEEK, confirm: "00000000" },
      replay: replyOf({ ...remembered, notRemembered: TOO_LONG }),
    },
    shows: "Remembered for next time: Roadmap with Kim is PROJ-4. Not remembered: A title",
  },
  {
    name: "a draft whose choice is refused",
    options: draft,
    steps: [
      press("Change PROJ-7, Tue 6 Jan"),
      type("Issue for PROJ-7", "NOPE-1"),
      press("Assign PROJ-7, Tue 6 Jan"),
    ],
    shows: "NOPE-1",
  },
  { name: "a receipt", options: batch, shows: "already existed" },
  {
    name: "a receipt with a possible duplicate",
    options: {
      ...month,
      tool: "post_worklog",
      arguments: { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" },
      replay: { content: [{ type: "text", text: JSON.stringify(POSTED) }] },
    },
    shows: "may be a second copy",
  },
  {
    name: "the question before undo",
    options: batch,
    steps: [press("Undo…")],
    shows: "from Tempo?",
  },
  {
    name: "undone",
    options: batch,
    steps: [press("Undo…"), press(/^Delete /)],
    shows: /^1 worklog deleted; 1 already existed; 1 failed|^2 worklogs deleted/,
  },
  {
    name: "a call that failed",
    options: { replay: { isError: true, content: [{ type: "text", text: "Tempo is down" }] } },
    shows: "Tempo is down",
  },
  {
    name: "a call that was cancelled",
    options: { sends: ["input", "cancelled"] },
    shows: "was cancelled",
  },
  {
    name: "a month in a host without server tools",
    options: { ...month, lacks: ["serverTools"] },
    shows: "does not let the view",
  },
  {
    name: "a receipt in a host without server tools",
    options: { ...batch, lacks: ["serverTools"] },
    shows: "To undo this, tell the assistant",
  },
];

/** A result that has the reply as its text. */
function replyOf(reply: object): NonNullable<ViewOptions["replay"]> {
  return { content: [{ type: "text", text: JSON.stringify(reply) }] };
}

/** The days of a draft of January 2026, in another month of the year. */
function inMonth(days: unknown, month: number): object[] {
  return JSON.parse(JSON.stringify(days).replaceAll("2026-01-", `2026-0${month}-`));
}

const LONG = "Unbreakable".repeat(40);
const WIDE = "勤怠管理システムの認証機能を実装する。".repeat(8);
const LONG_KEY = `${"LONGKEY".repeat(28)}-123`;

const longMonth: ViewOptions = {
  seed: {
    issues: [{ id: 10123, key: LONG_KEY, summary: LONG }],
    holidays: [{ date: "2026-01-02", name: LONG, durationSeconds: 4 * HOUR }],
    worklogs: [
      worklog({ startDate: "2026-01-05", description: LONG }),
      worklog({ startDate: "2026-01-06", timeSpentSeconds: 8 * HOUR - 1 }),
      worklog({ startDate: "2026-01-07", timeSpentSeconds: 23.99 * HOUR }),
      worklog({ startDate: "2026-01-12", timeSpentSeconds: 7.75 * HOUR }),
    ],
  },
};

const longDraft = {
  ...WEEK,
  days: [
    {
      date: "2026-01-05",
      requiredHours: 8,
      draftedHours: 7,
      missingHoursAfter: 1,
      reason: LONG,
      entries: [
        {
          issueKey: LONG_KEY,
          issueSummary: LONG,
          hours: 7,
          comment: LONG,
          basis: "learnt",
          evidence: [`g1: ${LONG}`, `g2: ${LONG}`],
        },
      ],
      unmapped: [
        {
          ref: "c1",
          title: LONG,
          start: "10:00",
          hours: 1,
          candidates: [{ issueKey: LONG_KEY, reason: LONG }],
        },
      ],
    },
  ],
  sources: [{ source: "calendar", found: LONG, problem: LONG }],
  leftOut: [{ reason: LONG, count: 1 }],
  summary: { totalEntries: 1, totalHours: 7, unmappedHours: 1, daysWithoutEvidence: [] },
  confirm: "00000000",
};

/** States with texts that are long and cannot be broken. */
export const LONG_STATES: readonly State[] = [
  {
    name: "a day with a long key, summary and comment",
    options: longMonth,
    steps: [press(/\b5 January/)],
    shows: "Repeat this day…",
  },
  {
    name: "a plan that repeats a long key and comment",
    options: longMonth,
    steps: [press(/\b5 January/), press("Repeat this day…")],
    shows: /Repeat .*5 January/,
  },
  {
    name: "a receipt with a long key, comment and error",
    options: {
      ...longMonth,
      tool: "bulk_post_worklogs",
      arguments: {
        worklogs: [
          entry("2026-01-08", { issueKey: LONG_KEY, description: LONG }),
          entry("2026-01-09", { issueKey: `${LONG_KEY}4` }),
        ],
      },
    },
    shows: "1 failed",
  },
  {
    name: "totals with long texts",
    options: {
      ...TOTALS,
      seed: { ...BUSY_MONTH, issues: [{ id: 10123, key: "PROJ-123", summary: LONG }] },
      arguments: { ...JANUARY, groupBy: "issue", then: "day" },
    },
    shows: "Hours by issue and day",
  },
  {
    name: "a draft with long texts",
    options: { ...drafting, replay: replyOf(longDraft) },
    steps: [press(/^Change/)],
    shows: "Leave out",
  },
  {
    name: "a month with wide letters",
    options: {
      seed: {
        issues: [{ id: 10123, key: "PROJ-123", summary: WIDE }],
        holidays: [{ date: "2026-01-02", name: WIDE, durationSeconds: 4 * HOUR }],
        worklogs: [worklog({ startDate: "2026-01-05", description: WIDE })],
      },
    },
    steps: [press(/\b5 January/), press("Repeat this day…")],
    shows: /Repeat .*5 January/,
  },
  {
    name: "a draft with wide letters",
    options: {
      ...drafting,
      replay: replyOf(
        JSON.parse(JSON.stringify(longDraft).replaceAll(LONG, WIDE).replaceAll(LONG_KEY, "PROJ-1")),
      ),
    },
    steps: [press(/^Change/)],
    shows: "Leave out",
  },
  {
    name: "a long error",
    options: { replay: { isError: true, content: [{ type: "text", text: LONG }] } },
    shows: LONG,
  },
];

/** Brings a view into a state, for the running test. */
export async function openState(
  { options, steps = [], shows }: State,
  others: ViewOptions = {},
): Promise<OpenView> {
  const open = await openView({ ...options, ...others });
  for (const step of steps) await step(open.view);
  await open.view.getByText(shows).first().waitFor();
  return open;
}

/** The view alone, without a host. */
export async function openAlone(): Promise<Page> {
  const context = await (await browser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.setContent(await readFile(join(ROOT, "dist/timesheet.html"), "utf8"));
  await page.getByText("No timesheet here").waitFor();
  return page;
}

/** The frame of the view's document. */
export function frameOf(page: Page) {
  const frame = page.frames().at(-1);
  if (frame === undefined) throw new Error("The page has no frame");
  return frame;
}

/** Sets the width that the host gives the view, in pixels. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width: Math.max(width, 320), height: 900 });
  await page.locator("iframe").evaluate((frame, pixels) => {
    frame.style.setProperty("--width", `${pixels}px`);
  }, width);
}

/** Each state with its name, as `test.each` takes them. */
export function named(states: readonly State[]): (readonly [string, State])[] {
  return states.map((state) => [state.name, state]);
}

/** The theme that the host has given the view; empty until it has. */
export function themeOf(view: FrameLocator): Promise<string> {
  return view.locator("html").evaluate(({ style }) => style.colorScheme);
}
