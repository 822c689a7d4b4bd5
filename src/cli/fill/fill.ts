import { textRuleError } from "../../contract/input-rules.ts";
import type { FillDaysInput } from "../../generated/inputs.ts";
import type { FillDaysResponse, FillEntry } from "../../generated/responses.ts";
import type { ServerContext } from "../../server/context.ts";
import type { Performed } from "../../server/perform.ts";
import { oneLine } from "../../text/characters.ts";
import { addDays, dayOfWeek, monthName, WEEKDAYS } from "../../timesheet/dates.ts";
import { balanceOf, type DayHours } from "../../timesheet/day-balance.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { toHours } from "../../timesheet/hours.ts";
import { MAX_FILL_ROWS } from "../../timesheet/limits.ts";
import { isLeftInDoubt } from "../../timesheet/posting/errors.ts";
import { compareText } from "../../timesheet/totals.ts";
import { fillDays } from "../../tools/fill-days.ts";
import { describeFailedEntries } from "../call/call.ts";
import { askFirst, type SiteShell } from "../confirm.ts";
import {
  checkMeaning,
  checkOneWord,
  indexOfName,
  loggedPeriodOf,
  onUsersDay,
  readPeriod,
  upToToday,
} from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR, type Outcome, UNSETTLED } from "../exit-codes.ts";
import { hoursOf } from "../hours.ts";
import { counted, hanging, type TextRow, textRows, typeAgain } from "../lines.ts";
import { checkComment } from "../log/read-arguments.ts";
import { checkMayWrite, outcomeOf, performInShell } from "../perform-in-shell.ts";
import { UsageError } from "../usage-error.ts";

interface FillOptions extends SiteShell {
  /** Dates, or none, and issues, as they were written. */
  args: readonly string[];
  /** The comment of each worklog. */
  message: string | undefined;
  billable: boolean;
  /** Logs the plan without asking. */
  yes: boolean;
  /** Logs the plan if it has this digest. */
  confirm: string | undefined;
  /** Prints what fill_days replies, and never asks. */
  json: boolean;
}

/**
 * Plans what is missing as fill_days does, shows the plan, and logs it by its digest once the user agrees.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function fillHours(options: FillOptions, server: ServerContext): Promise<Outcome> {
  const { yes, confirm, json, width, where = [], signal } = options;
  checkMayWrite("fill", options.readOnly);
  const args = await onUsersDay((today) => argumentsOf(options, today), server, { signal, name: "fill" });
  const run = (digest?: string) =>
    performInShell<FillDaysResponse>(
      fillDays,
      { ...args, ...(digest !== undefined && { confirm: digest }) },
      server,
      signal,
      "fill",
    );
  const show = (lines: readonly string[]) => {
    for (const line of lines) options.print(`${oneLine(line)}\n`);
  };
  const showReply = ({ reply, days }: Filled) => {
    if (json) options.print(`${JSON.stringify(reply)}\n`);
    else show(reply.logged || reply.failures ? postedLines(reply, width) : planLines(reply, days, options));
  };
  const finished = (filled: Filled): Outcome => {
    const { reply } = filled;
    showReply(filled);
    if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled };
    if (reply.confirm !== undefined) {
      const { text, command } = toLog("Nothing was logged: the plan is another one by now.", reply.confirm);
      return { exitCode: EXIT_CODE_BY_ERROR.partial_failure, error: text, command };
    }
    const error = describeFailedEntries(fillDays, reply, !json);
    if (error !== undefined) return { exitCode: EXIT_CODE_BY_ERROR.partial_failure, error };
    return {
      exitCode: reply.skipped?.some(({ reason }) => isLeftInDoubt(reason, { reader: "shell" }))
        ? UNSETTLED
        : 0,
    };
  };
  const toLog = (why: string, digest: string) => {
    const { end, command } = typeAgain(again(options, args), "--confirm", digest);
    return { text: `${why} To log this plan, ${end}`, command };
  };

  const planned = await run(confirm);
  if (planned.failure) return outcomeOf(planned.failure, "shell");
  const { reply: plan, days } = planned;
  if (!json) show(where);
  if (plan.confirm === undefined || confirm !== undefined)
    return { ...finished(planned), ...(plan.logged && said(plan.warnings)) };
  const { warnings, ...ofPlan } = plan;
  if (!yes) {
    showReply(planned);
    const [question = ""] = fillDays.question?.(plan, args) ?? [];
    const unlogged = await askFirst(question, toLog("Nothing was logged.", plan.confirm), options);
    if (unlogged) return unlogged;
  }
  if (yes && !json) show(planLines(ofPlan, days, options));
  const logged = await run(plan.confirm);
  const outcome = logged.failure ? outcomeOf(logged.failure, "shell") : finished(logged);
  // The result says anew what the plan says first: that dates are far from today.
  const { warnings: now = [] } = logged.reply ?? {};
  return { ...outcome, ...(yes && said([...now, ...(warnings ?? []).slice(now.length)])) };
}

function said(warnings: readonly string[] = []): Pick<Outcome, "warning"> {
  return warnings.length > 0 ? { warning: warnings.join(" ") } : {};
}

function argumentsOf({ args, message, billable, confirm = "" }: FillOptions, today: string): FillDaysInput {
  const [first, ...others] = args;
  const isDates = first !== undefined && !isTarget(first) && !/[=@]/.test(first);
  const targets = isDates ? others : args;
  const wrong = targets.find((word) => !isTarget(word));
  if (wrong !== undefined) {
    checkOneWord(args, today, "fill");
    if (!readPeriod(wrong, today)) checkMeaning(wrong, today, "fill");
    if (!isDates && readPeriod(wrong, today))
      throw new UsageError("Dates come before issues, as in tempofiller fill last-week PROJ-7.", "fill");
  }
  if (targets.length === 0)
    throw new UsageError("fill needs an issue, as in tempofiller fill last-week PROJ-7.", "fill");
  checkComment(message, "fill");
  const rule = textRuleError("confirm", confirm);
  if (rule !== undefined) throw new UsageError(`--confirm ${rule}.`, "fill");
  const rows = rowsOf(targets).map((row) => ({
    ...row,
    ...(message !== undefined && { description: message }),
  }));
  const range = upToToday(loggedPeriodOf(isDates ? first : "this", today, "fill"), today);
  return { ...range, rows, ...(!billable && { billable }) };
}

/** The words that ask for the same plan, whatever day it is by then. */
function again(
  { args, message, site }: FillOptions,
  { startDate, endDate, billable }: FillDaysInput,
): string[] {
  return [
    "fill",
    `${startDate}..${endDate}`,
    ...args.filter(isTarget),
    ...(message === undefined ? [] : ["-m", message]),
    ...(billable === false ? ["--no-billable"] : []),
    ...site,
  ];
}

