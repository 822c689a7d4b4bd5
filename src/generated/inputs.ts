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
   * What was done; stored as the worklog's comment.
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
   * What was done; stored as the worklog's comment.
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
