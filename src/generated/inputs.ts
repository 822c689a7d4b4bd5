// Rendered from contracts/ by `npm run generate`. Do not edit.

/**
 * The published shapes by name.
 */
export interface Inputs {
  GetScheduleInput: GetScheduleInput;
  GetWorklogsInput: GetWorklogsInput;
  PostWorklogInput: PostWorklogInput;
  BulkPostWorklogsInput: BulkPostWorklogsInput;
  PostWorklogDetailsInput: PostWorklogDetailsInput;
  BulkPostWorklogsDetailsInput: BulkPostWorklogsDetailsInput;
  DeleteWorklogInput: DeleteWorklogInput;
  FindMissingDaysInput: FindMissingDaysInput;
  FillDaysInput: FillDaysInput;
  UpdateWorklogInput: UpdateWorklogInput;
  DeleteWorklogsInput: DeleteWorklogsInput;
  GetTimesheetsInput: GetTimesheetsInput;
  SubmitTimesheetInput: SubmitTimesheetInput;
  RecallTimesheetInput: RecallTimesheetInput;
  SearchIssuesInput: SearchIssuesInput;
  GetWorkAttributesInput: GetWorkAttributesInput;
  DraftTimesheetInput: DraftTimesheetInput;
  PostDraftInput: PostDraftInput;
  GetTotalsInput: GetTotalsInput;
  GetTeamTimesheetsInput: GetTeamTimesheetsInput;
  GetTeamTotalsInput: GetTeamTotalsInput;
}
/**
 * Arguments of get_schedule.
 */
export interface GetScheduleInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of get_worklogs.
 */
export interface GetWorklogsInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
  /**
   * Only this issue.
   */
  issueKey?: string;
}
/**
 * Arguments of post_worklog.
 */
export interface PostWorklogInput {
  /**
   * Such as PROJ-123.
   */
  issueKey: string;
  /**
   * 0.1 to 24, per day.
   */
  hours: number;
  /**
   * Date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Left out: only startDate, even on a day off.
   */
  endDate?: string;
  /**
   * Default: true.
   */
  billable?: boolean;
  /**
   * Comment.
   */
  description?: string;
}
/**
 * Arguments of bulk_post_worklogs.
 */
export interface BulkPostWorklogsInput {
  /**
   * 1 to 500 entries.
   */
  worklogs: BulkWorklogEntry[];
  /**
   * Default: true.
   */
  billable?: boolean;
}
/**
 * One worklog to log.
 */
export interface BulkWorklogEntry {
  /**
   * Such as PROJ-123.
   */
  issueKey: string;
  /**
   * 0.1 to 24.
   */
  hours: number;
  /**
   * Date, YYYY-MM-DD.
   */
  date: string;
  /**
   * Comment.
   */
  description?: string;
}
/**
 * Arguments of post_worklog with the set details.
 */
export interface PostWorklogDetailsInput {
  /**
   * Such as PROJ-123.
   */
  issueKey: string;
  /**
   * 0.1 to 24, per day.
   */
  hours: number;
  /**
   * Date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Left out: only startDate, even on a day off.
   */
  endDate?: string;
  /**
   * Default: true.
   */
  billable?: boolean;
  /**
   * Comment.
   */
  description?: string;
  /**
   * Local, HH:mm.
   */
  startTime?: string;
  attributes?: WorkAttributeValues;
}
/**
 * Values of work attributes by key or name.
 */
export interface WorkAttributeValues {
  [k: string]: string;
}
/**
 * Arguments of bulk_post_worklogs with the set details.
 */
export interface BulkPostWorklogsDetailsInput {
  /**
   * 1 to 500 entries.
   */
  worklogs: DetailedWorklogEntry[];
  /**
   * Default: true.
   */
  billable?: boolean;
}
/**
 * One worklog to log, with its details.
 */
export interface DetailedWorklogEntry {
  /**
   * Such as PROJ-123.
   */
  issueKey: string;
  /**
   * 0.1 to 24.
   */
  hours: number;
  /**
   * Date, YYYY-MM-DD.
   */
  date: string;
  /**
   * Default: that of the call.
   */
  billable?: boolean;
  /**
   * Comment.
   */
  description?: string;
  /**
   * Local, HH:mm.
   */
  startTime?: string;
  attributes?: WorkAttributeValues;
}
/**
 * Arguments of delete_worklog.
 */
export interface DeleteWorklogInput {
  /**
   * Id from get_worklogs.
   */
  worklogId: string;
}
/**
 * Arguments of find_missing_days.
 */
export interface FindMissingDaysInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of fill_days.
 */
export interface FillDaysInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
  /**
   * 1 to 20, applied in order. Or give copyFrom.
   */
  rows?: FillRow[];
  copyFrom?: CopyRange;
  /**
   * Default: true, or as copied.
   */
  billable?: boolean;
  /**
   * From the plan.
   */
  confirm?: string;
}
/**
 * Hours on one issue.
 */
export interface FillRow {
  /**
   * Jira key.
   */
  issueKey: string;
  /**
   * 0.0166 (1m) to 24, per day. Default: the rest of the day.
   */
  hours?: number;
  /**
   * Instead of hours: 1h 20m.
   */
  timeSpent?: string;
  /**
   * Default: all.
   */
  weekdays?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
  /**
   * Comment.
   */
  description?: string;
  attributes?: WorkAttributeValues;
}
/**
 * Dates to copy from.
 */
