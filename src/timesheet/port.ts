import type { DateRange } from "./calendar.ts";

/** A Jira issue that time is logged on. */
export interface Issue {
  /** Jira's numeric id, as text. */
  id: string;
  key: string;
  summary: string;
}

/** One date of the user's schedule, as upstream has it. */
export interface ScheduledDay {
  date: string;
  /** Time that the schedule requires, holidays taken off. */
  requiredSeconds: number;
  /** Whether upstream's type of the day is the working day; a half-day holiday's is not. */
  isWorkingDayType: boolean;
  /** Name of the public holiday on this date. */
  holiday?: string;
}

/** A worklog to store. It belongs to the owner of the token. */
export interface NewWorklog {
  issue: Issue;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

/** A worklog as Tempo confirms it after storing. */
export interface StoredWorklog {
  id: string;
  date: string;
  seconds: number;
  /** Left out if Tempo does not say. */
  billableSeconds?: number;
  comment: string;
  /** False if Tempo stored it under another user. */
  isOwn: boolean;
}

/** A stored worklog that is known to be one of those sent. */
export type ConfirmedWorklog = StoredWorklog & { billableSeconds: number };

/** A worklog of the user that exists in Tempo, its issue by id alone. */
export interface ExistingWorklog {
  id: string;
  issueId: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

/** A worklog of the user with its issue, to be shown. */
export interface LoggedWorklog {
  id: string;
  issue: Issue;
  date: string;
  /** Local time of day HH:mm:ss, if Tempo keeps one. */
  startTime?: string;
  seconds: number;
  comment: string;
}

/** What bounds a call: its requests are aborted at the deadline, and its reads when the caller cancels. */
export interface CallScope {
  signal: AbortSignal;
  /** By the clock's `now`, in milliseconds: nothing is waited for after it. */
  deadline: number;
}

/**
 * The port: what the tools and the domain need from a deployment of Tempo. Every method fails with an error of
 * `errors.ts`. What is safe to retry is retried within the deadline; a write of unknown outcome is not.
 */
export interface Timesheet {
  /** The user's schedule, in no promised order and perhaps with gaps; see `completeSchedule`. */
  getSchedule(range: DateRange, scope: CallScope): Promise<ScheduledDay[]>;

  /** The user's worklogs in the range, in no promised order; only those of one issue if a key is given. */
  getWorklogs(range: DateRange, issueKey: string | undefined, scope: CallScope): Promise<LoggedWorklog[]>;

  /** The user's worklogs in the range, to compare with: no issue is looked up for them. */
  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]>;

  /** The issues by their keys, as the caller wrote them. A key without a visible issue is absent. */
  findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>>;

  /** How many worklogs of one issue `createWorklogs` takes at once, and how many calls of it may run at a time. */
  readonly createLimits: { batchSize: number; concurrency: number };

  /** Stores 1 to `batchSize` worklogs of one issue. The result's order is not that of the argument. */
  createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]>;

  /** A worklog by its id; undefined if there is none. */
  findWorklog(id: string, scope: CallScope): Promise<{ id: string; isOwn: boolean } | undefined>;

  /** Deletes a worklog by its id. */
  deleteWorklog(id: string, scope: CallScope): Promise<void>;
}
