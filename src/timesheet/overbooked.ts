import type { OverbookedDay } from "../generated/responses.ts";
import type { CallContext } from "./call-context.ts";
import type { DateRange } from "./dates.ts";
import { balanceOf, dayHours, toOverbookedDay } from "./day-balance.ts";
import { onAbort } from "./on-abort.ts";
import type { ScheduledDay } from "./port.ts";
import { daysOn } from "./schedule.ts";
import { SCHEDULE_READ_MS } from "./timeline.ts";

/**
 * Finds the dates that have more hours than the schedule requires, once a batch is posted. The schedule can be read while the existing
 * worklogs are: that saves a round trip.
 */
export class OverbookedDays {
  readonly #range: DateRange;
  readonly #context: CallContext;
  readonly #reading = new AbortController();
  #schedule: Promise<readonly ScheduledDay[]> | undefined;

  /**
   * @param range the dates of the batch
   * @param known their schedule, if it has been read
   */
  constructor(range: DateRange, context: CallContext, known?: readonly ScheduledDay[]) {
    this.#range = range;
    this.#context = context;
    this.#schedule = known && Promise.resolve(known);
  }

  /** Begins to read the schedule, unless it has begun. What fails before `find` needs it is read again then: Tempo may just have been away. */
  readSchedule(): Promise<readonly ScheduledDay[]> {
    if (this.#schedule) return this.#schedule;
    const reading = this.#read();
    this.#schedule = reading;
    reading.catch(() => {
      this.#schedule = undefined;
    });
    return reading;
  }

  /**
   * The dates, ascending. It never fails, since the hours are stored: without a schedule it returns none, and debug mode says why.
   *
   * @param booked seconds by date
   */
  async find(booked: ReadonlyMap<string, number>): Promise<OverbookedDay[]> {
    if (booked.size === 0) return [];
    try {
      const days = daysOn([...booked.keys()].sort(), await this.readSchedule());
      const times = [...booked].map(([date, seconds]) => ({ date, seconds }));
      const hours = dayHours(days, times);
      this.#context.logged(hours);
      return hours.filter((day) => balanceOf(day).overSeconds > 0).map(toOverbookedDay);
    } catch (error) {
      this.#context.debug(
        `overbooked days are not reported, since the schedule cannot be read: ${(error as Error).message}`,
      );
      return [];
    }
  }

  /** Cuts short a read that is not needed any more. */
  stop(): void {
    this.#reading.abort();
  }

  async #read(): Promise<ScheduledDay[]> {
    const { timesheet, clock, deadline, signal } = this.#context;
    const scope = {
      signal: this.#reading.signal,
      deadline: Math.min(deadline, clock.now() + SCHEDULE_READ_MS),
    };
    const stopListening = onAbort(signal, () => this.stop());
    try {
      return await timesheet.getSchedule(this.#range, scope);
    } finally {
      stopListening();
    }
  }
}
