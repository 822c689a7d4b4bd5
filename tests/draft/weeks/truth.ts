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
  /** Another task that the user works on by turns, ten minutes each: its spans are other blocks. */
  turns?: Task;
}

/** A meeting as the calendar has it, and what the user really did of it. */
export interface Appointment {
  start: number;
  end: number;
  title: string;
  description: string;
  isTentative: boolean;
  issueKey: string;
  /** Undefined if the user was not there. */
  attended: { start: number; end: number } | undefined;
}

/** A short look at an issue in Jira: a review, an answer. */
export type Errand = Span;

/** A day as it was. */
export interface Day {
  date: string;
  blocks: Block[];
  appointments: Appointment[];
  errands: Errand[];
}

/** The time that the user has worked, without anything twice. */
export function workedSpans({ blocks, appointments, errands }: Day): Span[] {
  return [
    ...blocks,
    ...errands,
    ...appointments.flatMap(({ attended, issueKey }) => (attended ? [{ ...attended, issueKey }] : [])),
  ];
}
