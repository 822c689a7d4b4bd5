import type { Fetch } from "../../src/tempo/http/client.ts";
import { applyFault, detach } from "../helpers/faults.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { ArmedFaults, type PlacedFault } from "./armed-faults.ts";
import type { FileCall, Verdict } from "./disk.ts";
import type { Fault } from "./scenario.ts";

export interface LifeOptions {
  clock: VirtualClock;
  random: () => number;
  serve: Fetch;
  /** The system knows that the process has ended. */
  forget(): void;
}

/** Whether a process runs, is paused or dead, and what its requests and calls of the file system meet. */
export class Life {
  readonly died: Promise<void>;
  readonly #options: LifeOptions;
  readonly #faults = new ArmedFaults();
  readonly #met: string[] = [];
  #isAlive = true;
  /** Until when it cannot keep its time. */
  #disturbedUntil = 0;
  #paused: Promise<void> | undefined;
  #diesAfter: PlacedFault | undefined;
  #markDead = () => {};

  constructor(options: LifeOptions) {
    this.#options = options;
    this.died = new Promise((resolve) => {
      this.#markDead = resolve;
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  arm(faults: readonly Fault[]): void {
    this.#faults.arm(faults);
  }

  disarm(faults: readonly Fault[]): void {
    this.#faults.disarm(faults);
  }

  /** What it has met since the last time this was asked. */
  takeMet(): string[] {
    return this.#met.splice(0);
  }

  /** Whether it was paused, or its disk was slow or in error, since then. */
  isDisturbedSince(time: number): boolean {
    return this.#disturbedUntil >= time;
  }

  /** @param isGone whether the system knows that the process has ended; otherwise its number may be another's by now */
  kill(isGone: boolean): void {
    this.#isAlive = false;
    if (isGone) this.#options.forget();
    this.#markDead();
  }

  /** Resolves once the process runs, and never if it is dead. */
  async awake(): Promise<void> {
    while (this.#paused) await this.#paused;
    if (!this.#isAlive) await never();
  }

  async fetch(request: Request): Promise<Response> {
    if (!this.#isAlive) return never();
    const { clock, random, serve } = this.#options;
    const isRead = request.method === "GET" || request.url.endsWith("/search");
    const faults = this.#faults.next(isRead ? ["request"] : ["request", "write"]);
    for (const fault of faults) this.#meet(fault, `${request.method} request`);
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
      return await this.#answer(
        request,
        faults.find((fault) => fault.does === "answer"),
      );
    } finally {
      await this.awake();
    }
  }

  beforeFileCall({ name, writes, syncs }: FileCall): Verdict {
    // Whatever it does before it waits the next time, nobody sees it.
    if (!this.#isAlive) return /^(write|close|unlink|rm)/.test(name) ? "does nothing" : { error: "EIO" };
    const places = syncs ? (["file", "sync"] as const) : (["file"] as const);
    for (const fault of this.#faults.next(places, (it) => it.does !== "fail" || writes || !it.writesOnly)) {
      if (fault.does === "kill" && fault.when === "after") {
        this.#diesAfter = fault;
        continue;
      }
      this.#meet(fault, name);
      if (fault.does === "fail") return { error: fault.code };
      if (fault.does === "slow") this.#options.clock.advance(fault.ms);
      if (fault.does === "tear" || fault.does === "kill") {
        this.kill(fault.isGone);
        return { error: "EIO", isTorn: fault.does === "tear" };
      }
    }
    return "runs";
  }

  afterFileCall({ name }: FileCall): void {
    const fault = this.#diesAfter;
    if (fault?.does !== "kill") return;
    this.#diesAfter = undefined;
    this.#meet(fault, name);
    this.kill(fault.isGone);
  }

  async #answer(request: Request, answer: PlacedFault | undefined): Promise<Response> {
    const { clock, serve } = this.#options;
    if (answer?.does !== "answer") return serve(request);
    if (answer.fault !== "doubled")
      return applyFault(answer.fault, request, { serve, clock }, answer.details);
    await serve(detach(request));
    return serve(request);
  }

  #meet(fault: PlacedFault, where: string): void {
    const { at, does, ...details } = fault;
    const place = at === "file" || at === "sync" ? "file call" : "request";
    this.#met.push(`${does} at a ${place}: ${where} ${JSON.stringify(details)}`);
    if (does === "answer") return;
    const until = this.#options.clock.now() + ("ms" in fault ? fault.ms : 0);
    this.#disturbedUntil = Math.max(this.#disturbedUntil, until);
    if (does === "pause") this.#pause(fault.ms);
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
