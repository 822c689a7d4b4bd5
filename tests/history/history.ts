import type { Values } from "./scenario.ts";

/** A statement of a reply about one entry, worklog or period. Without a reply there is none, and anything may be. */
export type Claim =
  | {
      says: "stored";
      entry: string;
      id: string;
      isNew: boolean;
      hours?: number;
      comment?: string;
      /** Each is `key=value`, as the reply shows it; ascending. */
      attributes?: string[];
      startTime?: string;
      copy?: string;
    }
  | { says: "not stored"; entry: string }
  | { says: "maybe stored"; entry: string }
  | { says: "maybe moved"; id: string; entry: string }
  | { says: "deleted"; id: string }
  | { says: "gone"; id: string }
  | { says: "not deleted"; id: string }
  | { says: "maybe deleted"; id: string }
  /** `wasSo`: it was so already, and nothing was sent. */
  | ({ says: "changed"; date: string; hours: number; wasSo?: boolean } & Change)
  | { says: "not changed"; id: string; mark: string }
  | ({ says: "maybe changed" } & Change)
  /** `isPlan`: it is what a plan has found, which waits for no earlier request. */
  | { says: "submitted"; period: string; isPlan?: boolean }
  | { says: "not submitted"; period: string }
  | { says: "maybe submitted"; period: string }
  /** The hours that a plan counts as logged on a date; at least so many, if it has nothing to log there. */
  | { says: "counted"; date: string; hours: number; isLeast: boolean }
  | { says: "recalled"; period: string }
  | { says: "not recalled"; period: string }
  | { says: "maybe recalled"; period: string };

/** A change of a worklog. */
interface Change {
  id: string;
  mark: string;
  /** The entry of the worklog. */
  entry?: string;
  /** The start time and the attributes that it gives. */
  startTime?: string;
  attributes?: Values;
}

/** The name of the fault that Tempo forgets all that it has stored since some time. It then gives ids again. */
export const RESTORED = "Tempo restored";

/** One invocation, and its reply. */
export interface Call {
  by: string;
  tool: string;
  args: string;
  from: number;
  /** When it was answered, or its process died. */
  to: number;
  /** Undefined if the caller received none. */
  reply?: string;
  /** The error's code, if it failed as a whole. */
  code?: string;
  claims: Claim[];
  log: string[];
  /** The faults that it met. */
  faults: string[];
  /** Whether its process was paused, or Tempo was not to be reached, so that it could not keep its time. */
  isDisturbed: boolean;
  /** True for calls that are made once all faults have ended and everything has settled. */
  isProbe: boolean;
  /** Made by a command of a shell, which may make two calls of a tool. */
  isCommand?: boolean;
  /** Ids of the worklogs that Tempo held when it was answered. */
  held: string[];
}

export interface FinalWorklog {
  id: string;
  issueKey: string;
  date: string;
  hours: number;
  comment: string;
  /** HH:MM, unless it is midnight. */
  startTime?: string;
  /** The values of its work attributes by key, if it has any. */
  attributes?: Values;
}

/** A request that has changed worklogs. */
export interface Write {
  by: string;
  method: string;
  /** The ids of the issues, and the dates, of its worklogs before and after it. */
  issues: readonly number[];
  dates: readonly string[];
  deleted: readonly FinalWorklog[];
  sentAt: number;
  /** When it took effect. */
  at: number;
  /** When its sender had an answer, if it had one before that. */
  answeredAt?: number | undefined;
  /** When its process had died, if it had by then. */
  diedAt?: number | undefined;
}

export interface History {
  calls: Call[];
  /** The final worklogs in Tempo, once everything has settled. */
  worklogs: FinalWorklog[];
  submitted: string[];
  writes: readonly Write[];
  /** The most time by which lists may be behind, in milliseconds. */
  lag: number;
  /** Whether Tempo keeps hours, and comments, as they were sent. */
  keepsHours: boolean;
  keepsComments: boolean;
  /** Whether it keeps all of a worklog. */
  keepsContent: boolean;
  isDataCenter: boolean;
  /** The entry that content belongs to, if Tempo shows it: by its token, else by issue, date and hours. */
  entryOf(worklog: Omit<FinalWorklog, "id">): string | undefined;
  /** The work attributes that an entry was to have, by key. */
  attributesOf(entry: string): Values;
  /** The date that an entry was to be logged on. */
  dateOf(entry: string): string | undefined;
}
