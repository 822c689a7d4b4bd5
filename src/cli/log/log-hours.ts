import type { PostWorklogInput } from "../../generated/inputs.ts";
import type { PostedWorklog, PostWorklogResponse } from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { shownReply, shownText } from "../../text/show.ts";
import { addDays, datesOf } from "../../timesheet/dates.ts";
import { balanceOf, type DayHours } from "../../timesheet/day-balance.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import { sayFarDates } from "../../timesheet/far-dates.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import type { WorkAttribute } from "../../timesheet/port.ts";
import { DaysFailedError } from "../../timesheet/posting/entries.ts";
import { warnOfEntries } from "../../timesheet/warn-of-entries.ts";
import { postWorklog, toPostedWorklog } from "../../tools/post-worklog.ts";
import type { FailedEntry } from "../../tools/tool.ts";
import { countFailed, describeOverbooked } from "../call/call.ts";
import { confirm, type SiteShell } from "../confirm.ts";
import { onUsersDay } from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR, type Outcome } from "../exit-codes.ts";
import { columns } from "../lines.ts";
import { checkMayWrite, outcomeOf, performInShell } from "../perform-in-shell.ts";
import { attributesText, type GivenAttributes, readAttributes } from "./attributes.ts";
import { type LogArguments, readArguments, readComment, readStart, STDIN } from "./read-arguments.ts";

interface LogOptions extends LogArguments, GivenAttributes, Omit<SiteShell, "width" | "site"> {
  /** The time of day at which it starts. */
  start: string | undefined;
  /** Logs upcoming days without asking. */
  yes: boolean;
  /** Prints what post_worklog replies. */
  json: boolean;
  /** Keeps for completion what attributes Tempo has. */
  remember?(attributes: readonly WorkAttribute[]): void;
}

/**
 * Logs hours on a date, or on each working day of a range, as a call of post_worklog does.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function logHours(options: LogOptions, server: ServerContext): Promise<Outcome> {
  const { json, where = [], signal, print } = options;
  checkMayWrite("log", options.readOnly);
  readArguments(options, server.today());
  const comment = await readComment(options);
  const startTime = options.start === undefined ? undefined : readStart(options.start);
  const attributes = readAttributes(options, "log");
  const call = { signal, name: "log" };
  const { input, rounded } = await onUsersDay((today) => readArguments(options, today), server, call);
  const args = {
    ...input,
    ...comment,
    ...(startTime !== undefined && { startTime }),
    ...(attributes && { attributes }),
  };
  if (!(await mayLogUpcoming(args, options, server)))
    return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: "Nothing was logged." };
  // Attributes are checked before anything is sent, and shown by their names, whatever tools the settings offer.
  const toolSets = new Set([...server.settings.toolSets, ...(attributes ? ["details" as const] : [])]);
  const settings = { ...server.settings, toolSets };
  const performed = await performInShell<PostWorklogResponse>(
    postWorklog,
    args,
    { ...server, settings },
    signal,
    "log",
    true,
  );
  const asked = {
    hours: args.hours,
    startTime,
    today: server.today(),
  };
  const { failure, days } = performed;
  if (attributes && (!failure || failure.cause.code === "invalid_input"))
    await rememberOpen(args, options, server);
  if (failure) {
    const { error } = performed;
    if (json || !(error instanceof DaysFailedError)) return outcomeOf(failure, "shell");
    const worklogs = shownReply(
      error.logged.map((day) => toPostedWorklog(day, () => undefined)),
      server.redact,
    );
    const failed = error.failures.map((it) => failedRow(it, server));
    const { today } = asked;
    const { warnings: far = [] } = warnOfEntries([], error.logged, { today, reader: "shell" });
    const lines = [...loggedLines(worklogs, asked, days), ...failed.map(({ line }) => line), ...far];
    for (const line of [...where, ...lines]) print(`${line}\n`);
    const total = worklogs.length + failed.length;
    return {
      exitCode: EXIT_CODE_BY_ERROR[signal.aborted ? "cancelled" : "partial_failure"],
      error: countFailed({ total, failed }, "days"),
    };
  }
  const { worklog, additionalWorklogs = [], overbooked, warnings: far = [] } = performed.reply;
  const warnings = [
    ...(rounded === undefined ? [] : [rounded]),
    ...far,
    ...(overbooked ? [describeOverbooked(overbooked)] : []),
  ];
  const exitCode = signal.aborted ? EXIT_CODE_BY_ERROR.cancelled : 0;
  if (json) {
    print(`${JSON.stringify(performed.reply)}\n`);
    return { exitCode, ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
  }
  const worklogs = [worklog, ...additionalWorklogs];
  const lines = loggedLines(worklogs, asked, days);
  for (const line of [...where, ...lines, ...warnings]) print(`${line}\n`);
  const areKnown = worklogs.every(({ date }) => days?.some((day) => day.date === date));
  return { exitCode, ...(!areKnown && { warning: NO_DAYS }) };
}

/** The call has read them, so that this sends no request but for accounts that it did not need. */
async function rememberOpen(
  { issueKey }: PostWorklogInput,
  { account, signal, remember }: LogOptions,
  server: ServerContext,
): Promise<void> {
  if (!remember || signal.aborted) return;
  try {
    const timesheet = await server.openTimesheet();
    const context = callContext(server, timesheet, { signal, name: "log", reader: "shell" });
    const issue = account && (await timesheet.findIssues([issueKey], context)).get(issueKey);
    remember(await timesheet.workAttributes(context, issue || undefined));
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
  }
}

