import { buffer } from "node:stream/consumers";
import { decodeText } from "../../config/text-file.ts";
import { textRuleError } from "../../contract/input-rules.ts";
import type { PostWorklogInput } from "../../generated/inputs.ts";
import type { PostedWorklog, PostWorklogResponse } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { type DayHours, dayHours } from "../../timesheet/day-balance.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";
import { SCHEDULE_READ_MS } from "../../timesheet/timeline.ts";
import { postWorklog } from "../../tools/post-worklog.ts";
import { describeOverbooked } from "../call/warnings.ts";
import { checkComment } from "../comment.ts";
import { readPeriod } from "../dates/forms.ts";
import { loggedPeriodOf } from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR } from "../exit-codes.ts";
import { hoursOf, readHours } from "../hours.ts";
import { joinWords } from "../join-words.ts";
import type { Outcome } from "../outcome.ts";
import { checkMayWrite, runForCommand } from "../run-for-shell.ts";
import { UsageError } from "../usage-error.ts";
import { loggedLines } from "./logged-lines.ts";

interface LogOptions {
  /** The issue, the hours and the date, as they were written. */
  args: readonly string[];
  /** The comment; `-` for stdin. */
  message: string | undefined;
  /** The time of day at which the day's worklogs start; TEMPO_START_TIME if undefined. */
  start: string | undefined;
  billable: boolean;
  /** Prints what post_worklog replies. */
  json: boolean;
  readOnly: boolean;
  /** The line that names the site, if there are several. */
  where?: readonly string[];
  stdin: NodeJS.ReadableStream;
  signal: AbortSignal;
  print(text: string): void;
}

/**
 * Logs hours on a date, or on each working day of a range, as a call of post_worklog does.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function logHours(options: LogOptions, server: ServerContext): Promise<Outcome> {
  const { json, where = [], signal, print } = options;
  checkMayWrite("log", options.readOnly);
  const args = await argumentsOf(options, server.today());
  const startTime = options.start === undefined ? server.settings.startTime : timeOf(options.start);
  const settings = { ...server.settings, startTime };
  const ran = await runForCommand<PostWorklogResponse>(postWorklog, args, { ...server, settings }, signal);
  if (!ran.reply) return ran;
  const { reply } = ran;
  const { worklog, additionalWorklogs = [], overbooked } = reply;
  const warnings = overbooked ? [describeOverbooked(overbooked, postWorklog)] : [];
  const exitCode = signal.aborted ? EXIT_CODE_BY_ERROR.cancelled : 0;
  if (json) {
    print(`${JSON.stringify(reply)}\n`);
    return { exitCode, ...(overbooked && { warning: warnings.join(" ") }) };
  }
  const worklogs = [worklog, ...additionalWorklogs];
  const days = await hoursOfDays(worklogs, server, signal);
  const asked = { hours: args.hours, startTime: options.start === undefined ? undefined : startTime };
  const lines = loggedLines(worklogs, asked, days);
  for (const line of [...where, ...lines, ...warnings]) print(`${line}\n`);
  return { exitCode, ...(!days && { warning: NO_DAYS }) };
}

const NO_DAYS = "The hours are stored. What the day has now could not be read; tempofiller week shows it.";

async function argumentsOf(
  { args: words, message, billable, stdin }: LogOptions,
  today: string,
): Promise<PostWorklogInput> {
  const args = joinWords(words, isHours);
  const [issueKey = "", hours, date = "today", ...more] = args;
  const [unexpected] = more;
  if (unexpected !== undefined) {
    const hint = message === undefined ? " A comment goes behind -m, in quotes." : "";
    throw new UsageError(`Unexpected argument '${unexpected}'.${hint}`, "log");
  }
  if (hours === undefined)
    throw new UsageError("log needs hours too, as in tempofiller log PROJ-123 2h.", "log");
  const ordered = inOrder(args, today);
  if (ordered.join() !== args.join()) {
    throw new UsageError(`log takes ISSUE HOURS [DATE], in this order: ${ordered.join(" ")}.`, "log");
  }
  const keyError = textRuleError("issueKey", issueKey);
  if (keyError !== undefined) throw new UsageError(`ISSUE ${keyError}, not '${issueKey}'.`, "log");
  const { kind, startDate, endDate } = loggedPeriodOf(date, today, "log");
  if (kind === "week" || kind === "month") {
    throw new UsageError(
      `log takes a date or a range such as monday..today, not '${date}'. tempofiller fill ${date} ${issueKey} plans what is missing.`,
      "log",
    );
  }
  const comment = message === "-" ? decodeText(await buffer(stdin)).trimEnd() : message;
  checkComment(comment, "log");
  return {
    issueKey,
    hours: hoursOf(hours, "log"),
    startDate,
    ...(kind === "range" && { endDate }),
    ...(!billable && { billable }),
    ...(comment !== undefined && { description: comment }),
  };
}

/** The arguments in their order, if each is clearly one of them; otherwise as they are. */
function inOrder(args: readonly string[], today: string): readonly string[] {
  const isIssue = (text: string) => textRuleError("issueKey", text) === undefined;
  const isDate = (text: string) => readPeriod(text, today) !== undefined;
  const found = [isIssue, isHours, isDate].map((is) => args.filter(is));
  const isClear = found.every(({ length }) => length <= 1) && found.flat().length === args.length;
  return isClear ? found.flat() : args;
}

function isHours(text: string): boolean {
  return readHours(text) !== undefined;
}

function timeOf(written: string): string {
  const time = written.padStart("00:00".length, "0");
  const error = textRuleError("startTime", time);
  if (error === undefined) return time;
  throw new UsageError(`--start ${error}, not '${written}'.`, "log");
}

/** The dates of these worklogs with all of their hours; undefined if they cannot be read, which is no failure: the hours are stored. */
async function hoursOfDays(
  worklogs: readonly PostedWorklog[],
  server: ServerContext,
  signal: AbortSignal,
): Promise<DayHours[] | undefined> {
  const dates = worklogs.map(({ date }) => date).sort();
  const range = { startDate: dates[0] ?? "", endDate: dates.at(-1) ?? "" };
  try {
    const timesheet = await server.openTimesheet();
    const call = callContext(server, timesheet, { signal, name: "log" });
    const context = { ...call, deadline: Math.min(call.deadline, call.clock.now() + SCHEDULE_READ_MS) };
    const [schedule, existing] = await Promise.all([
      timesheet.getSchedule(range, context),
      timesheet.getExistingWorklogs(range, context),
    ]);
    const listed = new Set(existing.map(({ id }) => id));
    // Tempo's lists may be behind.
    const unlisted = worklogs.filter(({ id }) => !listed.has(id));
    const times = unlisted.map(({ date, hours }) => ({ date, seconds: hours * 3600 }));
    return dayHours(completeSchedule(range, schedule), [...existing, ...times]).filter(({ date }) =>
      dates.includes(date),
    );
  } catch (error) {
    if (error instanceof TimesheetError) return undefined;
    throw error;
  }
}
