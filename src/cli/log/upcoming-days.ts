import type { Readable } from "node:stream";
import type { PostWorklogInput } from "../../generated/inputs.ts";
import type { ServerContext } from "../../server/context.ts";
import { addDays } from "../../timesheet/dates.ts";
import { confirm } from "../confirm.ts";
import { type LogArguments, STDIN } from "./read-arguments.ts";

interface UpcomingOptions extends Pick<LogArguments, "args" | "message"> {
  yes: boolean;
  json: boolean;
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  print(text: string): void;
}

/**
 * Says which of the dates are upcoming. Where a word such as a weekday's name led there, the user of a terminal is asked.
 *
 * @returns whether to log on them
 */
export async function mayLogUpcoming(
  { startDate, endDate = startDate }: PostWorklogInput,
  { args, message, yes, json, terminal, signal, print }: UpcomingOptions,
  { today, log }: Pick<ServerContext, "today" | "log">,
): Promise<boolean> {
  const tomorrow = addDays(today(), 1);
  if (endDate < tomorrow) return true;
  const first = startDate < tomorrow ? tomorrow : startDate;
  const notice =
    first === endDate ? `${first} is an upcoming day.` : `${first} to ${endDate} are upcoming days.`;
  const isAsked = terminal && message !== STDIN && !yes && !json && !args.at(-1)?.endsWith(endDate);
  if (isAsked) return confirm(`${notice} Log on them too?`, { stdin: terminal, print, signal });
  log(notice);
  return true;
}
