import type {
  BulkPostWorklogsResponse,
  DeleteWorklogsResponse,
  DraftTimesheetResponse,
  FillDaysResponse,
  PostDraftResponse,
  PostWorklogResponse,
  SubmitTimesheetResponse,
  UpdateWorklogResponse,
} from "../../src/generated/responses.ts";
import { datesBetween, markIn, REQUIRED_HOURS } from "./content.ts";
import type { Claim } from "./history.ts";
import type { Answer } from "./host.ts";
import type { Values } from "./scenario.ts";

/** A worklog of a draft. */
export interface Planned {
  date: string;
  hours: number;
  comment: string;
}

/** The request of a call, with the worklogs and periods that it is about. */
export type Request =
  | { tool: "post_worklog" | "bulk_post_worklogs"; tokens: string[] }
  /** `isRest`: the plan is to log all that is missing. */
  | {
      tool: "fill_days";
      token: string;
      startDate: string;
      endDate: string;
      isRest: boolean;
      isConfirmed: boolean;
    }
  | {
      tool: "post_draft";
      token: string;
      startDate: string;
      endDate: string;
      planned: Planned[];
      isConfirmed: boolean;
    }
  | UpdateRequest
  | { tool: "delete_worklog"; id: string }
  | { tool: "delete_worklogs"; ids: string[]; isConfirmed: boolean }
  | { tool: "undo" | "journal" }
  | { tool: "submit_timesheet"; period: string; isConfirmed: boolean }
  | { tool: "recall_timesheet"; period: string };

interface UpdateRequest {
  tool: "update_worklog";
  id: string;
  /** Empty if it leaves the comment. */
  mark: string;
  entry: string;
  /** Whether it is to be moved to another issue. */
  isMove: boolean;
  startTime?: string;
  attributes?: Values;
}

/** The codes of errors after which a call may have taken effect. */
const UNKNOWN = ["outcome_unknown", "internal", "contract_violation", "wrong_author", "partial_failure"];

/** The name of a plan's entry. */
export function plannedEntry(token: string, date: string): string {
  return `${token}@${date}`;
}

/** The claims of an answer. If there is none, the process died and anything may be. @param printed the output of undo until then */
export function claimsOf(request: Request, answer: Answer | undefined, printed = ""): Claim[] {
  const isUnknown = !answer || (answer.code !== undefined && UNKNOWN.includes(answer.code));
  const reply = answer?.reply;
  switch (request.tool) {
    case "post_worklog":
      if (reply) return posted(request.tokens[0] as string, reply as PostWorklogResponse);
      return request.tokens.map((entry) => ({ says: isUnknown ? "maybe stored" : "not stored", entry }));
    case "bulk_post_worklogs":
      if (reply) return rows(request.tokens, reply as BulkPostWorklogsResponse);
      return request.tokens.map((entry) => ({ says: isUnknown ? "maybe stored" : "not stored", entry }));
    case "fill_days": {
      if (!request.isConfirmed)
        return reply && request.isRest ? countedByFill(request, reply as FillDaysResponse) : [];
      const entries = datesBetween(request.startDate, request.endDate).map((date) =>
        plannedEntry(request.token, date),
      );
      if (reply) return filled(request.token, entries, reply as FillDaysResponse);
      return entries.map((entry) => ({ says: isUnknown ? "maybe stored" : "not stored", entry }));
    }
    case "post_draft": {
      if (!request.isConfirmed) return reply ? countedByDraft(reply as DraftTimesheetResponse) : [];
      const entries = request.planned.map(({ date }) => plannedEntry(request.token, date));
      if (reply) return drafted(entries, request.planned, reply as PostDraftResponse);
      return entries.map((entry) => ({ says: isUnknown ? "maybe stored" : "not stored", entry }));
    }
    case "update_worklog": {
      const { tool: _, isMove, ...change } = request;
      const { id, mark, entry } = change;
      if (reply) return changed(request, reply as UpdateWorklogResponse);
      if (!isUnknown) return [{ says: "not changed", id, mark }];
      if (!isMove) return [{ says: "maybe changed", ...change }];
      return [
        ...loggedAs(answer?.text ?? "").map(
          (stored) => ({ says: "stored", entry, id: stored, isNew: true }) as const,
        ),
        { says: "maybe moved", id, entry },
        { says: "maybe stored", entry },
        { says: "maybe changed", ...change },
        { says: "maybe deleted", id },
      ];
    }
    case "delete_worklog": {
      const { id } = request;
      if (reply) return [{ says: "deleted", id }];
      return [{ says: isUnknown ? "maybe deleted" : "not deleted", id }];
    }
    case "delete_worklogs":
      if (!request.isConfirmed) return [];
      if (reply) return (reply as DeleteWorklogsResponse).worklogs.map(ofDeletion);
      return request.ids.map((id) => ({ says: isUnknown ? "maybe deleted" : "not deleted", id }));
    case "undo":
      return answer ? undone(answer.text) : idsIn(printed).map((id) => ({ says: "maybe deleted", id }));
    case "journal":
      return [];
    case "submit_timesheet": {
      const { period } = request;
      if (!request.isConfirmed)
        return (reply as SubmitTimesheetResponse | undefined)?.alreadySubmitted
          ? [{ says: "submitted", period, isPlan: true }]
          : [];
      if (!reply) return [{ says: isUnknown ? "maybe submitted" : "not submitted", period }];
      const { submitted, alreadySubmitted } = reply as SubmitTimesheetResponse;
      return [{ says: submitted || alreadySubmitted ? "submitted" : "not submitted", period }];
    }
    case "recall_timesheet": {
      const { period } = request;
      if (reply) return [{ says: "recalled", period }];
      return [{ says: isUnknown ? "maybe recalled" : "not recalled", period }];
    }
  }
}

