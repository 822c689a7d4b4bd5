import { setTimeout as sleep } from "node:timers/promises";
import { serveOverHttp } from "../../../src/cli/sandbox/http-server.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { findRoute } from "../../../src/sandbox/routes.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { SandboxSeed, SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { CREDENTIALS, SETTINGS } from "../../helpers/doctor.ts";

/** A request as it arrives. */
export interface SeenRequest {
  /** Counted from 1 over all requests. */
  number: number;
  /** Counted from 1 over all writes; undefined for a read. */
  write: number | undefined;
}

/** The treatment of a request; as usual unless a field is set. */
export interface Treatment {
  /** Milliseconds until it is processed, or that it never is. */
  process?: number | "never";
  /** A 504 is the response, at once, whenever the request is processed. */
  isGatewayTimeout?: boolean;
  /** Milliseconds that the response is held after the request was processed. */
  hold?: number;
  /** Called when the request was processed, before the response. */
  onProcessed?(): void;
  /** Called when the response leaves. */
  onResponse?(): void;
}

export type Script = (request: SeenRequest) => Treatment | undefined;

export interface Upstream {
  /** The settings for it. */
  env: Record<string, string>;
  requests(): number;
  /** The stored worklogs, once everything that arrived is processed. */
  stored(): Promise<SandboxWorklog[]>;
  close(): Promise<void>;
}

interface UpstreamOptions {
  deployment: Deployment["kind"];
  seed: SandboxSeed;
  /** The time for which lists lack what was stored, in milliseconds. */
  listLag?: number;
  script?: Script;
}

const WRITES = ["createWorklog", "createWorklogsForIssue", "updateWorklog", "moveWorklog", "deleteWorklog"];
const LISTS = ["getWorklogsByUser", "searchWorklogs"];

/**
 * The embedded Tempo over HTTP on loopback, with faults by script. It survives its clients, and processes what it has received
 * even if the client has gone.
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { deployment, seed, listLag = 0, script = () => undefined } = options;
  // Worklogs are created by the clock of the responses: Tempo's own time says which request has created one.
  const sandbox = createSandbox(seed, { credentials: CREDENTIALS, behaviour: { clock: systemClock } });
  const lagging = createSandbox(seed, { credentials: CREDENTIALS });
  const storedAt = new Map([...sandbox.state.worklogs.keys()].map((id) => [id, Number.NEGATIVE_INFINITY]));
  const inProgress = new Set<Promise<unknown>>();
  let requests = 0;
  let writes = 0;

  async function process(request: Request, delay: number | "never"): Promise<Response> {
    if (delay === "never") return gatewayTimeout();
    if (delay > 0) await sleep(delay);
    const response = await sandbox.fetch(request);
    for (const id of sandbox.state.worklogs.keys())
      if (!storedAt.has(id)) storedAt.set(id, performance.now());
    return response;
  }

  function list(request: Request): Promise<Response> {
    const until = performance.now() - listLag;
    const visible = [...sandbox.state.worklogs].filter(([id]) => (storedAt.get(id) ?? until) <= until);
    lagging.state.worklogs = new Map(visible);
    return lagging.fetch(request);
  }

  async function answer(received: Request): Promise<Response> {
    const { method, url, headers } = received;
    const body = method === "GET" ? null : await received.text();
    // A request of its own: it is not aborted when the client goes away.
    const request = new Request(url, { method, headers, body: body || null });
    const route = findRoute(method, new URL(url));
    const operation = "id" in route ? route.id : "";
    requests += 1;
    const isWrite = WRITES.includes(operation);
    if (isWrite) writes += 1;
    const treatment = script({ number: requests, write: isWrite ? writes : undefined }) ?? {};
    if (listLag > 0 && LISTS.includes(operation)) return list(request);
    const processed = process(request, treatment.process ?? 0);
    inProgress.add(processed);
    void processed.finally(() => inProgress.delete(processed));
    if (treatment.isGatewayTimeout) return gatewayTimeout();
    const response = await processed;
    treatment.onProcessed?.();
    if (treatment.hold !== undefined) await sleep(treatment.hold);
    if (treatment.onResponse) setImmediate(treatment.onResponse);
    return response;
  }

  const server = await serveOverHttp(answer);
  return {
    env: SETTINGS[deployment](server.address),
    requests: () => requests,
    async stored() {
      await Promise.all(inProgress);
      return [...sandbox.state.worklogs.values()];
    },
    close: () => server.close(),
  };
}

function gatewayTimeout(): Response {
  return new Response("<html>504 Gateway Time-out</html>", { status: 504 });
}
