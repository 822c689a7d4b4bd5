import { bulkPostWorklogs } from "./bulk-post-worklogs.ts";
import { deleteWorklog } from "./delete-worklog.ts";
import { deleteWorklogs } from "./delete-worklogs.ts";
import { draftTimesheet } from "./draft-timesheet.ts";
import { fillDays } from "./fill-days.ts";
import { findMissingDays } from "./find-missing-days.ts";
import { getSchedule } from "./get-schedule.ts";
import { getTeamTimesheets } from "./get-team-timesheets.ts";
import { getTeamTotals } from "./get-team-totals.ts";
import { getTimesheets } from "./get-timesheets.ts";
import { getTotals } from "./get-totals.ts";
import { getWorkAttributes } from "./get-work-attributes.ts";
import { getWorklogs } from "./get-worklogs.ts";
import { postDraft } from "./post-draft.ts";
import { postWorklog } from "./post-worklog.ts";
import { recallTimesheet } from "./recall-timesheet.ts";
import { searchIssues } from "./search-issues.ts";
import { submitTimesheet } from "./submit-timesheet.ts";
import type { Tool, ToolSet } from "./tool.ts";
import { updateWorklog } from "./update-worklog.ts";

/** Every tool, in the order of `tools/list`: those that are always offered, then the sets. Their inputs are those without the set `details`. */
export const tools: readonly Tool[] = [
  getSchedule,
  getWorklogs,
  postWorklog,
  bulkPostWorklogs,
  deleteWorklog,
  findMissingDays,
  fillDays,
  updateWorklog,
  deleteWorklogs,
  getTimesheets,
  submitTimesheet,
  recallTimesheet,
  searchIssues,
  getWorkAttributes,
  draftTimesheet,
  postDraft,
  getTotals,
  getTeamTimesheets,
  getTeamTotals,
];

/** The tools that are always offered. */
export const coreTools: readonly Tool[] = toolsOf(new Set());

/** The tools that are always offered, and those of the sets. With the set `details`, some have another input. */
export function toolsOf(sets: ReadonlySet<ToolSet>): Tool[] {
  return tools
    .filter(({ set }) => set === undefined || sets.has(set))
    .map((tool) => (tool.detailed && sets.has("details") ? { ...tool, input: tool.detailed } : tool));
}
