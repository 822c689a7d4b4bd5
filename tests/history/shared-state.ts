import type { Writers } from "../../src/timesheet/call-context.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Log } from "../../src/timesheet/log.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import type { Life } from "./life.ts";
import type { HostActor } from "./scenario.ts";

/** A process that opens its state. */
export interface Process {
  /** A name that no other process has. */
  name: string;
  actor: HostActor;
  life: Life;
  /** The clock of the process. */
  clock: Clock;
  log: Log;
}

/** The state of one process. */
export interface ProcessState {
  writers: Writers;
  /** The folder that undo reads; undefined for a server, which has no undo. */
  folder?: string;
  /** The system knows that the process has ended. */
  forget(): void;
}

/** The journals and leases of all processes of a run. */
export interface SharedState {
  open(process: Process): ProcessState;
  /** Sets its own clock, if it has one. */
  setClock(milliseconds: number): void;
  /** Makes it stop answering, or answer again. */
  setAway(isAway: boolean): void;
  /** Called after all processes have ended. */
  end(): Promise<void>;
}

/** The state of a new run. @param clock the true time */
export type CreateState = (clock: VirtualClock) => Promise<SharedState>;
