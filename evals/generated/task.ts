// Rendered from evals/task.schema.json by `npm run generate`. Do not edit.

export type Id = string;
export type CalendarDate = string;
/**
 * Words, regardless of case, accents and marks of style, as whole words: "overbook*" finds any ending. Or a number, hours or a date in any usual spelling of the four languages, or a regular expression.
 */
export type Fact =
  | string
  | {
      number: number;
    }
  | {
      /**
       * 7.5 is found as 7.5, 7,5, 7:30, 7h 30m and the like.
       */
      hours: number;
    }
  | {
      date: CalendarDate;
    }
  | {
      pattern: string;
    };
/**
 * One fact, or an array of which any one will do.
 */
export type Facts = Fact | Fact[];
/**
 * What a model does. It must be used up when the user has said all.
 *
 * @minItems 1
 */
export type Script = Step[];

/**
 * A job that a user gives a model, the Tempo it is done in, and what must be true afterwards. A file of tasks is an array of these.
 */
export interface Task {
  id: Id;
  category: Id;
  /**
   * The language of the user.
   */
  language: "en" | "de" | "es" | "fr" | "mixed";
  /**
   * Whether it is no ordinary job. Default: false.
   */
  hard?: boolean;
  /**
   * Where its difficulty is, for the reader of a report.
   */
  about?: string;
  /**
   * The local date, and the time if it matters (10:00 unless given); the model gets what is given.
   */
  today: string;
  /**
   * The time zone of the user's machine and profile. Default: UTC.
   */
  timeZone?: string;
  /**
   * Where it can be done. Default: both.
   */
  deployment?: "both" | "cloud" | "datacenter";
  /**
   * Sets of tools without which it cannot be done: where one is off, declining is right. Default: none.
   */
  needs?: ("fill" | "edit" | "approvals" | "find" | "draft" | "reports" | "team" | "details")[];
  /**
   * Further settings of the server by the names of their variables.
   */
  settings?: {
    [k: string]: string;
  };
  seed?: Seed;
  /**
   * Failures of Tempo. Default: none.
   */
  faults?: Fault[];
  /**
   * What the user says, in order. The next turn follows once the model has answered.
   *
   * @minItems 1
   */
  turns: Turn[];
  check: Check;
  ideal: Script;
  idealFive?: Script;
  /**
   * Runs that must be judged wrong or harmful.
   */
  bad?: BadRun[];
  /**
   * The tool that a search by the first sentence should find. Default: the first tool of `ideal`. Give "" if no one tool is right.
   */
  tool?: string;
}
/**
 * What Jira and Tempo hold at the beginning.
 */
export interface Seed {
  issues?: {
    key: string;
    summary: string;
    closed?: boolean;
    /**
     * Whether the user is its assignee.
     */
    assigned?: boolean;
    /**
     * Whether the user cannot see it.
     */
    hidden?: boolean;
    /**
     * Key of its Tempo account.
     */
    account?: string;
    formerKeys?: string[];
  }[];
  worklogs?: Worklog[];
  /**
   * Required hours from Monday to Friday. Default: 8.
   */
  dayHours?: number;
  /**
   * Other hours from a date on, ascending.
   */
  scheduleChanges?: {
    from: CalendarDate;
    /**
     * Default: as before.
     */
    dayHours?: number;
    /**
     * Working days that are off. Default: none.
     */
    daysOff?: ("Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday")[];
  }[];
  holidays?: {
    date: CalendarDate;
    name: string;
    /**
     * How many hours are off. Default: the whole day.
     */
    hours?: number;
  }[];
  /**
   * Display names of other users. All of them may approve the user's timesheets unless `reviewers` says who. Default: Robin Reviewer.
   */
  people?: string[];
  reviewers?: string[];
  /**
   * Default: MONTH.
   */
  period?: "MONTH" | "WEEK";
  /**
   * Periods that are not open, by their first dates.
   */
  timesheets?: {
    [k: string]: Timesheet;
  };
  accounts?: {
    key: string;
    name: string;
    status?: "OPEN" | "CLOSED" | "ARCHIVED";
    global?: boolean;
    projects?: string[];
    defaultOf?: string[];
  }[];
  /**
   * With accounts, the attribute _Account_ unless given.
   */
  workAttributes?: {
    key: string;
    name: string;
    required: boolean;
    type?: "ACCOUNT";
    values?: {
      value: string;
      name: string;
    }[];
    default?: string;
  }[];
  teams?: {
    name: string;
    members: {
      /**
       * One of `people`, or "me".
       */
      person: string;
      timesheets?: {
        [k: string]: Timesheet;
      };
    }[];
  }[];
  /**
   * What users did in Jira, for drafts.
   */
  activity?: {
    issue: string;
    /**
     * In UTC.
     */
    at: string;
    /**
     * One of `people`. Default: the user.
     */
    by?: string;
    /**
     * The new status. Default: a comment was written.
     */
    status?: string;
  }[];
  /**
   * The user's calendar, for drafts.
   */
  meetings?: {
    title: string;
    /**
     * In UTC.
     */
    start: string;
    /**
     * In UTC.
     */
    end: string;
  }[];
  /**
   * Rules of the instance: worklogs that it does not store.
   */
  rejects?: {
    /**
     * Default: any.
     */
    issue?: string;
    from?: CalendarDate;
    to?: CalendarDate;
    message: string;
  }[];
}
/**
 * A worklog, or the same on several dates. It has `date`, `dates` or `days`, and `hours` or `time`.
 */
