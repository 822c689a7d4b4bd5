import { textRuleError } from "../../contract/input-rules.ts";
import { timeOfDay } from "../../contract/spelling.ts";
import type { PostWorklogInput } from "../../generated/inputs.ts";
import { checkOneWord, loggedPeriodOf, readPeriod } from "../dates/period.ts";
import { hoursOf, readHours, roundingOf } from "../hours.ts";
import { joinWords } from "../parse-line.ts";
import { textOnStdin } from "../streams.ts";
import { UsageError } from "../usage-error.ts";

/** The comment that stands for what stdin says. */
export const STDIN = "-";

/** The command line of `tempofiller log`. */
export interface LogArguments {
  /** The issue, the hours and the date, as they were written. */
  args: readonly string[];
  /** The comment; STDIN for what that says. */
  message: string | undefined;
  billable: boolean;
  stdin: NodeJS.ReadableStream;
}

/** The arguments of post_worklog that a command line stands for, from a minute on, but for the comment, and what its hours were taken for. @throws UsageError */
export function readArguments(
  { args: words, message, billable }: Omit<LogArguments, "stdin">,
  today: string,
): { input: PostWorklogInput; rounded: string | undefined } {
  const args = joinWords(words, isHours);
  const [issueKey = "", hours, date = "today", ...more] = args;
  const kind = readPeriod(date, today)?.kind;
  if (more.length > 0 || (kind !== "date" && kind !== "range")) checkOneWord(words, today, "log");
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
  const { startDate, endDate } = loggedPeriodOf(date, today, "log");
  if (kind === "week" || kind === "month") {
    throw new UsageError(
      `log takes a date or a range such as monday..today, not '${date}'. tempofiller fill ${date} ${issueKey} plans what is missing.`,
      "log",
    );
  }
  const input = {
    issueKey,
    hours: hoursOf(hours, "log"),
    startDate,
    ...(kind === "range" && { endDate }),
    ...(!billable && { billable }),
  };
  return { input, rounded: roundingOf(hours) };
}

/** The comment of a command line. @throws UsageError */
export async function readComment({
  message,
  stdin,
}: Pick<LogArguments, "message" | "stdin">): Promise<Pick<PostWorklogInput, "description">> {
  const comment = message === STDIN ? (await textOnStdin(stdin)).trimEnd() : message;
  checkComment(comment, "log");
  return comment === undefined ? {} : { description: comment };
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

/** The time of day that `--start` gives, which may be an hour alone. @throws UsageError */
export function readStart(written: string, command = "log"): string {
  const text = written.trim();
  const time = timeOfDay(/^\d{1,2}$/.test(text) ? `${text}:00` : text) ?? text;
  const error = textRuleError("startTime", time);
  if (error === undefined) return time;
  throw new UsageError(`--start ${error}, not '${written}'.`, command);
}

/** @throws UsageError if no worklog can have this comment */
export function checkComment(comment = "", command: string): void {
  const rule = textRuleError("description", comment);
  if (rule !== undefined) throw new UsageError(`The comment ${rule}.`, command);
}
