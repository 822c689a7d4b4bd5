import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import type { DraftTimesheetResponse, PostDraftResponse } from "../../generated/responses.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { asObject, isDate, isText } from "../bridge.ts";
import type { Replies, Reply } from "../reply-of.ts";
import type { Sheet } from "./days.ts";
import { type Choices, choicesOf } from "./draft.ts";
import { type Receipt, receiptOfBatch, receiptOfPost } from "./receipt.ts";

/** A screen of the view. */
export type Face =
  | { kind: "waiting"; posting: readonly BulkWorklogEntry[] }
  | MonthFace
  | DraftFace
  | { kind: "receipt"; receipt: Receipt }
  | TotalsFace
  /** A draft that the assistant has logged; its range is not known if the host has not sent the arguments. */
  | { kind: "postedDraft"; reply: PostDraftResponse; range: DateRange | undefined }
  /** The assistant's call failed, was cancelled, or brought nothing. */
  | { kind: "nothing"; title: string; text: string; range?: DateRange };

export interface MonthFace {
  kind: "month";
  sheet: Sheet;
  /** The schedule alone is one line until it is opened. */
  isOpen: boolean;
  /** If the user has opened it in the view. */
  takesFocus?: boolean;
}

export interface TotalsFace {
  kind: "totals";
  reply: Replies["totals"];
  /** The kinds of the groups, and of those within; undefined if the host has not sent the arguments. */
  groupedBy: readonly (string | undefined)[];
}

export interface DraftFace {
  kind: "draft";
  /** Undefined if the view has to ask for it. */
  draft?: DraftTimesheetResponse;
  choices: Choices;
  /** Whether the assistant was to log another one, which has changed. */
  isChanged?: boolean;
}

/**
 * The face for a reply; undefined for one that is not drawn.
 *
 * @param args the arguments of the assistant's call, as far as the host has sent them
 */
export function faceOf({ kind, reply }: Reply, args: Record<string, unknown> = {}): Face | undefined {
  switch (kind) {
    case "schedule":
      return { kind: "month", sheet: { range: rangeOf(reply), schedule: reply }, isOpen: false };
    case "worklogs":
      return { kind: "month", sheet: { range: rangeOf(reply), worklogs: reply }, isOpen: true };
    case "batch":
      return { kind: "receipt", receipt: receiptOfBatch(reply) };
    case "posted":
      return { kind: "receipt", receipt: receiptOfPost(reply) };
    case "draft":
      return { kind: "draft", draft: reply, choices: choicesOf(args, reply) };
    case "postedDraft":
      return reply.draft
        ? { kind: "draft", draft: reply.draft, choices: choicesOf(args, reply.draft), isChanged: true }
        : { kind: "postedDraft", reply, range: rangeIn(args) };
    case "totals":
      return { kind: "totals", reply, groupedBy: groupsIn(args, "team" in reply ? "project" : "issue") };
    default:
      return undefined;
  }
}

/** Whether the arguments are those of totals; so may be those of other tools that have none of theirs. */
export function asksForTotals(args: Record<string, unknown>): boolean {
  return (
    ["groupBy", "then", "projectKey", "limit"].some((name) => name in args) && rangeIn(args) !== undefined
  );
}

function groupsIn(
  { startDate, groupBy, then }: Record<string, unknown>,
  defaultGroups: string,
): (string | undefined)[] {
  if (startDate === undefined) return [];
  return [groupBy ?? defaultGroups, then].map((name) => (isText(name) ? name : undefined));
}

/** The range to read or the entries to log, from the arguments of the assistant's call. */
export interface Asked {
  range?: DateRange;
  posting: readonly BulkWorklogEntry[];
  /** Whether the call may log something, be it named by its arguments or not. */
  mayLog: boolean;
}

export function askedFor(args: Record<string, unknown>): Asked {
  const { worklogs, confirm } = args;
  const range = rangeIn(args);
  const isBatch = Array.isArray(worklogs);
  const posting = isBatch ? worklogs.flatMap(entryOf) : entryOf({ ...args, date: range?.startDate });
  const mayLog = posting.length > 0 || isText(confirm);
  return { posting, mayLog, ...(range && !mayLog && !isBatch && { range }) };
}

function rangeIn({ startDate, endDate = startDate }: Record<string, unknown>): DateRange | undefined {
  return isDate(startDate) && isDate(endDate) ? { startDate, endDate } : undefined;
}

function entryOf(value: unknown): BulkWorklogEntry[] {
  const { issueKey, hours, date, description } = asObject(value);
  if (!isText(issueKey) || typeof hours !== "number" || !isDate(date)) return [];
  return [{ issueKey, hours, date, ...(isText(description) && { description }) }];
}

function rangeOf({ startDate, endDate }: DateRange): DateRange {
  return { startDate, endDate };
}
