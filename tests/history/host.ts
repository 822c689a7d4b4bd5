import { join } from "node:path";
import { undo } from "../../src/cli/undo/undo.ts";
import { sandboxDeployment } from "../../src/runtime/sandbox-deployment.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { describeError } from "../../src/server/describe-error.ts";
import { runTool } from "../../src/server/run-tool.ts";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { applyFault, detach } from "../helpers/faults.ts";
import { testContext } from "../helpers/server-context.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { ArmedFaults, type PlacedFault } from "./armed-faults.ts";
import { type Disk, type FileCall, mount, openedBy, type Verdict } from "./disk.ts";
import { forgetProcess } from "./forget-process.ts";
import type { Fault } from "./scenario.ts";

export interface HostOptions {
  name: string;
  deployment: Deployment["kind"];
  serve: Fetch;
  clock: VirtualClock;
  /** How far the wall clock is ahead of the true time. */
  skew(): number;
  random: () => number;
  /** The folder of the machine's state. */
  folder: string;
}

export interface Answer {
  reply?: object;
  /** The error's text, or what undo has printed. */
  text: string;
  code?: string;
}

const NEVER = new Promise<never>(() => {});

/** A process that serves calls of tools until it is killed: it then does nothing more, and says nothing. */
export class Host {
  readonly died: Promise<void>;
  readonly log: string[] = [];
  readonly #options: HostOptions;
  readonly #faults = new ArmedFaults();
  readonly #met: string[] = [];
  readonly #disk: Disk;
  readonly #context: ReturnType<typeof testContext>;
  readonly #path: string;
  #isAlive = true;
  /** Until when it cannot keep its time. */
  #disturbedUntil = 0;
  #paused: Promise<void> | undefined;
  #markDead = () => {};

