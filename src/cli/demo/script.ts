import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { BulkPostWorklogsInput } from "../../generated/inputs.ts";
import type {
  BulkPostWorklogsResponse,
  GetScheduleResponse,
  GetWorklogsResponse,
} from "../../generated/responses.ts";
import { calendar, hoursByDate, missingHours } from "./calendar.ts";

export interface Demo {
  client: Client;
  /** The date whose month is filled. */
  today: string;
  print(line: string): void;
  colour: boolean;
}

type Entries = BulkPostWorklogsInput["worklogs"];

/** Issues of the embedded Tempo. */
const MAIN_ISSUE = "DEMO-1";
const MEETING_ISSUE = "DEMO-4";

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/**
 * Plays what an assistant does when it is asked to fill a month: read the schedule, read what is booked, post what is
 * missing in one batch, read the timesheet back.
 *
 * @returns whether the month ends full
 */
export async function playDemo({ client, today, print, colour }: Demo): Promise<boolean> {
  const month = `${MONTHS[Number(today.slice(5, 7)) - 1]} ${today.slice(0, 4)}`;
  const range = monthAround(today);

  async function call<Reply extends { summary: object }>(
    name: string,
    args: Record<string, unknown>,
    shownArgs = JSON.stringify(args),
  ): Promise<Reply> {
    print(`> ${name} ${shownArgs}`);
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) =>
      print(`  ... ${progress} of ${total} worklogs settled`);
    const result = await client.callTool({ name, arguments: args }, undefined, { onprogress });
    const [block] = result.content as { text: string }[];
    if (!result.structuredContent) throw new Error(`${name} failed: ${block?.text}`);
    const reply = JSON.parse(block?.text ?? "") as Reply;
    print(`< summary ${JSON.stringify(reply.summary)}`);
    print("");
    return reply;
  }

  print(
    "TempoFiller's demo: a real MCP server on an embedded Tempo. No account, no network, nothing is kept.",
  );
  print("");
  print(`You: "Fill my timesheet for ${month}: ${MAIN_ISSUE}, and on Mondays an hour of ${MEETING_ISSUE}."`);
  print("");
  const schedule = await call<GetScheduleResponse>("get_schedule", range);
  const before = await call<GetWorklogsResponse>("get_worklogs", range);
  for (const line of calendar(
    `${month} before (booked/required hours, ! = hours missing)`,
    schedule,
    before,
    colour,
  ))
    print(line);
  print("");

  const worklogs = missingEntries(schedule, before);
  const batch = await call<BulkPostWorklogsResponse>(
    "bulk_post_worklogs",
    { worklogs },
    `with ${worklogs.length} worklogs\n${worklogs.map(inALine).join("\n")}`,
  );
  const after = await call<GetWorklogsResponse>("get_worklogs", range);
  for (const line of calendar(`${month} after`, schedule, after, colour)) print(line);
  print("");

  const booked = hoursByDate(after);
  const short = schedule.days.filter((day) => missingHours(day, booked) > 0);
  const { succeeded, totalHours } = batch.summary;
  if (short.length === 0) {
    print(`The month is full: ${succeeded} worklogs, ${totalHours} hours posted in one call.`);
    return true;
  }
  print(`The month is not full: hours are missing on ${short.map(({ date }) => date).join(", ")}.`);
  for (const { date, error } of batch.results) if (error !== undefined) print(`  ${date}: ${error}`);
  return false;
}

/** What fills the days that lack hours: on Mondays an hour of meetings first, the rest on the main issue. */
function missingEntries(schedule: GetScheduleResponse, worklogs: GetWorklogsResponse): Entries {
  const booked = hoursByDate(worklogs);
  return schedule.days.flatMap((day) => {
    const missing = missingHours(day, booked);
    const meeting = day.dayOfWeek === "Monday" && missing > 1 ? 1 : 0;
    const entry = (issueKey: string, hours: number, description: string) => ({
      issueKey,
      hours,
      date: day.date,
      description,
    });
    return [
      ...(meeting > 0 ? [entry(MEETING_ISSUE, meeting, "Sprint planning")] : []),
      ...(missing > meeting ? [entry(MAIN_ISSUE, missing - meeting, "Implementation")] : []),
    ];
  });
}

function inALine({ date, issueKey, hours, description }: Entries[number]): string {
  return `    ${date}  ${issueKey}  ${String(hours).padStart(4)} h  ${description}`;
}

function monthAround(today: string): { startDate: string; endDate: string } {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const prefix = today.slice(0, 8);
  return { startDate: `${prefix}01`, endDate: `${prefix}${String(lastDay).padStart(2, "0")}` };
}
