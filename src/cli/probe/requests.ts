import type { ProbedRequest } from "../../generated/outputs.ts";
import type { Connection } from "../../runtime/connection.ts";
import { basicAuthorization } from "../../tempo/cloud/jira.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { ResponseTooLargeError, withBoundedBody } from "../../tempo/http/bounded-body.ts";
import { createRateLimiter } from "../../tempo/http/rate-limit.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import { addDays } from "../../timesheet/dates.ts";

/** A value that a request needs, by the name that stands for it in braces. */
type Fact = "from" | "to" | "me" | "login" | "worklog" | "issue" | "cloudId";

/** A request of the probe. */
interface Asked {
  name: ProbedRequest["name"];
  service: "tempo" | "jira" | "gateway";
  method: "GET" | "POST";
  /** Facts are in braces, as in the body. */
  path: string;
  body?: object;
  /** The number of elements that are asked for. */
  limit?: number;
  /** Whether it goes without credentials. */
  isPublic?: true;
  /** The fact without which alone it is sent. */
  unless?: Fact;
  /** The path of each fact in the answer: keys, and 0 for the first element of a list. */
  facts?: Partial<Record<Fact, readonly (string | 0)[]>>;
}

type Name = Asked["name"];
type More = Partial<Asked>;

const get =
  (service: Asked["service"]) =>
  (name: Name, path: string, more: More = {}): Asked => ({ name, service, method: "GET", path, ...more });

const [tempo, jira, gateway] = [get("tempo"), get("jira"), get("gateway")];

const post = (asked: Asked, body: object): Asked => ({ ...asked, method: "POST", body });

const SERVER = jira("server", "/rest/api/2/serverInfo", { isPublic: true });

const RANGE = { from: "{from}", to: "{to}" };
const WORKLOGS_OF_ME = "/4/worklogs/user/{me}?from={from}&to={to}";

const CLOUD: readonly Asked[] = [
  SERVER,
  jira("myself", "/rest/api/3/myself", { facts: { me: ["accountId"] } }),
  jira("site", "/_edge/tenant_info", { isPublic: true, unless: "me", facts: { cloudId: ["cloudId"] } }),
  gateway("myself at the gateway", "/ex/jira/{cloudId}/rest/api/3/myself", {
    unless: "me",
    facts: { me: ["accountId"] },
  }),
  tempo("schedule", "/4/user-schedule/{me}?from={from}&to={to}"),
  tempo("worklogs", `${WORKLOGS_OF_ME}&limit=50`, {
    limit: 50,
    facts: { worklog: ["results", 0, "tempoWorklogId"], issue: ["results", 0, "issue", "id"] },
  }),
  tempo("worklogs again", `${WORKLOGS_OF_ME}&limit=50`, { limit: 50 }),
  tempo("worklogs by two", `${WORKLOGS_OF_ME}&limit=2`, { limit: 2 }),
  post(tempo("worklog search", "/4/worklogs/search?limit=2", { limit: 2 }), {
    authorIds: ["{me}"],
    ...RANGE,
  }),
  tempo("one worklog", "/4/worklogs/{worklog}"),
  tempo("work attributes", "/4/work-attributes"),
  tempo("periods", "/4/periods?from={from}&to={to}"),
  tempo("approvals", "/4/timesheet-approvals/user/{me}?from={from}&to={to}"),
  tempo("teams", "/4/teams?limit=2", { limit: 2 }),
  post(tempo("accounts", "/4/accounts/search?limit=2", { limit: 2 }), { statuses: ["OPEN"] }),
  post(jira("issue", "/rest/api/3/issue/bulkfetch"), {
    issueIdsOrKeys: ["{issue}"],
    fields: ["status", "project"],
  }),
];

const WORKLOGS = "/rest/tempo-timesheets/4/worklogs";
const APPROVALS = "/rest/tempo-timesheets/4/timesheet-approval/approval-statuses";

const search = (name: Name, worker: string, more: More = {}) =>
  post(tempo(name, `${WORKLOGS}/search`, more), { ...RANGE, worker: [worker] });

const DATA_CENTER: readonly Asked[] = [
  SERVER,
  jira("myself", "/rest/api/2/myself", { facts: { me: ["key"], login: ["name"] } }),
  post(tempo("schedule", "/rest/tempo-core/2/user/schedule/search"), { ...RANGE, userKeys: ["{me}"] }),
  tempo("schedule of one user", "/rest/tempo-core/1/user/schedule?user={login}&from={from}&to={to}"),
  search("worklogs", "{me}", { facts: { worklog: [0, "tempoWorklogId"], issue: [0, "issue", "id"] } }),
  search("worklogs again", "{me}"),
  tempo("worklog collection", WORKLOGS),
  search("unknown worker", "tempofiller-no-user"),
  tempo("one worklog", `${WORKLOGS}/{worklog}`),
  tempo("work attributes", "/rest/tempo-core/1/work-attribute"),
  tempo("approvals", `${APPROVALS}?userKey={me}&numberOfPeriods=2`),
  tempo("teams", "/rest/tempo-teams/2/team"),
  tempo("accounts", "/rest/tempo-accounts/1/account"),
  jira("issue", "/rest/api/2/issue/{issue}?fields=status,project"),
];

export function requestsOf(kind: Deployment["kind"]): readonly Asked[] {
  return kind === "cloud" ? CLOUD : DATA_CENTER;
}

/** The days that are read: a whole month at least. */
const DAYS = 62;

export function datesAsked(today: string): { from: string; to: string } {
  return { from: addDays(today, -DAYS), to: today };
}