  constructor(options: HostOptions) {
    this.#options = options;
    this.died = new Promise((resolve) => {
      this.#markDead = resolve;
    });
    const clock = this.#clock();
    this.#path = join(options.folder, "..", `view of ${options.name}`);
    this.#disk = {
      path: this.#path,
      folder: options.folder,
      before: (call) => this.#beforeFileCall(call),
      after: (call) => this.#afterFileCall(call),
      wallClock: () => clock.wallClock(),
    };
    mount(this.#disk);
    const timesheet = openTimesheet(sandboxDeployment(options.deployment, SANDBOX_CREDENTIALS), {
      fetch: (request) => this.#fetch(request),
      clock,
      timeout: 30_000,
      rateLimiter: (send) => send(),
    });
    const log = (line: string) => {
      if (this.#isAlive) this.log.push(line);
    };
    const writers = fileWriters({ clock, folder: this.#path, log });
    this.#context = { ...testContext(timesheet, clock), writers, log };
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** What it has met since the last time this was asked. */
  takeMet(): string[] {
    return this.#met.splice(0);
  }

  /** Whether it was paused, or its disk was slow or in error, since then. */
  isDisturbedSince(time: number): boolean {
    return this.#disturbedUntil >= time;
  }

  arm(faults: readonly Fault[]): void {
    this.#faults.arm(faults);
  }

  disarm(faults: readonly Fault[]): void {
    this.#faults.disarm(faults);
  }

  async call(tool: Tool, args: object): Promise<Answer> {
    const { signal } = new AbortController();
    const result = await runTool(tool, args, this.#context, { signal });
    await this.#awake();
    const error = result._meta?.["tempofiller/error"] as { code: string } | undefined;
    const [block] = result.content;
    return {
      text: block?.type === "text" ? block.text : "",
      ...(result.structuredContent !== undefined && { reply: result.structuredContent as object }),
      ...(error && { code: error.code }),
    };
  }

  /** @param printed takes what it prints, also if it never answers */
  async undo(printed: string[]): Promise<Answer> {
    const { signal } = new AbortController();
    const options = {
      stateFolder: this.#path,
      readOnly: false,
      yes: true,
      terminal: undefined,
      signal,
      print: (part: string) => {
        if (this.#isAlive) printed.push(part);
      },
    };
    try {
      await undo(options, this.#context);
    } catch (error) {
      await this.#awake();
      const described = describeError(error, "undo");
      return { text: `${printed.join("")}${described.text}`, code: described.cause.code };
    }
    await this.#awake();
    return { text: printed.join("") };
  }

  #clock(): Clock {
    const { clock, skew, random } = this.#options;
    return {
      ...clock,
      wallClock: () => clock.wallClock() + skew(),
      random,
      sleep: async (milliseconds, signal) => {
        if (!this.#isAlive) return NEVER;
        await clock.sleep(milliseconds, signal);
        await this.#awake();
      },
    };
  }

  /** Resolves once the process runs, and never if it is dead. */
  async #awake(): Promise<void> {
    while (this.#paused) await this.#paused;
    if (!this.#isAlive) await NEVER;
  }

  async #fetch(request: Request): Promise<Response> {
    if (!this.#isAlive) return NEVER;
    const { clock, random, serve } = this.#options;
    const isRead = request.method === "GET" || request.url.endsWith("/search");
    const faults = this.#faults.next(isRead ? ["request"] : ["request", "write"]);
    for (const fault of faults) this.#meet(fault, `${request.method} request`);
    for (const fault of faults) if (fault.does === "pause") this.#pause(fault.ms);
    const kill = faults.find((fault) => fault.does === "kill");
    if (kill?.when === "before") {
      this.kill(kill.isGone);
      return NEVER;
    }
    await clock.sleep(30 + random() * 200, request.signal);
    request.signal.throwIfAborted();
    if (kill) {
      const late = "late" in kill ? kill.late : 0;
      const detached = detach(request);
      if (late === 0) await serve(detached);
      else void clock.sleep(late).then(() => serve(detached));
      this.kill(kill.isGone);
      return NEVER;
    }
    const answer = faults.find((fault) => fault.does === "answer");
    try {
      return await this.#answer(request, answer);
    } finally {
      await this.#awake();
    }
  }

  async #answer(request: Request, answer: PlacedFault | undefined): Promise<Response> {
    const { clock, serve } = this.#options;
    if (answer?.does !== "answer") return serve(request);
    if (answer.fault !== "doubled")
      return applyFault(answer.fault, request, { serve, clock }, answer.details);
    await serve(detach(request));
    return serve(request);
  }

  #beforeFileCall({ name, writes, syncs }: FileCall): Verdict {
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
      if (fault.does === "pause") this.#pause(fault.ms);
      if (fault.does === "slow") this.#options.clock.advance(fault.ms);
      if (fault.does === "tear" || fault.does === "kill") {
        this.kill(fault.isGone);
        return { error: "EIO", isTorn: fault.does === "tear" };
      }
    }
    return "runs";
  }

  #diesAfter: PlacedFault | undefined;

  #afterFileCall({ name }: FileCall): void {
    const fault = this.#diesAfter;
    if (fault?.does !== "kill") return;
    this.#diesAfter = undefined;
    this.#meet(fault, name);
    this.kill(fault.isGone);
  }

  #meet(fault: PlacedFault, where: string): void {
    const { at: _, ...what } = fault;
    this.#met.push(`${where}: ${JSON.stringify(what)}`);
    const lasts = "ms" in fault ? fault.ms : 0;
    const until = this.#options.clock.now() + lasts;
    if (fault.does !== "answer") this.#disturbedUntil = Math.max(this.#disturbedUntil, until);
  }

  #pause(ms: number): void {
    const paused = this.#options.clock.sleep(ms).then(() => {
      if (this.#paused === paused) this.#paused = undefined;
    });
    this.#paused = paused;
  }

  /** @param isGone whether the system knows that the process has ended; otherwise its number may be another's by now */
  kill(isGone: boolean): void {
    this.#isAlive = false;
    if (isGone) forgetProcess(openedBy(this.#disk));
    this.#markDead();
  }
}
