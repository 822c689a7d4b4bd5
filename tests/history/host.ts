import { join } from "node:path";
import { undo } from "../../src/cli/undo/undo.ts";
import { sandboxDeployment } from "../../src/runtime/sandbox-deployment.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { describeError } from "../../src/server/describe-error.ts";
import { runTool } from "../../src/server/run-tool.ts";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { testContext } from "../helpers/server-context.ts";
import { type Disk, mount, openedBy } from "./disk.ts";
import { forgetProcess } from "./forget-process.ts";
import { Life, type LifeOptions, never } from "./life.ts";

export interface HostOptions extends Omit<LifeOptions, "forget"> {
  name: string;
  deployment: Deployment["kind"];
  /** How far the wall clock is ahead of the true time. */
  skew(): number;
  /** The folder of the machine's state. */
  folder: string;
}

export interface Answer {
  reply?: object;
  /** The error's text, or what undo has printed. */
  text: string;
  code?: string;
}

/** A process that serves calls of tools until it is killed: it then does nothing more, and says nothing. */
export class Host {
  readonly life: Life;
  readonly log: string[] = [];
  readonly #context: ReturnType<typeof testContext>;
  readonly #path: string;

  constructor(options: HostOptions) {
    const { name, deployment, folder } = options;
    this.#path = join(folder, "..", `view of ${name}`);
    const life = new Life({ ...options, forget: () => forgetProcess(openedBy(disk)) });
    const clock = clockOf(options, life);
    const disk: Disk = {
      path: this.#path,
      folder,
      before: (call) => life.beforeFileCall(call),
      after: (call) => life.afterFileCall(call),
      wallClock: () => clock.wallClock(),
    };
    mount(disk);
    const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
      fetch: (request) => life.fetch(request),
      clock,
      timeout: 30_000,
      rateLimiter: (send) => send(),
    });
    const log = (line: string) => {
      if (life.isAlive) this.log.push(line);
    };
    const writers = fileWriters({ clock, folder: this.#path, log });
    this.#context = { ...testContext(timesheet, clock), writers, log };
    this.life = life;
  }

  async call(tool: Tool, args: object): Promise<Answer> {
    const { signal } = new AbortController();
    const result = await runTool(tool, args, this.#context, { signal });
    await this.life.awake();
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
    const print = (part: string) => {
      if (this.life.isAlive) printed.push(part);
    };
    const options = {
      stateFolder: this.#path,
      readOnly: false,
      yes: true,
      terminal: undefined,
      signal,
      print,
    };
    let failure: ReturnType<typeof describeError> | undefined;
    try {
      await undo(options, this.#context);
    } catch (error) {
      failure = describeError(error, "undo");
    }
    await this.life.awake();
    const text = [...printed, failure?.text ?? ""].join("");
    return { text, ...(failure && { code: failure.cause.code }) };
  }
}

/** The true time, as a process sees it: on a wall clock that may be set, and never once it is dead. */
function clockOf({ clock, skew, random }: HostOptions, life: Life): Clock {
  return {
    ...clock,
    wallClock: () => clock.wallClock() + skew(),
    random,
    async sleep(milliseconds, signal) {
      if (!life.isAlive) return never();
      await clock.sleep(milliseconds, signal);
      await life.awake();
    },
  };
}
