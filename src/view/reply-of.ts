import type {
  BulkPostWorklogsResponse,
  DeleteWorklogResponse,
  DeleteWorklogsResponse,
  DraftTimesheetResponse,
  FillDaysResponse,
  GetScheduleResponse,
  GetTeamTotalsResponse,
  GetTotalsResponse,
  GetWorklogsResponse,
  PostDraftResponse,
  PostWorklogResponse,
} from "../generated/responses.ts";
import { isCalendarDate } from "../timesheet/dates.ts";
import { asObject } from "./bridge.ts";

/** The replies that the view knows, by what it does with them. */
export interface Replies {
  schedule: GetScheduleResponse;
  worklogs: GetWorklogsResponse;
  batch: BulkPostWorklogsResponse;
  posted: PostWorklogResponse;
  filled: FillDaysResponse;
  deleted: DeleteWorklogResponse;
  deletedMany: DeleteWorklogsResponse;
  draft: DraftTimesheetResponse;
  postedDraft: PostDraftResponse;
  totals: GetTotalsResponse | GetTeamTotalsResponse;
}

export type Reply = { [Kind in keyof Replies]: { kind: Kind; reply: Replies[Kind] } }[keyof Replies];

/** One check for each kind of reply. It accepts no other kind, and only a reply that is complete enough to draw. */
const SHAPES: Record<keyof Replies, (reply: Record<string, unknown>) => boolean> = {
  schedule: ({ days, summary }) => isList(days, "date") && has(summary, "totalRequiredHours", "number"),
  worklogs: ({ worklogs, byIssue, summary }) =>
    isList(worklogs, "id", "issueKey", "date", "comment") &&
    isList(byIssue, "issueKey") &&
    has(summary, "totalEntries", "number"),
  batch: ({ results, byIssue = [], overbooked = [], summary }) =>
    isList(results, "issueKey", "date") &&
    isList(byIssue, "issueKey") &&
    isList(overbooked, "date") &&
    has(summary, "totalHours", "number") &&
    has(summary, "succeeded", "number"),
  // A changed worklog comes with what it was before, and was not logged by the call.
  posted: ({ success, worklog, before, additionalWorklogs = [], overbooked = [] }) =>
    success === true &&
    before === undefined &&
    isList([worklog], "id", "issueKey", "date") &&
    isList(additionalWorklogs, "id", "issueKey", "date") &&
    isList(overbooked, "date"),
  filled: ({ posted, entries, skipped = [], warnings = [], failures = [], summary }) =>
    typeof posted === "boolean" &&
    isList(entries, "issueKey") &&
    entries.every(({ dates }) => areTexts(dates)) &&
    isList(skipped, "date", "reason") &&
    areTexts(warnings) &&
    isList(failures, "date", "issueKey", "error") &&
    has(summary, "totalHours", "number"),
  deleted: (reply) => reply.success === true && has(reply, "deletedWorklogId", "string"),
  deletedMany: (reply) => isList(reply.worklogs, "id") && has(reply, "deleted", "boolean"),
  draft: isDraft,
  postedDraft: ({ posted, worklogIds, alreadyLogged = [], failures = [], missingHoursAfter, draft }) =>
    typeof posted === "boolean" &&
    typeof missingHoursAfter === "number" &&
    areTexts(worklogIds) &&
    areTexts(alreadyLogged) &&
    isList(failures, "date", "issueKey", "error") &&
    (draft === undefined || isDraft(asObject(draft))),
  totals: ({ startDate, endDate, groups, leftOut = [], team, summary }) =>
    [startDate, endDate].every((date) => typeof date === "string" && isCalendarDate(date)) &&
    areGroups(groups) &&
    groups.every((group) => group.groups === undefined || areGroups(group.groups)) &&
    areTexts(leftOut) &&
    (team === undefined || has(team, "name", "string")) &&
    has(summary, "totalHours", "number") &&
    has(summary, "worklogs", "number"),
};

function areGroups(groups: unknown): groups is Record<string, unknown>[] {
  return (
    isList(groups, "key") &&
    groups.every((group) => has(group, "hours", "number") && has(group, "worklogs", "number"))
  );
}

function isDraft({ days, leftOut = [], sources, summary }: Record<string, unknown>): boolean {
  return (
    isList(days, "date") &&
    days.every(
      ({ entries = [], unmapped = [] }) =>
        isList(entries, "issueKey") &&
        entries.every(({ evidence }) => areTexts(evidence)) &&
        isList(unmapped, "ref", "start") &&
        unmapped.every(({ candidates = [] }) => isList(candidates, "issueKey", "why")),
    ) &&
    isList(leftOut, "reason") &&
    isList(sources, "source") &&
    has(summary, "unmappedHours", "number") &&
    areTexts(asObject(summary).daysWithoutEvidence)
  );
}

const KINDS = Object.keys(SHAPES) as (keyof Replies)[];

/**
 * The reply in a tool's result, or undefined if it has none that is known. Some hosts leave out `structuredContent`; the text is
 * the same object.
 */
export function replyOf(result: unknown): Reply | undefined {
  const { structuredContent } = asObject(result);
  for (const candidate of [structuredContent, ...textsOf(result).map(parsed)]) {
    const reply: unknown = candidate;
    const kind = KINDS.find((each) => SHAPES[each](asObject(reply)));
    if (kind) return { kind, reply } as Reply;
  }
  return undefined;
}

/** The text blocks of a tool's result. */
export function textsOf(result: unknown): string[] {
  const { content } = asObject(result);
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const { type, text } = asObject(block);
    return type === "text" && typeof text === "string" ? [text] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is a list of objects that have these texts, and numbers as hours if they have any. */
function isList(value: unknown, ...texts: string[]): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) =>
        texts.every((key) => has(each, key, "string")) &&
        (has(each, "hours", "number") || has(each, "hours", "undefined")),
    )
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function has(value: unknown, key: string, type: string): boolean {
  return typeof asObject(value)[key] === type;
}
