import type { Readable } from "node:stream";
import type { PostWorklogResponse } from "../../generated/responses.ts";
import type { ServerContext } from "../../server/context.ts";
import { postWorklog } from "../../tools/post-worklog.ts";
import { describeOverbooked } from "../call/warnings.ts";
import { EXIT_CODE_BY_ERROR } from "../exit-codes.ts";
import type { Outcome } from "../outcome.ts";
import { checkMayWrite, outcomeOf, performInShell } from "../perform-in-shell.ts";
import { loggedLines } from "./logged-lines.ts";
import { type LogArguments, readArguments, readStart } from "./read-arguments.ts";
import { mayLogUpcoming } from "./upcoming-days.ts";

interface LogOptions extends LogArguments {
  /** The time of day at which the day's worklogs start; TEMPO_START_TIME if undefined. */
  start: string | undefined;
  /** Logs upcoming days without asking. */
  yes: boolean;
  /** Prints what post_worklog replies. */
  json: boolean;
  readOnly: boolean;
  /** The line that names the site, if there are several. */
  where?: readonly string[];
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
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
  const args = await readArguments(options, server.today());
  if (!(await mayLogUpcoming(args, options, server)))
    return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: "Nothing was logged." };
  const startTime = options.start === undefined ? server.settings.startTime : readStart(options.start);
  const settings = { ...server.settings, startTime };
  const performed = await performInShell<PostWorklogResponse>(
    postWorklog,
    args,
    { ...server, settings },
    signal,
    { name: "log", reader: "shell" },
  );
  if (performed.failure) return outcomeOf(performed.failure, "shell");
  const { reply, days } = performed;
  const { worklog, additionalWorklogs = [], overbooked } = reply;
  const warnings = overbooked ? [describeOverbooked(overbooked)] : [];
  const exitCode = signal.aborted ? EXIT_CODE_BY_ERROR.cancelled : 0;
  if (json) {
    print(`${JSON.stringify(reply)}\n`);
    return { exitCode, ...(overbooked && { warning: warnings.join(" ") }) };
  }
  const asked = {
    hours: args.hours,
    startTime: options.start === undefined ? undefined : startTime,
    today: server.today(),
  };
  const lines = loggedLines([worklog, ...additionalWorklogs], asked, days);
  for (const line of [...where, ...lines, ...warnings]) print(`${line}\n`);
  return { exitCode, ...(!days && { warning: NO_DAYS }) };
}

const NO_DAYS = "The hours are stored. What the day has now could not be read; tempofiller week shows it.";
