import type { Meeting } from "../../src/timesheet/draft/evidence.ts";
import { bulkPostWorklogs } from "../../src/tools/bulk-post-worklogs.ts";
import { deleteWorklog } from "../../src/tools/delete-worklog.ts";
import { deleteWorklogs } from "../../src/tools/delete-worklogs.ts";
import { draftTimesheet } from "../../src/tools/draft-timesheet.ts";
import { fillDays } from "../../src/tools/fill-days.ts";
import { postDraft } from "../../src/tools/post-draft.ts";
import { postWorklog } from "../../src/tools/post-worklog.ts";
import { recallTimesheet } from "../../src/tools/recall-timesheet.ts";
import { submitTimesheet } from "../../src/tools/submit-timesheet.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { updateWorklog } from "../../src/tools/update-worklog.ts";
import { meeting } from "../helpers/evidence.ts";
import type { Request } from "./claims.ts";
import { changedComment, datesBetween, detailsOf, SPELLINGS, TEAM_KEY, tokenOf } from "./content.ts";
import type { Recorder, Target } from "./recorder.ts";
import type { Action, Entry, Values } from "./scenario.ts";

/** A tool and what it is asked, or undo, or the journal. A plan is asked for again with its digest. */
export interface Invocation {
  tool?: Tool;
  /** The tool that confirms its plan, if that is another one. */
  confirmedBy?: Tool;
  args: Record<string, unknown>;
  request: Request;
  /** The evidence that drafts are made of. */
  meetings?: Meeting[];
}

type Update = Pick<
  Extract<Action, { does: "update" }>,
  "mark" | "hours" | "date" | "issueKey" | "attributes"
>;

/** Undefined for what a person does, and if there is no worklog that it could be about. @param spelling of attributes, and the choice of start times */
export function invocationOf(
  action: Action,
  entries: readonly Entry[],
  recorder: Recorder,
  spelling = 0,
): Invocation | undefined {
  const entry = (index: number) => entries[index % entries.length] as Entry;
  switch (action.does) {
    case "post": {
      const { date, ...row } = rowOf(entry(action.entry), spelling);
      const tokens = [entry(action.entry).token];
      return { tool: POST, args: { ...row, startDate: date }, request: { tool: "post_worklog", tokens } };
    }
    case "bulk": {
      const wanted = action.entries.map(entry);
      const tokens = wanted.map(({ token }) => token);
      return {
        tool: BULK,
        args: batchOf(
          wanted.map((it, index) => rowOf(it, spelling + index)),
          spelling % 2 === 0,
        ),
        request: { tool: "bulk_post_worklogs", tokens },
      };
    }
    case "fill": {
      const { token, startDate, endDate, issueKey, hours, team } = action;
      const attributes = team === undefined ? undefined : { [TEAM_KEY]: team };
      const row = { issueKey, description: token, ...(attributes && { attributes }) };
      const rows = [{ ...row, ...(hours !== undefined && { hours }) }];
      const isRest = hours === undefined;
      const request: Request = { tool: "fill_days", token, startDate, endDate, isRest, isConfirmed: false };
      return { tool: fillDays, args: { startDate, endDate, rows }, request };
    }
    case "draft": {
      const { token, startDate, endDate, issueKey } = action;
      const request: Request = {
        tool: "post_draft",
        token,
        startDate,
        endDate,
        planned: [],
        isConfirmed: false,
      };
      return {
        tool: draftTimesheet,
        confirmedBy: postDraft,
        args: { startDate, endDate, fill: false },
        request,
        meetings: datesBetween(startDate, endDate).map((date) =>
          meeting(`${date} 09:00`, `${date} 11:00`, `${issueKey} ${token}`),
        ),
      };
    }
    case "update":
      return updateOf(recorder.target(action.target), action, spelling);
    case "delete": {
      const { id } = recorder.target(action.target) ?? {};
      if (id === undefined) return undefined;
      return { tool: deleteWorklog, args: { worklogId: id }, request: { tool: "delete_worklog", id } };
    }
    case "deleteMany": {
      const ids = [...new Set(action.targets.flatMap((index) => recorder.target(index)?.id ?? []))];
      if (ids.length === 0) return undefined;
      const request: Request = { tool: "delete_worklogs", ids, isConfirmed: false };
      return { tool: deleteWorklogs, args: { worklogIds: ids }, request };
    }
    case "undo":
      return { args: {}, request: { tool: "undo" } };
    case "submit": {
      const { period } = action;
      const args = { startDate: period, reviewer: "Bo", evenIfMissing: true };
      return {
        tool: submitTimesheet,
        args,
        request: { tool: "submit_timesheet", period, isConfirmed: false },
      };
    }
    case "recall": {
      const { period } = action;
      return {
        tool: recallTimesheet,
        args: { startDate: period },
        request: { tool: "recall_timesheet", period },
      };
    }
    default:
      return undefined;
  }
}

