import type { Fetch } from "../../src/tempo/http/client.ts";
import { applyFault, detach, silence } from "../helpers/faults.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import type { Fault } from "./scenario.ts";
import { isRead, type Times } from "./tempo.ts";

export interface LifeOptions {
  clock: VirtualClock;
  random: () => number;
  serve(request: Request, times: Times): Promise<Response>;
  /** The system knows that the process has ended. */
  forget(): void;
}

/** Whether a process runs, is paused or dead, and what its requests meet. */
export class Life {
  readonly died: Promise<void>;
  readonly #options: LifeOptions;
  readonly #faults = new ArmedFaults();
  readonly #met: string[] = [];
  #diedAt: number | undefined;
  /** The end of the disturbance: until then it cannot keep its deadlines. */
  #disturbedUntil = 0;
  #paused: Promise<void> | undefined;
  #markDead = () => {};

  constructor(options: LifeOptions) {
    this.#options = options;
    this.died = new Promise((resolve) => {
      this.#markDead = resolve;
    });
  }

  get isAlive(): boolean {
    return this.#diedAt === undefined;
  }

  get diedAt(): number | undefined {
    return this.#diedAt;
  }

  arm(faults: readonly Fault[]): void {
    this.#faults.arm(faults);
  }

  disarm(faults: readonly Fault[]): void {
    this.#faults.disarm(faults);
  }

  /** Returns the faults that it has met since the last call of this. */
  takeMet(): string[] {
    return this.#met.splice(0);
  }

  /** Whether it was paused, or its disk was slow or in error, since then. */
  isDisturbedSince(time: number): boolean {
    return this.#disturbedUntil >= time;
  }

  /** @param isGone whether the system knows that the process has ended; otherwise its number may be another's by now */
  kill(isGone: boolean): void {
    this.#diedAt ??= this.#options.clock.now();
    if (isGone) this.#options.forget();
    this.#markDead();
  }

  /** Resolves once the process runs, and never if it is dead. */
  async awake(): Promise<void> {
    while (this.#paused) await this.#paused;
    if (!this.isAlive) await never();
  }

  async fetch(request: Request): Promise<Response> {
    if (!this.isAlive) return never();
    const { clock, random } = this.#options;
    const times: Times = { sentAt: clock.now() };
    const serve = (it: Request) => this.#options.serve(it, times);
    const faults = this.#faults.next(isRead(request) ? ["request"] : ["request", "write"]);
    for (const fault of faults)
      this.meet(fault, `${request.method} ${new URL(request.url).pathname} request`);
    const kill = faults.find((fault) => fault.does === "kill");
    if (kill?.when === "before") {
      this.kill(kill.isGone);
      return never();
    }
    await clock.sleep(30 + random() * 200, request.signal);
    request.signal.throwIfAborted();
    if (kill) {
      const late = "late" in kill ? kill.late : 0;
      const detached = detach(request);
      if (late === 0) await serve(detached);
      else void clock.sleep(late).then(() => serve(detached));
      this.kill(kill.isGone);
      return never();
    }
    try {
      const response = await this.#answer(
        request,
        serve,
        faults.find((fault) => fault.does === "answer"),
      );
      times.answeredAt = clock.now();
      return response;
    } finally {
      await this.awake();
    }
  }

  /** The faults that it meets at the next event at any of these places. */
  next(places: Parameters<ArmedFaults["next"]>[0], counts?: (fault: PlacedFault) => boolean): PlacedFault[] {
    return this.#faults.next(places, counts);
  }

  /** It meets a fault now, and is paused if that is one. @param where the call that meets it */
  meet(fault: PlacedFault, where: string): void {
    const { at, does, ...details } = fault;
    const place = at === "file" || at === "sync" ? "file call" : at === "write" ? "request" : at;
    this.#met.push(`${does} at a ${place}: ${where} ${JSON.stringify(details)}`);
    if (does !== "answer") this.disturb("ms" in fault ? fault.ms : 0);
    if (does === "pause") this.#pause(fault.ms);
  }

  /** It cannot keep its time for so long. */
  disturb(milliseconds: number): void {
    this.#disturbedUntil = Math.max(this.#disturbedUntil, this.#options.clock.now() + milliseconds);
  }

  async #answer(request: Request, serve: Fetch, answer: PlacedFault | undefined): Promise<Response> {
    const { clock } = this.#options;
    if (answer?.does !== "answer") return serve(request);
    const { fault, details } = answer;
    if (fault === "doubled") {
      await serve(detach(request));
      return serve(request);
    }
    if (fault !== "slow" && fault !== "slow answer")
      return applyFault(fault, request, { serve, clock }, details);
    const detached = detach(request);
    const wait = () => clock.sleep(details.processedAfter ?? 0);
    const slow = async () => {
      if (fault === "slow") await wait();
      const response = await serve(detached);
      if (fault === "slow answer") await wait();
      return response;
    };
    return Promise.race([slow(), silence(request)]);
  }

  #pause(ms: number): void {
    const paused = this.#options.clock.sleep(ms).then(() => {
      if (this.#paused === paused) this.#paused = undefined;
    });
    this.#paused = paused;
  }
}

/** A promise of its own each time, so that what waits for it can be collected. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

type Place = "request" | "write" | "file" | "sync" | "statement";
export type PlacedFault = Extract<Fault, { at: Place }>;

/** The faults that wait for a process's n-th request, call of the file system or statement, counted from the moment they were armed. */
class ArmedFaults {
  #armed: { fault: PlacedFault; seen: number; met: number }[] = [];

  arm(faults: readonly Fault[]): void {
    const placed = faults.filter((fault): fault is PlacedFault => fault.at !== "time");
    this.#armed.push(...placed.map((fault) => ({ fault, seen: 0, met: 0 })));
  }

  disarm(faults: readonly Fault[]): void {
    this.#armed = this.#armed.filter(({ fault }) => !faults.includes(fault));
  }

  /** The faults that the next event at any of these places meets. Each call of a fault of several calls meets it. */
  next(places: readonly Place[], counts: (fault: PlacedFault) => boolean = () => true): PlacedFault[] {
    return this.#armed
      .filter(({ fault }) => places.includes(fault.at) && counts(fault))
      .flatMap((armed) => {
        armed.seen += 1;
        if (armed.seen < armed.fault.n || armed.met >= timesOf(armed.fault)) return [];
        armed.met += 1;
        return [armed.fault];
      });
  }
}

function timesOf(fault: PlacedFault): number {
  if (fault.does === "fail") return fault.calls;
  return "times" in fault ? fault.times : 1;
}
