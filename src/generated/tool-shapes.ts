// Rendered from contracts/ by `npm run generate`. Do not edit.

import type { Inputs } from "./inputs.ts";
import type { Responses } from "./responses.ts";

/** By tool name: the types of its arguments, of those with the set `details` if they differ, and of its reply. */
export interface Tools {
  get_schedule: { input: Inputs["GetScheduleInput"]; reply: Responses["GetScheduleResponse"] };
  get_worklogs: { input: Inputs["GetWorklogsInput"]; reply: Responses["GetWorklogsResponse"] };
  post_worklog: { input: Inputs["PostWorklogInput"]; detailed: Inputs["PostWorklogDetailsInput"]; reply: Responses["PostWorklogResponse"] };
  bulk_post_worklogs: { input: Inputs["BulkPostWorklogsInput"]; detailed: Inputs["BulkPostWorklogsDetailsInput"]; reply: Responses["BulkPostWorklogsResponse"] };
  delete_worklog: { input: Inputs["DeleteWorklogInput"]; reply: Responses["DeleteWorklogResponse"] };
  find_missing_days: { input: Inputs["FindMissingDaysInput"]; reply: Responses["FindMissingDaysResponse"] };
  fill_days: { input: Inputs["FillDaysInput"]; reply: Responses["FillDaysResponse"] };
  update_worklog: { input: Inputs["UpdateWorklogInput"]; reply: Responses["UpdateWorklogResponse"] };
  delete_worklogs: { input: Inputs["DeleteWorklogsInput"]; reply: Responses["DeleteWorklogsResponse"] };
  get_timesheets: { input: Inputs["GetTimesheetsInput"]; reply: Responses["GetTimesheetsResponse"] };
  submit_timesheet: { input: Inputs["SubmitTimesheetInput"]; reply: Responses["SubmitTimesheetResponse"] };
  recall_timesheet: { input: Inputs["RecallTimesheetInput"]; reply: Responses["RecallTimesheetResponse"] };
  search_issues: { input: Inputs["SearchIssuesInput"]; reply: Responses["SearchIssuesResponse"] };
  get_work_attributes: { input: Inputs["GetWorkAttributesInput"]; reply: Responses["GetWorkAttributesResponse"] };
  draft_timesheet: { input: Inputs["DraftTimesheetInput"]; reply: Responses["DraftTimesheetResponse"] };
  post_draft: { input: Inputs["PostDraftInput"]; reply: Responses["PostDraftResponse"] };
  get_totals: { input: Inputs["GetTotalsInput"]; reply: Responses["GetTotalsResponse"] };
  get_team_timesheets: { input: Inputs["GetTeamTimesheetsInput"]; reply: Responses["GetTeamTimesheetsResponse"] };
  get_team_totals: { input: Inputs["GetTeamTotalsInput"]; reply: Responses["GetTeamTotalsResponse"] };
}

/** By tool name: the names of its shapes. */
export const toolShapes = {
  get_schedule: { input: "GetScheduleInput", reply: "GetScheduleResponse" },
  get_worklogs: { input: "GetWorklogsInput", reply: "GetWorklogsResponse" },
  post_worklog: { input: "PostWorklogInput", detailed: "PostWorklogDetailsInput", reply: "PostWorklogResponse" },
  bulk_post_worklogs: { input: "BulkPostWorklogsInput", detailed: "BulkPostWorklogsDetailsInput", reply: "BulkPostWorklogsResponse" },
  delete_worklog: { input: "DeleteWorklogInput", reply: "DeleteWorklogResponse" },
  find_missing_days: { input: "FindMissingDaysInput", reply: "FindMissingDaysResponse" },
  fill_days: { input: "FillDaysInput", reply: "FillDaysResponse" },
  update_worklog: { input: "UpdateWorklogInput", reply: "UpdateWorklogResponse" },
  delete_worklogs: { input: "DeleteWorklogsInput", reply: "DeleteWorklogsResponse" },
  get_timesheets: { input: "GetTimesheetsInput", reply: "GetTimesheetsResponse" },
  submit_timesheet: { input: "SubmitTimesheetInput", reply: "SubmitTimesheetResponse" },
  recall_timesheet: { input: "RecallTimesheetInput", reply: "RecallTimesheetResponse" },
  search_issues: { input: "SearchIssuesInput", reply: "SearchIssuesResponse" },
  get_work_attributes: { input: "GetWorkAttributesInput", reply: "GetWorkAttributesResponse" },
  draft_timesheet: { input: "DraftTimesheetInput", reply: "DraftTimesheetResponse" },
  post_draft: { input: "PostDraftInput", reply: "PostDraftResponse" },
  get_totals: { input: "GetTotalsInput", reply: "GetTotalsResponse" },
  get_team_timesheets: { input: "GetTeamTimesheetsInput", reply: "GetTeamTimesheetsResponse" },
  get_team_totals: { input: "GetTeamTotalsInput", reply: "GetTeamTotalsResponse" },
} as const;
