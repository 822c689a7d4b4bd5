import type { DateRange } from "./dates.ts";

export interface Issue {
  /** Numeric, as text. */
  id: string;
  key: string;
  summary: string;
}

/** The text to look for in the summaries of issues. */
export interface IssueQuery {
  /** Letters and digits only; none for the open issues that are assigned to the user. */
  words: readonly string[];
  /** The least number of the words that a summary must have. */
  least: number;
  projectKey?: string;
  /** Whether any issue of the project will do, whoever works on it. */
  isAny?: boolean;
  /** Most issues to return. */
  limit: number;
}

export interface FoundIssue extends Issue {
  /** The site's own name of the status. */
  status: string;
  isAssigned: boolean;
}

export interface WorkAttribute {
  key: string;
  name: string;
  type: string;
  required: boolean;
  /** The values of a list, or accounts, with the names that users see; empty if there is nothing to choose from. */
  values: { value: string; name: string }[];
}

export interface ScheduledDay {
  date: string;
  /** Holidays taken off. */
  requiredSeconds: number;
  /** Upstream's type of the day says so; a half-day holiday's does not. */
  isWorkingDayType: boolean;
  holiday?: string;
}

/** A user's id, and the URL that the user's Jira site has for itself. */
export interface Owner {
  site: string;
  worker: string;
}

export interface NewWorklog {
  issue: Issue;
  date: string;
  /** Local time of day HH:mm:ss; if left out, Tempo decides. */
  startTime?: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /** Values of the worklog that this one replaces, which has none of the settings' then. */
  keptAttributes?: readonly AttributeValue[];
  /** Values that the call gives. They win over all others, and tell the entry from one that gives or has others; an empty one stands for none. */
  attributes?: readonly AttributeValue[];
}

/** A worklog that Tempo has confirmed after storing it. */
export interface StoredWorklog {
  id: string;
  date: string;
  /** Local time of day HH:mm:ss, unless it is midnight, which stands for none. */
  startTime?: string;
  seconds: number;
  /** Left out if Tempo does not say. */
  billableSeconds?: number;
  comment: string;
  /** False if Tempo stored it under another user. */
  isOwn: boolean;
  createdAt?: number;
  /** Left out if Tempo does not say. */
  attributes?: Attributes;
}

/** Known to be one of those sent. */
export type ConfirmedWorklog = StoredWorklog & { billableSeconds: number };

export interface ExistingWorklog {
  id: string;
  issueId: string;
  date: string;
  /** Local time of day HH:mm:ss, if Tempo keeps one. */
  startTime?: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /**
   * Milliseconds, if Tempo says it. No change of the worklog changes it. Data Center names no zone, so that it can only be compared
   * with that of another worklog.
   */
  createdAt?: number;
  /** Left out if Tempo does not say. */
  attributes?: Attributes;
}

export interface LoggedWorklog {
  id: string;
  issue: Issue;
  date: string;
  /** Local time of day HH:mm:ss, if Tempo keeps one. */
  startTime?: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
  /** Values of work attributes, by key. */
  attributes: ReadonlyMap<string, string>;
}

/** A worklog with the id of its issue alone. */
export type FoundWorklog = ExistingWorklog & Pick<LoggedWorklog, "attributes">;

/** The values of a worklog's attributes: by key, or with what a change of them needs. */
export type Attributes = ReadonlyMap<string, string> | readonly AttributeValue[];

export interface AttributeValue {
  key: string;
  value: string;
  /** The fields that Data Center keeps beside the value. */
  details?: { workAttributeId: number; name?: string; type?: string };
}

/** All of a worklog that a change of it sends. */
export interface FullWorklog extends ExistingWorklog {
  attributes: readonly AttributeValue[];
}

/** A period whose hours are submitted together, and how far they are approved. */
export interface Approval extends DateRange {
  /** Only while it is open can its worklogs be changed. */
  status: "open" | "in_review" | "approved";
  /** The name, or the id if the name cannot be read. */
  reviewer?: string;
  /** The comment of the last step. */
  comment?: string;
  /** Date of the last step. */
  changedOn?: string;
}

export interface Reviewer {
  id: string;
  /** Empty if it was not asked for, since there are many. */
  name: string;
  /** Login name on Data Center. */
  login?: string;
}

export interface TimesheetSubmission {
  period: DateRange;
  /** Undefined to let Tempo choose. */
  reviewer: Reviewer | undefined;
  /** Empty for none. */
  comment: string;
}

export interface TimesheetRecall {
  period: DateRange;
  /** Empty for none. */
  comment: string;
}

/** The part of the port that is about approvals. */
export interface Approvals {
  /**
   * Reads those of the periods with a date in the range that `select` chooses, ascending.
   *
   * @param select gets the periods ascending
   */
  read(
    range: DateRange,
    select: (periods: readonly DateRange[]) => readonly DateRange[],
    scope: CallScope,
  ): Promise<Approval[]>;

