import { Readable } from "node:stream";
import { showDraft } from "../../src/cli/draft/draft.ts";
import { changeEntry } from "../../src/cli/entries/change-entry.ts";
import { fillHours } from "../../src/cli/fill/fill.ts";
import { showJournal } from "../../src/cli/journal/journal.ts";
import { logHours } from "../../src/cli/log/log-hours.ts";
import { undo } from "../../src/cli/undo/undo.ts";
import type {
  DraftTimesheetInput,
  FillDaysInput,
  PostWorklogDetailsInput,
  UpdateWorklogInput,
  WorkAttributeValues,
} from "../../src/generated/inputs.ts";
import { type Connection, sandboxDeployment } from "../../src/runtime/connection.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { failureOf } from "../../src/server/errors.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Meeting } from "../../src/timesheet/draft/evidence.ts";
import { draftTimesheet } from "../../src/tools/draft-timesheet.ts";
import { fillDays } from "../../src/tools/fill-days.ts";
import { postWorklog } from "../../src/tools/post-worklog.ts";
import { TOOL_SETS, type Tool } from "../../src/tools/tool.ts";
import { updateWorklog } from "../../src/tools/update-worklog.ts";
import { evidenceOf, source } from "../helpers/evidence.ts";
import { runTool } from "../helpers/run-tool.ts";
import { testContext } from "../helpers/server-context.ts";
import { outcomeIn } from "./draft-command.ts";
import { Life, type LifeOptions, never } from "./life.ts";
import type { HostActor } from "./scenario.ts";
import type { Process, SharedState } from "./shared-state.ts";

export interface HostOptions extends Omit<LifeOptions, "forget"> {
  name: string;
  deployment: Deployment["kind"];
  /** The time by which the wall clock is ahead of the true time. */
  skew(): number;
  actor: HostActor;
  /** The base URL by which it reaches the site. */
  address: string;
  state: SharedState;
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
  readonly #folder: string | undefined;
  readonly #connection: Connection;

