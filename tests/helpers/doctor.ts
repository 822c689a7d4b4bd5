import { expect } from "vitest";
import { diagnose } from "../../src/cli/doctor/checks.ts";
import type { DiagnosisOptions } from "../../src/cli/doctor/context.ts";
import type { Check } from "../../src/cli/doctor/report.ts";
import { readSettings } from "../../src/config/settings.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { seed } from "./seeds.ts";
import { checkedFetch } from "./slice-check.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

export const CREDENTIALS = {
  personalAccessToken: "pat-S3CRET-token-4d5e6f",
  tempoToken: "tempo-S3CRET-token-9f8e7d",
  jiraEmail: "ada@example.com",
  jiraToken: "jira-S3CRET-token-1a2b3c",
};

export const WRONG_TOKEN = "wrong-S3CRET-token";

/** The settings of each deployment for one server at a URL. */
export const SETTINGS = {
  cloud: (url: string): Record<string, string> => ({
    TEMPO_API_URL: url,
    TEMPO_API_TOKEN: CREDENTIALS.tempoToken,
    JIRA_BASE_URL: url,
    JIRA_EMAIL: CREDENTIALS.jiraEmail,
    JIRA_API_TOKEN: CREDENTIALS.jiraToken,
    ATLASSIAN_API_URL: url,
  }),
  datacenter: (url: string): Record<string, string> => ({
    TEMPO_BASE_URL: url,
    TEMPO_PAT: CREDENTIALS.personalAccessToken,
  }),
};

/** The statuses of a report in which nothing failed. */
export const PASSED = {
  cloud: {
    jira_connection: "ok",
    jira_token: "ok",
    tempo_connection: "ok",
    tempo_token: "ok",
    region: "ok",
    worklogs: "ok",
    worker: "unknown",
    schedule: "ok",
    work_attributes: "ok",
    expiry: "unknown",
  },
  datacenter: {
    jira_connection: "ok",
    jira_token: "ok",
    tempo_connection: "ok",
    worklogs: "ok",
    worker: "unknown",
    schedule: "ok",
    work_attributes: "ok",
    expiry: "unknown",
  },
};

/** The status of every check, in the order of the report. */
export function statuses(checks: Check[]): [string, string][] {
  return checks.map(({ check, status }) => [check, status]);
}

/** The status of every check, and the message and code of the one that failed; exactly one must have failed. */
export function summarise(checks: Check[]) {
  const failures = checks.filter(({ status }) => status === "failed");
  expect(failures.length).toBe(1);
  return { ...Object.fromEntries(statuses(checks)), message: failures[0]?.message, code: failures[0]?.code };
}

/** Responds to requests whose URL matches, instead of Tempo and Jira. */
export const intercept =
  (pattern: RegExp, respond: () => Response) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    pattern.test(request.url) ? respond() : fetch(request);

export const htmlPage = (status: number) => () =>
  new Response("<!doctype html>", { status, headers: { "content-type": "text/html" } });

/** A Jira in which Tempo is not installed. */
export const withoutTempo = intercept(/\/rest\/tempo-/, () =>
  Response.json({ message: "null for uri" }, { status: 404 }),
);

/** The deployment that environment variables configure. */
export function deploymentOf(env: Record<string, string>): Deployment {
  const { deployment } = readSettings(env);
  if (deployment instanceof Error) throw deployment;
  return deployment;
}

export interface Upstream {
  /** Wraps the fetch with which the doctor reaches the embedded Tempo. */
  upstream?: (fetch: Fetch, clock: VirtualClock) => Fetch;
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  /** The most time that one request may take, in milliseconds. */
  timeout?: number;
  diagnosis?: Partial<DiagnosisOptions>;
}

/** Diagnoses an embedded Tempo in this process, on virtual time. */
export async function diagnoseSandbox(
  env: Record<string, string>,
  { upstream = (fetch) => fetch, seed: parts, behaviour = {}, timeout = 30_000, diagnosis }: Upstream = {},
) {
  const clock = virtualClock();
  const sandbox = createSandbox(seed(parts), { credentials: CREDENTIALS, behaviour });
  const { fetch, traffic } = checkedFetch((request) => clock.work(() => sandbox.fetch(request)));
  const checks = await diagnose(
    {
      deployment: deploymentOf(env),
      options: { clock, timeout, rateLimiter: (send) => send(), fetch: upstream(fetch, clock) },
    },
    { regions: [], isProxied: false, today: "2026-01-15", ...diagnosis },
  );
  return { checks, milliseconds: clock.now(), operations: [...traffic.operations].sort(), sandbox };
}
