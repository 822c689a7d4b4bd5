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
  FindMissingDaysResponse: FindMissingDaysResponse;
  FillDaysResponse: FillDaysResponse;
  UpdateWorklogResponse: UpdateWorklogResponse;
  DeleteWorklogsResponse: DeleteWorklogsResponse;
  GetTimesheetsResponse: GetTimesheetsResponse;
  SubmitTimesheetResponse: SubmitTimesheetResponse;
  RecallTimesheetResponse: RecallTimesheetResponse;
  SearchIssuesResponse: SearchIssuesResponse;
  GetWorkAttributesResponse: GetWorkAttributesResponse;
  DraftTimesheetResponse: DraftTimesheetResponse;
  PostDraftResponse: PostDraftResponse;
  GetTotalsResponse: GetTotalsResponse;
  GetTeamTimesheetsResponse: GetTeamTimesheetsResponse;
  GetTeamTotalsResponse: GetTeamTotalsResponse;
}
/**
 * The working schedule of the token's owner, one element per calendar date of the range.
 */
export interface GetScheduleResponse {
  /**
   * First date of the range, as requested.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as requested; the start date if the call had none.
   */
  endDate: string;
  /**
   * Every date of the range, ascending, without gaps.
   */
  days: ScheduleDay[];
  summary: ScheduleSummary;
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
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
   * English weekday name of `date`.
   */
  dayOfWeek: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /**
   * Hours that Tempo's schedule requires on this date, holidays already deducted; 0 on a day off.
   */
  requiredHours: number;
  /**
   * True if Tempo marks the date as a working day or requires hours on it. A half-day holiday is a working day.
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
   * Sum of the required hours, added in seconds and rounded once.
   */
  totalRequiredHours: number;
  /**
   * Required hours divided by working days; 0 if there are no working days.
   */
  averageDailyHours: number;
}
/**
 * The worklogs of the token's owner in a date range.
 */
export interface GetWorklogsResponse {
  /**
   * First date of the range, as requested.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as requested; the start date if the call had none.
   */
  endDate: string;
  /**
   * The issue key that the call filtered by, as given by the caller. Left out if the call did not filter.
   */
  issueFilter?: string;
  /**
   * All worklogs of the range, ascending by date, then start time (none first), then id.
   */
  worklogs: Worklog[];
  /**
   * The same worklogs, totalled per issue; most hours first, then by issue key.
   */
  byIssue: IssueAggregate[];
  summary: WorklogSummary;
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
}
/**
 * One worklog in Tempo.
 */
export interface Worklog {
  /**
   * Tempo's worklog id: digits, as a string. The `worklogId` for delete_worklog.
   */
  id: string;
  /**
   * The issue's key in Jira, for example PROJ-123; its numeric id, as a string, if the user no longer has access to the issue.
   */
  issueKey: string;
  /**
   * The issue's summary in Jira; empty if the user no longer has access to the issue.
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
   * The worklog's description as stored, cut at 2,000 characters; empty if there is none.
   */
  comment: string;
  /**
   * Billable hours. Left out if all of `hours` are billable.
   */
  billableHours?: number;
  /**
   * Local start time, with the set details. Left out if midnight.
   */
  startTime?: string;
  /**
   * Exact time, such as 1h 20m. Left out if `hours` is exact.
   */
  timeSpent?: string;
  /**
   * Work attributes by key, with the set details.
   *
   * @minItems 1
   */
  attributes?: AttributeValue[];
}
/**
 * A work attribute.
 */
export interface AttributeValue {
  /**
   * Its key.
   */
  key: string;
  /**
   * Its value.
   */
  value: string;
  /**
   * The value's name in its list, or of an open account, if it differs and Tempo shows it.
   */
  name?: string;
}
/**
 * The worklogs of one issue, totalled.
 */
export interface IssueAggregate {
  /**
   * The issue's key in Jira; its numeric id, as a string, if the user no longer has access to the issue.
   */
  issueKey: string;
  /**
   * The issue's summary in Jira; empty if the user no longer has access to the issue.
   */
  issueSummary: string;
  /**
   * Hours of the issue's worklogs, added in seconds and rounded once.
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
   * Hours of all worklogs, added in seconds and rounded once.
   */
  totalHours: number;
  /**
   * Number of worklogs.
   */
  totalEntries: number;
  /**
   * Number of distinct issues among them.
   */
  uniqueIssues: number;
}
/**
 * The worklog that post_worklog stored, or one for each working day of a range.
 */