/** A reply of fill_days, and the hours of its dates before it. */
type Filled = Pick<Extract<Performed<FillDaysResponse>, { failure?: undefined }>, "reply" | "days">;

/** The issues, a line for each day that gets hours, one for all full days, one for the days off, and what is left out. */
function planLines(
  plan: FillDaysResponse,
  days: readonly DayHours[] = [],
  { width, billable }: Pick<FillOptions, "width" | "billable">,
): string[] {
  const { entries, skipped = [], warnings = [], summary } = plan;
  const issues = entries.map(({ issueKey, issueSummary, comment }) =>
    [`${issueKey} ${issueSummary}`, ...(comment === undefined ? [] : [comment])].join(": "),
  );
  const full = days.filter((day) => day.requiredSeconds > 0 && balanceOf(day).missingSeconds === 0);
  const off = days.filter(({ requiredSeconds }) => requiredSeconds === 0);
  const { missingHoursAfter: missing } = summary;
  const isNothing = plan.confirm === undefined;
  const rest = missing === 0 ? "no hours are missing" : `${missing} h stay missing`;
  const notes = [
    ...(full.length > 0 ? [`Full: ${inMonths(full)}`] : []),
    ...(off.length > 0 ? [`Off: ${inMonths(off)}`] : []),
    ...skipped.map(
      ({ date, issueKey, reason }) => `Not ${[date, issueKey].filter(Boolean).join(" ")}: ${reason}`,
    ),
    ...warnings,
    ...(isNothing ? [`There is nothing to log from ${plan.startDate} to ${plan.endDate}: ${rest}.`] : []),
    ...(!isNothing && missing > 0 ? [`${missing} h stay missing after that.`] : []),
  ];
  return [
    ...[...new Set(issues)].flatMap((issue) => hanging(issue, width)),
    ...(billable || entries.length === 0 ? [] : ["They are not billable."]),
    ...textRows(plannedRows(entries, days), width).flat(),
    ...notes.flatMap((note) => hanging(note, width)),
  ];
}

/** The days that get hours, each with its entries, and what makes it another day than most. */
function plannedRows(entries: readonly FillEntry[], days: readonly DayHours[]): TextRow[] {
  const most = Math.max(0, ...days.map(({ requiredSeconds }) => requiredSeconds));
  const dates = [...new Set(entries.flatMap((entry) => entry.dates))].sort();
  return dates.map((date) => {
    const ofDate = entries.filter((entry) => entry.dates.includes(date));
    const hours = ofDate.map(
      ({ issueKey, timeSpent, hours: count }) => `${issueKey} ${timeSpent ?? `${count} h`}`,
    );
    const day = days.find((it) => it.date === date);
    const notes = [
      ...(day && day.requiredSeconds < most ? [`${toHours(day.requiredSeconds)} h required`] : []),
      ...(day?.holiday === undefined ? [] : [day.holiday]),
      ...(day && day.loggedSeconds > 0 ? [`${toHours(day.loggedSeconds)} h logged`] : []),
    ];
    const note = notes.length > 0 ? ` (${notes.join(", ")})` : "";
    return { cells: [date, dayOfWeek(date).slice(0, 3)], text: `${hours.join(", ")}${note}` };
  });
}

