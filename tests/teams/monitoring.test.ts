import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { ContractViolationError } from "../../src/contract/problems.ts";
import { createAccessKey, keyTimes } from "../../src/team/auth/access-keys.ts";
import { createServerMetrics } from "../../src/team/observability/metrics.ts";
import { CallChanges } from "../../src/timesheet/call-changes.ts";
import { InvalidInputError } from "../../src/timesheet/errors.ts";
import { getWorklogs } from "../../src/tools/get-worklogs.ts";
import { COMMAND } from "../helpers/command.ts";
import { deploymentFile } from "../helpers/deployment-files.ts";
import { freePort } from "../helpers/free-port.ts";
import { ROOT } from "../helpers/root.ts";
import { startTeamServer } from "../helpers/team-server.ts";
import { secretFile } from "../helpers/temporary-folder.ts";
import { postgresForFile } from "./database.ts";
import { type Prometheus, startPrometheus, wrongAlerts } from "./prometheus.ts";

const RULES = join(ROOT, "deploy/monitoring/alerts.yaml");

/** A time in which Prometheus has scraped and evaluated, every second, what has changed. */
const SOON = { timeout: 20_000, interval: 250 };

const postgres = postgresForFile();

/** The metrics of a server, and what they read of it. */
interface Simulated {
  metrics: ReturnType<typeof createServerMetrics>;
  isUp: boolean;
  databaseIsReady: number;
  /** The last day of its access key, in a time that begins in 1970. */
  keyExpires: string;
}

const CALL = { tool: "get_worklogs", milliseconds: 400, isError: false, hasFailures: false } as const;

function call(server: Simulated, call: { error?: unknown; milliseconds?: number; changes?: CallChanges }) {
  const isError = call.error !== undefined;
  server.metrics.call({ ...CALL, isCancelled: false, changes: undefined, ...call, isError });
}

function repeat(times: number, act: () => void) {
  for (let time = 0; time < times; time += 1) act();
}

/** Calls and failures of a minute that are no event for any alert. */
function usualMinute(server: Simulated) {
  const changes = new CallChanges();
  changes.made("stored", ["1", "2"]);
  repeat(10, () => {
    call(server, {});
    server.metrics.requestEnded(200);
    server.metrics.upstream("200");
  });
  call(server, { changes });
  call(server, { milliseconds: 1500 });
  call(server, { error: new InvalidInputError("No.") });
  server.metrics.requestEnded(401);
  server.metrics.upstream("429");
  server.metrics.upstream("503");
}

/** The scrapes of an hour, in whose second half an event happens: before each scrape, or once. */
function scrapesOf(event?: (server: Simulated) => void, isRepeated = true): (string | undefined)[] {
  const server = {
    metrics: createServerMetrics(),
    isUp: true,
    databaseIsReady: 1,
    keyExpires: "1970-01-31",
  };
  server.metrics.observe({
    users: () => 1,
    callsWriting: () => 0,
    databaseIsReady: () => server.databaseIsReady,
    accessKeys: () => keyTimes([{ name: "ada", expires: server.keyExpires, lastUsed: undefined }]),
  });
  return Array.from({ length: 60 }, (_, minute) => {
    if (minute > 0) usualMinute(server);
    if (isRepeated ? minute >= 30 : minute === 30) event?.(server);
    return server.isUp ? server.metrics.text() : undefined;
  });
}

interface Case {
  labels: Record<string, string>;
  happens(server: Simulated): void;
  /** Whether the event happens once, instead of every minute. */
  isOnce?: boolean;
}

