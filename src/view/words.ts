import type { DraftTimesheetResponse, PostDraftResponse, Worklog } from "../generated/responses.ts";
import { count, type Format, joined } from "./format.ts";
import {
  type Amount,
  type Appeared,
  type Coverage,
  type Day,
  secondsByIssue,
  sumSeconds,
} from "./model/days.ts";
import type { Choices, DraftedDay } from "./model/draft.ts";
import type { Refused } from "./model/plan.ts";
import { type ReceiptRow, rowsThat, standingRows, type UndoPlan } from "./model/receipt.ts";

/** A sign and a word for the state of a day: its colour alone says nothing. */
export function stateOf(day: Day, { unit }: Format): { sign: string; word: string } {
  const { state, missingSeconds, overSeconds } = day;
  if (missingSeconds > 0 && state !== "upcoming")
    return { sign: "!", word: `${unit(missingSeconds)} missing` };
  if (state === "over") return { sign: "+", word: `${unit(overSeconds)} over` };
  if (state === "extra") return { sign: "+", word: "day off" };
  return { sign: state === "done" ? "✓" : "", word: state === "unknown" ? "" : state };
}

/** `4/8`: logged and required hours; `–` for what was not read. */
export function hoursOf({ loggedSeconds, requiredSeconds }: Day, { hours }: Format): string {
  const logged = loggedSeconds === undefined ? "–" : hours(loggedSeconds);
  return requiredSeconds === undefined ? logged : `${logged}/${hours(requiredSeconds)}`;
}

/** Describes a day's hours, state and holiday in one line. */
export function detailsOf(day: Day, format: Format): string {
  const { loggedSeconds, requiredSeconds, holiday } = day;
  return joined(", ", [
    loggedSeconds === undefined ? "hours not read" : `${format.hours(loggedSeconds)} hours logged`,
    requiredSeconds !== undefined && `${format.hours(requiredSeconds)} hours required`,
    stateOf(day, format).word,
    holiday,
  ]);
}

/** A day in one sentence, for those who hear it: what the stripes show too. */
export function sentenceOf(day: Day, format: Format, today: string): string {
  const issues = [...secondsByIssue(day)].map(
    ([issueKey, seconds]) => `, ${issueKey} ${format.unit(seconds)}`,
  );
  return `${format.day(day.date)}${day.date === today ? ", today" : ""}: ${detailsOf(day, format)}${issues.join("")}`;
}

/** Describes the missing hours in a few words after a sign; it is good news only where hours were due. */
export function gapOf(
  { missing, isKnown, isDue, requiredSeconds, upcoming }: Coverage,
  { unit }: Format,
): [sign: string, text: string] {
  if (!isKnown) return ["", ""];
  if (missing.days > 0) return ["!", `${unit(missing.seconds)} missing on ${count(missing.days, "day")}`];
  if (requiredSeconds === 0) return ["", "No hours are required"];
  if (upcoming.days === 0) return ["✓", "No hours are missing"];
  return isDue ? ["✓", "No hours are missing up to today"] : ["", "No hours are due yet"];
}

/** The class of a text by its sign. */
export function classOf(sign: string): string {
  return sign === "!" ? "lacking" : sign === "✓" ? "full" : "";
}

