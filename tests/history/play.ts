import { bulkPostWorklogs } from "../../src/tools/bulk-post-worklogs.ts";
import { deleteWorklog } from "../../src/tools/delete-worklog.ts";
import { deleteWorklogs } from "../../src/tools/delete-worklogs.ts";
import { fillDays } from "../../src/tools/fill-days.ts";
import { postWorklog } from "../../src/tools/post-worklog.ts";
import { submitTimesheet } from "../../src/tools/submit-timesheet.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { updateWorklog } from "../../src/tools/update-worklog.ts";
import { RESTORED } from "./checks/worklogs.ts";
import { claimsOf, type Request } from "./claims.ts";
import { entryOfContent, finalWorklog, shown } from "./content.ts";
import { PERIODS } from "./generate.ts";
import type { Call, Claim, History } from "./history.ts";
import type { Answer, Host } from "./host.ts";
import { actInTempo } from "./person.ts";
import type { Action, Actor, Entry, Fault, Scenario, Step } from "./scenario.ts";
import { createWorld, nameOf, type World } from "./world.ts";

/** Longer than any call may take, however long its process was paused. */
const HANGS_AFTER_MS = 300_000;

/** Longer than anything is remembered as open, and than anything upstream still has to process. */
const SETTLED_MS = 150_000;

/** How often a plan is confirmed that another one has come of. */
const MAX_PLANS = 3;

/** A tool and what it is asked; `confirms` if it is to be asked again with the digest of its plan. */
interface Invocation {
  tool?: Tool;
  args: Record<string, unknown>;
  request: Request;
  confirms: boolean;
}

/** A worklog that a reply has named, and its entry. */
interface Target {
  id: string;
  entry: string;
}

/** Plays a scenario on virtual time. */
export async function play(scenario: Scenario): Promise<History> {
  const world = createWorld(scenario);
  try {
    return await new Play(scenario, world).run();
  } finally {
    world.end();
  }
}

class Play {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #calls: Call[] = [];
  readonly #timed: Promise<void>[] = [];
  /** The entry of each worklog that a reply has named. */
  readonly #named = new Map<string, string>();

  constructor(scenario: Scenario, world: World) {
    this.#scenario = scenario;
    this.#world = world;
  }