const CASES: Record<string, Case> = {
  TempoFillerDown: {
    labels: { severity: "critical" },
    happens: (server) => {
      server.isUp = false;
    },
  },
  TempoFillerInternalErrors: {
    labels: { severity: "warning", tool: "get_worklogs" },
    happens: (server) => call(server, { error: new Error("A bug.") }),
    isOnce: true,
  },
  TempoFillerUnknownOutcomes: {
    labels: { severity: "warning", outcome: "possibly_stored" },
    happens(server) {
      const changes = new CallChanges();
      changes.possiblyMade("stored", ["1 h on PROJ-1"]);
      call(server, { changes });
    },
    isOnce: true,
  },
  TempoFillerDatabaseUnreachable: {
    labels: { severity: "critical" },
    happens: (server) => {
      server.databaseIsReady = 0;
    },
  },
  TempoFillerManyRefused: {
    labels: { severity: "warning" },
    happens: ({ metrics }) => repeat(90, () => metrics.requestEnded(401)),
  },
  TempoFillerUpstreamLimits: {
    labels: { severity: "warning" },
    happens: ({ metrics }) => repeat(9, () => metrics.upstream("429")),
  },
  TempoFillerUpstreamFails: {
    labels: { severity: "warning" },
    happens: ({ metrics }) => repeat(5, () => metrics.upstream("failed")),
  },
  TempoFillerSlowCalls: {
    labels: { severity: "warning", tool: "get_worklogs" },
    happens: (server) => repeat(2, () => call(server, { milliseconds: 40_000 })),
  },
  TempoFillerKeyExpires: {
    labels: { severity: "info", key: "ada" },
    happens: (server) => {
      server.keyExpires = "1970-01-10";
    },
  },
};

describe("an alert", () => {
  test("has a case here, whichever it is", () => {
    const { groups } = parse(deploymentFile("monitoring/alerts.yaml")) as {
      groups: { rules: { alert: string }[] }[];
    };
    expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))).toEqual(Object.keys(CASES));
  });

  test("does not fire in an hour of usual calls, with the failures that belong to it", () => {
    expect(wrongAlerts(scrapesOf(), RULES, [])).toBe("");
  });

  test.each(Object.entries(CASES))("fires at its event, and no other one does: %s", (alertname, it) => {
    expect(wrongAlerts(scrapesOf(it.happens, !it.isOnce), RULES, [{ alertname, ...it.labels }])).toBe("");
  });
});

interface FirstEvent {
  event: string;
  tool: string;
  arguments: object;
  /** The error that the tool throws; without it, Tempo takes the write, loses its response and is then away. */
  error?: Error;
  alert: Record<string, string>;
}

const RANGE = { startDate: "2026-01-05", endDate: "2026-01-05" };

const unknown = (effect: string) => ({
  alertname: "TempoFillerUnknownOutcomes",
  severity: "warning",
  outcome: `possibly_${effect}`,
});

const bug = { alertname: "TempoFillerInternalErrors", severity: "warning", tool: "get_worklogs" };

const FIRST_EVENTS: FirstEvent[] = [
  {
    event: "a worklog is possibly stored",
    tool: "post_worklog",
    arguments: { issueKey: "PROJ-123", hours: 1, startDate: "2026-01-05" },
    alert: unknown("stored"),
  },
  {
    event: "a worklog is possibly deleted",
    tool: "delete_worklog",
    arguments: { worklogId: "ID" },
    alert: unknown("deleted"),
  },
  {
    event: "a worklog is possibly changed",
    tool: "update_worklog",
    arguments: { worklogId: "ID", hours: 2 },
    alert: unknown("changed"),
  },
  {
    event: "a call fails by a bug",
    tool: "get_worklogs",
    arguments: RANGE,
    error: new Error("A bug."),
    alert: bug,
  },
  {
    event: "a reply violates the contract",
    tool: "get_worklogs",
    arguments: RANGE,
    error: new ContractViolationError("GetWorklogsResponse", []),
    alert: bug,
  },
];

/** The path to which worklogs of Tempo Cloud are written. */
const WORKLOGS = /\/worklogs(\/\d+)?$/;

