import pLimit from "p-limit";
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxApproval, SandboxWorklog } from "../../src/sandbox/state.ts";
import { setUpAs } from "../helpers/other-tempos.ts";
import { seed } from "../helpers/seeds.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { finalWorklog, TEAM_KEY, TEMPO_CHANGES } from "./content.ts";
import type { FinalWorklog, Write } from "./history.ts";
import type { Weather } from "./scenario.ts";

/** The base URL that Jira is set up with. */
export const SITE = "https://sandbox.invalid";

/** The ids of the second node are smaller than those of the first. */
const FIRST_IDS: [number, number] = [1_290_000, 1_280_000];

interface Version {
  at: number;
  /** The next id on the first node. */
  nextId: number;
  worklogs: ReadonlyMap<number, SandboxWorklog>;
  approvals: ReadonlyMap<string, SandboxApproval>;
}

/** When a request was sent, and when its sender had an answer, if it had one by then. */
export interface Times {
  sentAt: number;
  answeredAt?: number;
}

/** A request that a process has sent. */
export interface Sent {
  by: string;
  times: Times;
  sender: { readonly diedAt?: number | undefined };
}

/** The embedded Tempo on two nodes, which take turns: each shows what was a while ago, and may number worklogs on its own. */
export interface Tempo {
  /** @param sent undefined for a request that is not to be found in `writes` */
  serve(request: Request, sent?: Sent): Promise<Response>;
  /** The requests that have changed worklogs, in the order in which they took effect. */
  readonly writes: readonly Write[];
  worklogs(): SandboxWorklog[];
  /** The same, as histories have them. */
  held(): FinalWorklog[];
  isSubmitted(period: string): boolean;
  /** Changes a worklog as a user does in Tempo itself, at once. Returns it as it is stored. */
  change(id: number, worklog: Omit<SandboxWorklog, "id">): SandboxWorklog;
  remove(id: number): void;
  log(worklog: Omit<SandboxWorklog, "id">): SandboxWorklog;
  /** Forgets the worklogs that it has stored since, and gives their ids again. Returns their ids. */
  restore(ms: number): number[];
  /** Whether it answers that it is not available, as while it is being restored. */
  setDown(isDown: boolean): void;
  moveIssue(key: string): void;
  setRevoked(isRevoked: boolean): void;
}

/** Whether a request changes nothing, as searches that are POST requests. */
export function isRead({ method, url }: Request): boolean {
  return method === "GET" || /\/(search(\/jql)?|bulkfetch)$/.test(new URL(url).pathname);
}

