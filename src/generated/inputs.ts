// Rendered from contracts/ by `npm run generate`. Do not edit.

/**
 * The published shapes by name.
 */
export interface Inputs {
  GetScheduleInput: GetScheduleInput;
  GetWorklogsInput: GetWorklogsInput;
  PostWorklogInput: PostWorklogInput;
  BulkPostWorklogsInput: BulkPostWorklogsInput;
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
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of get_worklogs.
 */
export interface GetWorklogsInput {
  /**
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
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
   * Decimal, per day.
   */
  hours: number;
  /**
   * Date of the work.
   */
  startDate: string;
  /**
   * Inclusive. Left out: only startDate, even on a day off.
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
   * Decimal.
   */
  hours: number;
  /**
   * Date of the work.
   */
  date: string;
  /**
   * Comment.
   */
  description?: string;
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
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of fill_days.
 */
export interface FillDaysInput {
  /**
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
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
   * Decimal, per day. Left out: the rest of the day.
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
 * Values of work attributes by key.
 */
export interface WorkAttributeValues {
  [k: string]: string;
}
/**
 * Dates to copy from.
 */
export interface CopyRange {
  /**
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
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
   * Decimal. Billable time keeps its share.
   */
  hours?: number;
  /**
   * New date.
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
   * All of it, or none.
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
   * Default: this period and the one before.
   */
  startDate?: string;
  /**
   * Inclusive. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of submit_timesheet.
 */
export interface SubmitTimesheetInput {
  /**
   * From get_timesheets.
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
   * From get_timesheets.
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
   * Default: 10.
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
   * First date.
   */
  startDate: string;
  /**
   * Inclusive, at most 31 days. Default: startDate.
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
   * First date.
   */
  startDate: string;
  /**
   * As in draft_timesheet.
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
   * First date.
   */
  startDate: string;
  /**
   * Inclusive. Default: startDate.
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
   * Groups at each level; the rest is `other`. Default: 12; with `then` 3, 2 within each.
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
   * A date of the period. Default: today.
   */
  startDate?: string;
  /**
   * A later date of the same period.
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
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
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
   * Only this project, for example PROJ.
   */
  projectKey?: string;
  /**
   * True: only worklogs with billable time. False: only those without.
   */
  billable?: boolean;
  /**
   * Most groups named at each level; the rest is one, `other`. Default: 12; with `then` 3, and 2 within each.
   */
  limit?: number;
}
