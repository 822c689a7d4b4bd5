import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { systemClock } from "../../src/runtime/clock.ts";
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxState } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fault } from "../generated/task.ts";
import type { ReadSeed } from "../task/seed.ts";

/** The time that a request which is processed late takes, in milliseconds. */
const LATE_MS = 4000;

/** A Tempo and Jira behind HTTP on loopback, for one run. */
export interface Tempo {
  state: SandboxState;
  /** The settings of a server for it. */
  settings: Record<string, string>;
  /** The number of requests that it has had. */
  requests(): number;
  /** A text that differs once anything is stored, changed, deleted, submitted or recalled. */
  fingerprint(): string;
  close(): Promise<void>;
}

export async function startTempo(
  kind: Deployment["kind"],
  { seed, behaviour }: ReadSeed,
  faults: readonly Fault[],
): Promise<Tempo> {
  // Worklogs are created by the clock of the responses: Tempo's own time says which request has created one.
  const sandbox = createSandbox(seed, { behaviour: { clock: systemClock, ...behaviour } });
  const counts: Partial<Record<Fault["on"], number>> = {};
  const timers: NodeJS.Timeout[] = [];
  let requests = 0;

  async function respond(request: Request, loseConnection: () => void): Promise<Response> {
    requests += 1;
    const on = kindOf(request);
    const number = on ? (counts[on] ?? 0) + 1 : 0;
    if (on) counts[on] = number;
    const fault = faults.find((it) => it.on === on && (it.number === "all" || it.number === number));
    return fault ? applyFault(fault, request, sandbox, { loseConnection, timers }) : sandbox.fetch(request);
  }

  const server = createServer((request, response) => {
    const listener = createRequestListener((it) => respond(it, () => request.socket.destroy()));
    void listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { tempoToken, jiraEmail, jiraToken, personalAccessToken } = SANDBOX_CREDENTIALS;
  return {
    state: sandbox.state,
    settings:
      kind === "cloud"
        ? {
            TEMPO_API_URL: address,
            TEMPO_API_TOKEN: tempoToken,
            JIRA_BASE_URL: address,
            JIRA_EMAIL: jiraEmail,
            JIRA_API_TOKEN: jiraToken,
          }
        : { TEMPO_BASE_URL: address, TEMPO_PAT: personalAccessToken },
    requests: () => requests,
    fingerprint: () => fingerprintOf(sandbox),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function fingerprintOf({ state }: Sandbox): string {
  const { worklogs, approvals, submissions, recalls } = state;
  return JSON.stringify([[...worklogs.values()], [...approvals], submissions, recalls]);
}

function kindOf({ method, url }: Request): Fault["on"] | undefined {
  const { pathname } = new URL(url);
  if (!pathname.includes("/4/")) return undefined;
  if (method === "DELETE") return "delete";
  if (method === "PUT") return "update";
  if (method !== "POST" || pathname.endsWith("/search")) return "read";
  if (/\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(pathname)) return "write";
  return pathname.includes("/timesheet-approval") ? "submit" : "read";
}

async function applyFault(
  { what, message = "Rejected" }: Fault,
  request: Request,
  sandbox: Sandbox,
  { loseConnection, timers }: { loseConnection: () => void; timers: NodeJS.Timeout[] },
): Promise<Response> {
  const timeout = () => new Response("<html>Gateway timeout</html>", { status: 504 });
  switch (what) {
    case "response lost, processed":
      await sandbox.fetch(request);
      loseConnection();
      return timeout();
    case "connection lost, not processed":
      loseConnection();
      return timeout();
    case "gateway timeout, processed":
      await sandbox.fetch(request);
      return timeout();
    case "gateway timeout, not processed":
      return timeout();
    case "gateway timeout, processed late": {
      const { method, headers } = request;
      const kept = new Request(request.url, { method, headers, body: await request.text() });
      timers.push(setTimeout(() => void sandbox.fetch(kept), LATE_MS));
      return timeout();
    }
    case "rate limit":
      return new Response("", { status: 429, headers: { "retry-after": "1" } });
    case "rejected":
      return Response.json({ errors: [{ message }] }, { status: 400 });
  }
}
