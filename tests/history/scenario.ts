import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fault as AnswerFault, FaultDetails } from "../helpers/faults.ts";
import type { TempoChange } from "./content.ts";

/** Values of work attributes by key; `BILLABLE` may be among them. An empty value of a change removes one. */
export type Values = Readonly<Record<string, string>>;

/**
 * Hours that a user wants logged. Its name is `token`; its token proper is in the comment, and issue, date and hours are those of no other entry, but for
 * entries that differ in attributes alone: see `entryName`.
 */
export interface Entry {
  token: string;
  attributes?: Values;
  issueKey: string;
  date: string;
  hours: number;
}

/** The worklog of an entry in Tempo: the first that it has shown of it, or the newest that it shows now. Replies need not have named it. */
export interface Shown {
  token: string;
  which: "first" | "newest";
}

/** The action of one step, with entries by their index in the scenario. A target that is a number is a worklog that some reply has named. */
export type Action =
  | { does: "post"; entry: number }
  | { does: "bulk"; entries: number[] }
  | {
      does: "fill";
      token: string;
      startDate: string;
      endDate: string;
      issueKey: string;
      hours?: number;
      team?: string;
    }
  /** One meeting on the issue on each date is drafted. */
  | { does: "draft"; token: string; startDate: string; endDate: string; issueKey: string }
  | {
      does: "update";
      target: number | Shown;
      mark: string;
      hours?: number;
      date?: string;
      issueKey?: string;
      attributes?: Values;
    }
  | { does: "delete"; target: number }
  | { does: "deleteMany"; targets: number[] }
  | { does: "undo" }
  | { does: "submit" | "recall"; period: string }
  | { does: "edit"; target: number; mark: string; hours: number }
  | { does: "move"; target: number; mark: string; date: string }
  /** Gives a worklog a team, and changes nothing else of it. */
  | { does: "assign"; target: number }
  | { does: "remove"; target: number }
  | { does: "log"; entry: number };

/** Who acts: a process of this machine, TempoFiller on another machine, or a person in Tempo itself. */
export type Actor = number | "other machine" | "person";

/** An actor that is a process. */
export type HostActor = Exclude<Actor, "person">;

/**
 * Faults of histories alone. `doubled`: the request is carried out twice. `slow`: it is carried out after a while, and then answered.
 * `slow answer`: it is carried out at once, and answered after a while.
 */
export type OwnFault = "doubled" | "slow" | "slow answer";

export type Fault =
  | { at: "file"; n: number; does: "kill"; when: "before" | "after"; isGone: boolean }
  | {
      at: "request" | "write";
      n: number;
      does: "kill";
      when: "before" | "after";
      late: number;
      isGone: boolean;
    }
  | { at: "statement"; n: number; does: "kill"; when: "before" | "after"; late: number; isGone: boolean }
  | { at: "request" | "write" | "file" | "statement"; n: number; does: "pause"; ms: number }
  | { at: "file"; n: number; does: "tear"; isGone: boolean }
  | { at: "file"; n: number; does: "fail"; code: string; calls: number; writesOnly: boolean }
  | { at: "sync" | "statement"; n: number; does: "slow"; ms: number }
  /** The statement is not carried out. */
  | { at: "statement"; n: number; does: "break"; times: number }
  /** The statement is carried out after a while, and its response is lost. */
  | { at: "statement"; n: number; does: "lose response"; late: number; times: number }
  | {
      at: "request" | "write";
      n: number;
      does: "answer";
      fault: AnswerFault | OwnFault;
      details: FaultDetails;
      /** The number of requests that meet it, one after another. */
      times: number;
    }
  | { at: "time"; after: number; does: "clock"; ofAll: boolean; ms: number }
  /** The database does not answer for a while. */
  | { at: "time"; after: number; does: "database away"; ms: number }
  | { at: "time"; after: number; does: "database clock"; ms: number }
  | { at: "time"; after: number; does: "revoke"; ms: number }
  | { at: "time"; after: number; does: "restore"; ms: number }
  | { at: "time"; after: number; does: "move issue"; issueKey: string };

export interface Step {
  by: Actor;
  action: Action;
  /** Milliseconds after the step before has begun, or has ended. */
  gap: number;
  isConcurrent: boolean;
  /** Whether it is made by a command of a shell, if one does the same as the tool. */
  inShell?: boolean;
  /** The way in which attributes are spelled, and start times chosen. */
  spelling?: number;
  /** The faults that its process or Tempo meets while it runs. */
  faults: Fault[];
}

/** Conditions that last a whole run; each pair is one value for each of Tempo's two nodes. */
export interface Weather {
  listLag: [number, number];
  readLag: [number, number];
  banks: boolean;
  change: TempoChange;
  /** The number of addresses by which the processes reach the site. */
  addresses: 1 | 2;
}

export interface Scenario {
  kind: string;
  isWithinLimits: boolean;
  seed: number;
  deployment: Deployment["kind"];
  entries: Entry[];
  weather: Weather;
  steps: Step[];
}