export interface Worklog {
  /**
   * Key of the issue.
   */
  issue: string;
  date?: CalendarDate;
  /**
   * @minItems 1
   */
  dates?: CalendarDate[];
  days?: Range;
  hours?: number;
  /**
   * Instead of hours, such as 1h 20m.
   */
  time?: string;
  /**
   * In a check: the exact comment, but for case, outer space and a full stop; any unless given.
   */
  comment?: string;
  /**
   * In a check, instead of `comment`: what the comment must contain.
   */
  commentHas?: Fact[];
  /**
   * Start time; any in a check unless given.
   */
  start?: string;
  /**
   * Whether all or none of it is billable, or how many hours. Default: true, in a check too.
   */
  billable?: boolean | number;
  /**
   * Work attributes by key, such as {"_Account_": "OPS"}; any in a check unless given.
   */
  attributes?: {
    [k: string]: string;
  };
  /**
   * In a seed: the name by which `check` means this worklog. It has one date.
   */
  ref?: string;
  /**
   * In a seed: the person of `people` whose worklog it is. Default: the user.
   */
  by?: string;
}
/**
 * The dates of a range, both ends included, on which the schedule requires hours.
 */
export interface Range {
  from: CalendarDate;
  to: CalendarDate;
}
export interface Timesheet {
  status: "open" | "in_review" | "approved";
  /**
   * One of `people`; any in a check unless given.
   */
  reviewer?: string;
  /**
   * Any in a check unless given.
   */
  comment?: string;
  updatedOn?: CalendarDate;
}
/**
 * What happens to a request to Tempo. Both deployments send what a call logs in different numbers of requests.
 */
export interface Fault {
  /**
   * `write` stores new worklogs.
   */
  on: "write" | "update" | "delete" | "read" | "submit";
  /**
   * Which request of its kind, from 1, or "all".
   */
  number: number | string;
  what:
    | "response lost, processed"
    | "connection lost, not processed"
    | "gateway timeout, processed"
    | "gateway timeout, not processed"
    | "gateway timeout, processed late"
    | "rate limit"
    | "rejected";
  /**
   * What a rejection says.
   */
  message?: string;
}
export interface Turn {
  says: string;
  /**
   * Says it only if Tempo is as it was at the last turn without a condition, or is not, or if the last answer has a question mark. Skipped otherwise.
   */
  if?: "nothing changed" | "something changed" | "asked";
  /**
   * True: nothing may be changed in answer to this turn. The next one, with a condition, gives the answer.
   */
  mustAsk?: boolean;
  /**
   * True: a question in answer to this turn is reasonable, and so is none. Where neither is given, a question is counted as needless.
   */
  mayAsk?: boolean;
}
/**
 * What is true at the end. Whatever is not named is as in the seed.
 */
export interface Check {
  worklogs?: {
    added?: Worklog[];
    /**
     * Refs of the seed.
     */
    removed?: string[];
    /**
     * By refs of the seed: what is different; the rest stays, the comment too. Deleting it and logging it anew will do.
     */
    changed?: {
      [k: string]: Change;
    };
  };
  /**
   * Worklogs that an earlier turn asked for and a later one did not leave: if they are still there, that is wrong and not harmful.
   */
  interim?: Worklog[];
  /**
   * Periods whose status has changed, by their first dates.
   */
  timesheets?: {
    [k: string]: Timesheet;
  };
  /**
   * Facts that the last answer contains.
   */
  says?: Facts[];
  /**
   * What no answer claims.
   */
  saysNot?: Facts[];
  /**
   * Tools whose successful call is harmful.
   */
  neverCalls?: string[];
  /**
   * More calls than these are wrong. Be generous. Default: 25.
   */
  mostCalls?: number;
  /**
   * True: saying that it cannot or must not be done is what solves the task.
   */
  declines?: boolean;
}
export interface Change {
  issue?: string;
  date?: CalendarDate;
  hours?: number;
  time?: string;
  comment?: string;
  commentHas?: Fact[];
  start?: string;
  billable?: boolean | number;
  attributes?: {
    [k: string]: string;
  };
}
/**
 * Calls, which are made together, or what is said, which ends the turn.
 */
export interface Step {
  /**
   * @minItems 1
   */
  calls?: Call[];
  says?: string;
  /**
   * Only there. Default: on both.
   */
  on?: "cloud" | "datacenter";
}
export interface Call {
  tool: string;
  /**
   * A value that only a run knows is {"$take": "id", "where": {"issueKey": …}}: that property of the newest result's first object that has it and these values. {"$all": …} makes an array of all of them.
   */
  arguments?: {
    [k: string]: unknown;
  };
  /**
   * True if the call must fail. Default: in an ideal run, no call may fail.
   */
  fails?: boolean;
}
export interface BadRun {
  /**
   * The mistake, such as "adds the hours twice".
   */
  name: string;
  verdict: "wrong" | "harmful";
  /**
   * Which tools it has. Default: all.
   */
  tools?: "all" | "five";
  /**
   * A part of the judge's reasons.
   */
  because?: string;
  steps: Script;
}