export interface PostWorklogResponse {
  /**
   * Always true; a failure is returned as an error instead.
   */
  success: true;
  worklog: PostedWorklog;
  /**
   * The worklogs of the other days of a range, ascending by date. Left out if it has one day.
   *
   * @minItems 1
   */
  additionalWorklogs?: PostedWorklog[];
  /**
   * Dates of this call that now have more hours logged than required, ascending. Left out if there is none or the schedule cannot be read.
   *
   * @minItems 1
   */
  overbooked?: OverbookedDay[];
  /**
   * Names dates far from today, and attributes that Tempo shows otherwise than given, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
}
/**
 * A worklog that is logged.
 */
export interface PostedWorklog {
  /**
   * Tempo's worklog id: digits, as a string. The `worklogId` for delete_worklog.
   */
  id: string;
  /**
   * The issue's key in Jira, which may differ from the one in the call (moved issue, other case).
   */
  issueKey: string;
  /**
   * The issue's summary in Jira.
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
   * The description as stored; empty if there is none.
   */
  comment: string;
  /**
   * Billable hours. Left out if all of `hours` are billable.
   */
  billableHours?: number;
  /**
   * Local start time, with the set details. Left out if midnight.
   */
  startTime?: string;
  /**
   * Exact time, such as 1h 20m. Left out if `hours` is exact.
   */
  timeSpent?: string;
  /**
   * Work attributes by key, with the set details.
   *
   * @minItems 1
   */
  attributes?: AttributeValue[];
  /**
   * True if an identical worklog already existed and nothing new was stored. Left out otherwise.
   */
  alreadyLogged?: true;
  /**
   * Id of a worklog that may be a second copy of this one, stored after a lost response and not deleted: look at both in Tempo. Left out otherwise.
   */
  possibleDuplicateId?: string;
}
/**
 * A date with more hours logged than required.
 */
export interface OverbookedDay {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * Hours that the schedule requires; 0 on a day off.
   */
  requiredHours: number;
  /**
   * All hours logged on the date; in the reply of a call that logs, its own too.
   */
  loggedHours: number;
}
/**
 * The result of each entry of a batch.
 */
export interface BulkPostWorklogsResponse {
  /**
   * One element per entry, in the order of the call.
   */
  results: BulkWorklogResult[];
  /**
   * The entries that succeeded, totalled per issue; most hours first, then by issue key. Left out if none succeeded.
   *
   * @minItems 1
   */
  byIssue?: IssueAggregate[];
  /**
   * Dates of successful entries that now have more hours than required, ascending. Left out if there is none or the schedule cannot be read.
   *
   * @minItems 1
   */
  overbooked?: OverbookedDay[];
  /**
   * Names dates far from today, and attributes that Tempo shows otherwise than given, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
  summary: BulkSummary;
}
/**
 * The result of one entry of a batch.
 */
export interface BulkWorklogResult {
  /**
   * The entry's date, as given by the caller.
   */
  date: string;
  /**
   * The entry's issue key, as given by the caller.
   */
  issueKey: string;
  /**
   * Hours stored; if the entry failed, the number given by the caller.
   */
  hours: number;
  /**
   * True if the hours are stored in Tempo.
   */
  success: boolean;
  /**
   * Tempo's worklog id: digits, as a string. Present if `success` is true.
   */
  worklogId?: string;
  /**
   * Why the entry failed and what to do next. Present if `success` is false.
   */
  error?: string;
  /**
   * True if an identical worklog already existed and nothing new was stored. Left out otherwise.
   */
  alreadyLogged?: true;
  /**
   * Id of a worklog that may be a second copy of this one, stored after a lost response and not deleted: look at both in Tempo. Left out otherwise.
   */
  possibleDuplicateId?: string;
  /**
   * The entry's description. Left out if it had none.
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
   * Hours of the entries with `success` true, added in seconds and rounded once.
   */
  totalHours: number;
}
/**
 * The worklog that was deleted.
 */
export interface DeleteWorklogResponse {
  /**
   * Always true; a failure is returned as an error instead.
   */
  success: true;
  /**
   * Tempo's id of the deleted worklog.
   */
  deletedWorklogId: string;
}
/**
 * The days of a range with less hours logged than required.
 */
export interface FindMissingDaysResponse {
  /**
   * First date of the range, as requested.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as requested; the start date if the call had none.
   */
  endDate: string;
  summary: MissingDaysSummary;
  /**
   * The dates with hours missing, ascending. A gap of less than a minute does not count.
   */
  days: MissingDay[];
  /**
   * The dates with more hours logged than required, ascending. Left out if there is none.
   *
   * @minItems 1
   */
  overbooked?: OverbookedDay[];
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
}
/**
 * Totals over the dates of a range.
 */
export interface MissingDaysSummary {
  /**
   * Number of dates with hours missing.
   */
  missingDays: number;
  /**
   * Hours missing on these dates.
   */
  missingHours: number;
  /**
   * Hours that the schedule requires on all dates.
   */
  requiredHours: number;
  /**
   * Hours logged on all dates, days off included.
   */
  loggedHours: number;
  /**
   * Logged hours minus required hours over all dates; negative if hours are missing.
   */
  balanceHours: number;
}
/**
 * A date with hours missing.
 */
export interface MissingDay {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * Hours that the schedule requires, holidays already deducted.
   */
  requiredHours: number;
  /**
   * Hours logged on the date.
   */
  loggedHours: number;
  /**
   * Required hours that are not logged.
   */
  missingHours: number;
  /**
   * Name of the holiday of which the date is a part, such as a half day. Left out on other dates.
   */
  holiday?: string;
}
/**
 * The hours that fill_days plans, or has logged.
 */
export interface FillDaysResponse {
  /**
   * First date of the range, as requested.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive, as requested; the start date if the call had none.
   */
  endDate: string;
  /**
   * False: nothing was logged, this is the plan. True: the hours of `entries` are stored in Tempo.
   */
  logged: boolean;
  summary: FillSummary;
  /**
   * Equal worklogs together, ascending by their first date, then in the order of the rows.
   */
  entries: FillEntry[];
  /**
   * What the plan leaves out, ascending by date. Left out if nothing.
   *
   * @minItems 1
   */
  skipped?: SkippedRow[];
  /**
   * In a plan: the days that get less than a full day would, or nothing, with the reason. Left out if there is none.
   *
   * @minItems 1
   */
  reduced?: ReducedDays[];
  /**
   * Says if dates are far from today, and in a plan what else to know before it is confirmed, such as hours logged through Jira that are not in Tempo yet. Left out if there is nothing.
   *
   * @minItems 1
   */
  warnings?: string[];
  /**
   * Worklogs that are not known to be stored, or that may be stored twice, ascending by date. Left out if there is none.
   *
   * @minItems 1
   */
  failures?: FillFailure[];
  /**
   * Digest of the plan: call again with the same arguments and this as `confirm` to log it. Left out if there is nothing to confirm.
   */
  confirm?: string;
}
/**
 * Totals of a plan, or of what was logged.
 */
export interface FillSummary {
  /**
   * Number of worklogs.
   */
  totalEntries: number;
  /**
   * Number of dates that they are on.
   */
  days: number;
  /**
   * Their hours, added in seconds and rounded once.
   */
  totalHours: number;
  /**
   * Hours of the range that are still missing with them.
   */
  missingHoursAfter: number;
}
/**
 * Worklogs that differ in their date only.
 */
export interface FillEntry {
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * The issue's summary in Jira.
   */
  issueSummary: string;
  /**
   * Hours of each worklog.
   */
  hours: number;
  /**
   * The worklogs' comment. Left out if there is none.
   */
  comment?: string;
  /**
   * The exact time of each worklog, such as 1h 20m. Left out if `hours` is exact.
   */
  timeSpent?: string;
  /**
   * The dates, ascending.
   *
   * @minItems 1
   */
  dates: string[];
  /**
   * Tempo's ids of the worklogs, in the order of `dates`. Left out of a plan.
   *
   * @minItems 1
   */
  worklogIds?: string[];
  /**
   * What the call sets. Left out if nothing.
   *
   * @minItems 1
   */
  attributes?: AttributeValue[];
}
/**
 * Hours that a plan leaves out.
 */
export interface SkippedRow {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * The issue. Left out if it concerns all issues of the date.
   */
  issueKey?: string;
  /**
   * Why the hours are left out.
   */
  reason: string;
}
/**
 * Dates that get less, or nothing, for the same reason.
 */
export interface ReducedDays {
  /**
   * A holiday, a day off, the hours that the day requires, or those that are logged on it.
   */
  reason: string;
  /**
   * The dates as a text, ascending, with commas; several in a row, apart from days off, as first to last.
   */
  when: string;
}
/**
 * A worklog that is not known to be stored, or that may be stored twice.
 */
export interface FillFailure {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * Why it failed and what to do next.
   */
  error: string;
}
/**
 * The worklog after update_worklog.
 */
export interface UpdateWorklogResponse {
  /**
   * Always true; a failure is returned as an error instead.
   */
  success: true;
  worklog: UpdatedWorklog;
  before: WorklogBefore;
  /**
   * True if the worklog already was as requested and nothing was sent. Left out otherwise.
   */
  unchanged?: true;
  /**
   * What Tempo has stored otherwise than it was sent, such as rounded time or a work attribute that it has reset. Left out if nothing.
   *
   * @minItems 1
   */
  differences?: WorklogDifference[];
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
}
/**
 * A worklog after a change.
 */
export interface UpdatedWorklog {
  /**
   * Tempo's worklog id: digits, as a string.
   */
  id: string;
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * The issue's summary in Jira.
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
   * The description as stored; empty if there is none.
   */
  comment: string;
  /**
   * Billable hours. Left out if equal to `hours`.
   */
  billableHours?: number;
  /**
   * Local start time, HH:mm. Left out unless the call changed it.
   */
  startTime?: string;
  /**
   * Exact time, such as 1h 20m. Left out if `hours` is exact.
   */
  timeSpent?: string;
  /**
   * Work attributes that the call changed. Left out if none.
   *
   * @minItems 1
   */
  attributes?: AttributeValue[];
}
/**
 * What a worklog was before a change; only what changed.
 */
export interface WorklogBefore {
  /**
   * The old date.
   */
  date?: string;
  /**
   * The old hours.
   */
  hours?: number;
  /**
   * The old time exactly, such as 1h 20m. Left out if `hours` is exact.
   */
  timeSpent?: string;
  /**
   * The old comment; empty if there was none.
   */
  comment?: string;
  /**
   * The old billable hours. Left out if all of the time was billable and still is.
   */
  billableHours?: number;
  /**
   * The old start time, HH:mm; 00:00 if there was none.
   */
  startTime?: string;
  /**
   * The issue from which it was moved.
   */
  issueKey?: string;
  /**
   * The old id. Left out if a move has kept it.
   */
  id?: string;
  /**
   * The old work attributes. Left out if none had a value.
   *
   * @minItems 1
   */
  attributes?: AttributeValue[];
}
/**
 * A field that Tempo has stored otherwise than it was sent.
 */
export interface WorklogDifference {
  /**
   * `date`, `hours`, `comment`, `billableHours`, `startTime`, or the key of a work attribute.
   */
  field: string;
  /**
   * What was sent. Left out if nothing was.
   */
  sent?: string;
  /**
   * What Tempo has stored. Left out if nothing.
   */
  stored?: string;
}
/**
 * The worklogs that delete_worklogs would delete, or has deleted.
 */
export interface DeleteWorklogsResponse {
  /**
   * False: nothing is known to be deleted; with `confirm`, this is the plan. True: the worklogs whose `deleted` is true are gone.
   */
  deleted: boolean;
  summary: DeletionSummary;
  /**
   * One element per id, in the order of the call.
   *
   * @minItems 1
   */
  worklogs: DeletedWorklog[];
  /**
   * Digest of the plan: call again with the same ids and this as `confirm` to delete them. Left out if there is nothing to confirm.
   */
  confirm?: string;
}
/**
 * Totals of a plan, or of what was deleted.
 */
export interface DeletionSummary {
  /**
   * Number of ids in the call.
   */
  total: number;
  /**
   * Number of worklogs that were deleted; 0 in a plan.
   */
  deleted: number;
  /**
   * Number of ids with an `error`.
   */
  failed: number;
  /**
   * Hours of the worklogs without an `error`, added in seconds and rounded once.
   */
  totalHours: number;
}
/**
 * A worklog to delete; with `error`, one that is not deleted.
 */
export interface DeletedWorklog {
  /**
   * Tempo's worklog id.
   */
  id: string;
  /**
   * The issue's key in Jira. Left out, as the following keys, if the worklog is deleted, does not exist, or is another user's.
   */
  issueKey?: string;
  /**
   * The issue's summary in Jira.
   */
  issueSummary?: string;
  /**
   * The date the work was done on.
   */
  date?: string;
  /**
   * Hours logged.
   */
  hours?: number;
  /**
   * The worklog's comment; empty if there is none.
   */
  comment?: string;
  /**
   * True if it is deleted.
   */
  deleted: boolean;
  /**
   * Why it is not deleted, or not known to be, and what to do next. Left out otherwise.
   */
  error?: string;
}
/**
 * The timesheets of the token's owner: hours and approval by period.
 */
export interface GetTimesheetsResponse {
  /**
   * One element per period, ascending.
   */
  timesheets: Timesheet[];
}
/**
 * The hours of a period, and how far they are approved.
 */
export interface Timesheet {
  /**
   * First date of the period.
   */
  startDate: string;
  /**
   * Last date of the period, inclusive.
   */
  endDate: string;
  /**
   * `in_review`: submitted, and waiting for approval. Hours can be logged and changed only while it is `open`.
   */
  status: "open" | "in_review" | "approved";
  /**
   * Hours that the schedule requires in the period.
   */
  requiredHours: number;
  /**
   * Hours logged in the period.
   */
  loggedHours: number;
  /**
   * Hours that are missing on the days of the period, future days included; too many on one day do not make up for another.
   */
  missingHours: number;
  /**
   * Who approves it: the name, or the id if the name cannot be read. Left out if Tempo names nobody.
   */
  reviewer?: string;
  /**
   * The comment of the last step, such as the reviewer's. Left out if there is none.
   */
  comment?: string;
}
/**
 * The timesheet that submit_timesheet would submit, or has submitted.
 */
export interface SubmitTimesheetResponse {
  /**
   * True: this call has submitted it. False: it has not; with `confirm`, this is the plan.
   */
  submitted: boolean;
  /**
   * True if it is submitted or approved, and this call is not known to have done it: mostly since it was before, so that nothing was sent. Left out otherwise.
   */
  alreadySubmitted?: true;
  timesheet: Timesheet;
  /**
   * The dates with hours missing, ascending. Without `evenIfMissing`, they keep it from being submitted. Left out if there are none.
   *
   * @minItems 1
   */
  days?: MissingDay[];
  /**
   * Days with more hours than required. Left out if there are none.
   *
   * @minItems 1
   */
  overbooked?: OverbookedDay[];
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
  /**
   * Digest of the plan: call again with the same arguments and this as `confirm` to submit it. Left out if there is nothing to confirm.
   */
  confirm?: string;
}
/**
 * The period, which is open now.
 */
export interface RecallTimesheetResponse {
  /**
   * True: this call has recalled it.
   */
  recalled: boolean;
  /**
   * True if it was open before, or it is not known what opened it. Left out otherwise.
   */
  alreadyOpen?: true;
  /**
   * First date of the period.
   */
  startDate: string;
  /**
   * Last date of the period, inclusive.
   */
  endDate: string;
}
/**
 * Issues to log time on.
 */
export interface SearchIssuesResponse {
  /**
   * Those that a key or number names first; then those that the user logged time on in the last 30 days, the latest first; then those assigned to the user; then others.
   */
  issues: FoundIssue[];
  /**
   * True if there are more than `limit`.
   */
  more: boolean;
  /**
   * True if no issue has all words, and these have the most of them. Left out otherwise.
   */
  partial?: true;
  /**
   * With `partial`: the words that these issues have. Left out otherwise.
   */
  words?: string[];
}
/**
 * An issue that was found.
 */
export interface FoundIssue {
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * The issue's summary in Jira.
   */
  issueSummary: string;
  /**
   * Its status, as the site names it, such as In Progress.
   */
  status: string;
  /**
   * Date of the user's latest worklog on it in the last 30 days. Left out if there is none.
   */
  lastLogged?: string;
  /**
   * The user's own comment of the last 30 days that has words which the summary lacks. Left out otherwise.
   */
  ownComment?: string;
}
/**
 * The work attributes of this Tempo.
 */
export interface GetWorkAttributesResponse {
  /**
   * In Tempo's order.
   */
  attributes: WorkAttribute[];
}
/**
 * A field that this Tempo adds to worklogs.
 */
export interface WorkAttribute {
  /**
   * Its key, as TEMPO_WORK_ATTRIBUTES names it.
   */
  key: string;
  /**
   * What people see.
   */
  name: string;
  /**
   * Tempo's name of its type, such as STATIC_LIST.
   */
  type: string;
  /**
   * True if Tempo refuses a worklog without it.
   */
  required: boolean;
  /**
   * What its list allows or, of type ACCOUNT, the accounts open to the issue, the one to take first. Left out if there are none.
   *
   * @minItems 1
   */
  values?: WorkAttributeValue[];
  /**
   * How many values are not shown, if there are more than 100.
   */
  moreValues?: number;
}
/**
 * A value of a list.
 */
export interface WorkAttributeValue {
  /**
   * The value, as TEMPO_WORK_ATTRIBUTES sets it.
   */
  value: string;
  /**
   * What people see.
   */
  name: string;
}
/**
 * A timesheet drafted from evidence of what the user did. Nothing was logged.
 */
export interface DraftTimesheetResponse {
  /**
   * First date, as requested.
   */
  startDate: string;
  /**
   * Last date that is drafted: that of the call, or today if that is later.
   */
  endDate: string;
  summary: DraftSummary;
  /**
   * The dates with hours required, logged or drafted, ascending.
   */
  days: DraftDay[];
  /**
   * Evidence that does not count. Left out if there is none.
   *
   * @minItems 1
   */
  leftOut?: LeftOutEvidence[];
  /**
   * Where evidence was sought.
   */
  sources: DraftSource[];
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
  /**
   * Digest of the draft: call post_draft with the same arguments and this to log it. Left out if there is nothing to log.
   */
  confirm?: string;
}
/**
 * Totals of a draft.
 */
export interface DraftSummary {
  /**
   * Number of worklogs to log.
   */
  totalEntries: number;
  /**
   * Hours to log.
   */
  totalHours: number;
  /**
   * Hours of `unmapped`.
   */
  unmappedHours: number;
  /**
   * Dates with hours missing and no evidence.
   */
  daysWithoutEvidence: string[];
  /**
   * Hours, at least, that agents worked without the user on all dates. Left out if 0.
   */
  agentHours?: number;
}
/**
 * A date of a draft.
 */
export interface DraftDay {
  /**
   * The calendar date.
   */
  date: string;
  /**
   * Hours that the schedule requires, holidays already deducted.
   */
  requiredHours: number;
  /**
   * Hours logged already. Left out if 0.
   */
  loggedHours?: number;
  /**
   * Hours of `entries`.
   */
  draftedHours: number;
  /**
   * Hours still missing with the draft. Left out if 0.
   */
  missingHoursAfter?: number;
  /**
   * Hours of evidence beyond what is required; not drafted. Left out if 0.
   */
  overtimeHours?: number;
  /**
   * Hours, at least, that agents worked without the user, who logs none of them. Left out if 0.
   */
  agentHours?: number;
  /**
   * Why nothing is drafted although hours are missing.
   */
  reason?: string;
  /**
   * The worklogs to log, one an issue, in the order of their first evidence. Left out if there is none.
   *
   * @minItems 1
   */
  entries?: DraftEntry[];
  /**
   * Evidence of which no issue is known. Left out if there is none.
   *
   * @minItems 1
   */
  unmapped?: UnmappedEvidence[];
}
/**
 * A worklog that is drafted.
 */
export interface DraftEntry {
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * The issue's summary, given once a reply.
   */
  issueSummary?: string;
  /**
   * Hours to log.
   */
  hours: number;
  /**
   * Hours of the evidence. Left out if equal to `hours`.
   */
  evidenceHours?: number;
  /**
   * The comment to log. Left out if there is none.
   */
  comment?: string;
  /**
   * How the issue is known: given in this call, by the user's rule, as this title was logged before, or as the branch's only issue of the week before. The evidence's weakest. Left out if the evidence names the issue.
   */
  basis?: "assigned" | "rule" | "learnt" | "inferred";
  /**
   * Phrases, each after the evidence's ref (j: Jira, g: git, c: calendar, s: coding sessions), with local times.
   *
   * @minItems 1
   */
  evidence: string[];
}
/**
 * Evidence of which no issue is known.
 */
export interface UnmappedEvidence {
  /**
   * Its name, for `assign` and `leaveOut`.
   */
  ref: string;
  /**
   * A meeting's title, or the folder and branch of work. Left out if titles are kept back.
   */
  title?: string;
  /**
   * Local time of its beginning.
   */
  start: string;
  /**
   * Local time of its end, if not `hours` after `start`.
   */
  end?: string;
  /**
   * Its hours.
   */
  hours: number;
  /**
   * Issues that it may belong to, the likeliest first. Left out if there is none, or if its title had the same before.
   *
   * @minItems 1
   */
  candidates?: IssueCandidate[];
}
/**
 * An issue that evidence may belong to.
 */
export interface IssueCandidate {
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
  /**
   * The issue's summary, given once a reply.
   */
  issueSummary?: string;
  /**
   * Why it may be this one.
   */
  reason: string;
}
/**
 * Evidence that does not count.
 */
export interface LeftOutEvidence {
  /**
   * Why it does not count.
   */
  reason: string;
  /**
   * How much of it there is.
   */
  count: number;
}
/**
 * A source of evidence.
 */
export interface DraftSource {
  /**
   * Its name.
   */
  source: "jira" | "git" | "calendar" | "sessions";
  /**
   * What it has. Left out if it cannot be read.
   */
  found?: string;
  /**
   * What of it cannot be read, or is no meeting since it has work in it, why, and what to do. Left out otherwise.
   */
  problem?: string;
}
/**
 * What post_draft has logged, or the new draft if it is not the one that was confirmed.
 */
export interface PostDraftResponse {
  /**
   * True: `worklogIds` are stored in Tempo. False: none is known to be; `draft` or `failures` say why.
   */
  logged: boolean;
  summary: PostedDraftSummary;
  /**
   * Tempo's ids of the stored worklogs, ascending by their dates.
   */
  worklogIds: string[];
  /**
   * Those of `worklogIds` that an earlier call with this digest stored. Left out if there is none.
   *
   * @minItems 1
   */
  alreadyLoggedIds?: string[];
  /**
   * Those that Tempo stored with other hours or another comment. Left out if there is none.
   *
   * @minItems 1
   */
  changed?: ChangedDraftWorklog[];
  /**
   * Worklogs that are not known to be stored, or that may be stored twice. Left out if there is none.
   *
   * @minItems 1
   */
  failures?: FillFailure[];
  /**
   * The rules that were kept. Left out if there is none.
   *
   * @minItems 1
   */
  remembered?: RememberedRule[];
  /**
   * Why rules were not kept. Left out if all of them were.
   */
  notRemembered?: string;
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
  draft?: DraftTimesheetResponse;
}
/**
 * Totals of a draft that is logged.
 */
export interface PostedDraftSummary {
  /**
   * Number of worklogs.
   */
  totalEntries: number;
  /**
   * Their hours.
   */
  totalHours: number;
  /**
   * Hours of the range that are still missing with them.
   */
  missingHoursAfter: number;
}
/**
 * A worklog that Tempo stored otherwise than it was drafted.
 */
export interface ChangedDraftWorklog {
  /**
   * Tempo's worklog id.
   */
  id: string;
  /**
   * Hours as stored. Left out if they are the drafted ones.
   */
  hours?: number;
  /**
   * The comment as stored. Left out if it is the drafted one.
   */
  comment?: string;
}
/**
 * A rule that gives evidence of a title to an issue.
 */
export interface RememberedRule {
  /**
   * The title.
   */
  pattern: string;
  /**
   * The issue's key in Jira.
   */
  issueKey: string;
}
/**
 * Hours of a range by group.
 */
export interface GetTotalsResponse {
  /**
   * First date, as requested.
   */
  startDate: string;
  /**
   * Last date, as requested; the start date if the call had none.
   */
  endDate: string;
  summary: TotalsSummary;
  /**
   * Most hours first; by day, week or month in order of time. `other` is last.
   */
  groups: TotalsGroup[];
  /**
   * Names dates far from today, if any.
   *
   * @minItems 1
   */
  warnings?: string[];
}
/**
 * Totals of a range, added in seconds and rounded once.
 */
export interface TotalsSummary {
  /**
   * Hours logged.
   */
  totalHours: number;
  /**
   * Those that are billable.
   */
  billableHours: number;
  /**
   * Hours that the schedule requires, whatever the filters. Left out if it cannot be read for the whole range.
   */
  requiredHours?: number;
  /**
   * Number of worklogs.
   */
  totalEntries: number;
}
/**
 * The hours of a group.
 */
export interface TotalsGroup {
  /**
   * Key of the issue, project or account; a date, a week's Monday or YYYY-MM; the name of a member of a team. Empty for worklogs without one; `other` for the groups that are not named.
   */
  key: string;
  /**
   * The issue's summary, or what `other` and an empty key stand for. Left out for other groups.
   */
  name?: string;
  /**
   * The groups' hours add up to `summary.totalHours`, so one can be 0.01 from its own rounding.
   */
  hours: number;
  /**
   * Left out if all hours are billable.
   */
  billableHours?: number;
  /**
   * Number of worklogs.
   */
  entryCount: number;
  /**
   * The groups within it, if the call had `then`; `other` has none.
   *
   * @minItems 1
   */
  groups?: TotalsPart[];
}
/**
 * A group within a group.
 */
export interface TotalsPart {
  /**
   * As in a group.
   */
  key: string;
  /**
   * As in a group.
   */
  name?: string;
  /**
   * They add up to the group's.
   */
  hours: number;
  /**
   * As in a group.
   */
  billableHours?: number;
  /**
   * Number of worklogs.
   */
  entryCount: number;
}
/**
 * The teams that the user may see, or the timesheets of one team in one period. Numbers only: never a comment, an issue or a rate.
 */
export interface GetTeamTimesheetsResponse {
  /**
   * First date of the period; left out if the call had no `team`.
   */
  startDate?: string;
  /**
   * Last date of the period, inclusive; left out with `startDate`.
   */
  endDate?: string;
  summary?: TeamSummary;
  /**
   * The team that was asked for; without `team` in the call those that the user may see, by name.
   */
  teams: Team[];
  /**
   * How many teams are not named, if there are more than 100. Ask for one by its name.
   */
  moreTeams?: number;
  /**
   * Most missing hours first, then by name. Empty if the call had no `team`.
   */
  members: TeamMember[];
  /**
   * How many members are not shown, if there are more than 500. The summary counts them.
   */
  moreMembers?: number;
}
/**
 * Totals of a team.
 */
export interface TeamSummary {
  /**
   * Number of members.
   */
  members: number;
  /**
   * Number of members with hours missing.
   */
  lacking: number;
  /**
   * Number of members whose timesheet is open.
   */
  notSubmitted: number;
  /**
   * Hours that the schedules of members require.
   */
  requiredHours: number;
  /**
   * Hours that all members logged.
   */
  loggedHours: number;
  /**
   * Hours missing of those who lack any.
   */
  missingHours: number;
}
/**
 * A team.
 */
export interface Team {
  /**
   * Numeric, as text.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
}
/**
 * The timesheet of a member.
 */
export interface TeamMember {
  /**
   * The name, or the id if the name cannot be read. Of several with the same name, the second ends with (2).
   */
  name: string;
  /**
   * `in_review`: submitted, and waiting for approval. Left out if Tempo shows no timesheet of the member.
   */
  status?: "open" | "in_review" | "approved";
  /**
   * Hours that the schedule requires in the period, on dates in the team. Left out with `noSchedule`: nothing says then how many are required.
   */
  requiredHours?: number;
  /**
   * Hours logged in the period, on dates in the team.
   */
  loggedHours: number;
  /**
   * Required hours less those logged, future dates included; 0 if more are logged. Left out with `requiredHours`.
   */
  missingHours?: number;
  /**
   * First date in the team, if it is in the period. Hours count from it.
   */
  joinedOn?: string;
  /**
   * Last date in the team, if it is in the period. Hours count up to it.
   */
  leftOn?: string;
  /**
   * The schedule requires no hours in the whole period, or Tempo shows none: not the same as 0 missing hours.
   */
  noSchedule?: true;
  /**
   * The account is deactivated in Jira.
   */
  inactive?: true;
  /**
   * Dates up to today that lack hours, ascending, if the call had `days`. Left out if there are none.
   *
   * @minItems 1
   */
  missingDates?: string[];
}
/**
 * Hours of a team by group. Numbers only: never a comment, an issue or a rate.
 */
export interface GetTeamTotalsResponse {
  team: Team;
  /**
   * First date, as requested.
   */
  startDate: string;
  /**
   * Last date, as requested; the start date if the call had none.
   */
  endDate: string;
  summary: TeamTotalsSummary;
  /**
   * Most hours first; by day, week or month in order of time. `other` is last.
   */
  groups: TotalsGroup[];
  /**
   * Calendar months in which only one or two members logged hours, YYYY-MM, ascending. Their hours are not counted: they would show the hours of single members. The key is left out if there are none.
   *
   * @minItems 1
   */
  leftOut?: string[];
  /**
   * The timesheets of the last period have more hours than the worklogs that Tempo shows the user: hours are missing here. Left out otherwise.
   */
  incomplete?: true;
}
/**
 * Totals of a team in a range, added in seconds and rounded once.
 */
export interface TeamTotalsSummary {
  /**
   * Number of members on a date of the range, with and without hours.
   */
  members: number;
  /**
   * Hours logged, each on dates in the team.
   */
  totalHours: number;
  /**
   * Those that are billable.
   */
  billableHours: number;
  /**
   * Number of worklogs.
   */
  totalEntries: number;
}