/** Days as `2-6, 9-13 November 2026`: those in a row as one, and a holiday with its name. */
function inMonths(days: readonly DayHours[]): string {
  const months = [...groupBy(days, ({ date }) => date.slice(0, 7))].map(([month, ofMonth]) => {
    const runs: DayHours[][] = [];
    for (const day of ofMonth) {
      const run = runs.at(-1);
      const before = run?.at(-1);
      const isNamed = before?.holiday !== undefined || day.holiday !== undefined;
      if (run && before && !isNamed && addDays(before.date, 1) === day.date) run.push(day);
      else runs.push([day]);
    }
    return `${runs.map(runName).join(", ")} ${monthName(month)}`;
  });
  return months.join(", ");
}

function runName(run: readonly DayHours[]): string {
  const [first, last] = [run[0], run.at(-1)].map((day) => Number(day?.date.slice(8)));
  const holiday = run[0]?.holiday;
  return `${first === last ? first : `${first}-${last}`}${holiday === undefined ? "" : ` (${holiday})`}`;
}

function postedLines({ entries, failures = [], summary }: FillDaysResponse, width: number): string[] {
  const stored = entries.flatMap(({ dates, worklogIds = [] }) =>
    worklogIds.map((id, index) => ({ id, date: dates[index] ?? "" })),
  );
  const ids = stored.sort((a, b) => compareText(a.date, b.date)).map(({ id }) => id);
  const what =
    ids.length > 0
      ? `${counted(summary.totalEntries, "worklog")}, ${summary.totalHours} h, stored as ${ids.join(", ")}`
      : "Nothing was stored";
  const missing = summary.missingHoursAfter === 0 ? "nothing is" : `${summary.missingHoursAfter} h are`;
  return [
    `${what}; ${missing} missing.`,
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} failed: ${error}`),
  ].flatMap((line) => hanging(line, width));
}

type Row = NonNullable<FillDaysInput["rows"]>[number];
type Weekday = NonNullable<Row["weekdays"]>[number];

/** Whether a word of the command line is an issue with what it gets, such as `PROJ-7=2h@mon,wed-fri`; otherwise it is a word for dates. */
function isTarget(word: string): boolean {
  const [issueKey = ""] = word.split(/[=@]/);
  return textRuleError("issueKey", issueKey) === undefined;
}

/** The rows of a plan that words ask for. @throws UsageError */
export function rowsOf(words: readonly string[]): Row[] {
  if (words.length > MAX_FILL_ROWS)
    throw new UsageError(`fill takes at most ${MAX_FILL_ROWS} issues, not ${words.length}.`, "fill");
  const asked = words.map((word) => ({ word, row: rowOf(word) }));
  const ofRest = asked.filter(({ row }) => row.hours === undefined);
  for (const [index, { word, row }] of ofRest.entries()) {
    const other = ofRest.slice(0, index).find((before) => sharesDay(before.row, row));
    if (!other) continue;
    throw new UsageError(
      `${other.word} and ${word} take what is left of the same days. Give one of them hours, such as =2h, or other days.`,
      "fill",
    );
  }
  return asked.map(({ row }) => row);
}

function sharesDay(row: Row, other: Row): boolean {
  const daysOf = ({ weekdays }: Row): readonly Weekday[] => weekdays ?? WEEKDAYS;
  return daysOf(row).some((day) => daysOf(other).includes(day));
}

/** The row of a plan that a word asks for. @throws UsageError */
export function rowOf(word: string): Row {
  const [, issueKey = "", hours, days] = /^([^=@]*)(?:=([^@]*))?(?:@(.*))?$/.exec(word) ?? [];
  if (!isTarget(word)) {
    throw new UsageError(
      `fill takes issues such as PROJ-7, PROJ-7=2h or PROJ-7=2h@mon,wed-fri, and dates before them, not '${word}'.`,
      "fill",
    );
  }
  return {
    issueKey,
    ...(hours !== undefined && { hours: hoursOf(hours, "fill") }),
    ...(days !== undefined && { weekdays: weekdaysOf(days, word) }),
  };
}

function weekdaysOf(days: string, word: string): Weekday[] {
  const indexes = days.split(",").flatMap((part) => {
    const [first = -1, last = first, ...more] = part
      .split("-")
      .map((name) => indexOfName(name.toLowerCase(), WEEKDAYS));
    if (first < 0 || last < 0 || more.length > 0) {
      throw new UsageError(
        `'${part}' in '${word}' is no weekday. Write days such as @mon,wed or @mon-fri.`,
        "fill",
      );
    }
    const count = (last - first + WEEKDAYS.length) % WEEKDAYS.length;
    return Array.from({ length: count + 1 }, (_, index) => (first + index) % WEEKDAYS.length);
  });
  return WEEKDAYS.filter((_, index) => indexes.includes(index));
}
