import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { type DateRange, isCalendarDate } from "../../timesheet/dates.ts";
import { asObject } from "../bridge.ts";
import type { Reply } from "../reply-of.ts";
import type { Sheet } from "./days.ts";
import { type Receipt, receiptOfBatch, receiptOfPost } from "./receipt.ts";

/** A screen of the view. */
export type Face =
  | { kind: "waiting"; posting: readonly BulkWorklogEntry[] }
  | MonthFace
  | { kind: "receipt"; receipt: Receipt }
  /** The assistant's call failed, was cancelled, or brought nothing. */
  | { kind: "nothing"; title: string; text: string; range?: DateRange };

export interface MonthFace {
  kind: "month";
  sheet: Sheet;
  /** The schedule alone is one line until it is opened. */
  isOpen: boolean;
  /** If the user has opened it in the view. */
  takesFocus?: boolean;
  /** The issue that the assistant asked for, to which the worklogs of the sheet are limited. */
  issueFilter?: string;
}

/** The face for a reply; undefined for one that is not drawn. */
export function faceOf({ kind, reply }: Reply): Face | undefined {
  switch (kind) {
    case "schedule":
      return { kind: "month", sheet: { range: rangeOf(reply), schedule: reply }, isOpen: false };
    case "worklogs": {
      const { issueFilter } = reply;
      return {
        kind: "month",
        sheet: { range: rangeOf(reply), worklogs: reply },
        isOpen: true,
        ...(issueFilter !== undefined && { issueFilter }),
      };
    }
    case "batch":
      return { kind: "receipt", receipt: receiptOfBatch(reply) };
    case "posted":
      return { kind: "receipt", receipt: receiptOfPost(reply) };
    default:
      return undefined;
  }
}

/** The range to read or the entries to log, from the arguments of the assistant's call. */
export interface Asked {
  range?: DateRange;
  posting: readonly BulkWorklogEntry[];
}

export function askedFor(args: Record<string, unknown>): Asked {
  const { startDate, endDate = startDate, worklogs } = args;
  if (Array.isArray(worklogs)) return { posting: worklogs.flatMap(entryOf) };
  if (!isDate(startDate) || !isDate(endDate)) return { posting: [] };
  const range = { startDate, endDate };
  const posting = entryOf({ ...args, date: startDate });
  return posting.length > 0 ? { posting } : { range, posting };
}

function entryOf(value: unknown): BulkWorklogEntry[] {
  const { issueKey, hours, date, description } = asObject(value);
  if (typeof issueKey !== "string" || typeof hours !== "number" || !isDate(date)) return [];
  return [{ issueKey, hours, date, ...(typeof description === "string" && { description }) }];
}

function isDate(value: unknown): value is string {
  return typeof value === "string" && isCalendarDate(value);
}

function rangeOf({ startDate, endDate }: DateRange): DateRange {
  return { startDate, endDate };
}