/** A request as it was sent, and its answer as it came: all of a user's data, of which a report is made. */
export interface Exchange {
  name: ProbedRequest["name"];
  request: string;
  /** The number of elements that were asked for. */
  limit?: number;
  milliseconds: number;
  answer: Answer | Exclude<ProbedRequest["outcome"], "answered">;
}

export interface Answer {
  status: number;
  /** The address that was asked. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
}

/** The JSON of an answer; undefined if it has none. */
export function jsonOf(answer: Exchange["answer"]): unknown {
  if (typeof answer === "string") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The JSON of an answer that succeeded. */
export function successOf({ answer }: Exchange): unknown {
  return typeof answer !== "string" && answer.status === 200 ? jsonOf(answer) : undefined;
}

/** The time that all of it may take, in milliseconds: with the last answer, less than a minute. */
const DURATION_MS = 50_000;

const REQUEST_MS = 8000;

/**
 * Sends the requests one at a time, each once and whatever became of those before, with the user's credentials at their own service alone.
 *
 * @throws the reason of the signal
 */
export async function sendRequests(
  { deployment, options }: Connection,
  today: string,
  signal: AbortSignal,
): Promise<Exchange[]> {
  const { clock, fetch: ask, rateLimiter: limit = createRateLimiter(deployment.kind, clock) } = options;
  const end = clock.now() + DURATION_MS;
  const facts = new Map<string, string>(Object.entries(datesAsked(today)));
  const exchanges: Exchange[] = [];
  let usesGateway = false;
  for (const asked of requestsOf(deployment.kind)) {
    if (asked.unless !== undefined && facts.has(asked.unless)) continue;
    signal.throwIfAborted();
    const { name, method, path, limit: wanted } = asked;
    const request = clock.now() < end ? requestOf(asked, facts, deployment, usesGateway) : undefined;
    const exchange: Exchange = {
      name,
      request: `${method} ${path}`,
      ...(wanted !== undefined && { limit: wanted }),
      ...(request ? await limit(() => send(request)) : { milliseconds: 0, answer: "not sent" }),
    };
    exchanges.push(exchange);
    const body = successOf(exchange);
    for (const [fact, place] of Object.entries(asked.facts ?? {})) {
      const value = factAt(body, place);
      if (value !== undefined) facts.set(fact, value);
    }
    usesGateway ||= asked.service === "gateway" && body !== undefined;
  }
  return exchanges;

  async function send(request: Request): Promise<Pick<Exchange, "milliseconds" | "answer">> {
    const start = clock.now();
    const answer = await withTimeout(
      clock,
      REQUEST_MS,
      async (aborted) => {
        // This is a variable since Node 20 loses the signal of a request that nothing refers to; the connection would then stay open.
        const abortable = new Request(request, { signal: aborted });
        const response = await withBoundedBody(await ask(abortable));
        const { status, headers } = response;
        return { status, url: request.url, headers: [...headers], text: await response.text() };
      },
      signal,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      const isTooLarge = error instanceof ResponseTooLargeError;
      return isLate ? "no answer in time" : isTooLarge ? "answer too large" : "no connection";
    });
    return { milliseconds: clock.now() - start, answer };
  }
}

/** Undefined if a fact is missing. Redirects are not followed: credentials go only where they were meant to go. */
function requestOf(
  { service, method, path, body, isPublic }: Asked,
  facts: ReadonlyMap<string, string>,
  deployment: Deployment,
  usesGateway: boolean,
): Request | undefined {
  const filledPath = withFacts(path, facts, encodeURIComponent);
  const text = body && withFacts(JSON.stringify(body), facts, (value) => JSON.stringify(value).slice(1, -1));
  if (filledPath === undefined || (body && text === undefined)) return undefined;
  const isRerouted = usesGateway && service === "jira" && !isPublic;
  const gatewayPath = isRerouted ? `/ex/jira/${encodeURIComponent(facts.get("cloudId") ?? "")}` : "";
  const { base, authorization } = target(deployment, isRerouted ? "gateway" : service);
  return new Request(`${base}${gatewayPath}${filledPath}`, {
    method,
    redirect: "manual",
    headers: {
      accept: "application/json",
      ...(!isPublic && { authorization }),
      ...(text !== undefined && { "content-type": "application/json" }),
    },
    ...(text !== undefined && { body: text }),
  });
}

function target(deployment: Deployment, service: Asked["service"]): { base: string; authorization: string } {
  if (deployment.kind === "datacenter")
    return { base: deployment.baseUrl, authorization: `Bearer ${deployment.token}` };
  const { tempoUrl, tempoToken, jiraUrl, atlassianUrl } = deployment;
  if (service === "tempo") return { base: tempoUrl, authorization: `Bearer ${tempoToken}` };
  return { base: service === "jira" ? jiraUrl : atlassianUrl, authorization: basicAuthorization(deployment) };
}

/** A text with its facts; undefined if one of them is not known. */
function withFacts(
  text: string,
  facts: ReadonlyMap<string, string>,
  encode: (value: string) => string,
): string | undefined {
  const names = [...text.matchAll(/\{(\w+)\}/g)];
  if (!names.every(([, name = ""]) => facts.has(name))) return undefined;
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => encode(facts.get(name) ?? ""));
}

/** A fact that an answer has at a place, if it is one that can go into a request. */
function factAt(body: unknown, place: readonly (string | 0)[]): string | undefined {
  const value = place.reduce((it, key) => (it as Record<string, unknown> | null | undefined)?.[key], body);
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[^\s/?#]{1,255}$/.test(text) && !/^\.+$/.test(text) ? text : undefined;
}
