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
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of get_worklogs.
 */
export interface GetWorklogsInput {
  /**
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
  /**
   * Only worklogs on this Jira issue, for example PROJ-123.
   */
  issueKey?: string;
}
/**
 * Arguments of post_worklog.
 */
export interface PostWorklogInput {
  /**
   * Jira issue key, for example PROJ-123.
   */
  issueKey: string;
  /**
   * Hours per day, decimal: 1.5 is one and a half hours.
   */
  hours: number;
  /**
   * Date of the work, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date of a range, inclusive: the hours are logged on each working day of it, at most 500. Left out: only on startDate, even on a day off.
   */
  endDate?: string;
  /**
   * False logs non-billable time. Default: true.
   */
  billable?: boolean;
  /**
   * What was done; stored as the worklog's comment, at most 32,767 characters.
   */
  description?: string;
}
/**
 * Arguments of bulk_post_worklogs.
 */
export interface BulkPostWorklogsInput {
  /**
   * 1 to 500 entries, each logged on its own date.
   */
  worklogs: BulkWorklogEntry[];
  /**
   * For all entries: false logs non-billable time. Default: true.
   */
  billable?: boolean;
}
/**
 * One worklog to log.
 */
export interface BulkWorklogEntry {
  /**
   * Jira issue key, for example PROJ-123.
   */
  issueKey: string;
  /**
   * Hours, decimal: 1.5 is one and a half hours.
   */
  hours: number;
  /**
   * Date of the work, YYYY-MM-DD.
   */
  date: string;
  /**
   * What was done; stored as the worklog's comment, at most 32,767 characters.
   */
  description?: string;
}
/**
 * Arguments of delete_worklog.
 */
export interface DeleteWorklogInput {
  /**
   * Tempo's worklog id, as returned by get_worklogs.
   */
  worklogId: string;
}
/**
 * Arguments of find_missing_days.
 */
export interface FindMissingDaysInput {
  /**
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of fill_days.
 */
export interface FillDaysInput {
  /**
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
  /**
   * 1 to 20 rows, applied to each day in this order. Give rows or copyFrom.
   */
  rows?: FillRow[];
  copyFrom?: CopyRange;
  /**
   * False logs non-billable time. Default: true; with copyFrom, as the copied worklog.
   */
  billable?: boolean;
  /**
   * The digest from this call's plan, to log the planned hours. Left out: only plans.
   */
  confirm?: string;
}
/**
 * Hours on one issue.
 */
export interface FillRow {
  /**
   * Jira issue key, for example PROJ-123.
   */
  issueKey: string;
  /**
   * Hours on each day, decimal. Without it and timeSpent: what is left of the day after the other rows.
   */
  hours?: number;
  /**
   * Instead of hours: an exact time, such as 1h 20m.
   */
  timeSpent?: string;
  /**
   * Only on these weekdays. Left out: on every day.
   */
  weekdays?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday")[];
  /**
   * What was done; stored as the worklog's comment, at most 32,767 characters.
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
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of update_worklog.
 */
export interface UpdateWorklogInput {
  /**
   * Tempo's worklog id, as returned by get_worklogs.
   */
  worklogId: string;
  /**
   * Jira issue to move it to.
   */
  issueKey?: string;
  /**
   * New hours, decimal: 1.5 is one and a half hours. Billable time keeps its share.
   */
  hours?: number;
  /**
   * New date, YYYY-MM-DD.
   */
  date?: string;
  /**
   * New local start time, HH:mm.
   */
  startTime?: string;
  /**
   * New comment, at most 32,767 characters; empty removes it.
   */
  description?: string;
  /**
   * True makes all of the time billable, false none of it.
   */
  billable?: boolean;
  attributes?: WorkAttributeValues;
}
/**
 * Arguments of delete_worklogs.
 */
export interface DeleteWorklogsInput {
  /**
   * 1 to 100 worklog ids of Tempo, as returned by get_worklogs and by the tools that log. An id that is given twice counts once.
   */
  worklogIds: string[];
  /**
   * The digest from this call's plan, to delete what it lists. Left out: only plans.
   */
  confirm?: string;
}
/**
 * Arguments of get_timesheets.
 */
export interface GetTimesheetsInput {
  /**
   * Shows the periods from this date on, YYYY-MM-DD. Left out: this period and the one before.
   */
  startDate?: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
   */
  endDate?: string;
}
/**
 * Arguments of submit_timesheet.
 */
export interface SubmitTimesheetInput {
  /**
   * First date of the period, YYYY-MM-DD, as returned by get_timesheets.
   */
  startDate: string;
  /**
   * Who is to approve it: the name. Left out: the only one that Tempo Cloud offers; Data Center needs it.
   */
  reviewer?: string;
  /**
   * A message to the reviewer, at most 32,767 characters.
   */
  comment?: string;
  /**
   * True submits although hours are missing. Default: false.
   */
  evenIfMissing?: boolean;
  /**
   * The digest from this call's plan, to submit it. Left out: only plans.
   */
  confirm?: string;
}
/**
 * Arguments of recall_timesheet.
 */
export interface RecallTimesheetInput {
  /**
   * First date of the period, as returned by get_timesheets.
   */
  startDate: string;
  /**
   * A message to the reviewer.
   */
  comment?: string;
}
/**
 * Arguments of search_issues.
 */
export interface SearchIssuesInput {
  /**
   * Words of the issue's summary or of the user's comments on it, or its key or number. Left out: the issues that the user logged time on recently, then those assigned to the user.
   */
  words?: string;
  /**
   * Only issues of this Jira project, for example PROJ.
   */
  projectKey?: string;
  /**
   * Most issues to return. Default: 10.
   */
  limit?: number;
}
/**
 * Arguments of get_work_attributes.
 */
export interface GetWorkAttributesInput {
  /**
   * Jira issue key, for example PROJ-123, to list the accounts open to it too.
   */
  issueKey?: string;
}
/**
 * Arguments of draft_timesheet.
 */
export interface DraftTimesheetInput {
  /**
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, at most 31 days in all. Default: startDate.
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
   * True stretches work, not meetings, up to the required hours. False drafts the evidence alone. Default: true.
   */
  fill?: boolean;
  attributes?: WorkAttributeValues;
}
/**
 * The issue of a piece of evidence.
 */
export interface AssignedEvidence {
  /**
   * The draft's ref of the evidence, for example c4.
   */
  ref: string;
  /**
   * Jira issue key, for example PROJ-123.
   */
  issueKey: string;
}
/**
 * Arguments of post_draft.
 */
export interface PostDraftInput {
  /**
   * First date, YYYY-MM-DD.
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
   * The digest of the draft that the user agreed to.
   */
  confirm: string;
  /**
   * True keeps each entry of assign as a rule for evidence of its title. Default: false.
   */
  remember?: boolean;
}
/**
 * Arguments of get_totals.
 */
export interface GetTotalsInput {
  /**
   * First date, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date, inclusive, YYYY-MM-DD. Default: startDate.
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
   * Only this issue, for example PROJ-123.
   */
  issueKey?: string;
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
/**
 * Arguments of get_team_timesheets.
 */
export interface GetTeamTimesheetsInput {
  /**
   * Name or id. Left out: lists the teams that the user may see.
   */
  team?: string;
  /**
   * A date of the period, YYYY-MM-DD. Default: today.
   */
  startDate?: string;
  /**
   * A later date of the same period, YYYY-MM-DD.
   */
  endDate?: string;
  /**
   * True: also the past dates that lack hours. Asks for the schedule of each member who lacks hours.
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
