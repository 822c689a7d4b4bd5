import type { Task } from "./user.ts";

/** The user does one thing from one moment to another, in milliseconds. */
export interface Span {
  start: number;
  end: number;
  issueKey: string;
}

/** Work in a repository. */
export interface Block extends Span {
  task: Task;
  /** The branch that is checked out; another task's where the user did not change it. */
  branch: string;
  /** The key in the subjects of its commits; undefined if they have none. */
  subjectKey: string | undefined;
}

/** An event as the calendar has it, and what the user really did of it. */
export interface Appointment {
  start: number;
  end: number;
  title: string;
  description: string;
  isTentative: boolean;
  /** Empty for an event that is no meeting. */
  issueKey: string;
  /** An occurrence of a series, and the start that the series has for it. */
  regularStart?: number;
  /** The start that an earlier version of it had, which the calendar still has. */
  earlierStart?: number;
  /** Microsoft's word for an event that is no meeting. */
  busyStatus?: "BUSY" | "OOF" | "WORKINGELSEWHERE" | undefined;
  /** Undefined if the user was not there. */
  attended: { start: number; end: number } | undefined;
}

/** A short look at an issue in Jira: a review, an answer. */
export type Errand = Span;

/** An assistant works alone from a moment to another, in milliseconds, after one prompt of the user; by a schedule, without any. */
export interface Run {
  start: number;
  end: number;
  task: Task;
  isPrompted: boolean;
}

/** A day as it was. */
export interface Day {
  date: string;
  blocks: Block[];
  appointments: Appointment[];
  errands: Errand[];
  runs: Run[];
}

/** The time that the user has worked, without anything twice. */
export function workedSpans({ blocks, appointments, errands }: Day): Span[] {
  return [
    ...blocks,
    ...errands,
    ...appointments.flatMap(({ attended, issueKey }) => (attended ? [{ ...attended, issueKey }] : [])),
  ];
}