  /** All reviewers, or those found by a name; undefined if Tempo lists reviewers only by name. */
  findReviewers(name: string | undefined, scope: CallScope): Promise<Reviewer[] | undefined>;

  /** Never sends twice what may have arrived. Returns the timesheet as Tempo confirms it. */
  submit(submission: TimesheetSubmission, scope: CallScope): Promise<Approval>;

  /** Opens what was submitted again, with the same promises. */
  recall(recall: TimesheetRecall, scope: CallScope): Promise<Approval>;
}

/** A team that the user may see. */
export interface Team {
  /** Numeric, as text. */
  id: string;
  name: string;
}

/** The dates on which a user is in a team. A side that is left out is not bounded. */
export interface Membership extends Partial<DateRange> {
  memberId: string;
}

export interface Person {
  /** The id if the name cannot be read. */
  name: string;
  isActive: boolean;
}

/** A member's timesheet of a period, with the hours of the whole period. */
export interface MemberTimesheet extends Pick<Approval, "status"> {
  memberId: string;
  requiredSeconds: number;
  loggedSeconds: number;
}

/** The timesheets of a team in one period. */
export interface TeamPeriod extends DateRange {
  timesheets: MemberTimesheet[];
}

/** A worklog of a member: its time alone, without its comment. */
export interface TeamWorklog
  extends Pick<FoundWorklog, "id" | "issueId" | "date" | "seconds" | "billableSeconds" | "attributes"> {
  memberId: string;
}

/** The part of the port that is about teams. It reads only, and never a comment. */
export interface Teams {
  /** All teams that the user may see. */
  list(scope: CallScope): Promise<Team[]>;

  /**
   * Reads the period that contains a date; undefined if Tempo shows no timesheet of the team in it.
   *
   * @throws ForbiddenError or NotFoundError if the user may not see the team's timesheets
   * @throws InvalidInputError if Tempo lists no such period
   */
  readPeriod(team: Team, date: string, scope: CallScope): Promise<TeamPeriod | undefined>;

  /** Those that have ended too. A user may have several. */
  memberships(team: Team, scope: CallScope): Promise<Membership[]>;

  /** Asked for members whose timesheets or memberships were read before. */
  people(memberIds: readonly string[], scope: CallScope): Promise<ReadonlyMap<string, Person>>;

  /** The days come in no promised order and perhaps with gaps. A member without a schedule is absent. */
  schedules(
    memberIds: readonly string[],
    range: DateRange,
    scope: CallScope,
  ): Promise<ReadonlyMap<string, ScheduledDay[]>>;

  /** Reads as `worklogParts` of the timesheet does, worklogs of the members alone. Tempo leaves out worklogs that the user may not see. */
  worklogParts(
    memberIds: readonly string[],
    range: DateRange,
    scope: CallScope,
  ): AsyncIterable<readonly TeamWorklog[]>;
}

/** The owner's profile in Jira, as far as Jira shows it. */
export interface Profile {
  /** The IANA name of a time zone that exists. */
  timeZone?: string;
  /** The name of the time zone that Jira has, if none exists by it here. */
  unknownZone?: string;
  email?: string;
}

/** A moment at which the user did something with an issue. */
export interface IssueActivity {
  kind: "status" | "comment" | "create" | "edit";
  issueKey: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The site's own name of the new status; of the kind "status" alone. */
  status?: string;
}

/** The user's own activity in Jira, and what may be missing from it. */
export interface ReadActivity {
  /** Ascending by time, then by issue; of one issue and moment at most one. */
  activity: IssueActivity[];
  /** Whether Jira could only be asked for issues of which the user is assignee, reporter or watcher. */
  isNarrow: boolean;
  /** The number of issues that were read, if there are more. */
  limit?: number;
  /** Keys of the issues of which not everything could be read. */
  incomplete: string[];
}

/** Hours that the user has logged on an issue through Jira. */
export interface JiraHours {
  issueKey: string;
  date: string;
  seconds: number;
}

/** Hours of the user that Jira has and Tempo does not list yet. */
export interface HoursOnlyInJira {
  /** They come in no promised order. */
  hours: JiraHours[];
  /** The number of issues whose hours were read, if there are more. */
  limit?: number;
}

/** Requests are aborted at the deadline, and reads when the caller cancels. */
export interface CallScope {
  signal: AbortSignal;
  /** A time of the clock's `now`, in milliseconds. */
  deadline: number;
  /** Awaited right before each request that changes something leaves; what it throws keeps the request from leaving. */
  beforeWrite?(): Promise<void>;
}

/** The port to Tempo. Methods throw errors of `errors.ts`; they retry what is safe, and no write of unknown outcome. */
export interface Timesheet {
  /** The days come in no promised order and perhaps with gaps; see `completeSchedule`. */
  getSchedule(range: DateRange, scope: CallScope): Promise<ScheduledDay[]>;