/** The id of the worklog that hours have on their new issue, by the error of a move that is not finished. */
function loggedAs(text: string): string[] {
  return /^The hours of worklog \d+ are logged on .* as worklog (\d+)/.exec(text)?.slice(1) ?? [];
}

/** The ids of worklogs that a text names. */
export function idsIn(text: string): string[] {
  return text.match(/\b12[89]\d{4}\b/g) ?? [];
}

function posted(entry: string, { worklog }: PostWorklogResponse): Claim[] {
  const { id, alreadyLogged, hours, comment, startTime, possibleDuplicateId: copy } = worklog;
  const attributes = worklog.attributes?.map(({ key, value }) => `${key}=${value}`);
  return [
    {
      ...{ says: "stored", entry, id, isNew: !alreadyLogged, hours, comment },
      ...(attributes && { attributes }),
      ...(startTime !== undefined && { startTime }),
      ...(copy !== undefined && { copy }),
    },
  ];
}

function rows(tokens: readonly string[], { results }: BulkPostWorklogsResponse): Claim[] {
  return results.map((row, index): Claim => {
    const { worklogId: id, alreadyLogged, hours, possibleDuplicateId: copy, error = "" } = row;
    const entry = tokens[index] as string;
    if (id !== undefined)
      return { says: "stored", entry, id, isNew: !alreadyLogged, hours, ...(copy !== undefined && { copy }) };
    return { says: isUnknownText(error) ? "maybe stored" : "not stored", entry };
  });
}

function filled(
  token: string,
  entries: readonly string[],
  { logged: isPosted, entries: groups, failures = [] }: FillDaysResponse,
): Claim[] {
  const stored = groups.flatMap(({ dates, worklogIds = [], hours, comment }) =>
    dates.flatMap((date, index): Claim[] => {
      const id = worklogIds[index];
      const claim = {
        says: "stored",
        entry: plannedEntry(token, date),
        isNew: true,
        hours,
        comment: comment ?? "",
      } as const;
      return isPosted && id !== undefined ? [{ ...claim, id }] : [];
    }),
  );
  const unknown = new Set(
    failures.filter(({ error }) => isUnknownText(error)).map(({ date }) => plannedEntry(token, date)),
  );
  const isStored = (entry: string) =>
    stored.some((claim) => claim.says === "stored" && claim.entry === entry);
  const others = entries
    .filter((entry) => !isStored(entry))
    .map((entry): Claim => ({ says: unknown.has(entry) ? "maybe stored" : "not stored", entry }));
  return [...stored, ...others];
}