/** Describes the hours of a range that are not missing: excess, on days off, and upcoming. */
export function factsOf({ over, extra, upcoming }: Coverage, { unit }: Format): string[] {
  const fact = ({ days, seconds }: Amount, which: string, kind = "") =>
    days > 0 ? [`${unit(seconds)} ${which} ${count(days, "day")}${kind}`] : [];
  return [...fact(over, "too many on"), ...fact(extra, "on", " off"), ...fact(upcoming, "upcoming on")];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function worklogCount(number: number): string {
  return count(number, "worklog");
}

/** A text of the host or of the server, to be followed by a sentence. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function notKnown(what: string): string {
  return `It is not known ${what}. Look in Tempo before you try again.`;
}

/** The begin of what is said if no worklog has appeared. */
export const NONE_APPEARED = "Tempo has no new worklogs";

/** Tells the user how many worklogs Tempo has stored after a call without a result. */
export function appearedOf({ worklogs, alike }: Appeared, wanted: number): string {
  const found = `${worklogs === 0 ? NONE_APPEARED : `Tempo has ${count(worklogs, "new worklog")}`} on these days`;
  const toLog = `${wanted} ${wanted === 1 ? "was" : "were"} to be logged`;
  if (alike < worklogs) return `${found}; ${toLog}. ${notKnown("whether they are the same")}`;
  return alike === wanted
    ? `${found}, as many as were to be logged.`
    : `${found}; ${toLog}. You can also ask the assistant to log what is missing.`;
}

/** `09:00 · Account: Operations`: the start time and the attributes of a worklog, as far as the reply has them. */
export function furtherOf({ startTime, attributes = [] }: Pick<Worklog, "attributes" | "startTime">): string {
  const texts = attributes.map(
    ({ key, value, name = value }) => `${key.replaceAll("_", " ").trim()}: ${name}`,
  );
  return joined(" · ", [startTime, ...texts]);
}

/** `12 worklogs logged, 76 h; 1 already existed; 1 failed`. @param gone the ids of those that were deleted since */
export function outcomeOf(
  rows: readonly ReceiptRow[],
  { unit }: Format,
  gone: ReadonlySet<string> = new Set(),
): string {
  const standing = standingRows(rows, gone);
  const others = (number: number, what: string) => number > 0 && `${number} ${what}`;
  const of = (outcome: ReceiptRow["outcome"], what: string) => others(rowsThat(rows, outcome).length, what);
  const isUndone = gone.size > 0 && standing.length === 0;
  return joined("; ", [
    isUndone
      ? `${worklogCount(gone.size)} deleted`
      : `${worklogCount(standing.length)} logged, ${unit(sumSeconds(standing))}`,
    !isUndone && others(gone.size, "deleted"),
    of("existing", "already existed"),
    of("unknown", "not known"),
    of("failed", "failed"),
  ]);
}

/** Tells by a sign and in a few words what became of a row, or what undo will do to it. */
export function resultOf({ outcome, id = "" }: ReceiptRow, { plan, gone }: Undo): [string, string] {
  const isOne = ({ id: each }: { id: string }) => each === id;
  if (outcome === "existing") return ["=", "already existed"];
  if (outcome === "unknown") return ["?", "not known whether logged"];
  if (outcome === "failed") return ["!", outcome];
  if (gone.has(id)) return ["−", "deleted"];
  if (plan?.deletable.some(isOne)) return ["−", "will\u00a0be deleted"];
  return ["✓", plan?.changed.some(isOne) ? "changed since, stays" : outcome];
}

/** The undo of a receipt: what it will delete once it is confirmed, and what is deleted already. */
interface Undo {
  plan: UndoPlan | undefined;
  gone: ReadonlySet<string>;
}

/** The last sentence of each text for the assistant. */
export const READ_FIRST = "Read the worklogs before logging more.";

/** The most rows that the text for the assistant lists. */
const MANY = 20;

/** Tells the assistant that a draft was logged. */
export function forAssistantOfPosted(reply: PostDraftResponse, format: Format): string {
  return `The user logged a draft in the timesheet view: ${postedOutcome(reply, format)}. ${READ_FIRST}`;
}

/** A summary for the assistant. It contains no worklog comments, since their text could pose as instructions. */
export function forAssistant(rows: readonly ReceiptRow[], format: Format): string {
  const logged = rowsThat(rows, "logged");
  const listed = logged.slice(0, MANY).map(({ date, issueKey, hours }) => `${date} ${issueKey} ${hours} h`);
  return joined("\n", [
    `The user logged time in the timesheet view: ${outcomeOf(rows, format)}.`,
    ...listed,
    logged.length > MANY && `${logged.length - MANY} more`,
    READ_FIRST,
  ]);
}

/** `Draft: 7 worklogs, 27.75 h`. */
export function draftOutcome({ summary }: DraftTimesheetResponse, { number }: Format): string {
  return summary.totalEntries === 0
    ? "Draft: nothing to log"
    : `Draft: ${worklogCount(summary.totalEntries)}, ${number(summary.totalHours)} h`;
}

/** Describes the hours of a drafted day, or of days that are alike, in one line. What is required follows from the rest of a full day. */
export function balanceOfDraft(day: Omit<Partial<DraftedDay>, "reason">, { number }: Format): string {
  const part = (hours: number | undefined, which: string) => hours && `${number(hours)} h ${which}`;
  return joined(" · ", [
    day.missingHoursAfter && part(day.requiredHours, "required"),
    part(day.loggedHours, "logged"),
    part(day.draftedHours, "drafted"),
    part(day.missingHoursAfter, "still missing"),
    part(day.overtimeHours, "of evidence beyond what is required"),
    part(day.agentHours, "or more by agents alone"),
    day.lacksEvidence && "no evidence",
  ]);
}

/** `5 worklogs stored, 13.5 h; 1 failed`. */
export function postedOutcome(
  { worklogIds, failures = [], summary }: PostDraftResponse,
  { number }: Format,
): string {
  const failed = failures.length > 0 ? `; ${failures.length} failed` : "";
  return `${worklogCount(worklogIds.length)} stored, ${number(summary.totalHours)} h${failed}`;
}

/** Says what a row of a plan lacks. @param free the seconds that are missing on the date beside its other rows */
export function whyRefused({ lacks }: Refused, free: number, { unit }: Format): string {
  if (lacks === "issue") return NO_ISSUE;
  return lacks === "hours"
    ? "Type the hours, such as 1.5 or 1h 30m; at least 1m."
    : `There is room for ${unit(free)} on that day.`;
}

export const NO_ISSUE = "Type the key of an issue, such as PROJ-123.";

/** The label of the choice to keep the user's issues as rules. */
export const REMEMBER = "Remember for next time";

/** `Remembered for next time: Roadmap is PROJ-4.`, and why anything else was not; empty if nothing was to be kept. */
export function keptOf({ remembered = [], notRemembered }: PostDraftResponse): string {
  const rules = remembered.map(({ pattern, issueKey }) => `${pattern} is ${issueKey}`);
  return joined(" ", [
    rules.length > 0 && `Remembered for next time: ${rules.join("; ")}.`,
    notRemembered !== undefined && `Not remembered: ${notRemembered}`,
  ]);
}

/** The user's choices, as arguments for the assistant. They have refs and keys, no titles: such texts could pose as instructions. */
export function forAssistantOfDraft(choices: Choices): string {
  return `The user has changed the draft in the timesheet view. Its arguments are now: ${JSON.stringify(choices)}`;
}
