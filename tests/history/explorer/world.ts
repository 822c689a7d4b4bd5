import { createWriters } from "../../../src/state/writers.ts";
import { CallChanges } from "../../../src/timesheet/call-changes.ts";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import type { Clock } from "../../../src/timesheet/clock.ts";
import { NoAnswerError, NotFoundError, OutcomeUnknownError } from "../../../src/timesheet/errors.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import type { JournalRecord } from "../../../src/timesheet/ledger/records.ts";
import type { CallScope, FullWorklog, Issue, StoredWorklog, Timesheet } from "../../../src/timesheet/port.ts";

/** The fate of one request that writes. `late` and `slow`: it takes effect a while after. A kill ends the process once the request has left. */
export const FAULTS = [
  "refused, stored",
  "refused, late",
  "refused, never stored",
  "gateway timeout, late",
  "gateway timeout, never stored",
  "slow",
  "stored, answered late",
  "killed, stored",
  "killed, late",
  "killed, never stored",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Less than LATEST_COMMIT_MS. */
const LATE_MS = 8000;
/** Longer than a call, less than SILENCE_MS. */
const SLOW_MS = 70_000;

const START = Date.UTC(2026, 0, 15);

/** A clock on which time passes once nothing else happens, and a Tempo in memory. */
export class World {
  readonly worklogs = new Map<string, FullWorklog>();
  /** The ids of worklogs that requests have deleted. */
  readonly deleted: string[] = [];
  readonly log: string[] = [];
  readonly clock: Clock;
  writes = 0;
  /** Whether the process of the current call was killed. */
  isKilled = false;
  #now = 0;
  #nextId = 100;
  #timers = new Set<{ at: number; wake(): void }>();
  #process = 0;
  readonly #records: string[] = [];
  readonly #faults: ReadonlyMap<number, Fault>;
  readonly #isCloud: boolean;
  readonly #mutate: (ledger: Ledger) => void;
  #writers: ReturnType<typeof createWriters>;
  #timesheet: Timesheet;

  /** @param faults by the number of the request that writes, from 0 @param mutate takes a rule out of a ledger */
  constructor(
    isCloud: boolean,
    faults: ReadonlyMap<number, Fault>,
    mutate: (ledger: Ledger) => void = () => {},
  ) {
    this.#isCloud = isCloud;
    this.#faults = faults;
    this.#mutate = mutate;
    this.clock = {
      now: () => this.#now,
      wallClock: () => START + this.#now,
      machine: () => ({ boot: "first", uptime: this.#now }),
      random: () => 0.5,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted) return resolve();
          const timer = { at: this.#now + ms, wake: resolve };
          this.#timers.add(timer);
          signal?.addEventListener("abort", () => {
            if (this.#timers.delete(timer)) resolve();
          });
        }),
    };
    this.#writers = this.#open();
    this.#timesheet = this.#connect();
  }

  /** Runs a call in the process that is alive, or in another one once that was killed. @returns undefined if it is killed in it */
  async call<Result>(
    run: (context: CallContext) => Promise<Result>,
  ): Promise<{ result: Result } | { error: unknown } | undefined> {
    if (this.isKilled) {
      this.isKilled = false;
      this.#process += 1;
      this.#writers = this.#open();
      this.#timesheet = this.#connect();
    }
    let ended: { result: Result } | { error: unknown } | undefined;
    run(this.#context()).then(
      (result) => {
        ended = { result };
      },
      (error: unknown) => {
        ended = { error };
      },
    );
    for (;;) {
      await settled();
      if (ended || this.isKilled) return ended;
      if (!this.#tick(Number.POSITIVE_INFINITY)) throw new Error("The call waits for nothing");
    }
  }

  /** Lets time pass, and all happen that is due. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    do await settled();
    while (this.#tick(until));
    this.#now = until;
  }

  /** Stores a worklog as a user does in Tempo itself. */
  store(worklog: Omit<FullWorklog, "id" | "createdAt" | "attributes">): FullWorklog {
    const id = String(this.#nextId);
    this.#nextId += 1;
    const stored = { ...worklog, id, createdAt: START + this.#now, attributes: [] };
    this.worklogs.set(id, stored);
    return stored;
  }

  #tick(until: number): boolean {
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (!next || next.at > until) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.wake();
    return true;
  }

  #open() {
    const process = this.#process;
    let read = 0;
    const store = {
      readNew: () => {
        const found = this.#records.slice(read).map((line) => JSON.parse(line) as JournalRecord);
        read = this.#records.length;
        return found;
      },
      append: (record: JournalRecord) => {
        if (process !== this.#process || this.isKilled) return;
        this.#records.push(JSON.stringify(record));
        read = this.#records.length;
      },
      hash: (text: string) => text,
    };
    const ledger = new Ledger(store, this.clock);
    this.#mutate(ledger);
    const lease = { mayWrite: () => true, confirm: async () => {}, release: async () => {} };
    return createWriters(
      this.clock,
      () => {},
      () => ({
        ledger,
        isKept: true,
        acquire: async () => {
          ledger.refresh(1 + process * 1_000_000);
          return lease;
        },
      }),
    );
  }

  #context(): CallContext {
    const unexpected = async () => {
      throw new Error("This was not expected.");
    };
    return {
      signal: new AbortController().signal,
      deadline: this.#now + 47_500,
      timesheet: this.#timesheet,
      clock: this.clock,
      today: "2026-01-15",
      duplicates: "skip",
      reader: "assistant",
      onlyPlans: false,
      checksPeriods: false,
      details: "off",
      startTime: undefined,
      failed: () => {},
      writers: this.#writers,
      evidence: {
        sources: unexpected,
        emails: [],
        rules: unexpected,
        remember: unexpected,
        machineZone: () => undefined,
        stepSeconds: 900,
        hasTitles: true,
      },
      changes: new CallChanges(),
      progress() {},
      logged() {},
      log: (line) => void this.log.push(line),
      debug() {},
      redact: (text) => text,
    };
  }

  #connect(): Timesheet {
    const process = this.#process;
    const alive = async <Result>(result: Result): Promise<Result> =>
      this.isKilled || process !== this.#process ? new Promise(() => {}) : result;
    const write = async <Result>(scope: CallScope, apply: () => Result): Promise<Result> => {
      await scope.beforeWrite?.();
      const fault = this.#faults.get(this.writes);
      this.writes += 1;
      const result = await this.#meet(fault, apply);
      return alive(result).then((it) => {
        if (it instanceof Error) throw it;
        return it;
      });
    };
    const own = (id: string) => {
      const worklog = this.worklogs.get(id);
      return worklog && { worklog, isOwn: true };
    };
    const required = (id: string) => {
      const found = this.worklogs.get(id);
      if (!found) throw new NotFoundError(`Worklog ${id} was not found.`, 404);
      return found;
    };
    const methods: Partial<Timesheet> = {
      createLimits: this.#isCloud
        ? { batchSize: 50, concurrency: 3, oneWriteAnIssue: false }
        : { batchSize: 1, concurrency: 4, oneWriteAnIssue: true },
      getOwner: () => alive({ site: "https://acme.example.com", worker: "ada" }),
      findIssues: (keys) => alive(new Map(keys.map((key) => [key, issueOf(key)]))),
      issuesById: (ids) => alive(new Map(ids.map((id) => [id, issueOf(`PROJ-${id}`)]))),
      getSchedule: () => alive([]),
      givenAttributes: () => alive([]),
      valueNames: () => alive(() => undefined),
      getExistingWorklogs: ({ startDate, endDate }) =>
        alive([...this.worklogs.values()].filter(({ date }) => startDate <= date && date <= endDate)),
      readWorklog: (id) => alive(own(id)),
      ...(this.#isCloud && { serverTime: () => this.clock.wallClock() }),
      createWorklogs: (rows, scope) =>
        write(scope, (): StoredWorklog[] =>
          rows.map(({ issue, date, seconds, billableSeconds, comment }) => ({
            ...this.store({ issueId: issue.id, date, seconds, billableSeconds, comment }),
            isOwn: true,
          })),
        ),
      updateWorklog: (worklog, scope) =>
        write(scope, () => {
          const { issueId } = required(worklog.id);
          const stored = { ...worklog, issueId };
          this.worklogs.set(worklog.id, stored);
          return stored;
        }),
      deleteWorklog: (id, scope) =>
        write(scope, () => {
          required(id);
          this.worklogs.delete(id);
          this.deleted.push(id);
        }),
      ...(!this.#isCloud && {
        moveWorklog: (id: string, issueId: string, scope: CallScope) =>
          write(scope, () => void this.worklogs.set(id, { ...required(id), issueId })),
      }),
    };
    return methods as Timesheet;
  }

  /** Lets a request meet its fate. @returns its answer */
  async #meet<Result>(fault: Fault | undefined, apply: () => Result): Promise<Result | Error> {
    const answer = (): Result | Error => {
      try {
        return apply();
      } catch (error) {
        return error as Error;
      }
    };
    const later = (ms: number) => void this.clock.sleep(ms).then(answer);
    switch (fault) {
      case undefined:
        return answer();
      case "refused, stored":
        answer();
        return new OutcomeUnknownError("Tempo returned HTTP 503.", 503);
      case "refused, late":
        later(LATE_MS);
        return new OutcomeUnknownError("Tempo returned HTTP 503.", 503);
      case "refused, never stored":
        return new OutcomeUnknownError("Tempo returned HTTP 503.", 503);
      case "gateway timeout, late":
        later(SLOW_MS);
        return new NoAnswerError("Tempo returned HTTP 504.", 504);
      case "gateway timeout, never stored":
        return new NoAnswerError("Tempo returned HTTP 504.", 504);
      case "slow":
        await this.clock.sleep(SLOW_MS);
        return answer();
      case "stored, answered late": {
        const result = answer();
        await this.clock.sleep(SLOW_MS);
        return result;
      }
      case "killed, stored":
        answer();
        this.isKilled = true;
        return new Error("killed");
      case "killed, late":
        later(SLOW_MS);
        this.isKilled = true;
        return new Error("killed");
      case "killed, never stored":
        this.isKilled = true;
        return new Error("killed");
    }
  }
}

export function issueOf(key: string): Issue {
  return { id: key.slice(key.indexOf("-") + 1), key, summary: "" };
}

/** Resolves once nothing happens without time. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