test.each(FIRST_EVENTS)(
  "an alert fires when, for the first time since the server's start, $event",
  async ({ tool, arguments: args, error, alert }) => {
    let isArmed = false;
    const team = await startTeamServer({
      env: {
        TEMPOFILLER_INTERNAL: "127.0.0.1:0",
        TEMPO_TOOLSETS: "edit",
        TEMPO_CALL_BUDGET_MS: "2000",
      },
      upstream: (tempo) => {
        let isAway = false;
        return async (request) => {
          if (isAway) return new Response("", { status: 503 });
          const response = await tempo(request);
          if (!isArmed || request.method === "GET" || !WORKLOGS.test(request.url)) return response;
          isAway = true;
          return new Response("", { status: 502 });
        };
      },
    });
    const scrape = async () =>
      (await fetch(new URL("/metrics", team.server.internalUrl))).text() as Promise<string>;
    const before = await scrape();
    const { callTool } = await team.connect(team.tempo.members[0]?.headers ?? {});
    const stored = await callTool({
      name: "post_worklog",
      arguments: { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-06" },
    });
    const [, id = ""] = /"id":"(\d+)"/.exec(JSON.stringify(stored.structuredContent)) ?? [];
    const quiet = await scrape();
    isArmed = true;
    if (error) vi.spyOn(getWorklogs, "handle").mockRejectedValueOnce(error);
    await callTool({ name: tool, arguments: JSON.parse(JSON.stringify(args).replace("ID", id)) });
    const after = await scrape();
    const half = (text: string) => Array<string>(30).fill(text);
    expect(wrongAlerts([before, ...half(quiet)], RULES, [])).toBe("");
    expect(wrongAlerts([before, ...half(quiet), ...half(after)], RULES, [alert])).toBe("");
  },
);

/** The result of a query of the dashboard: the labels of positive samples, and how many are 0. */
interface Shown {
  positive: Record<string, string>[];
  zero: number;
}

/** The queries of the dashboard, with an interval instead of Grafana's variable, by the titles of their panels and their letters. */
const QUERIES = (
  JSON.parse(deploymentFile("monitoring/dashboard.json")) as {
    panels: { title: string; targets: { refId: string; expr: string }[] }[];
  }
).panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr }) => ({
    name: targets.length === 1 ? title : `${title}, ${refId}`,
    query: expr.replaceAll("$__rate_interval", "30s"),
  })),
);

