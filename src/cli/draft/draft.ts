import type { Readable } from "node:stream";
import { callContext, type ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { shownReply } from "../../text/show.ts";
import { toDraftReply, toPostReply } from "../../timesheet/draft/draft-reply.ts";
import { draftTimesheet, postDraft } from "../../timesheet/draft/draft-timesheet.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { MAX_DRAFT_DAYS } from "../../timesheet/limits.ts";
import { confirm } from "../confirm.ts";
import { periodOf } from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode, INCOMPLETE } from "../exit-codes.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";
import { UsageError } from "../usage-error.ts";
import { readAssignments, readRefs } from "./assignments.ts";
import { draftLines, hints, postedLines } from "./draft-lines.ts";

interface DraftOptions {
  /** The dates as the command line names them; today if undefined. */
  period: string | undefined;
  assign: readonly string[];
  leaveOut: readonly string[];
  fill: boolean;
  /** Logs the draft once the user has said yes. */
  post: boolean;
  /** Prints what draft_timesheet replies. */
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
 * Shows what the user did as a draft of the timesheet, and logs it if that is asked for and the user says yes.
 *
 * @returns `INCOMPLETE` if it was not logged, and evidence has no issue, or a source could not be read in full
 * @throws TimesheetError
 */
export async function showDraft(options: DraftOptions, server: ServerContext): Promise<ExitCode> {
  const { post, json, where = [], signal, terminal } = options;
  const print = (text: string) => options.print(server.redact(text));
  const printLine = (line: string) => print(`${oneLine(line)}\n`);
  const { startDate, endDate } = periodOf(options.period ?? "today", server.today(), "draft", MAX_DRAFT_DAYS);
  const range = { startDate, endDate };
  const assign = readAssignments(options.assign);
  const wishes = { assign, leaveOut: readRefs(options.leaveOut), fill: options.fill };
  if (post) checkPost(options);
  const timesheet = await server.openTimesheet();
  // The draft as JSON is the reply of the tool.
  const reader = json ? "assistant" : "shell";
  const newContext = () => callContext(server, timesheet, { signal, name: "draft", reader });
  const shown = <Reply>(reply: Reply) => shownReply(reply, server.redact);
  const drafted = await sayWaiting(server, () => draftTimesheet(range, wishes, newContext()));
  const draft = shown(toDraftReply(range.startDate, drafted));
  const isWhole =
    draft.days.every(({ unmapped }) => !unmapped) && draft.sources.every(({ problem }) => !problem);
  const exitCode = isWhole ? 0 : INCOMPLETE;
  if (json) {
    print(`${JSON.stringify(draft)}\n`);
    return exitCode;
  }
  for (const line of [...where, ...draftLines(draft), ...hints(draft, post)]) printLine(line);
  if (!post || draft.confirm === undefined) return exitCode;
  const { worklogs, totalHours } = draft.summary;
  const question =
    worklogs === 1
      ? `Log this worklog of ${totalHours} h?`
      : `Log these ${worklogs} worklogs, ${totalHours} h in all?`;
  if (!terminal || !(await confirm(question, { stdin: terminal, print, signal }))) {
    printLine("Nothing was logged.");
    return EXIT_CODE_BY_ERROR.cancelled;
  }
  const confirmed = { ...wishes, confirm: draft.confirm, remembers: false };
  const waiting = waitingLong(server);
  const posting = callContext(waiting, timesheet, { signal, name: "draft", reader });
  const posted = shown(
    toPostReply(
      range.startDate,
      await sayWaiting(waiting, () => postDraft(range, confirmed, posting)),
      posting,
    ),
  );
  for (const line of postedLines(posted)) printLine(line);
  return posted.posted && posted.failures === undefined ? 0 : EXIT_CODE_BY_ERROR.partial_failure;
}

/** @throws InvalidInputError if a draft could not be logged, before anything is read */
function checkPost({ json, readOnly, terminal }: DraftOptions): void {
  if (json) {
    throw new UsageError(
      "--json prints the draft for a program, and --post asks a user. A program logs it with tempofiller call post_draft.",
      "draft",
    );
  }
  if (readOnly) {
    throw new InvalidInputError(
      "draft --post logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it, or leave --post out.",
    );
  }
  if (terminal) return;
  throw new InvalidInputError(
    "Nothing was logged: there is no terminal to ask on. Run draft --post on one, or log what draft --json shows, by its dates and its " +
      "confirm: tempofiller call post_draft --startDate DATE --endDate DATE --confirm CONFIRM.",
  );
}