export interface CopyRange {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of update_worklog.
 */
export interface UpdateWorklogInput {
  /**
   * Id from get_worklogs.
   */
  worklogId: string;
  /**
   * Issue to move it to.
   */
  issueKey?: string;
  /**
   * 0.0166 (1m) to 24. Billable time keeps its share.
   */
  hours?: number;
  /**
   * New date, YYYY-MM-DD.
   */
  date?: string;
  /**
   * Local, HH:mm.
   */
  startTime?: string;
  /**
   * New comment; empty removes it.
   */
  description?: string;
  /**
   * All or none.
   */
  billable?: boolean;
  attributes?: WorkAttributeValues;
}
/**
 * Arguments of delete_worklogs.
 */
export interface DeleteWorklogsInput {
  /**
   * 1 to 100 ids.
   */
  worklogIds: string[];
  /**
   * From the plan.
   */
  confirm?: string;
}
/**
 * Arguments of get_timesheets.
 */
export interface GetTimesheetsInput {
  /**
   * YYYY-MM-DD. Default: this period and the one before.
   */
  startDate?: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of submit_timesheet.
 */
export interface SubmitTimesheetInput {
  /**
   * YYYY-MM-DD, from get_timesheets.
   */
  startDate: string;
  /**
   * Name; Data Center needs it.
   */
  reviewer?: string;
  /**
   * Message to the reviewer.
   */
  comment?: string;
  /**
   * Default: false.
   */
  evenIfMissing?: boolean;
  /**
   * From the plan.
   */
  confirm?: string;
}
/**
 * Arguments of recall_timesheet.
 */
export interface RecallTimesheetInput {
  /**
   * YYYY-MM-DD, from get_timesheets.
   */
  startDate: string;
  /**
   * Message to the reviewer.
   */
  comment?: string;
}
/**
 * Arguments of search_issues.
 */
export interface SearchIssuesInput {
  /**
   * Left out: recent and assigned issues.
   */
  words?: string;
  /**
   * Only this project.
   */
  projectKey?: string;
  /**
   * 1 to 20. Default: 10.
   */
  limit?: number;
}
/**
 * Arguments of get_work_attributes.
 */
export interface GetWorkAttributesInput {
  /**
   * Also lists the accounts open to it.
   */
  issueKey?: string;
}
/**
 * Arguments of draft_timesheet.
 */
export interface DraftTimesheetInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive, at most 31 days. Default: startDate.
   */
  endDate?: string;
  /**
   * Issues that the user gives to evidence.
   */
  assign?: AssignedEvidence[];
  /**
   * Refs of evidence that is not to count.
   */
  leaveOut?: string[];
  /**
   * Stretch work, not meetings, to the required hours. Default: true.
   */
  fill?: boolean;
  attributes?: WorkAttributeValues;
}
/**
 * The issue of a piece of evidence.
 */
export interface AssignedEvidence {
  /**
   * From the draft, such as c4.
   */
  ref: string;
  /**
   * Such as PROJ-123.
   */
  issueKey: string;
}
/**
 * Arguments of post_draft.
 */
export interface PostDraftInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, as in draft_timesheet.
   */
  endDate?: string;
  /**
   * As in draft_timesheet.
   */
  assign?: AssignedEvidence[];
  /**
   * As in draft_timesheet.
   */
  leaveOut?: string[];
  /**
   * As in draft_timesheet.
   */
  fill?: boolean;
  attributes?: WorkAttributeValues;
  /**
   * From the draft that the user agreed to.
   */
  confirm: string;
  /**
   * Keep assign as rules for evidence of the same titles. Default: false.
   */
  remember?: boolean;
}
/**
 * Arguments of get_totals.
 */
export interface GetTotalsInput {
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
  /**
   * Default: issue.
   */
  groupBy?: "issue" | "project" | "account" | "day" | "week" | "month";
  /**
   * Groups within each group.
   */
  then?: "issue" | "project" | "account" | "day" | "week" | "month";
  /**
   * Only this issue.
   */
  issueKey?: string;
  /**
   * Only this project.
   */
  projectKey?: string;
  /**
   * True: only worklogs with billable time. False: only those without.
   */
  billable?: boolean;
  /**
   * 1 to 60 groups at each level; the rest is `other`. Default: 12; with `then` 3, 2 within each.
   */
  limit?: number;
}
/**
 * Arguments of get_team_timesheets.
 */
export interface GetTeamTimesheetsInput {
  /**
   * Name or id. Left out: lists the teams.
   */
  team?: string;
  /**
   * YYYY-MM-DD, in the period. Default: today.
   */
  startDate?: string;
  /**
   * YYYY-MM-DD, in the same period.
   */
  endDate?: string;
  /**
   * Also the past dates that lack hours.
   */
  days?: boolean;
}
/**
 * Arguments of get_team_totals.
 */
export interface GetTeamTotalsInput {
  /**
   * Name or id.
   */
  team: string;
  /**
   * YYYY-MM-DD.
   */
  startDate: string;
  /**
   * YYYY-MM-DD, inclusive. Default: startDate.
   */
  endDate?: string;
  /**
   * Default: project.
   */
  groupBy?: "person" | "project" | "account" | "day" | "week" | "month";
  /**
   * Groups within each group.
   */
  then?: "person" | "project" | "account" | "day" | "week" | "month";
  /**
   * Only this project.
   */
  projectKey?: string;
  /**
   * True: only worklogs with billable time. False: only those without.
   */
  billable?: boolean;
  /**
   * 1 to 60 groups at each level; the rest is `other`. Default: 12; with `then` 3, 2 within each.
   */
  limit?: number;
}