  /** They come in no promised order. */
  getWorklogs(range: DateRange, issueKey: string | undefined, scope: CallScope): Promise<LoggedWorklog[]>;

  /**
   * Reads the worklogs of a range of any length in parts, each worklog once and in no promised order. Only one part needs to be in memory.
   * Looks no issue up but the one to filter by.
   */
  worklogParts(
    range: DateRange,
    issueKey: string | undefined,
    scope: CallScope,
  ): AsyncIterable<readonly FoundWorklog[]>;

  /** Looks no issue up. */
  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]>;

  getOwner(scope: CallScope): Promise<Owner>;

  /** The names that Jira has for the owner: the id, the e-mail address, and on Data Center the login name, as far as it confirms them. */
  getOwnerNames(scope: CallScope): Promise<string[]>;

  /** Sends no request if the owner is known. */
  readProfile(scope: CallScope): Promise<Profile>;

  /** The profile, once the owner is known. */
  knownProfile?(): Profile | undefined;

  /**
   * Reads what the user did in Jira on the dates of a range, in a time zone: the statuses that the user set, and other changes, comments
   * and new issues. No text of a comment is kept. Changes by automation in the user's name cannot be told apart.
   *
   * @param zone the IANA name of a time zone that exists
   */
  readActivity(range: DateRange, zone: string, scope: CallScope): Promise<ReadActivity>;

  /** Reads the user's hours on dates of a zone that Jira has and Tempo does not have yet. */
  hoursOnlyInJira(range: DateRange, zone: string, scope: CallScope): Promise<HoursOnlyInJira>;

  /** Issues by the keys as the caller wrote them. A key without a visible issue is absent. */
  findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>>;

  /** Issues by id. One that the user may not see has its id as key and no summary. */
  issuesById(ids: string[], scope: CallScope): Promise<Map<string, Issue>>;

  /** States by issue id. Closed: in a status of Jira's category "done". An issue that the user may not see is absent. */
  issueStates(ids: string[], scope: CallScope): Promise<Map<string, "open" | "closed">>;

  /** Lists the issues changed last first. @throws RejectedError if Jira does not know the project */
  searchIssues(query: IssueQuery, scope: CallScope): Promise<{ issues: FoundIssue[]; more: boolean }>;

  /** Issues by id or key; those that the user may not see are absent. */
  describeIssues(idsOrKeys: string[], scope: CallScope): Promise<FoundIssue[]>;

  /** Given an issue, an attribute of type ACCOUNT has the accounts open to it as values, the one to take first. */
  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]>;

  /**
   * The values that a call gives to worklogs of an issue, as they are stored, ascending by key. Attributes are given by key or name, and
   * values of a list and accounts too, in any case. An empty value stays empty. Sends no request if none is given, unless all that are
   * required are to be.
   *
   * @param hasAll whether one that is required, and that neither the call nor the settings give, is refused
   * @throws InvalidInputError for a name that means none or several, or a value that is not open to the issue
   */
  givenAttributes(
    given: Readonly<Record<string, string>> | undefined,
    issue: Issue,
    scope: CallScope,
    hasAll?: boolean,
  ): Promise<AttributeValue[]>;

  /**
   * The names that users see for values of the attributes with these keys, as far as they can be read: those of lists, and of open accounts.
   * Each list is read once, and accounts at most once a minute.
   */
  valueNames(
    keys: ReadonlySet<string>,
    scope: CallScope,
  ): Promise<(key: string, value: string) => string | undefined>;

  /**
   * The most worklogs of one issue that `createWorklogs` takes at once, and the most calls of it that may run at a time. `oneWriteAnIssue`: Jira adds to an
   * issue's time without a lock, so that writes which overlap spoil its total for good.
   */
  readonly createLimits: { batchSize: number; concurrency: number; oneWriteAnIssue: boolean };

  /** 1 to `batchSize` worklogs of one issue. The result's order is not that of the argument. */
  createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]>;

  readWorklog(id: string, scope: CallScope): Promise<{ worklog: FullWorklog; isOwn: boolean } | undefined>;

  /** Stores all of an own worklog anew, apart from its issue: safe to repeat. Returns it as Tempo confirms it. */
  updateWorklog(worklog: FullWorklog, scope: CallScope): Promise<FullWorklog>;

  /** Moves an own worklog to another issue, under the same id: safe to repeat. Undefined where Tempo cannot, as on Cloud. */
  moveWorklog?(id: string, issueId: string, scope: CallScope): Promise<void>;

  deleteWorklog(id: string, scope: CallScope): Promise<void>;

  /** The time of Tempo's clock, in milliseconds since 1970; undefined if no response has said it. Needed where it has no operation that moves. */
  serverTime?(): number | undefined;

  readonly approvals: Approvals;

  readonly teams: Teams;
}
