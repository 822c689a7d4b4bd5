import type { Clock } from "../../src/timesheet/clock.ts";
import type { Log } from "../../src/timesheet/log.ts";
import type { Writers } from "../../src/timesheet/writers.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import type { Life } from "./life.ts";
import type { HostActor } from "./scenario.ts";

/** A process that opens its state. */
export interface Process {
  /** That of no other process. */
  name: string;
  actor: HostActor;
  life: Life;
  /** Its own one. */
  clock: Clock;
  log: Log;
}

/** The state of one process. */
export interface ProcessState {
  writers: Writers;
  /** What undo reads; undefined for a server, which has no undo. */
  folder?: string;
  /** The system knows that the process has ended. */
  forget(): void;
}

/** What keeps the journals and leases of all processes of a run. */
export interface SharedState {
  open(process: Process): ProcessState;
  /** Sets its own clock, if it has one. */
  setClock(milliseconds: number): void;
  /** It answers nobody until it does again. */
  setAway(isAway: boolean): void;
  /** Adds records that this version does not write, in the name of a process that may write now. Returns what it added. */
  addRecords(process: Process, shapes: readonly number[]): Promise<string>;
  /** After all processes have ended. */
  end(): Promise<void>;
}

/** The state of a new run. @param clock the true time */
export type CreateState = (clock: VirtualClock) => Promise<SharedState>;