async function dashboard({ ask }: Prometheus): Promise<Record<string, Shown>> {
  const shown = QUERIES.map(async ({ name, query }) => {
    const { result } = await ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
      "query",
      { query },
    );
    const values = result.map(({ metric: { instance: _, ...labels }, value }) => ({
      labels,
      value: Number(value[1]),
    }));
    expect(values.filter(({ value }) => !(value >= 0))).toEqual([]);
    return [
      name,
      {
        positive: values.filter(({ value }) => value > 0).map(({ labels }) => labels),
        zero: values.filter(({ value }) => value === 0).length,
      },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(shown));
}

const hasScraped = (prometheus: Prometheus) =>
  vi.waitFor(async () => {
    const { result } = await prometheus.ask<{ result: unknown[] }>("query", {
      query: "tempofiller_people",
    });
    expect(result.length).toBe(1);
  }, SOON);

const NONE = { positive: [], zero: 0 };
const ZERO = { positive: [], zero: 1 };
const ONE = { positive: [{}], zero: 0 };

/** The dashboard after one stored worklog, but for the queries of a database and of access keys. */
const AFTER_ONE_WORKLOG: Record<string, Shown> = {
  "Calls, by tool": { positive: [{ tool: "post_worklog" }], zero: 0 },
  "Calls that failed, by code": { positive: [], zero: 15 },
  "Time of calls, A": ONE,
  "Time of calls, B": ONE,
  "Worklogs and timesheets, by outcome": { positive: [{ outcome: "stored" }], zero: 9 },
  "HTTP requests, by status, A": { positive: [{ status: "200" }], zero: 0 },
  "HTTP requests, by status, B": ZERO,
  "HTTP requests, by status, C": ONE,
  "HTTP requests, by status, D": { positive: [], zero: 2 },
  "Requests to Tempo and Jira, by status": { positive: [{ status: "200" }], zero: 0 },
  "Users and writing calls, A": ONE,
  "Users and writing calls, B": ZERO,
  "Replicas, A": { positive: [{ __name__: "up", job: "tempofiller" }], zero: 0 },
  Memory: { positive: [{ __name__: "process_resident_memory_bytes", job: "tempofiller" }], zero: 0 },
};

const POST = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "post_worklog", arguments: { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-05" } },
};

test("every query of the dashboard gives a value in a real Prometheus after one stored worklog", async () => {
  const ada = createAccessKey("ada", { expires: "2099-12-31" });
  const team = await startTeamServer({
    isPublic: true,
    env: {
      TEMPOFILLER_INTERNAL: "127.0.0.1:0",
      TEMPOFILLER_ACCESS_KEYS_FILE: secretFile(ada.line),
      TEMPOFILLER_DATABASE_URL: await postgres().createDatabase(),
    },
  });
  const prometheus = await startPrometheus(new URL(team.server.internalUrl ?? "").host, RULES);
  await hasScraped(prometheus);
  const headers = { ...team.tempo.members[0]?.headers, authorization: `Bearer ${ada.key}` };
  expect(await (await team.post(POST, headers)).text()).toContain('"success":true');
  const named = { positive: [{ key: "ada" }], zero: 0 };
  await vi.waitFor(
    async () =>
      expect(await dashboard(prometheus)).toEqual({
        ...AFTER_ONE_WORKLOG,
        "Replicas, B": {
          positive: [{ __name__: "tempofiller_database_ready", job: "tempofiller" }],
          zero: 0,
        },
        "Access keys: days until they expire": named,
        "Access keys: last use": named,
      }),
    SOON,
  );
});

interface Rule {
  name: string;
  state: string;
  health: string;
  lastError?: string;
}

/** The built command with the sandbox, whose metrics are at the second address. */
async function startServer() {
  const [port, internalPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [COMMAND, "serve", "--http", `127.0.0.1:${port}`, "--sandbox"], {
    env: commandEnvironment({ TEMPOFILLER_INTERNAL: `127.0.0.1:${internalPort}` }),
  });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(stop);
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  await vi.waitUntil(() => log.includes("MCP is at"), SOON);
  return { url: `http://127.0.0.1:${port}/mcp`, metrics: `127.0.0.1:${internalPort}`, stop };
}

test("without database and access keys, only their queries give nothing, and a real Prometheus sees that a server is down", async () => {
  const server = await startServer();
  const prometheus = await startPrometheus(server.metrics, RULES);
  const states = async () => {
    const { groups } = await prometheus.ask<{ groups: { rules: Rule[] }[] }>("rules");
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.filter(({ health }) => health !== "ok")).toEqual([]);
    return new Map(rules.map(({ name, state }) => [name, state]));
  };
  await hasScraped(prometheus);
  const params = { ...POST.params, arguments: { ...POST.params.arguments, issueKey: "DEMO-1" } };
  const response = await fetch(server.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ ...POST, params }),
  });
  await response.text();
  await vi.waitFor(
    async () =>
      expect(await dashboard(prometheus)).toEqual({
        ...AFTER_ONE_WORKLOG,
        // The sandbox is a part of the server, and has no credentials.
        "Requests to Tempo and Jira, by status": ZERO,
        "Users and writing calls, A": ZERO,
        "Replicas, B": NONE,
        "Access keys: days until they expire": NONE,
        "Access keys: last use": NONE,
      }),
    SOON,
  );
  expect([...new Set((await states()).values())]).toEqual(["inactive"]);
  await server.stop();
  await vi.waitFor(async () => expect((await states()).get("TempoFillerDown")).toBe("pending"), SOON);
});