/** A plan logs all that a date lacks, unless it says why not. Hours that lists do not show yet are no reason. */
function countedByFill(
  { startDate, endDate }: { startDate: string; endDate: string },
  { entries, skipped = [] }: FillDaysResponse,
): Claim[] {
  const without = new Set(
    skipped.flatMap(({ date, reason }) => (/in Tempo's list yet/.test(reason) ? [] : date)),
  );
  return datesBetween(startDate, endDate).flatMap((date): Claim[] => {
    if (without.has(date)) return [];
    const planned = entries.filter(({ dates }) => dates.includes(date));
    const hours = REQUIRED_HOURS - planned.reduce((sum, it) => sum + it.hours, 0);
    return [{ says: "counted", date, hours, isLeast: planned.length === 0 }];
  });
}

function countedByDraft({ days }: DraftTimesheetResponse): Claim[] {
  return days.map(({ date, loggedHours: hours = 0 }) => ({ says: "counted", date, hours, isLeast: false }));
}

/** The ids come in the order of the draft, which has one worklog a date, without those that failed. */
function drafted(
  entries: readonly string[],
  planned: readonly Planned[],
  { worklogIds, alreadyLoggedIds = [], changed = [], failures = [] }: PostDraftResponse,
): Claim[] {
  // Nothing says which dates a part of them is.
  if (alreadyLoggedIds.length > 0 && alreadyLoggedIds.length < entries.length)
    return entries.map((entry): Claim => ({ says: "maybe stored", entry }));
  const failed = new Map(failures.map(({ date, error }) => [date, error]));
  let next = 0;
  return entries.map((entry, index): Claim => {
    const { date, hours, comment } = planned[index] as Planned;
    const error = failed.get(date);
    const isStored = error === undefined ? worklogIds.length > 0 : /may be logged twice/.test(error);
    if (!isStored) return { says: isUnknownText(error ?? "") ? "maybe stored" : "not stored", entry };
    const id = worklogIds[next] as string;
    next += 1;
    const isNew = !alreadyLoggedIds.includes(id);
    const isAsPlanned = isNew && changed.length === 0;
    return { says: "stored", entry, id, isNew, ...(isAsPlanned && { hours, comment }) };
  });
}

function ofDeletion({ id, deleted, error = "" }: DeleteWorklogsResponse["worklogs"][number]): Claim {
  if (deleted) return { says: "deleted", id };
  return { says: isUnknownText(error) ? "maybe deleted" : "not deleted", id };
}

/** A worklog that was moved where Tempo has no operation for that is another one now. */
function changed(
  { tool: _, id, isMove, ...change }: UpdateRequest,
  { worklog, before, unchanged }: UpdateWorklogResponse,
): Claim[] {
  const { entry } = change;
  const { date, hours, attributes: shown = [] } = worklog;
  const attributes = {
    ...change.attributes,
    ...Object.fromEntries(shown.map(({ key, value }) => [key, value])),
  };
  // Any change of a worklog whose move was interrupted finishes that.
  const isMoved = worklog.id !== id;
  return [
    ...(isMoved && isMove
      ? [{ says: "stored", entry, id: worklog.id, isNew: before.id !== undefined } as const]
      : []),
    ...(isMoved
      ? [...new Set([id, before.id ?? id])].map((old) => ({ says: "deleted", id: old }) as const)
      : []),
    {
      says: "changed",
      ...change,
      id: worklog.id,
      mark: change.mark || (markIn(worklog.comment) ?? ""),
      date,
      hours,
      attributes,
      ...(unchanged && { wasSo: true }),
    },
  ];
}

/** One line for each worklog, after the list of all. */
function undone(text: string): Claim[] {
  return text.split("\n").flatMap((line): Claim[] => {
    const [, id, what = ""] = /^(\d+) (deleted|no longer exists|failed: .*)$/.exec(line) ?? [];
    if (id === undefined) return [];
    if (what === "deleted") return [{ says: "deleted", id }];
    if (what === "no longer exists") return [{ says: "gone", id }];
    return [{ says: isUnknownText(what) ? "maybe deleted" : "not deleted", id }];
  });
}

function isUnknownText(text: string): boolean {
  return /unknown|may be logged twice/.test(text);
}
