import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { BulkPostWorklogsInput } from "../../generated/inputs.ts";
import type {
  BulkPostWorklogsResponse,
  GetScheduleResponse,
  GetWorklogsResponse,
  ScheduleDay,
} from "../../generated/responses.ts";
import { today } from "../../runtime/clock.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { datesOfMonth, monthName, monthToFill } from "../../timesheet/dates.ts";
import { balanceOf, dayHours } from "../../timesheet/day-balance.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { type DrawnDay, drawMonth } from "../calendar/show-calendar.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

interface Demo {
  client: Client;
  today: string;
  /** Fills this month with the days that are still to come. */
  wholeMonth: boolean;
  print(line: string): void;
  /** Characters in a line. */
  width: number;
  colour: boolean;
}

interface DemoOptions extends Omit<Demo, "client" | "today"> {
  kind: Deployment["kind"];
  debug: boolean;
  signal: AbortSignal;
}

/** Starts `command` as an MCP host would, without the user's settings. Returns the exit code: 0 only if the month is full at the end. */
export async function runDemo(command: string, options: DemoOptions): Promise<ExitCode> {
  const { kind, debug, signal, ...shown } = options;
  const client = new Client({ name: "tempofiller-demo", version: VERSION });
  const args = [
    command,
    kind === "cloud" ? "--sandbox" : "--sandbox=datacenter",
    ...(debug ? ["--debug"] : []),
  ];
  const settings = { TEMPO_CONFIG_FILE: "off" };
  const stopListening = onAbort(signal, () => void client.close());
  try {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: settings, stderr: "inherit" }),
    );
    const isFull = await playDemo({ client, today: today(), ...shown });
    return isFull ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return EXIT_CODE_BY_ERROR.cancelled;
    throw error;
  } finally {
    stopListening();
    await client.close();
  }
}

type Entries = BulkPostWorklogsInput["worklogs"];

const MAIN_ISSUE = "DEMO-1";
const MAIN_COMMENT = "Implementation";
const MEETING_ISSUE = "DEMO-4";

/** Does what an assistant does when asked to fill a month. Returns whether the month is full at the end. */
export async function playDemo({ client, today, wholeMonth, print, width, colour }: Demo): Promise<boolean> {
  const yearAndMonth = wholeMonth ? today.slice(0, 7) : monthToFill(today);
  const month = monthName(yearAndMonth);
  const { startDate, endDate: lastDate } = datesOfMonth(yearAndMonth);
  const isUpToToday = !wholeMonth && today < lastDate;
  const range = { startDate, endDate: isUpToToday ? today : lastDate };
  const upToToday = isUpToToday ? " up to today" : "";

  print(
    "TempoFiller demo: a real MCP server on built-in sample data. No account, no network, nothing is saved.",
  );
  print("");
  print(
    `You: "Fill my timesheet for ${month}${upToToday}: ${MAIN_ISSUE}, and on Mondays an hour of ${MEETING_ISSUE}."`,
  );
  print("");
  const schedule = await call<GetScheduleResponse>("get_schedule", range);
  const before = await call<GetWorklogsResponse>("get_worklogs", range);
  draw(`${month} before (logged/required hours, ! = hours missing)`, before);

  const worklogs = missingEntries(schedule, before);
  const { summary, results } = await call<BulkPostWorklogsResponse>(
    "bulk_post_worklogs",
    { worklogs },
    `with ${worklogs.length} worklogs\n${worklogs.map(entryLine).join("\n")}`,
  );
  const after = await call<GetWorklogsResponse>("get_worklogs", range);
  draw(`${month} after`, after);

  const incomplete = daysOf(schedule, after).filter((day) => balanceOf(day).missingSeconds > 0);
  if (incomplete.length === 0) {
    const { succeeded, totalHours } = summary;
    print(`The month is full${upToToday}: ${succeeded} worklogs, ${totalHours} hours posted in one call.`);
    return true;
  }
  print(`The month is not full: hours are missing on ${incomplete.map(({ date }) => date).join(", ")}.`);
  for (const { date, error } of results) if (error !== undefined) print(`  ${date}: ${error}`);
  return false;

  /** Calls a tool as an assistant does, and prints the call with its reply's summary. @throws Error if it fails without a reply */
  async function call<Reply extends { summary: object }>(
    name: string,
    args: object,
    shownArgs = JSON.stringify(args),
  ): Promise<Reply> {
    print(`> ${name} ${shownArgs}`);
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) =>
      print(`  ... ${progress} of ${total} worklogs done`);
    const result = await client.callTool({ name, arguments: { ...args } }, undefined, { onprogress });
    const [{ text = "" } = {}] = result.content as { text?: string }[];
    if (result.structuredContent === undefined) throw new Error(`${name} failed: ${text}`);
    const reply = JSON.parse(text) as Reply;
    print(`< summary ${JSON.stringify(reply.summary)}`);
    print("");
    return reply;
  }

  function draw(title: string, shown: GetWorklogsResponse): void {
    const days = daysOf(schedule, shown);
    const lines = drawMonth({ title, days, until: range.endDate, width, colour });
    for (const line of [...lines, ""]) print(line);
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