  constructor(options: HostOptions) {
    const { deployment, address, state } = options;
    const life = new Life({ ...options, forget: () => opened.forget() });
    const clock = clockOf(options, life);
    const log = (line: string) => {
      if (life.isAlive) this.log.push(line);
    };
    const process: Process = { ...options, life, clock, log };
    const opened = state.open(process);
    this.#connection = {
      deployment: reachedAt(address, sandboxDeployment(deployment, SANDBOX_CREDENTIALS)),
      options: {
        fetch: (request) => life.fetch(request),
        clock,
        timeout: 30_000,
        rateLimiter: (send) => send(),
      },
    };
    const { options: client } = this.#connection;
    const timesheet = openTimesheet(this.#connection.deployment, {
      rateLimiter: (send) => send(),
      ...client,
    });
    const { writers, folder } = opened;
    this.#folder = folder;
    const context = testContext(timesheet, clock);
    const settings = { ...context.settings, toolSets: new Set(TOOL_SETS) };
    this.#context = { ...context, settings, writers, log };
    this.life = life;
  }

  /** @param meetings the evidence of drafts */
  async call(tool: Tool, args: object, meetings: readonly Meeting[] = []): Promise<Answer> {
    const { signal } = new AbortController();
    const result = await runTool(tool, args, this.#contextWith(meetings), { signal });
    await this.life.awake();
    const error = result._meta?.["tempofiller/error"] as { code: string } | undefined;
    const [block] = result.content;
    return {
      text: block?.type === "text" ? block.text : "",
      ...(result.structuredContent !== undefined && { reply: result.structuredContent as object }),
      ...(error && { code: error.code }),
    };
  }

  /** A replica of a server has none. */
  get hasShell(): boolean {
    return this.#folder !== undefined;
  }

  /** Whether a shell has a command that does the same. None fills days with work attributes. */
  hasCommand(tool: Tool | undefined, args: object): boolean {
    const { rows = [] } = args as { rows?: object[] };
    const hasOption = rows.every((row) => !("attributes" in row));
    const names = [postWorklog, fillDays, draftTimesheet, updateWorklog].map(({ name }) => name);
    return this.hasShell && hasOption && tool !== undefined && names.includes(tool.name);
  }

  /** Runs the command that does the same as a tool; `fill` logs its plan at once. Its reply is the tool's. */
  async runCommand(tool: Tool, args: object): Promise<Answer> {
    const printed: string[] = [];
    const common = {
      json: true,
      readOnly: false,
      terminal: undefined,
      signal: new AbortController().signal,
      print: (text: string) => void printed.push(text),
      site: [],
    };
    const running = () => {
      if (tool.name === postWorklog.name)
        return logHours({ ...common, ...logOf(args as PostWorklogDetailsInput) }, this.#context);
      if (tool.name === updateWorklog.name)
        return changeEntry({ ...common, ...changeOf(args as UpdateWorklogInput) }, this.#context);
      return fillHours({ ...common, ...fillOf(args as FillDaysInput) }, this.#context);
    };
    // The command line prints what a command throws: see `main.ts`.
    const { error = "", code } = await running().catch((failure: unknown) => {
      const { text, cause } = failureOf(failure, tool.name);
      return { error: text.shell, code: cause.code };
    });
    await this.life.awake();
    const [text] = printed;
    return {
      text: text ?? error,
      ...(text !== undefined && { reply: JSON.parse(text) }),
      ...(code !== undefined && { code }),
    };
  }

  /** Drafts, and agrees to log what is shown. @param printed takes what it prints, also if it never answers */
  async postDraft(args: object, meetings: readonly Meeting[], printed: string[]): Promise<Answer> {
    const { startDate, endDate } = args as DraftTimesheetInput;
    const options = { assign: [], leaveOut: [], fill: false, post: true, json: false, zone: "UTC" };
    const answer = await this.#run("draft", printed, (common) => {
      const period = `${startDate}..${endDate}`;
      const terminal = Readable.from(["y\n"]);
      return showDraft({ ...common, ...options, period, terminal }, this.#contextWith(meetings));
    });
    const reply = outcomeIn(answer.text);
    return { ...answer, ...(reply && { reply }) };
  }

  /** @param printed takes what it prints, also if it never answers */
  undo(printed: string[]): Promise<Answer> {
    const options = { stateFolder: this.#folder, yes: true, terminal: undefined };
    return this.#run("undo", printed, (common) => undo({ ...common, ...options }, this.#context));
  }

  /** @param printed takes what it prints, also if it never answers */
  journal(printed: string[]): Promise<Answer> {
    const options = { stateFolder: this.#folder, clock: this.#context.clock, last: 1000, json: false };
    return this.#run("journal", printed, async ({ print }) =>
      showJournal({ ...options, print: (line) => print(`${line}\n`) }),
    );
  }

  async #run(
    name: string,
    printed: string[],
    command: (common: {
      readOnly: boolean;
      signal: AbortSignal;
      print(part: string): void;
    }) => Promise<unknown>,
  ): Promise<Answer> {
    const print = (part: string) => {
      if (this.life.isAlive) printed.push(part);
    };
    let failure: ReturnType<typeof failureOf> | undefined;
    try {
      await command({ readOnly: false, signal: new AbortController().signal, print });
    } catch (error) {
      failure = failureOf(error, name);
    }
    await this.life.awake();
    const text = [...printed, failure?.text.shell ?? ""].join("");
    return { text, ...(failure && { code: failure.cause.code }) };
  }

  #contextWith(meetings: readonly Meeting[]): ReturnType<typeof testContext> {
    return { ...this.#context, evidence: evidenceOf([source("calendar", meetings)]) };
  }
}

function logOf({ issueKey, hours, startDate, billable = true, ...others }: PostWorklogDetailsInput) {
  const { description: message, startTime: start, attributes } = others;
  const args = [issueKey, String(hours), startDate];
  return {
    args,
    message,
    start,
    billable,
    ...attributeOptions(attributes),
    stdin: Readable.from([]),
    yes: false,
  };
}

function changeOf({ worklogId: id, hours, date, issueKey: issue, billable, ...others }: UpdateWorklogInput) {
  const { description: message, startTime: start, attributes } = others;
  const written = {
    ...{ issue, date, message, start, billable, ...attributeOptions(attributes) },
    hours: hours === undefined ? undefined : String(hours),
  };
  return { id, written, stdin: Readable.from([]) };
}

/** An account has an option of its own. */
function attributeOptions({ account, ...others }: WorkAttributeValues = {}) {
  return { account, attribute: Object.entries(others).map(([name, value]) => `${name}=${value}`) };
}

function fillOf({ startDate, endDate, rows = [], confirm }: FillDaysInput) {
  const targets = rows.map(({ issueKey, hours }) => `${issueKey}${hours === undefined ? "" : `=${hours}`}`);
  return {
    args: [`${startDate}..${endDate}`, ...targets],
    message: rows[0]?.description,
    billable: true,
    yes: true,
    confirm,
    width: 80,
  };
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

function reachedAt(address: string, deployment: Deployment): Deployment {
  return deployment.kind === "cloud"
    ? { ...deployment, jiraUrl: address }
    : { ...deployment, baseUrl: address };
}