export function createTempo({ listLag, readLag, banks, change }: Weather, clock: VirtualClock): Tempo {
  const start = seed({
    approvalPeriod: "WEEK",
    workAttributes: [
      { id: 1, key: TEAM_KEY, name: "Team", required: false },
      { id: 2, key: "_Account_", name: "Billing account", required: false, type: "ACCOUNT" },
      { id: 3, key: "_Role_", name: "Role", required: false, values: [{ value: "lead", name: "Team lead" }] },
    ],
    accounts: [
      { id: 30, key: "OPS", name: "Operations", global: true },
      { id: 31, key: "DEV", name: "Development", global: true },
    ],
  });
  const createdNow = (worklog: Omit<SandboxWorklog, "id">) => ({
    ...worklog,
    createdAt: new Date(clock.wallClock()).toISOString().slice(0, 19),
  });
  const sandbox = createSandbox(start, {
    behaviour: { change: (worklog) => createdNow(TEMPO_CHANGES[change](worklog)) },
  });
  const { state } = sandbox;
  const asHeld = (worklog: SandboxWorklog) => finalWorklog(worklog, change !== "sets billable time to 0");
  const nextIds: [number, number] = [...FIRST_IDS];
  const oneWrite = pLimit(1);
  const versions: Version[] = [];
  const writes: Write[] = [];
  let requests = 0;
  let down = false;
  keep(-Infinity);

  function keep(at = clock.now()): void {
    versions.push({
      at,
      nextId: nextIds[0],
      worklogs: new Map(state.worklogs),
      approvals: new Map(state.approvals),
    });
  }

  function asOf(time: number): Sandbox {
    const shown = versions.findLast(({ at }) => at <= time) ?? (versions[0] as Version);
    const reader = createSandbox(start, { behaviour: state.behaviour, credentials: state.credentials });
    reader.state.worklogs = new Map(shown.worklogs);
    reader.state.approvals = new Map(shown.approvals);
    return reader;
  }

  async function write(request: Request, node: number, sent: Sent | undefined): Promise<Response> {
    const bank = banks && node === 1 ? 1 : 0;
    state.nextWorklogId = nextIds[bank];
    const before = new Map(state.worklogs);
    const response = await sandbox.fetch(request);
    if (sent) note(request.method, sent, before);
    nextIds[bank] = state.nextWorklogId;
    keep();
    return response;
  }

  /** @param before the worklogs before the request took effect */
  function note(method: string, { by, times, sender }: Sent, before: Version["worklogs"]): void {
    const now = state.worklogs;
    const was = [...before.values()].filter((it) => now.get(it.id) !== it);
    const is = [...now.values()].filter((it) => before.get(it.id) !== it);
    const touched = [...was, ...is];
    if (touched.length === 0) return;
    writes.push({
      by,
      method,
      issues: touched.map(({ issueId }) => issueId),
      dates: touched.map(({ startDate }) => startDate),
      deleted: was.filter(({ id }) => !now.has(id)).map(asHeld),
      ...times,
      at: clock.now(),
      diedAt: sender.diedAt,
    });
  }

  /** Its clock is never set, and its responses say its time. */
  function answered(work: () => Promise<Response>): Promise<Response> {
    return clock.work(async () => {
      const response = await work();
      response.headers.set("date", new Date(clock.wallClock()).toUTCString());
      return response;
    });
  }

  return {
    writes,
    serve(request, sent) {
      const node = requests % 2;
      requests += 1;
      if (down) return answered(async () => new Response("Maintenance", { status: 503 }));
      const isList = /\/worklogs\/(search|user\/)/.test(request.url);
      if (!isRead(request)) return answered(() => oneWrite(() => write(request, node, sent)));
      const lag = (isList ? listLag : readLag)[node] as number;
      return answered(() => setUpAs(SITE)((lag === 0 ? sandbox : asOf(clock.now() - lag)).fetch)(request));
    },
    worklogs: () => [...state.worklogs.values()],
    held: () => [...state.worklogs.values()].map(asHeld),
    isSubmitted: (period) => (state.approvals.get(period)?.status ?? "open") !== "open",
    change(id, worklog) {
      const stored = { id, ...TEMPO_CHANGES[change](worklog) };
      state.worklogs.set(id, stored);
      keep();
      return stored;
    },
    remove(id) {
      state.worklogs.delete(id);
      keep();
    },
    log(worklog) {
      const stored = { id: nextIds[0], ...createdNow(TEMPO_CHANGES[change](worklog)) };
      nextIds[0] = stored.id + 1;
      state.worklogs.set(stored.id, stored);
      keep();
      return stored;
    },
    restore(ms) {
      const kept = versions.findLast(({ at }) => at <= clock.now() - ms) ?? (versions[0] as Version);
      const forgotten = [...state.worklogs.keys()].filter((id) => id >= kept.nextId && id >= FIRST_IDS[0]);
      for (const id of forgotten) state.worklogs.delete(id);
      nextIds[0] = kept.nextId;
      keep();
      return forgotten;
    },
    setDown(isDown) {
      down = isDown;
    },
    moveIssue(key) {
      const issue = start.issues.find((it) => it.key === key);
      if (issue) Object.assign(issue, { key: `MOVED-${issue.id}`, formerKeys: [key] });
    },
    setRevoked(isRevoked) {
      state.credentials = isRevoked
        ? { ...SANDBOX_CREDENTIALS, tempoToken: "revoked", personalAccessToken: "revoked" }
        : SANDBOX_CREDENTIALS;
    },
  };
}
