import { jiraSource } from "../../src/evidence/jira.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxActivity, SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { EvidenceScope } from "../../src/timesheet/draft/evidence.ts";
import type { CallScope, Timesheet } from "../../src/timesheet/port.ts";
import { COLLEAGUE, ME, seed } from "./seeds.ts";
import { checkedFetch, type Traffic } from "./slice-check.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

export const DEPLOYMENTS: readonly Deployment["kind"][] = ["cloud", "datacenter"];

export interface OpenOptions {
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  /** Puts something between the client and the embedded Jira. */
  upstream?: (fetch: Fetch) => Fetch;
  redact?: (text: string) => string;
}

/** A timesheet on an embedded Jira, whose time is that of a virtual clock. */
export function openJira(
  kind: Deployment["kind"],
  { seed: parts, behaviour = {}, upstream = (fetch) => fetch, redact = (text) => text }: OpenOptions = {},
): { timesheet: Timesheet; scope: CallScope; traffic: Traffic; clock: VirtualClock } {
  const clock = virtualClock();
  const { fetch, traffic } = checkedFetch(createSandbox(seed(parts), { behaviour }).fetch);
  const send = upstream(fetch);
  const timesheet = openTimesheet(sandboxDeployment(kind, SANDBOX_CREDENTIALS), {
    clock,
    timeout: 30_000,
    redact,
    fetch: (request) => clock.work(() => send(request)),
  });
  const scope = { signal: new AbortController().signal, deadline: clock.now() + 47_500 };
  return { timesheet, scope, traffic, clock };
}

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

/** Reads Jira as a source of evidence, for a week; `traffic` is what it asked for. */
export function readWeek(kind: Deployment["kind"], options: OpenOptions = {}, signal?: AbortSignal) {
  const { timesheet, scope, traffic, clock } = openJira(kind, options);
  const used: Partial<EvidenceScope["context"]> = { ...scope, ...(signal && { signal }), timesheet };
  const context = used as EvidenceScope["context"];
  const reading = jiraSource().read(WEEK, { zone: "UTC", emails: [], dates: WEEK, context });
  return { reading, traffic, clock };
}

/** The user's own comment on an issue, or a change of fields. @param at yyyy-MM-ddTHH:mm:ss in UTC */
export function own(issueId: number, at: string, changes?: Record<string, string>): SandboxActivity {
  return { issueId, accountId: ME.accountId, at, ...(changes && { changes }) };
}

/** The same of a colleague. */
export function others(issueId: number, at: string, changes?: Record<string, string>): SandboxActivity {
  return { ...own(issueId, at, changes), accountId: COLLEAGUE.accountId };
}
