// Rendered from contracts/ by `npm run generate`. Do not edit.

/**
 * The published shapes by name.
 */
export interface Responses {
  GetScheduleResponse: GetScheduleResponse;
  GetWorklogsResponse: GetWorklogsResponse;
  PostWorklogResponse: PostWorklogResponse;
  BulkPostWorklogsResponse: BulkPostWorklogsResponse;
  DeleteWorklogResponse: DeleteWorklogResponse;
}
/**
 * The working schedule of the token's owner, one element per calendar date of the range.
 */
export interface GetScheduleResponse {
  /**
   * First date of the range, as asked.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as asked; the start date where the call named none.
   */
  endDate: string;
  /**
   * Every date of the range, ascending, without gaps.
   */
  days: ScheduleDay[];
  summary: ScheduleSummary;
}
/**
 * One date of the schedule.
 */
export interface ScheduleDay {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * English name of the weekday of `date`.
   */
  dayOfWeek: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /**
   * Hours that Tempo's schedule requires on this date, holidays already taken off; 0 on a day off.
   */
  requiredHours: number;
  /**
   * True when Tempo calls the date a working day or requires hours on it. A half-day holiday is a working day.
   */
  isWorkingDay: boolean;
  /**
   * Name of the public holiday on this date, from Tempo's holiday scheme. Left out on other dates.
   */
  holiday?: string;
}
/**
 * Totals over the days of a schedule.
 */
export interface ScheduleSummary {
  /**
   * Number of dates in the range.
   */
  totalDays: number;
  /**
   * Number of dates with `isWorkingDay` true.
   */
  workingDays: number;
  /**
   * Number of dates with `isWorkingDay` false.
   */
  nonWorkingDays: number;
  /**
   * Required hours of all dates: their seconds added, rounded once.
   */
  totalRequiredHours: number;
  /**
   * Required hours divided by working days; 0 where there is no working day.
   */
  averageDailyHours: number;
}
/**
 * The worklogs of the token's owner in a date range.
 */
export interface GetWorklogsResponse {
  /**
   * First date of the range, as asked.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as asked; the start date where the call named none.
   */
  endDate: string;
  /**
   * The issue key that the call filtered by, as the caller wrote it. Left out where the call did not filter.
   */
  issueFilter?: string;
  /**
   * All worklogs of the range, ascending by date, then start time (none first), then id.
   */
  worklogs: Worklog[];
  /**
   * The same worklogs added up per issue, most hours first, then by issue key.
   */
  byIssue: IssueAggregate[];
  summary: WorklogSummary;
}
/**
 * One worklog as it stands in Tempo.
 */
export interface Worklog {
  /**
   * Tempo's worklog id: digits, as text. The `worklogId` that delete_worklog takes.
   */
  id: string;
  /**
   * Jira's key of the issue, for example PROJ-123; its numeric id as text where the user may no longer see the issue.
   */
  issueKey: string;
  /**
   * Jira's summary line of the issue; empty where the user may no longer see the issue.
   */
  issueSummary: string;
  /**
   * The date the work was done on.
   */
  date: string;
  /**
   * Hours worked.
   */
  hours: number;
  /**
   * The worklog's description, exactly as stored; empty where there is none.
   */
  comment: string;
}
/**
 * The worklogs of one issue, added up.
 */
export interface IssueAggregate {
  /**
   * Jira's key of the issue; its numeric id as text where the user may no longer see the issue.
   */
  issueKey: string;
  /**
   * Jira's summary line of the issue; empty where the user may no longer see the issue.
   */
  issueSummary: string;
  /**
   * Hours of the issue's worklogs: their seconds added, rounded once.
   */
  totalHours: number;
  /**
   * Number of worklogs on the issue.
   */
  entryCount: number;
}
/**
 * Totals over a list of worklogs.
 */
export interface WorklogSummary {
  /**
   * Hours of all worklogs: their seconds added, rounded once.
   */
  totalHours: number;
  /**
   * Number of worklogs.
   */
  totalEntries: number;
  /**
   * Number of different issues among them.
   */
  uniqueIssues: number;
}
/**
 * The worklog that a call of post_worklog stored, or those of each working day of a range.
 */
export interface PostWorklogResponse {
  /**
   * Always true; a failure is a text error instead.
   */
  success: true;
  worklog: PostedWorklog;
  /**
   * The worklogs of the other days of a range, ascending by date. Left out where only one day was posted.
   *
   * @minItems 1
   */
  additionalWorklogs?: PostedWorklog[];
}
/**
 * A worklog after posting.
 */
export interface PostedWorklog {
  /**
   * Tempo's worklog id: digits, as text. The `worklogId` that delete_worklog takes.
   */
  id: string;
  /**
   * Jira's key of the issue, which may differ from the one asked for (moved issue, other case).
   */
  issueKey: string;
  /**
   * Jira's summary line of the issue.
   */
  issueSummary: string;
  /**
   * The date the work was done on.
   */
  date: string;
  /**
   * Hours stored.
   */
  hours: number;
  /**
   * The description as stored; empty where there is none.
   */
  comment: string;
  /**
   * Billable hours. Left out where they equal `hours`.
   */
  billableHours?: number;
  /**
   * True where an equal worklog stood there before and nothing new was stored. Left out otherwise.
   */
  alreadyLogged?: true;
}
/**
 * What became of each entry of a batch.
 */
export interface BulkPostWorklogsResponse {
  /**
   * One element per entry, in the order of the call.
   */
  results: BulkWorklogResult[];
  /**
   * The entries that succeeded, added up per issue, most hours first, then by issue key. Left out where none succeeded.
   *
   * @minItems 1
   */
  byIssue?: IssueAggregate[];
  summary: BulkSummary;
}
/**
 * What became of one entry of a batch.
 */
export interface BulkWorklogResult {
  /**
   * The entry's date, as the caller wrote it.
   */
  date: string;
  /**
   * The entry's issue key, as the caller wrote it.
   */
  issueKey: string;
  /**
   * Hours stored; where the entry failed, the number as the caller wrote it.
   */
  hours: number;
  /**
   * True when the hours stand in Tempo.
   */
  success: boolean;
  /**
   * Tempo's worklog id: digits, as text. Present where `success` is true.
   */
  worklogId?: string;
  /**
   * Why the entry failed and what to do next. Present where `success` is false.
   */
  error?: string;
  /**
   * True where an equal worklog stood there before and nothing new was stored. Left out otherwise.
   */
  alreadyLogged?: true;
  /**
   * The entry's description. Left out where it had none.
   */
  comment?: string;
}
/**
 * Totals over the results of a batch.
 */
export interface BulkSummary {
  /**
   * Number of entries in the call.
   */
  total: number;
  /**
   * Number of entries with `success` true.
   */
  succeeded: number;
  /**
   * Number of entries with `success` false.
   */
  failed: number;
  /**
   * Hours of the entries with `success` true: their seconds added, rounded once.
   */
  totalHours: number;
}
/**
 * The worklog that was deleted.
 */
export interface DeleteWorklogResponse {
  /**
   * Always true; a failure is a text error instead.
   */
  success: true;
  /**
   * Tempo's id of the worklog that no longer exists.
   */
  deletedWorklogId: string;
}