  async run(): Promise<History> {
    const { clock, tempo } = this.#world;
    const running: Promise<void>[] = [];
    for (const step of this.#scenario.steps) {
      if (!step.isConcurrent) await running.at(-1);
      await clock.sleep(step.gap);
      running.push(this.#step(step));
    }
    await Promise.all([...running, ...this.#timed]);
    tempo.setRevoked(false);
    await clock.sleep(SETTLED_MS);
    await this.#probe();
    await clock.sleep(SETTLED_MS);
    const { entries, weather } = this.#scenario;
    const worklogs = tempo.worklogs().map(finalWorklog);
    return {
      calls: this.#calls,
      worklogs,
      submitted: PERIODS.filter((period) => tempo.isSubmitted(period)),
      lag: Math.max(...weather.listLag, ...weather.readLag),
      keepsHours: weather.change !== "rounds up to 15 minutes",
      keepsComments: weather.change !== "drops the comment",
      entryOf: (worklog) => entryOfContent(worklog, entries),
      dateOf: (entry) => entry.split("@")[1] ?? entries.find(({ token }) => token === entry)?.date,
    };
  }

  /** Whether everything can be written again, and all that was posted on this machine is settled by posting it once more. */
  async #probe(): Promise<void> {
    const posted = this.#scenario.steps.flatMap(({ by, action }) =>
      typeof by === "number" ? entriesOf(action) : [],
    );
    const entries = [...new Set(posted)];
    if (entries.length > 0) await this.#callAll(0, this.#invocation({ does: "bulk", entries }), [], true);
    const doubtful = this.#calls.flatMap(({ claims }) => claims);
    const changed = doubtful.findLast((claim) => claim.says === "maybe changed");
    const update = this.#update(this.#targetById(changed?.id) ?? this.#target(0), { mark: "u999" });
    if (update) await this.#callAll(0, update, [], true);
    const submitted = doubtful.findLast((claim) => claim.says === "maybe submitted");
    if (submitted)
      await this.#callAll(0, this.#invocation({ does: "submit", period: submitted.period }), [], true);
  }

  async #step({ by, action, faults }: Step): Promise<void> {
    for (const fault of faults) if (fault.at === "time") this.#timed.push(this.#later(by, fault));
    if (by === "person") {
      const target = this.#targetOf(action);
      const call = actInTempo(action, target, this.#world, this.#scenario.entries);
      if (call) this.#keep(call);
      return;
    }
    await this.#callAll(by, this.#invocation(action), faults, false);
  }

  async #later(by: Actor, fault: Extract<Fault, { at: "time" }>): Promise<void> {
    const { clock, tempo, setClock } = this.#world;
    await clock.sleep(fault.after);
    const from = clock.now();
    const note = (tool: string, args: string, claims: Claim[] = []) =>
      this.#keep({
        by: "fault",
        tool,
        args,
        from,
        to: from,
        claims,
        log: [],
        faults: [],
        isDisturbed: false,
        isProbe: false,
        held: [],
      });
    if (fault.does === "clock") {
      setClock(fault.ofAll || by === "person" ? "all" : by, fault.ms);
      note("clock", `${fault.ofAll || by === "person" ? "all" : nameOf(by)} by ${fault.ms / 1000} s`);
    } else if (fault.does === "restore") {
      const forgotten = tempo.restore(fault.ms).map(String);
      for (const id of forgotten) this.#named.delete(id);
      note(
        RESTORED,
        `to ${fault.ms / 1000} s ago`,
        forgotten.map((id) => ({ says: "deleted", id })),
      );
    } else if (fault.does === "move issue") {
      tempo.moveIssue(fault.issueKey);
      note("issue moved", fault.issueKey);
    } else {
      tempo.setRevoked(true);
      note("token revoked", `for ${fault.ms / 1000} s`);
      await clock.sleep(fault.ms);
      tempo.setRevoked(false);
    }
  }

  /** Asks for a plan first where the tool makes one, and then again with its digest. */
  async #callAll(
    by: number | "other machine",
    invocation: Invocation | undefined,
    faults: Fault[],
    isProbe: boolean,
  ): Promise<void> {
    if (!invocation) return;
    const host = this.#world.host(by);
    host.arm(faults);
    let answer = await this.#call(by, host, invocation, isProbe);
    for (let plans = 0; invocation.confirms && host.isAlive && plans < MAX_PLANS; plans += 1) {
      const confirm = (answer?.reply as { confirm?: string } | undefined)?.confirm;
      if (confirm === undefined) break;
      const request = { ...invocation.request, isConfirmed: true } as Request;
      answer = await this.#call(
        by,
        host,
        { ...invocation, args: { ...invocation.args, confirm }, request },
        isProbe,
      );
    }
    host.disarm(faults);
  }

  async #call(
    by: number | "other machine",
    host: Host,
    { tool, args, request }: Invocation,
    isProbe: boolean,
  ): Promise<Answer | undefined> {
    const { clock } = this.#world;
    const from = clock.now();
    const logged = host.log.length;
    const hung = new AbortController();
    const hangs = clock
      .sleep(HANGS_AFTER_MS, hung.signal)
      .then((): Answer => ({ text: "It does not answer.", code: "hangs" }));
    const printed: string[] = [];
    const answering = tool ? host.call(tool, args) : host.undo(printed);
    const answer = await Promise.race([answering, host.died.then(() => undefined), hangs]);
    hung.abort();
    this.#keep({
      by: nameOf(by),
      tool: request.tool,
      args: JSON.stringify(args),
      from,
      to: clock.now(),
      ...(answer && { reply: answer.text }),
      ...(answer?.code !== undefined && { code: answer.code }),
      claims: claimsOf(request, answer?.code === "hangs" ? undefined : answer, printed.join("")),
      log: host.log.slice(logged),
      faults: host.takeMet(),
      isDisturbed: host.isDisturbedSince(from),
      isProbe,
      held: [],
    });
    return answer;
  }

  #keep(call: Call): void {
    for (const claim of call.claims) if (claim.says === "stored") this.#named.set(claim.id, claim.entry);
    this.#calls.push({ ...call, held: this.#world.tempo.worklogs().map(shown) });
  }

  /** The id and entry of a worklog that a reply has named and Tempo still holds. */
  #targetOf(action: Action): Target | undefined {
    return "target" in action ? this.#target(action.target) : undefined;
  }

  #target(index: number): Target | undefined {
    const held = new Set(this.#world.tempo.worklogs().map(({ id }) => String(id)));
    const found = [...this.#named].filter(([id]) => held.has(id));
    const [id, entry] = found[index % Math.max(1, found.length)] ?? [];
    return id !== undefined && entry !== undefined ? { id, entry } : undefined;
  }

  #targetById(id: string | undefined): Target | undefined {
    const entry = id !== undefined && this.#named.get(id);
    const isHeld = this.#world.tempo.worklogs().some((worklog) => String(worklog.id) === id);
    return id !== undefined && entry && isHeld ? { id, entry } : undefined;
  }

  #update(
    target: Target | undefined,
    { mark, hours, date }: Pick<Extract<Action, { does: "update" }>, "mark" | "hours" | "date">,
  ): Invocation | undefined {
    if (!target) return undefined;
    const { id, entry } = target;
    const description = `${entry.split("@")[0]} ${mark}`;
    const changes = {
      description,
      ...(hours !== undefined && { hours }),
      ...(date !== undefined && { date }),
    };
    const request: Request = { tool: "update_worklog", id, mark };
    return { tool: updateWorklog, args: { worklogId: id, ...changes }, request, confirms: false };
  }

  /** Undefined if there is no worklog that it could be about. */
  #invocation(action: Action): Invocation | undefined {
    const { entries } = this.#scenario;
    const entry = (index: number) => entries[index % entries.length] as Entry;
    const row = ({ token, issueKey, date, hours }: Entry) => ({ issueKey, date, hours, description: token });
    switch (action.does) {
      case "post": {
        const { token, issueKey, date, hours } = entry(action.entry);
        const args = { issueKey, hours, startDate: date, description: token };
        return {
          tool: postWorklog,
          args,
          request: { tool: "post_worklog", tokens: [token] },
          confirms: false,
        };
      }
      case "bulk": {
        const wanted = action.entries.map(entry);
        const request: Request = { tool: "bulk_post_worklogs", tokens: wanted.map(({ token }) => token) };
        return { tool: bulkPostWorklogs, args: { worklogs: wanted.map(row) }, request, confirms: false };
      }
      case "fill": {
        const { token, startDate, endDate, issueKey, hours } = action;
        const rows = [{ issueKey, description: token, ...(hours !== undefined && { hours }) }];
        const request: Request = { tool: "fill_days", token, startDate, endDate, isConfirmed: false };
        return { tool: fillDays, args: { startDate, endDate, rows }, request, confirms: true };
      }
      case "update":
        return this.#update(this.#target(action.target), action);
      case "delete": {
        const target = this.#target(action.target);
        if (!target) return undefined;
        const { id } = target;
        return {
          tool: deleteWorklog,
          args: { worklogId: id },
          request: { tool: "delete_worklog", id },
          confirms: false,
        };
      }
      case "deleteMany": {
        const ids = [...new Set(action.targets.flatMap((index) => this.#target(index)?.id ?? []))];
        if (ids.length === 0) return undefined;
        const request: Request = { tool: "delete_worklogs", ids, isConfirmed: false };
        return { tool: deleteWorklogs, args: { worklogIds: ids }, request, confirms: true };
      }
      case "undo":
        return { args: {}, request: { tool: "undo" }, confirms: false };
      case "submit": {
        const { period } = action;
        const args = { startDate: period, reviewer: "Bo", evenIfMissing: true };
        return {
          tool: submitTimesheet,
          args,
          request: { tool: "submit_timesheet", period, isConfirmed: false },
          confirms: true,
        };
      }
      default:
        return undefined;
    }
  }
}

function entriesOf(action: Action): number[] {
  if (action.does === "post") return [action.entry];
  return action.does === "bulk" ? action.entries : [];
}
