// Rendered from contracts/ by `npm run generate`. Do not edit.

/**
 * The published shapes by name.
 */
export interface Outputs {
  CalendarOutput: CalendarOutput;
  ExportOutput: ExportOutput;
  JournalOutput: JournalOutput;
  DoctorOutput: DoctorOutput;
  MapOutput: MapOutput;
  ImportOutput: ImportOutput;
  AccessKeyOutput: AccessKeyOutput;
  ToolListOutput: ToolListOutput;
  ProbeOutput: ProbeOutput;
  CompareOutput: CompareOutput;
}
/**
 * The output of `month --json` and of `week --json`.
 */
export interface CalendarOutput {
  /**
   * First date of the month or week.
   */
  startDate: string;
  /**
   * Last date of the month or week, inclusive.
   */
  endDate: string;
  summary: CalendarSummary;
  /**
   * Every date, ascending, without gaps.
   */
  days: CalendarDay[];
  /**
   * The worklogs totalled by issue, the most hours first.
   */
  byIssue: IssueHours[];
}
/**
 * Totals of a month or week, added in seconds and rounded once.
 */
export interface CalendarSummary {
  /**
   * Hours that the schedule requires.
   */
  requiredHours: number;
  /**
   * Hours that are logged.
   */
  loggedHours: number;
  /**
   * Hours that are missing up to today.
   */
  missingHours: number;
  /**
   * Hours logged beyond those that their dates require.
   */
  overHours: number;
}
/**
 * One date, with its required and its logged hours.
 */
export interface CalendarDay {
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
   * Hours logged on the date.
   */
  loggedHours: number;
  /**
   * Required hours that are not logged; 0 on a date to come.
   */
  missingHours: number;
  /**
   * True if Tempo marks the date as a working day or requires hours on it.
   */
  isWorkingDay: boolean;
  /**
   * Name of the public holiday on this date. Left out on other dates.
   */
  holiday?: string;
}
/**
 * The worklogs of one issue, totalled.
 */
