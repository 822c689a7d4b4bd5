import type { ProbedRequest } from "../../generated/outputs.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { addDays } from "../../timesheet/dates.ts";

/** A value that a request needs, by the name that stands for it in braces. */
export type Fact = "from" | "to" | "me" | "login" | "worklog" | "issue" | "issueKey" | "cloudId";

export type Facts = ReadonlyMap<Fact, string>;

/** A request of the probe. */
export interface Asked {
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

const get = (
  name: Asked["name"],
  service: Asked["service"],
  path: string,
  more: Partial<Asked> = {},
): Asked => ({
  name,
  service,
  method: "GET",
  path,
  ...more,
});

const post = (
  name: Asked["name"],
  service: Asked["service"],
  path: string,
  body: object,
  more: Partial<Asked> = {},
): Asked => ({
  ...get(name, service, path, more),
  method: "POST",
  body,
});

const SERVER = get("server", "jira", "/rest/api/2/serverInfo", { isPublic: true });

const CLOUD: readonly Asked[] = [
  SERVER,
  get("myself", "jira", "/rest/api/3/myself", { facts: { me: ["accountId"] } }),
  get("site", "jira", "/_edge/tenant_info", {
    isPublic: true,
    unless: "me",
    facts: { cloudId: ["cloudId"] },
  }),
  get("myself at the gateway", "gateway", "/ex/jira/{cloudId}/rest/api/3/myself", {
    unless: "me",
    facts: { me: ["accountId"] },
  }),
  get("schedule", "tempo", "/4/user-schedule/{me}?from={from}&to={to}"),
  get("worklogs", "tempo", "/4/worklogs/user/{me}?from={from}&to={to}&limit=50", {
    limit: 50,
    facts: { worklog: ["results", 0, "tempoWorklogId"], issue: ["results", 0, "issue", "id"] },
  }),
  get("worklogs again", "tempo", "/4/worklogs/user/{me}?from={from}&to={to}&limit=50", { limit: 50 }),
  get("worklogs by two", "tempo", "/4/worklogs/user/{me}?from={from}&to={to}&limit=2", { limit: 2 }),
  post(
    "worklog search",
    "tempo",
    "/4/worklogs/search?limit=2",
    { authorIds: ["{me}"], from: "{from}", to: "{to}" },
    { limit: 2 },
  ),
  get("one worklog", "tempo", "/4/worklogs/{worklog}"),
  get("work attributes", "tempo", "/4/work-attributes"),
  get("periods", "tempo", "/4/periods?from={from}&to={to}"),
  get("approvals", "tempo", "/4/timesheet-approvals/user/{me}?from={from}&to={to}"),
  get("teams", "tempo", "/4/teams?limit=2", { limit: 2 }),
  post("accounts", "tempo", "/4/accounts/search?limit=2", { statuses: ["OPEN"] }, { limit: 2 }),
  post("issue", "jira", "/rest/api/3/issue/bulkfetch", {
    issueIdsOrKeys: ["{issue}"],
    fields: ["status", "project"],
  }),
];

const WORKLOGS = "/rest/tempo-timesheets/4/worklogs";

const DATA_CENTER: readonly Asked[] = [
  SERVER,
  get("myself", "jira", "/rest/api/2/myself", { facts: { me: ["key"], login: ["name"] } }),
  post("schedule", "tempo", "/rest/tempo-core/2/user/schedule/search", {
    from: "{from}",
    to: "{to}",
    userKeys: ["{me}"],
  }),
  get("schedule of one user", "tempo", "/rest/tempo-core/1/user/schedule?user={login}&from={from}&to={to}"),
  post(
    "worklogs",
    "tempo",
    `${WORKLOGS}/search`,
    { from: "{from}", to: "{to}", worker: ["{me}"] },
    {
      facts: { worklog: [0, "tempoWorklogId"], issue: [0, "issue", "id"] },
    },
  ),
  post("worklogs again", "tempo", `${WORKLOGS}/search`, { from: "{from}", to: "{to}", worker: ["{me}"] }),
  get("worklog collection", "tempo", WORKLOGS),
  post("unknown worker", "tempo", `${WORKLOGS}/search`, {
    from: "{from}",
    to: "{to}",
    worker: ["tempofiller-no-user"],
  }),
  get("one worklog", "tempo", `${WORKLOGS}/{worklog}`),
  get("work attributes", "tempo", "/rest/tempo-core/1/work-attribute"),
  get(
    "approvals",
    "tempo",
    "/rest/tempo-timesheets/4/timesheet-approval/approval-statuses?userKey={me}&numberOfPeriods=2",
  ),
  get("teams", "tempo", "/rest/tempo-teams/2/team"),
  get("accounts", "tempo", "/rest/tempo-accounts/1/account"),
  get("issue", "jira", "/rest/api/2/issue/{issue}?fields=status,project"),
];

export function requestsOf(kind: Deployment["kind"]): readonly Asked[] {
  return kind === "cloud" ? CLOUD : DATA_CENTER;
}

/** The days that are read: a whole month at least. */
const DAYS = 62;

export function datesAsked(today: string): [Fact, string][] {
  return [
    ["from", addDays(today, -DAYS)],
    ["to", today],
  ];
}

/** A text with its facts; undefined if one of them is not known. */
export function withFacts(
  text: string,
  facts: Facts,
  encode: (value: string) => string = encodeURIComponent,
): string | undefined {
  let isComplete = true;
  const filled = text.replaceAll(/\{(\w+)\}/g, (name, fact) => {
    const value = facts.get(fact as Fact);
    isComplete &&= value !== undefined;
    return value === undefined ? name : encode(value);
  });
  return isComplete ? filled : undefined;
}

/** A fact that an answer has at a place, if it is one that can go into a request. */
export function factAt(body: unknown, place: readonly (string | 0)[]): string | undefined {
  let value = body;
  for (const key of place) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[^\s/?#]{1,255}$/.test(text) && !/^\.+$/.test(text) ? text : undefined;
}
