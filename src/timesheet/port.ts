import type { DateRange } from "./calendar.ts";

/** A Jira issue that time is booked on. */
export interface Issue {
  /** Jira's numeric id, as text. */
  id: string;
  key: string;
  summary: string;
}

/** One date of the worker's schedule, as upstream has it. */
export interface ScheduledDay {
  date: string;
  /** Time that the schedule requires, holidays taken off. */
  requiredSeconds: number;
  /** Whether upstream's type of the day is the working day; a half-day holiday's is not. */
  isWorkingDayType: boolean;
  /** Name of the public holiday on this date. */
  holiday?: string;
}

/** A worklog to store. The worker is always the owner of the token. */
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
  /** Left out where Tempo does not say. */
  billableSeconds?: number;
  comment: string;
  /** False where Tempo stored it for somebody else than the worker. */
  isOwn: boolean;
}

/** A stored worklog that was found to be one of those sent. */
export type ConfirmedWorklog = StoredWorklog & { billableSeconds: number };

/** A worklog of the worker as it stands in Tempo, its issue by id alone. */
export interface ExistingWorklog {
  id: string;
  issueId: string;
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

/** A worklog of the worker that stands in Tempo, to be shown. */
export interface LoggedWorklog {
  id: string;
  issue: Issue;
  date: string;
  /** Local time of day HH:mm:ss, where Tempo keeps one. */
  startTime?: string;
  seconds: number;
  comment: string;
}

/** What bounds a call: its requests are cut at the deadline, and its reads when the caller withdraws. */
export interface CallScope {
  signal: AbortSignal;
  /** By the clock's `now`, in milliseconds: until then the call must have its answer. */
  deadline: number;
}

/**
 * The port: what the tools and the domain ask of a deployment of Tempo. Every method fails with an error of
 * `errors.ts`. What is safe to repeat is repeated within the deadline; a write of unknown outcome is not.
 */
export interface Timesheet {
  /** The worker's schedule. Neither order nor completeness is promised; see `completeSchedule`. */
  getSchedule(range: DateRange, scope: CallScope): Promise<ScheduledDay[]>;

  /** All worklogs of the worker in the range, in no promised order; those of one issue where a key is given. */
  getWorklogs(range: DateRange, issueKey: string | undefined, scope: CallScope): Promise<LoggedWorklog[]>;

  /** The worker's worklogs in the range, to be compared with: no issue is looked up for them. */
  getExistingWorklogs(range: DateRange, scope: CallScope): Promise<ExistingWorklog[]>;

  /** The issues behind keys as a caller wrote them. A key that leads to no visible issue is absent. */
  findIssues(keys: string[], scope: CallScope): Promise<Map<string, Issue>>;

  /** How many worklogs of one issue `createWorklogs` takes at once, and how many calls of it may run at a time. */
  readonly createLimits: { batchSize: number; concurrency: number };

  /** Stores 1 to `batchSize` worklogs of one issue. The answer's order is not that of the argument. */
  createWorklogs(worklogs: NewWorklog[], scope: CallScope): Promise<StoredWorklog[]>;

  /** A worklog by its id, or undefined where there is none. */
  findWorklog(id: string, scope: CallScope): Promise<{ id: string; isOwn: boolean } | undefined>;

  /** Deletes a worklog by its id. */
  deleteWorklog(id: string, scope: CallScope): Promise<void>;
}