export interface IssueHours {
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
 * The output of `export --format json`: worklogs, or with --by totals.
 */
export interface ExportOutput {
  /**
   * First date of the range.
   */
  startDate: string;
  /**
   * Last date of the range, inclusive.
   */
  endDate: string;
  /**
   * What `totals` are grouped by. Left out without --by.
   */
  by?: "issue" | "project" | "account" | "day" | "week";
  summary: ExportedHours;
  /**
   * The worklogs, by date, start time and id. Left out with --by.
   */
  worklogs?: ExportedWorklog[];
  /**
   * The groups: days and weeks by date, the others with the most hours first. Left out without --by.
   */
  totals?: ExportedTotals[];
}
/**
 * Totals of all worklogs.
 */
export interface ExportedHours {
  /**
   * Hours, added in seconds and rounded once, to four decimals.
   */
  totalHours: number;
  /**
   * The billable part of the hours.
   */
  billableHours: number;
  /**
   * Number of worklogs.
   */
  totalEntries: number;
}
/**
 * A worklog.
 */
export interface ExportedWorklog {
  /**
   * Its date.
   */
  date: string;
  /**
   * Its start, HH:mm, as Tempo shows it. Left out without one; midnight means no start time.
   */
  startTime?: string;
  /**
   * Its issue's key; the id of an issue that you cannot see.
   */
  issueKey: string;
  /**
   * Its issue's summary; empty if you cannot see the issue.
   */
  issueSummary: string;
  /**
   * Decimal hours, rounded to four decimals so that all rows add up to the total.
   */
  hours: number;
  /**
   * The billable part of the hours.
   */
  billableHours: number;
  /**
   * Its comment; may be empty.
   */
  comment: string;
  /**
   * Its id in Tempo.
   */
  worklogId: string;
  /**
   * Key of the account that it carries. Left out without one.
   */
  account?: string;
}
/**
 * A group of worklogs, named by the key that `by` has. A group of worklogs without an account, or on issues that you can no longer see, has no name.
 */
export interface ExportedTotals {
  /**
   * By issue: its key. Left out otherwise.
   */
  issueKey?: string;
  /**
   * By issue: its summary. Left out otherwise.
   */
  issueSummary?: string;
  /**
   * By project: its key. Left out otherwise.
   */
  project?: string;
  /**
   * By account: its key. Left out otherwise.
   */
  account?: string;
  /**
   * By day: the date. Left out otherwise.
   */
  date?: string;
  /**
   * By week: the week, as ISO 8601 writes it. Left out otherwise.
   */
  week?: string;
  /**
   * Hours of the group, added in seconds and then rounded to four decimals so that all groups add up to the total.
   */
  hours: number;
  /**
   * The billable part of the hours.
   */
  billableHours: number;
  /**
   * Number of worklogs.
   */
  entryCount: number;
}
/**
 * The output of `journal --json`. States may be added.
 */
export interface JournalOutput {
  /**
   * The folder of the journals. Left out if TEMPO_STATE_DIR is off.
   */
  stateFolder?: string;
  /**
   * A journal for each Jira site and user.
   */
  journals: JournalOfUser[];
  /**
   * Paths of journals that another version of TempoFiller has written, which this one cannot show. Left out if there is none.
   *
   * @minItems 1
   */
  otherVersions?: string[];
}
/**
 * What was sent for one user of one site.
 */
export interface JournalOfUser {
  /**
   * URL of the Jira site.
   */
  site: string;
  /**
   * The user's account id in Jira.
   */
  worker: string;
  /**
   * The worklogs that were sent, in the order of their batches.
   */
  entries: JournalEntry[];
}
/**
 * A worklog that was sent.
 */
export interface JournalEntry {
  /**
   * The moment in UTC, in ISO 8601.
   */
  sentAt: string;
  /**
   * A number that the entries of one call share; two journals may have the same.
   */
  batch: number;
  /**
   * The issue's key.
   */
  issueKey: string;
  /**
   * The date as Tempo stored it; as it was sent, if it is not known to have stored it.
   */
  date: string;
  /**
   * The hours, as the date.
   */
  hours: number;
  /**
   * Its exact time, such as `1h 20m`. Only given if `hours` is rounded.
   */
  timeSpent?: string;
  /**
   * `stored`, `deleted`, `not_stored`, or `unknown`: it may be stored, now or soon.
   */
  state: string;
  /**
   * Its id in Tempo. Left out unless it is stored or deleted.
   */
  worklogId?: string;
  /**
   * Ids of worklogs that may be second copies of it. Left out if none were seen.
   *
   * @minItems 1
   */
  copies?: string[];
}
/**
 * The output of `doctor --json`. Checks may be added, and messages may change.
 */
export interface DoctorOutput {
  /**
   * Whether no check failed.
   */
  ok: boolean;
  /**
   * The version of TempoFiller.
   */
  version: string;
  /**
   * Where Tempo is. Left out if the settings name none.
   */
  deployment?: "cloud" | "datacenter";
  settingsFile?: SettingsFileInForce;
  /**
   * What is set. Left out with --sandbox.
   */
  settings?: SettingInForce[];
  /**
   * The checks, each after those that it needs.
   */
  checks: DoctorCheck[];
}
/**
 * A settings file.
 */
export interface SettingsFileInForce {
  /**
   * Its path.
   */
  path: string;
  /**
   * Whether there is such a file.
   */
  exists: boolean;
}
/**
 * A setting in force.
 */
export interface SettingInForce {
  /**
   * The name of its variable.
   */
  name: string;
  /**
   * `environment`, `file`, or `host`: the host's entry for the server.
   */
  from: string;
  /**
   * Its value. Left out for a secret.
   */
  value?: string;
}
/**
 * A check, and what it found.
 */
export interface DoctorCheck {
  /**
   * Its name, such as `jira_token`; docs/cli.md lists them.
   */
  check: string;
  /**
   * What became of it: `skipped` if a check that it needs failed, `unknown` if reading alone cannot decide it.
   */
  status: "ok" | "failed" | "skipped" | "unknown";
  /**
   * What it found, for a user.
   */
  message: string;
  /**
   * The cause of a failure, with the codes of tool errors. Left out otherwise.
   */
  code?: string;
  /**
   * With `jira_token` on Cloud, once Jira has accepted the token. Left out otherwise.
   */
  tokenKind?: "scoped" | "unscoped";
}
/**
 * The output of `map --json`.
 */
export interface MapOutput {
  /**
   * Path of the file of rules.
   */
  rulesFile: string;
  /**
   * The rules, in their order.
   */
  rules: TitleRule[];
}
/**
 * A rule for drafts.
 */
export interface TitleRule {
  /**
   * The titles that it is about; `*` stands for any text.
   */
  pattern: string;
  /**
   * The issue that they belong to.
   */
  issueKey: string;
}
/**
 * The output of `import --json`: a plan, or what became of it.
 */
export interface ImportOutput {
  summary: ImportSummary;
  /**
   * The rows of the file, in their order.
   */
  rows: ImportedRow[];
  /**
   * The batch that `undo --batch` undoes; only if something was sent.
   */
  batch?: number;
}
/**
 * Counts of the rows of a file.
 */
export interface ImportSummary {
  /**
   * All rows.
   */
  total: number;
  /**
   * Rows that are to be logged: those of a plan.
   */
  toLog: number;
  /**
   * Rows that were logged now.
   */
  logged: number;
  /**
   * Rows that were logged before.
   */
  alreadyLogged: number;
  /**
   * Rows with an `error`.
   */
  failed: number;
  /**
   * Hours of `toLog` and `logged`.
   */
  totalHours: number;
}
/**
 * A row of a file.
 */
export interface ImportedRow {
  /**
   * The line on which it begins; of a list in JSON, its number.
   */
  line: number;
  /**
   * Its date.
   */
  date?: string;
  /**
   * Its issue.
   */
  issueKey?: string;
  /**
   * Its hours, with two decimals.
   */
  hours?: number;
  /**
   * Its exact time, such as `1h 20m`. Only given if `hours` is rounded.
   */
  timeSpent?: string;
  /**
   * Its comment, if it has one.
   */
  comment?: string;
  /**
   * The worklog that it is in Tempo.
   */
  worklogId?: string;
  /**
   * Present if it was logged before.
   */
  alreadyLogged?: true;
  /**
   * Why it is not logged.
   */
  error?: string;
}
/**
 * The output of `access-key --json`.
 */
export interface AccessKeyOutput {
  /**
   * The name that was given to the key.
   */
  name: string;
  /**
   * The key, which is kept nowhere.
   */
  key: string;
  /**
   * The line for the access keys file of the server.
   */
  line: string;
}
/**
 * The output of `call --list --json`: the tools, as MCP's tools/list has them.
 */
export interface ToolListOutput {
  /**
   * The tools that the settings allow, or the one that was named.
   */
  tools: ListedTool[];
}
/**
 * A tool.
 */
export interface ListedTool {
  /**
   * Its name.
   */
  name: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * Its description.
   */
  description: string;
  /**
   * The JSON Schema of its arguments, as inputs.schema.json has it.
   */
  inputSchema: {
    [k: string]: unknown;
  };
}
/**
 * The file that `probe` writes. Every word in it is from this contract or stands for something of the site; no text, name, key, id, figure or date of the site is in it.
 */
export interface ProbeOutput {
  /**
   * The version of this contract.
   */
  contractVersion: string;
  /**
   * The version of TempoFiller.
   */
  version: string;
  /**
   * Where Tempo runs: Tempo Cloud or Jira Data Center.
   */
  deployment: "cloud" | "datacenter";
  /**
   * The user's Tempo, or sample data.
   */
  upstream: "site" | "sandbox";
  /**
   * The requests, in the order in which they were sent.
   */
  requests: ProbedRequest[];
  /**
   * What a second read of the worklogs gave, compared with the first.
   */
  repeatedRead: "the same" | "another order" | "something else" | "unknown";
}
/**
 * A request, and the form of its answer.
 */
export interface ProbedRequest {
  /**
   * The purpose of the request.
   */
  name:
    | "server"
    | "myself"
    | "site"
    | "myself at the gateway"
    | "schedule"
    | "schedule of one user"
    | "worklogs"
    | "worklogs again"
    | "worklogs by two"
    | "worklog search"
    | "worklog collection"
    | "unknown worker"
    | "one worklog"
    | "work attributes"
    | "periods"
    | "approvals"
    | "teams"
    | "accounts"
    | "issue";
  /**
   * Method and path; names in braces stand for values.
   */
  request: string;
  /**
   * Whether there was an answer. `not sent`: an earlier answer lacked what it needs, or the time was over.
   */
  outcome: "answered" | "no connection" | "no answer in time" | "answer too large" | "not sent";
  /**
   * HTTP status. Left out without an answer.
   */
  status?: number;
  /**
   * How long the answer took. Left out if nothing was sent.
   */
  time?: "under 0.1 s" | "under 0.3 s" | "under 1 s" | "under 3 s" | "under 10 s" | "10 s or longer";
  /**
   * Where a redirect, which is not followed, leads. Left out for other answers.
   */
  redirectsTo?: "the same host" | "another host";
  /**
   * What the answer is. Left out without an answer.
   */
  body?: "JSON" | "HTML" | "other text" | "empty";
  /**
   * Names of headers, sorted. Left out without an answer.
   *
   * Items: A well-known name.
   */
  headers?: (
    | "age"
    | "alt-svc"
    | "atl-request-id"
    | "atl-traceid"
    | "cache-control"
    | "cf-cache-status"
    | "cf-ray"
    | "connection"
    | "content-encoding"
    | "content-language"
    | "content-length"
    | "content-security-policy"
    | "content-type"
    | "date"
    | "etag"
    | "expect-ct"
    | "expires"
    | "keep-alive"
    | "last-modified"
    | "location"
    | "nel"
    | "pragma"
    | "ratelimit-limit"
    | "ratelimit-remaining"
    | "ratelimit-reset"
    | "referrer-policy"
    | "report-to"
    | "retry-after"
    | "server"
    | "server-timing"
    | "set-cookie"
    | "strict-transport-security"
    | "timing-allow-origin"
    | "transfer-encoding"
    | "vary"
    | "via"
    | "www-authenticate"
    | "x-aaccountid"
    | "x-accel-buffering"
    | "x-anodeid"
    | "x-arequestid"
    | "x-asen"
    | "x-asessionid"
    | "x-ausername"
    | "x-content-type-options"
    | "x-envoy-upstream-service-time"
    | "x-frame-options"
    | "x-ratelimit-fillrate"
    | "x-ratelimit-interval-seconds"
    | "x-ratelimit-limit"
    | "x-ratelimit-nearlimit"
    | "x-ratelimit-remaining"
    | "x-ratelimit-reset"
    | "x-request-id"
    | "x-seraph-loginreason"
    | "x-tempo-request-id"
    | "x-xss-protection"
  )[];
  /**
   * How many further headers there are. Left out without an answer.
   */
  otherHeaders?: "0" | "1" | "2 to 10" | "11 to 50" | "51 to 200" | "201 to 1000" | "more than 1000";
  /**
   * How many elements a page has, compared with the number asked for. Left out where none was asked for.
   */
  page?: "full" | "not full" | "longer than asked for";
  /**
   * The fields of an answer in JSON, sorted by path. Left out for other answers.
   */
  fields?: ProbedField[];
  /**
   * How many further fields there are. Left out if there are none.
   */
  fieldsLeftOut?: "0" | "1" | "2 to 10" | "11 to 50" | "51 to 200" | "201 to 1000" | "more than 1000";
}
/**
 * A field of an answer: all values at one path.
 */
export interface ProbedField {
  /**
   * Documented keys, `key1` for any other, and `[]` for elements of a list, from `body` on.
   */
  path: string;
  /**
   * The types of its values, sorted.
   *
   * Items: A type of JSON.
   */
  types: ("object" | "array" | "string" | "number" | "boolean" | "null")[];
  /**
   * Whether each object that could have it has it.
   */
  presence: "always" | "sometimes";
  /**
   * The forms of its texts, numbers and booleans, sorted. Left out if it has none.
   *
   * Items: A form.
   */
  forms?: (
    | "empty"
    | "digits"
    | "UUID"
    | "issue key"
    | "account id"
    | "user key"
    | "e-mail address"
    | "URL of this site"
    | "other URL"
    | "HTML"
    | "other text"
    | "date"
    | "date and time"
    | "T before the time"
    | "blank before the time"
    | "fraction of a second"
    | "Z"
    | "+00:00"
    | "+0000"
    | "no zone"
    | "time of day"
    | "no seconds"
    | "midnight"
    | "08:00"
    | "integer"
    | "not an integer"
    | "negative"
    | "zero"
    | "beyond 2^53"
    | "true"
    | "false"
  )[];
  /**
   * Characters of its texts, digits of its numbers, elements of its lists, ascending. Left out if it has none.
   *
   * Items: A range.
   */
  sizes?: ("0" | "1" | "2 to 10" | "11 to 50" | "51 to 200" | "201 to 1000" | "more than 1000")[];
  /**
   * The documented values that it has, sorted. Left out if it has none.
   *
   * Items: A value.
   */
  documented?: (
    | "WORKING_DAY"
    | "NON_WORKING_DAY"
    | "HOLIDAY"
    | "HOLIDAY_AND_NON_WORKING_DAY"
    | "FIXED"
    | "FLOATING"
    | "PROJECT"
    | "ACCOUNT"
    | "CHECKBOX"
    | "INPUT_FIELD"
    | "INPUT_NUMERIC"
    | "STATIC_LIST"
    | "DYNAMIC_DROPDOWN"
    | "OPEN"
    | "CLOSED"
    | "ARCHIVED"
    | "IN_REVIEW"
    | "APPROVED"
    | "open"
    | "ready_to_submit"
    | "waiting_for_approval"
    | "approved"
    | "Cloud"
    | "Server"
    | "atlassian"
    | "app"
    | "customer"
    | "new"
    | "indeterminate"
    | "done"
  )[];
  /**
   * Its first values: the same name for the same value everywhere in the report, and dates that are all shifted by the same number of weeks. Left out if it has none.
   *
   * Items: A value.
   */
  values?: string[];
  /**
   * The order of its values in a list. Left out unless order may mean something.
   */
  order?: "ascending" | "descending" | "all equal" | "neither";
}
/**
 * The output of `compare --json`: how the user's worklogs on one site are on another.
 */
export interface CompareOutput {
  /**
   * First date that is compared.
   */
  startDate: string;
  /**
   * Last date that is compared, inclusive.
   */
  endDate: string;
  first: ComparedSite;
  second: ComparedSite;
  summary: CompareSummary;
  /**
   * The worklogs that are not equal, ascending by date and issue. Those whose issue has another key alone are in `renamed`.
   */
  differences: CompareDifference[];
  /**
   * Issues that have another key on the second site, as its Jira says.
   */
  renamed: RenamedIssue[];
  /**
   * What could not be compared, and why: nothing of it is called missing.
   */
  unknown: UncomparedPart[];
  /**
   * What to know before the missing worklogs are logged: work attributes that they would not have, and dates far from today. Left out unless `--post` has something to log.
   *
   * @minItems 1
   */
  warnings?: string[];
  posted?: ComparePost;
}
/**
 * A site that is compared.
 */
export interface ComparedSite {
  /**
   * The name of its profile; cloud or datacenter for sample data.
   */
  profile: string;
  /**
   * URL of its Jira. Left out for sample data, and if no address is set.
   */
  site?: string;
}
/**
 * The worklogs of the first site by what became of them, in these seven groups: `equal`, `renamed`, `shifted`, `changed`, `attributeLost`, `missing`, `unknown`. Besides, what the second site has more.
 */
export interface CompareSummary {
  /**
   * Worklogs of the first site on these dates.
   */
  totalEntries: number;
  /**
   * Their hours.
   */
  totalHours: number;
  /**
   * Those that the second site has with the same issue, date, time, billable time, comment and work attributes.
   */
  equal: number;
  /**
   * Those that are equal, on an issue with another key.
   */
  renamed: number;
  /**
   * Those that are on the day before or after.
   */
  shifted: number;
  /**
   * Those on their date of which another field differs.
   */
  changed: number;
  /**
   * Those that lack a work attribute and are equal otherwise.
   */
  attributeLost: number;
  /**
   * Those that the second site does not have.
   */
  missing: number;
  /**
   * The hours of these.
   */
  missingHours: number;
  /**
   * Those that could not be compared.
   */
  unknown: number;
  /**
   * Worklogs of the second site that are a further copy of one that is there.
   */
  doubled: number;
  /**
   * Other worklogs that only the second site has on these dates. They are no difference.
   */
  onlyOnSecond: number;
}
/**
 * A worklog that is not equal.
 */
export interface CompareDifference {
  /**
   * What became of it.
   */
  kind: "missing" | "shifted" | "changed" | "attribute_lost" | "doubled";
  /**
   * Its date on the first site; for a copy, that of the copy.
   */
  date: string;
  /**
   * The key of its issue on the first site.
   */
  issueKey: string;
  /**
   * Its hours on the first site; for a copy, those of the copy.
   */
  hours: number;
  /**
   * Its exact time, such as `1h 20m`. Only given if `hours` is rounded.
   */
  timeSpent?: string;
  /**
   * Its comment on the first site.
   */
  comment: string;
  /**
   * Its id on the first site; for a copy, the id of the worklog that it copies.
   */
  worklogId: string;
  /**
   * Its id on the second site. Left out if it is missing.
   */
  secondWorklogId?: string;
  /**
   * The fields that differ. Left out if it is missing or doubled.
   */
  changes?: WorklogChange[];
}
/**
 * A field of a worklog that is another one on the second site.
 */
export interface WorklogChange {
  /**
   * Which field it is.
   */
  field: "date" | "hours" | "billableHours" | "comment" | "attribute";
  /**
   * The name of the work attribute.
   */
  name?: string;
  /**
   * Its value on the first site; hours as `1h 20m`.
   */
  from: string;
  /**
   * Its value on the second site. Left out for an attribute that is lost.
   */
  to?: string;
}
/**
 * An issue that has another key on the second site.
 */
export interface RenamedIssue {
  /**
   * Its key on the first site.
   */
  issueKey: string;
  /**
   * Its key on the second site.
   */
  newKey: string;
  /**
   * The number of its worklogs on the first site.
   */
  entryCount: number;
}
/**
 * Worklogs that could not be compared.
 */
export interface UncomparedPart {
  /**
   * The profile whose site did not show it.
   */
  profile: string;
  /**
   * The issue of the first site, or its id if its key is not known.
   */
  issueKey: string;
  /**
   * The number of worklogs that it is about.
   */
  entryCount: number;
  /**
   * Why, and what to do.
   */
  reason: string;
}
/**
 * What `--post` has logged.
 */
export interface ComparePost {
  /**
   * Worklogs that were logged.
   */
  logged: number;
  /**
   * Their hours.
   */
  totalHours: number;
  /**
   * Worklogs that were logged before. Left out if there are none.
   */
  alreadyLogged?: number;
  /**
   * The batch that `undo --batch` undoes. Left out if nothing was sent.
   */
  batch?: string;
  /**
   * The worklogs that were not logged.
   */
  failures: PostFailure[];
}
/**
 * A worklog that was not logged.
 */
export interface PostFailure {
  /**
   * Its date.
   */
  date: string;
  /**
   * The key of its issue on the first site.
   */
  issueKey: string;
  /**
   * Why, and what to do.
   */
  error: string;
}