const NO_DAYS = "The hours are stored. What the day has now could not be read; tempofiller week shows it.";

/**
 * Says which of the dates are upcoming. Where a word such as a weekday's name led there, the user of a terminal is asked.
 *
 * @returns whether to log on them
 */
async function mayLogUpcoming(
  { startDate, endDate = startDate }: PostWorklogInput,
  options: LogOptions,
  { today, log }: Pick<ServerContext, "today" | "log">,
): Promise<boolean> {
  const { args, message, yes, json, terminal } = options;
  const tomorrow = addDays(today(), 1);
  if (endDate < tomorrow) return true;
  const first = startDate < tomorrow ? tomorrow : startDate;
  const notice =
    first === endDate ? `${first} is an upcoming day.` : `${first} to ${endDate} are upcoming days.`;
  const isAsked = terminal && message !== STDIN && !yes && !json && !args.at(-1)?.endsWith(endDate);
  const far = sayFarDates(datesOf({ startDate: first, endDate }), today());
  if (isAsked)
    return confirm([notice, ...(far === undefined ? [] : [far]), "Log on them too?"].join(" "), options);
  log(notice);
  return true;
}

interface Asked {
  hours: number;
  startTime: string | undefined;
  today: string;
}

/** Shows what was stored, and each day's hours if they are known. Those of upcoming days are not missing yet. */
function loggedLines(
  worklogs: readonly PostedWorklog[],
  asked: Asked,
  days: readonly DayHours[] = [],
): string[] {
  if (worklogs.length === 0) return [];
  const [{ issueKey = "", issueSummary = "" } = {}] = worklogs;
  const [shared = "", ...others] = new Set(worklogs.map(attributesText));
  const byDate = new Map(days.map((day) => [day.date, day]));
  const rows = worklogs.map((worklog) => {
    const day = byDate.get(worklog.date);
    return [
      worklog.date,
      worklog.timeSpent ?? `${worklog.hours} h`,
      worklog.startTime?.slice(0, 5) ?? "",
      worklog.id,
      day ? dayNow(day, asked) : "",
      [...(others.length > 0 ? [attributesText(worklog)] : []), ...notesOf(worklog, asked)]
        .filter(Boolean)
        .join("; "),
    ];
  });
  return [
    oneLine(`${issueKey} ${issueSummary}`).trimEnd(),
    ...columns(withoutEmpty(rows)),
    ...(shared !== "" && others.length === 0 ? [oneLine(shared)] : []),
  ];
}

function dayNow(day: DayHours, { today }: Asked): string {
  const { missingSeconds } = balanceOf(day);
  const missing = missingSeconds > 0 && day.date <= today ? `, ${toHours(missingSeconds)} h missing` : "";
  return `${toHours(day.loggedSeconds)} of ${toHours(day.requiredSeconds)} h that day${missing}`;
}

/** Replies show no start time for midnight. */
const NO_START = "00:00";

function notesOf(worklog: PostedWorklog, { hours: asked, startTime }: Asked): string[] {
  const { hours, alreadyLogged, possibleDuplicateId } = worklog;
  const sent = toHours(toSeconds(asked));
  const isMoved = startTime !== undefined && startTime !== (worklog.startTime ?? NO_START);
  return [
    ...(alreadyLogged
      ? ["logged already, so nothing was stored again; to log it again, give another -m"]
      : []),
    ...(hours === sent ? [] : [`Tempo made ${hours} h of ${sent} h`]),
    ...(isMoved && !alreadyLogged ? [`Tempo stored another start than ${startTime}`] : []),
    ...(possibleDuplicateId === undefined
      ? []
      : [`worklog ${possibleDuplicateId} may be a second copy: look at both in Tempo`]),
  ];
}

/** A day of a range on which nothing is stored, or of which it is not known, as a line and as stderr names it. */
function failedRow(
  { date, failure }: DaysFailedError["failures"][number],
  { redact }: Pick<ServerContext, "redact">,
): FailedEntry & { line: string } {
  const reason = oneLine(shownText(failure.text.shell, redact));
  const what = failure.mayBeStored ? "is unknown" : "failed";
  return { name: date, reason, line: `${date} ${what}: ${reason}` };
}

/** Rows without the columns that are empty in all of them. */
function withoutEmpty(rows: readonly string[][]): string[][] {
  return rows.map((row) => row.filter((_, index) => rows.some((other) => other[index] !== "")));
}
