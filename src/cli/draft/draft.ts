import { textRuleError } from "../../contract/input-rules.ts";
import type {
  ChangedDraftWorklog,
  DraftDay,
  DraftEntry,
  DraftTimesheetResponse,
  PostDraftResponse,
  UnmappedEvidence,
} from "../../generated/responses.ts";
import { callContext, type ServerContext } from "../../server/context.ts";
import { oneLine } from "../../text/characters.ts";
import { shownReply } from "../../text/show.ts";
import { dayOfWeek } from "../../timesheet/dates.ts";
import { toDraftReply, toPostReply } from "../../timesheet/draft/draft-reply.ts";
import { draftTimesheet, postDraft } from "../../timesheet/draft/draft-timesheet.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { MAX_DRAFT_DAYS } from "../../timesheet/limits.ts";
import { confirm, type SiteShell } from "../confirm.ts";
import { onUsersDay, periodOf, rangeName } from "../dates/period.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode, INCOMPLETE } from "../exit-codes.ts";
import { columns } from "../lines.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";
import { UsageError } from "../usage-error.ts";

interface DraftOptions extends Omit<SiteShell, "width" | "site"> {
  /** The dates as the command line names them; today if undefined. */
  period: string | undefined;
  assign: readonly string[];
  leaveOut: readonly string[];
  fill: boolean;
  /** Logs the draft once the user has said yes. */
  post: boolean;
  /** Prints what draft_timesheet replies. */
  json: boolean;
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
  const periodOn = (today: string) => periodOf(options.period ?? "today", today, "draft", MAX_DRAFT_DAYS);
  periodOn(server.today());
  const assign = readAssignments(options.assign);
  const wishes = { assign, leaveOut: readRefs(options.leaveOut), fill: options.fill };
  if (post) checkPost(options);
  const timesheet = await server.openTimesheet();
  const { startDate, endDate } = await onUsersDay(periodOn, server, { signal, name: "draft" });
  const range = { startDate, endDate };
  // The draft as JSON is the reply of the tool.
  const reader = json ? "assistant" : "shell";
  const context = callContext(server, timesheet, { signal, name: "draft", reader });
  const shown = <Reply>(reply: Reply) => shownReply(reply, server.redact);
  const drafted = await sayWaiting(server, () => draftTimesheet(range, wishes, context));
  const draft = shown(toDraftReply(range.startDate, drafted, context));
  // An event that is no meeting was read, and is named beside what could not be.
  const { workedIn } = drafted.draft;
  const isRead = drafted.reports.every(({ problems }) => problems.every((it) => workedIn.includes(it)));
  const exitCode = isRead && draft.days.every(({ unmapped }) => !unmapped) ? 0 : INCOMPLETE;
  if (json) {
    print(`${JSON.stringify(draft)}\n`);
    return exitCode;
  }
  for (const line of [...where, ...draftLines(draft), ...hints(draft, post)]) printLine(line);
  if (!post || draft.confirm === undefined) return exitCode;
  const { totalEntries, totalHours } = draft.summary;
  const question =
    totalEntries === 1
      ? `Log this worklog of ${totalHours} h?`
      : `Log these ${totalEntries} worklogs, ${totalHours} h in all?`;
  if (!(await confirm(question, { terminal, print, signal }))) {
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
  return posted.logged && posted.failures === undefined ? 0 : EXIT_CODE_BY_ERROR.partial_failure;
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

/** The issues of `--assign c4=DEMO-4`. @throws UsageError */
function readAssignments(given: readonly string[]): { ref: string; issueKey: string }[] {
  return given.map((text) => {
    const [ref = "", issueKey = "", ...more] = text.split("=");
    if (textRuleError("ref", ref) || textRuleError("issueKey", issueKey) || more.length > 0)
      throw new UsageError(
        `--assign takes a ref of the draft and an issue, such as c4=DEMO-4, not '${text}'.`,
        "draft",
      );
    return { ref, issueKey };
  });
}

/** The refs of `--leave-out g2`. @throws UsageError */
function readRefs(given: readonly string[]): string[] {
  const wrong = given.find((ref) => textRuleError("ref", ref) !== undefined);
  if (wrong === undefined) return [...given];
  throw new UsageError(`--leave-out takes a ref of the draft, such as g2, not '${wrong}'.`, "draft");
}

/** The meaning of each basis that is not the evidence's own word. */
const BASES: Record<NonNullable<DraftEntry["basis"]>, string> = {
  assigned: "as you said",
  rule: "by your rule",
  learnt: "as you logged it before",
  inferred: "the only issue of that branch in the week before",
};

const JIRA_ALONE =
  "Only Jira was asked: TEMPO_GIT_FOLDERS, TEMPO_CALENDARS and TEMPO_SESSIONS name further sources. See tempofiller help settings.";

/** A draft day by day: first what could not be read, then the days with the reasons of their entries, what does not count, the sources and the sum. */
function draftLines(draft: DraftTimesheetResponse): string[] {
  const { days, leftOut = [], sources, warnings = [] } = draft;
  const summaries = summariesIn(draft);
  const problems = sources.flatMap(({ source, problem }) =>
    problem === undefined ? [] : [`${source}: ${problem}`],
  );
  return [
    ...problems,
    ...(problems.length > 0 ? [""] : []),
    ...days.flatMap((day) => [
      headline(day),
      ...columns((day.entries ?? []).flatMap((entry) => entryRows(entry, summaries))).map(indented),
      ...(day.unmapped ?? []).flatMap(unmappedLines).map(indented),
      "",
    ]),
    ...(leftOut.length > 0
      ? [`Not counted: ${leftOut.map(({ reason, count }) => `${count} ${reason}`).join(", ")}.`]
      : []),
    ...sources.flatMap(({ source, found }) => (found === undefined ? [] : [`${source}: ${found}`])),
    ...warnings,
    total(draft),
  ];
}

/** The next steps of the user. */
export function hints(
  { startDate, endDate, days, sources, confirm }: DraftTimesheetResponse,
  isPosting: boolean,
): string[] {
  const [first] = days.flatMap(({ unmapped = [] }) => unmapped);
  const assignment = first && `${first.ref}=${first.candidates?.[0]?.issueKey ?? "KEY"}`;
  return [
    ...(sources.every(({ source }) => source === "jira") ? [JIRA_ALONE] : []),
    ...(first === undefined
      ? []
      : [`--assign ${assignment} gives evidence its issue, --leave-out ${first.ref} leaves it out.`]),
    ...(confirm === undefined
      ? [`There is nothing to log for ${rangeName({ startDate, endDate })}.`]
      : isPosting
        ? []
        : ["--post logs the draft, after asking."]),
  ];
}

/** The outcome of a draft that the user agreed to. */
export function postedLines({
  worklogIds,
  alreadyLoggedIds = [],
  changed = [],
  failures = [],
  draft,
  summary: { totalHours, missingHoursAfter },
}: PostDraftResponse): string[] {
  const stored = worklogIds.filter((id) => !alreadyLoggedIds.includes(id));
  const others = alreadyLoggedIds.length > 0 ? "nothing else" : "nothing";
  return [
    ...(stored.length > 0 ? [`Stored as ${stored.join(", ")}.`] : []),
    ...(alreadyLoggedIds.length > 0 ? [`Logged already as ${alreadyLoggedIds.join(", ")}.`] : []),
    ...changed.map(changedLine),
    ...failures.map(({ date, issueKey, error }) => `${date} ${issueKey} failed: ${error}`),
    draft
      ? `The draft is another one by now, so ${others} was logged. Run the command again to see it.`
      : `${totalHours} h logged; ${missingHoursAfter === 0 ? "nothing" : `${missingHoursAfter} h`} missing.`,
  ];
}

function changedLine({ id, hours, comment }: ChangedDraftWorklog): string {
  const parts = [
    ...(hours === undefined ? [] : [`${hours} h`]),
    ...(comment === undefined ? [] : [comment === "" ? "no comment" : `the comment "${comment}"`]),
  ];
  return `Tempo made of ${id} another one, with ${parts.join(" and ")}.`;
}

function headline(day: DraftDay): string {
  const {
    date,
    requiredHours,
    loggedHours = 0,
    draftedHours,
    missingHoursAfter = 0,
    overtimeHours = 0,
    agentHours = 0,
    reason,
  } = day;
  const parts = [
    ...(loggedHours > 0 ? [`${loggedHours} h logged`] : []),
    `${draftedHours} h drafted of ${requiredHours} h required`,
    ...(missingHoursAfter > 0 ? [`${missingHoursAfter} h still missing`] : []),
    ...(overtimeHours > 0 ? [`${overtimeHours} h of evidence beyond what is required`] : []),
    ...(agentHours > 0 ? [`${agentHours} h or more by agents alone`] : []),
  ];
  return `${date} ${dayOfWeek(date)}: ${parts.join(", ")}${reason === undefined ? "" : `. ${reason}`}`;
}

/** The issues' summaries, each of which the reply gives once. */
function summariesIn({ days }: DraftTimesheetResponse): ReadonlyMap<string, string> {
  const named = days.flatMap(({ entries = [], unmapped = [] }) => [
    ...entries,
    ...unmapped.flatMap(({ candidates = [] }) => candidates),
  ]);
  return new Map(
    named.flatMap(({ issueKey, issueSummary }) =>
      issueSummary === undefined ? [] : [[issueKey, issueSummary]],
    ),
  );
}

function entryRows(entry: DraftEntry, summaries: ReadonlyMap<string, string>): string[][] {
  const { hours, evidenceHours = hours, issueKey, comment = "", basis, evidence } = entry;
  const notes = [
    ...(evidenceHours === hours ? [] : [`${evidenceHours} h of evidence`]),
    ...(basis === undefined ? [] : [BASES[basis]]),
  ];
  const what = [summaries.get(issueKey) ?? "", comment].filter((text) => text !== "").join(": ");
  return [
    [`${hours} h`, issueKey, notes.length > 0 ? `${what} (${notes.join("; ")})` : what],
    ...evidence.map((phrase) => ["", ...refAndPhrase(phrase)]),
  ];
}

/** "g1: 3 commits, 09:10-12:05" in its two parts. */
function refAndPhrase(text: string): [ref: string, phrase: string] {
  const end = text.indexOf(": ");
  return [text.slice(0, end), text.slice(end + 2)];
}

function unmappedLines({ ref, hours, title, start, end, candidates = [] }: UnmappedEvidence): string[] {
  const perhaps = candidates.map(({ issueKey, reason }) => `${issueKey} (${reason})`);
  const when = end === undefined ? `from ${start}` : `${start}-${end}`;
  return [
    `? ${hours} h  ${[ref, title].filter(Boolean).join("  ")}, ${when}: no issue is known`,
    ...(perhaps.length > 0 ? [`         perhaps ${perhaps.join(" or ")}`] : []),
  ];
}

function total({ summary }: DraftTimesheetResponse): string {
  const { totalEntries, totalHours, unmappedHours, daysWithoutEvidence } = summary;
  const parts = [
    totalEntries === 1
      ? `1 worklog of ${totalHours} h drafted`
      : `${totalEntries} worklogs drafted, ${totalHours} h in all`,
    ...(unmappedHours > 0 ? [`${unmappedHours} h without an issue`] : []),
    ...(daysWithoutEvidence.length > 0 ? [`no evidence on ${daysWithoutEvidence.join(", ")}`] : []),
  ];
  return `${parts.join("; ")}.`;
}

function indented(line: string): string {
  return `  ${line}`;
}
