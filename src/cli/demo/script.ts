import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { BulkPostWorklogsInput } from "../../generated/inputs.ts";
import type {
  BulkPostWorklogsResponse,
  FillDaysResponse,
  GetScheduleResponse,
  GetWorklogsResponse,
  ScheduleDay,
} from "../../generated/responses.ts";
import { datesOfMonth, monthName, monthToFill } from "../../timesheet/calendar-month.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { balanceOf, dayHours } from "../../timesheet/day-balance.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import { type DrawnDay, drawMonth } from "../draw-month.ts";
import { createCaller } from "./caller.ts";
import { draftedWeeks, draftWeeks } from "./draft-weeks.ts";
import { correctOne, submitMonth } from "./further-steps.ts";

interface Demo {
  client: Client;
  today: string;
  /** Fills this month with the days that are still to come. */
  wholeMonth: boolean;
  /** Makes what drafts read beside the sandbox's own history; called if they are offered. */
  makeEvidence?(range: DateRange): Promise<void>;
  print(line: string): void;
  colour: boolean;
}

interface Posted {
  count: number;
  hours: number;
  how: string;
  failures: { date: string; error: string }[];
}

/** The width of the calendars in characters, which fits every terminal. */
const WIDTH = 80;

type Entries = BulkPostWorklogsInput["worklogs"];

const MAIN_ISSUE = "DEMO-1";
const MAIN_COMMENT = "Implementation";
const MEETING_ISSUE = "DEMO-4";

/** Does what an assistant does when asked to fill a month. Returns whether the month is full at the end. */
export async function playDemo({
  client,
  today,
  wholeMonth,
  makeEvidence = async () => {},
  print,
  colour,
}: Demo): Promise<boolean> {
  const yearAndMonth = wholeMonth ? today.slice(0, 7) : monthToFill(today);
  const month = monthName(yearAndMonth);
  const { startDate, endDate: lastDate } = datesOfMonth(yearAndMonth);
  const isUpToToday = !wholeMonth && today < lastDate;
  const range = { startDate, endDate: isUpToToday ? today : lastDate };
  const upToToday = isUpToToday ? " up to today" : "";

  const caller = createCaller(client, print);
  const { call, say } = caller;

  print(
    "TempoFiller demo: a real MCP server on built-in sample data. No account, no network, nothing is saved.",
  );
  print("");
  const { tools } = await client.listTools();
  const isOffered = (tool: string) => tools.some(({ name }) => name === tool);
  if (isOffered("draft_timesheet")) {
    const weeks = draftedWeeks(today);
    await makeEvidence(weeks);
    await draftWeeks(weeks, caller, print);
  }
  say(
    `Fill my timesheet for ${month}${upToToday}: ${MAIN_ISSUE}, and on Mondays an hour of ${MEETING_ISSUE}.`,
  );
  const schedule = await call<GetScheduleResponse>("get_schedule", range);
  const before = await call<GetWorklogsResponse>("get_worklogs", range);
  draw(`${month} before (logged/required hours, ! = hours missing)`, before);

  function draw(title: string, worklogs: GetWorklogsResponse): void {
    const days = daysOf(schedule, worklogs);
    const lines = drawMonth({ title, days, until: range.endDate, width: WIDTH, colour });
    for (const line of [...lines, ""]) print(line);
  }

  const posted = isOffered("fill_days") ? await planAndConfirm() : await postBatch();
  const after = await call<GetWorklogsResponse>("get_worklogs", range);
  draw(`${month} after`, after);
  if (isOffered("update_worklog")) await correctOne(after, MAIN_COMMENT, caller);
  if (isOffered("submit_timesheet")) await submitMonth(range, MAIN_ISSUE, caller);

  const incomplete = daysOf(schedule, after).filter((day) => balanceOf(day).missingSeconds > 0);
  if (incomplete.length === 0) {
    const { count, hours, how } = posted;
    print(`The month is full${upToToday}: ${count} worklogs, ${hours} hours posted ${how}.`);
    return true;
  }
  print(`The month is not full: hours are missing on ${incomplete.map(({ date }) => date).join(", ")}.`);
  for (const { date, error } of posted.failures) print(`  ${date}: ${error}`);
  return false;

  async function postBatch(): Promise<Posted> {
    const worklogs = missingEntries(schedule, before);
    const { summary, results } = await call<BulkPostWorklogsResponse>(
      "bulk_post_worklogs",
      { worklogs },
      `with ${worklogs.length} worklogs\n${worklogs.map(entryLine).join("\n")}`,
    );
    const failures = results.flatMap(({ date, error }) => (error === undefined ? [] : [{ date, error }]));
    return { count: summary.succeeded, hours: summary.totalHours, how: "in one call", failures };
  }

  async function planAndConfirm(): Promise<Posted> {
    const rows = [
      { issueKey: MEETING_ISSUE, hours: 1, weekdays: ["Monday"], description: "Sprint planning" },
      { issueKey: MAIN_ISSUE, description: MAIN_COMMENT },
    ];
    const plan = await call<FillDaysResponse>("fill_days", { ...range, rows });
    for (const { issueKey, hours, dates } of plan.entries) {
      print(`    ${String(hours).padStart(4)} h  ${issueKey}  ${dates.join(", ")}`);
    }
    print("");
    say("Yes, log that.");
    const { confirm } = plan;
    const shown = `with the same arguments and "confirm":"${confirm}"`;
    const { summary, failures = [] } = await call<FillDaysResponse>(
      "fill_days",
      { ...range, rows, confirm },
      shown,
    );
    return { count: summary.worklogs, hours: summary.totalHours, how: "as planned", failures };
  }
}

function daysOf({ days }: GetScheduleResponse, { worklogs }: GetWorklogsResponse): DrawnDay[] {
  const logged = worklogs.map(({ date, hours }) => ({ date, seconds: toSeconds(hours) }));
  const scheduled = days.map((day) => ({ ...day, requiredSeconds: toSeconds(day.requiredHours) }));
  return dayHours(scheduled, logged).map((day, index) => ({ ...(days[index] as ScheduleDay), ...day }));
}

function missingEntries(schedule: GetScheduleResponse, worklogs: GetWorklogsResponse): Entries {
  return daysOf(schedule, worklogs).flatMap((day) => {
    const missing = toHours(balanceOf(day).missingSeconds);
    const meeting = day.dayOfWeek === "Monday" && missing > 1 ? 1 : 0;
    const entry = (issueKey: string, hours: number, description: string) => ({
      issueKey,
      hours,
      date: day.date,
      description,
    });
    return [
      ...(meeting > 0 ? [entry(MEETING_ISSUE, meeting, "Sprint planning")] : []),
      ...(missing > meeting ? [entry(MAIN_ISSUE, missing - meeting, MAIN_COMMENT)] : []),
    ];
  });
}

function entryLine({ date, issueKey, hours, description }: Entries[number]): string {
  return `    ${date}  ${issueKey}  ${String(hours).padStart(4)} h  ${description}`;
}
