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
   * Last date, inclusive, YYYY-MM-DD. Left out: the start date.
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
   * Last date, inclusive, YYYY-MM-DD. Left out: the start date.
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
   * Hours per day, decimal: 1.5 is an hour and a half.
   */
  hours: number;
  /**
   * Date of the work, YYYY-MM-DD.
   */
  startDate: string;
  /**
   * Last date of a range, inclusive: the hours are booked on each working day of it, 500 at most. Left out: on startDate, whatever day it is.
   */
  endDate?: string;
  /**
   * False books non-billable time. Left out: billable.
   */
  billable?: boolean;
  /**
   * What was done; kept as the worklog's comment.
   */
  description?: string;
}
/**
 * Arguments of bulk_post_worklogs.
 */
export interface BulkPostWorklogsInput {
  /**
   * 1 to 500 entries, each stored on its own date.
   */
  worklogs: BulkWorklogEntry[];
  /**
   * For all entries: false books non-billable time. Left out: billable.
   */
  billable?: boolean;
}
/**
 * One worklog to store.
 */
export interface BulkWorklogEntry {
  /**
   * Jira issue key, for example PROJ-123.
   */
  issueKey: string;
  /**
   * Hours, decimal: 1.5 is an hour and a half.
   */
  hours: number;
  /**
   * Date of the work, YYYY-MM-DD.
   */
  date: string;
  /**
   * What was done; kept as the worklog's comment.
   */
  description?: string;
}
/**
 * Arguments of delete_worklog.
 */
export interface DeleteWorklogInput {
  /**
   * Tempo's worklog id, as get_worklogs gives it.
   */
  worklogId: string;
}
