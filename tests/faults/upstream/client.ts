import pLimit from "p-limit";
import type { BulkPostWorklogsResponse, FillDaysResponse } from "../../../src/generated/responses.ts";
import { sandboxDeployment } from "../../../src/runtime/connection.ts";
import { SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import type { Writers } from "../../../src/timesheet/call-context.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import type { JournalRecord, JournalStore } from "../../../src/timesheet/ledger/records.ts";
import { whenAllowed } from "../../../src/timesheet/rate.ts";
import { bulkPostWorklogs } from "../../../src/tools/bulk-post-worklogs.ts";
import { fillDays } from "../../../src/tools/fill-days.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { deferred } from "../../helpers/deferred.ts";
import { runTool } from "../../helpers/run-tool.ts";
import { testContext } from "../../helpers/server-context.ts";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";
import type { Interruption } from "./scenario.ts";
import type { BatchEntry } from "./tally.ts";

/** State that the processes of one machine share, and that outlives them. */
export interface Machine {
  records: JournalRecord[];
  limiter: ReturnType<typeof pLimit>;
}

export function createMachine(): Machine {
  return { records: [], limiter: pLimit(1) };
}

/** A process that calls tools. */
export interface Client {
  call(tool: Tool, args: object): ReturnType<typeof runTool>;
  post(entries: readonly BatchEntry[]): Promise<BulkPostWorklogsResponse | undefined>;
  fill(args: object): Promise<FillDaysResponse | undefined>;
  /** Settles when the process was killed or its call was cancelled. */
  interrupted: Promise<void>;
}

export interface ClientOptions {
  deployment: Deployment["kind"];
  fetch: Fetch;
  clock: VirtualClock;
  machine: Machine;
  interruption?: { kind: Interruption; atRequest: number };
}

export function createClient({ deployment, fetch, clock, machine, interruption }: ClientOptions): Client {
  const cancellation = new AbortController();
  let isAlive = true;
  let requests = 0;
  const { promise: interrupted, resolve: markInterrupted } = deferred();
  /** Never settles: a killed process gets no response. */
  const never = new Promise<never>(() => {});

  const interruptible: Fetch = async (request) => {
    if (!isAlive) return never;
    requests += 1;
    if (!interruption || requests !== interruption.atRequest) {
      const response = await fetch(request);
      return isAlive ? response : never;
    }
    switch (interruption.kind) {
      case "none":
        return fetch(request);
      case "cancelled":
        cancellation.abort();
        markInterrupted();
        return fetch(request);
      case "killed before it is processed":
        isAlive = false;
        markInterrupted();
        return never;
      case "killed after it is processed":
        isAlive = false;
        // The killed process never learns the outcome.
        await fetch(new Request(request, { signal: new AbortController().signal })).catch(() => {});
        markInterrupted();
        return never;
    }
  };

  const store: JournalStore = {
    readNew: () => machine.records.slice(),
    append: (record) => {
      if (isAlive) machine.records.push(record);
    },
    hash: (comment) => comment,
  };
  const writers: Writers = {
    run: (_, scope, write) =>
      whenAllowed(machine.limiter, scope, clock, async () => {
        const written = write(writer(new Ledger(onceRead(store), clock), () => isAlive));
        // The lease of a process that was killed is free.
        void interrupted.then(() => written.catch(() => {}));
        return Promise.race([written, killed()]);
      }),
  };
  const killed = () =>
    interrupted.then((): Promise<never> => (isAlive ? never : Promise.reject(new Error("killed"))));

  const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
    fetch: interruptible,
    clock,
    timeout: 30_000,
  });
  const call = (tool: Tool, args: object) =>
    runTool(tool, args, { ...testContext(timesheet, clock), writers }, { signal: cancellation.signal });
  return {
    interrupted,
    call,
    async post(entries) {
      const { structuredContent } = await call(bulkPostWorklogs, { worklogs: entries });
      return structuredContent as BulkPostWorklogsResponse | undefined;
    },
    async fill(args) {
      const { structuredContent } = await call(fillDays, args);
      return structuredContent as FillDaysResponse | undefined;
    },
  };
}

/** A journal is read once by each call here, so that every call starts from what is stored. */
function onceRead(store: JournalStore): JournalStore {
  let isRead = false;
  return {
    ...store,
    readNew() {
      if (isRead) return [];
      isRead = true;
      return store.readNew();
    },
  };
}