/** The comment names the entry, and gets the change's mark; where it names the entry already, attributes alone may change. */
export function updateOf(
  target: Target | undefined,
  { mark, hours, date, issueKey, attributes }: Update,
  spelling = 0,
): Invocation | undefined {
  if (!target) return undefined;
  const { id, entry, isNamed } = target;
  // A worklog that this machine has moved on Cloud is deleted, as far as another one knows.
  const isMove = issueKey !== undefined && !entry.startsWith("p");
  const start = startTimeOf(spelling);
  const isSilent = attributes !== undefined && isNamed && !isMove;
  const args = {
    worklogId: id,
    ...(!isSilent && { description: changedComment(entry, mark) }),
    ...(hours !== undefined && { hours }),
    ...(date !== undefined && { date }),
    ...(isMove && { issueKey }),
    ...start,
    ...(attributes && spelled(attributes, spelling)),
  };
  const change = {
    ...{ id, entry, isMove, ...start, ...(attributes && { attributes }) },
    mark: isSilent ? "" : mark,
  };
  return { tool: updateWorklog, args, request: { tool: "update_worklog", ...change } };
}

/** The tools as the set `details` has them. */
const POST: Tool = { ...postWorklog, input: "PostWorklogDetailsInput" };
const BULK: Tool = { ...bulkPostWorklogs, input: "BulkPostWorklogsDetailsInput" };

const START_TIMES = [undefined, "09:00", "13:30", undefined, "08:15"];

function startTimeOf(spelling: number): { startTime?: string } {
  const startTime = START_TIMES[spelling % START_TIMES.length];
  return startTime === undefined ? {} : { startTime };
}

type Row = ReturnType<typeof rowOf>;

/** @param spelling of its attributes, and the choice of its start time: neither makes another entry */
function rowOf({ token, issueKey, date, hours, attributes = {} }: Entry, spelling: number) {
  return {
    ...{ issueKey, date, hours, description: tokenOf(token) },
    ...startTimeOf(spelling),
    ...spelled(attributes, spelling),
  };
}

/** @param isBillable what rows are that do not say it themselves */
function batchOf(rows: readonly Row[], isBillable: boolean) {
  if (isBillable) return { worklogs: rows };
  const worklogs = rows.map(({ billable = true, ...row }) => ({ ...row, ...(billable && { billable }) }));
  return { worklogs, billable: false };
}

/** Values as tools take them, with keys or names. */
function spelled(values: Values, spelling: number): { billable?: boolean; attributes?: Values } {
  const { attributes, ...others } = detailsOf(values);
  const given = Object.entries(attributes).map(([key, value]) => {
    const ways = SPELLINGS[key]?.[value] ?? [];
    return ways[spelling % ways.length] ?? [key, value];
  });
  return { ...others, ...(given.length > 0 && { attributes: Object.fromEntries(given) }) };
}
