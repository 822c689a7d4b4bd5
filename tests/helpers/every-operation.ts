import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { ACTIVITY, COLLEAGUE, ME, seed, worklog } from "./seeds.ts";
import { checkedFetch } from "./slice-check.ts";

const ISSUE = { created: { accountId: ME.accountId, at: "2026-01-05T08:00:00" } };

/** An embedded Tempo on which every call succeeds. */
export const CALLED_SEED: SandboxSeed = seed({
  approvals: { "2025-12-01": { status: "in_review" } },
  holidays: [{ date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * 3600 }],
  workAttributes: [{ ...ACTIVITY, required: false }],
  worklogs: [worklog({ startDate: "2026-01-05", attributes: { [ACTIVITY.key]: "dev" } })],
  activity: [
    { issueId: 10123, accountId: ME.accountId, at: "2026-01-05T09:00:00", changes: { status: "Done" } },
    {
      issueId: 10123,
      accountId: COLLEAGUE.accountId,
      at: "2026-01-05T10:00:00",
      changes: { labels: "" },
    },
    { issueId: 10123, accountId: ME.accountId, at: "2026-01-05T11:00:00" },
  ],
  issues: [
    { ...ISSUE, id: 10123, key: "PROJ-123", summary: "Implement user authentication", isAssigned: true },
    { ...ISSUE, id: 10007, key: "PROJ-7", summary: "Code review" },
  ],
  jiraWorklogs: [
    {
      id: 1,
      issueId: 10123,
      accountId: ME.accountId,
      started: "2026-01-05T09:00:00",
      timeSpentSeconds: 3600,
      tempoWorklogId: 1290000,
    },
  ],
  teams: [{ id: 7, name: "Delivery", members: [{ accountId: ME.accountId }] }],
  accounts: [
    { id: 31, key: "ACME", name: "Acme", defaultOf: ["PROJ"] },
    { id: 32, key: "OLD", name: "Old", projects: ["PROJ"], status: "CLOSED" },
    { id: 33, key: "ALL", name: "All", global: true },
  ],
});

const range = "from=2026-01-05&to=2026-01-11";
const entry = { authorAccountId: ME.accountId, startDate: "2026-01-05", timeSpentSeconds: 3600 };

/** Every field of an issue that is asked for somewhere. */
const FIELDS = ["summary", "status", "assignee", "project", "creator", "created", "comment"];

/** Calls of every operation of the slices, each for an embedded Tempo of its own. */
export const CALLS: readonly (readonly [method: string, path: string, status: number, body?: unknown])[] = [
  ["GET", `/4/user-schedule/${ME.accountId}?${range}`, 200],
  ["GET", `/4/worklogs/user/${ME.accountId}?${range}&limit=1`, 200],
  ["POST", "/4/worklogs/search?offset=0", 200, { authorIds: [ME.accountId] }],
  ["POST", "/4/worklogs", 200, { ...entry, issueId: 10123, startTime: "09:00:00" }],
  ["POST", "/4/worklogs/issue/10123/bulk", 200, [entry, entry]],
  ["GET", "/4/worklogs/1290000", 200],
  ["PUT", "/4/worklogs/1290000", 200, entry],
  ["DELETE", "/4/worklogs/1290000", 204],
  ["GET", "/4/work-attributes", 200],
  ["POST", "/4/accounts/search?limit=1", 200, { statuses: ["OPEN", "CLOSED"] }],
  ["GET", "/4/account-links/project/20000?includeGlobalAccounts=true", 200],
  ["GET", "/4/teams", 200],
  ["GET", "/4/team-memberships/team/7", 200],
  ["GET", "/4/timesheet-approvals/team/7?from=2026-01-05", 200],
  ["GET", `/rest/api/3/user/bulk?accountId=${ME.accountId}&maxResults=1`, 200],
  ["GET", "/rest/tempo-teams/2/team", 200],
  ["POST", "/rest/tempo-teams/2/team/members", 200, { ids: ["7"], onlyActive: false }],
  ["GET", "/rest/tempo-timesheets/4/timesheet-approval?teamId=7&periodStartDate=2026-01-01", 200],
  ["GET", "/rest/api/3/field", 200],
  ["GET", "/rest/api/3/myself", 200],
  ["GET", "/_edge/tenant_info", 200],
  [
    "POST",
    "/rest/tempo-core/2/user/schedule/search",
    200,
    { from: "2026-01-05", to: "2026-01-11", userKeys: [ME.key] },
  ],
  ["GET", `/rest/tempo-core/1/user/schedule?user=${ME.name}&${range}`, 200],
  [
    "POST",
    "/rest/tempo-timesheets/4/worklogs/search",
    200,
    { from: "2026-01-05", to: "2026-01-11", worker: [ME.key] },
  ],
  [
    "POST",
    "/rest/tempo-timesheets/4/worklogs",
    200,
    { worker: ME.key, originTaskId: "10123", started: "2026-01-05", timeSpentSeconds: 60, comment: "" },
  ],
  ["GET", "/rest/tempo-timesheets/4/worklogs/1290000", 200],
  [
    "PUT",
    "/rest/tempo-timesheets/4/worklogs/1290000",
    200,
    { worker: ME.key, originTaskId: "10123", started: "2026-01-05T09:00:00.000", timeSpentSeconds: 60 },
  ],
  ["PUT", "/rest/tempo-timesheets/4/worklogs/1290000/issue/10007", 200],
  ["DELETE", "/rest/tempo-timesheets/4/worklogs/1290000", 204],
  ["GET", "/rest/tempo-timesheets/4/worklogs", 405],
  ["GET", "/rest/tempo-core/1/work-attribute", 200],
  ["GET", "/rest/tempo-accounts/1/account", 200],
  ["GET", "/rest/tempo-accounts/1/account/project/20000", 200],
  ["GET", "/rest/tempo-accounts/1/link/project/20000", 200],
  ["GET", "/rest/api/2/myself", 200],
  ["GET", "/rest/api/2/issue/proj-7?fields=summary,project", 200],
  ["GET", "/rest/api/3/issue/PROJ-7?fields=summary,project", 200],
  ["POST", "/rest/api/3/issue/bulkfetch", 200, { issueIdsOrKeys: ["PROJ-7", "10123"], fields: FIELDS }],
  [
    "POST",
    "/rest/api/3/search/jql",
    200,
    { jql: 'summary ~ "review*" ORDER BY updated DESC', fields: FIELDS },
  ],
  ["POST", "/rest/api/3/changelog/bulkfetch", 200, { issueIdsOrKeys: ["10123"], maxResults: 1 }],
  ["GET", "/rest/api/3/issue/PROJ-123/comment?startAt=0&maxResults=100&orderBy=-created", 200],
  ["GET", "/rest/api/2/serverInfo", 200],
  ["GET", "/rest/api/3/serverInfo", 200],
  ["GET", "/rest/api/2/issue/10123/comment", 200],
  ["GET", "/rest/api/3/issue/10123/worklog?startedAfter=0&startedBefore=2000000000000", 200],
  ["POST", "/4/worklogs/jira-to-tempo", 200, { jiraWorklogIds: [1] }],
  ["GET", "/4/periods?from=2026-01-01&to=2026-01-31", 200],
  ["GET", `/4/timesheet-approvals/user/${ME.accountId}?${range}`, 200],
  ["GET", `/4/timesheet-approvals/user/${ME.accountId}/reviewers`, 200],
  ["POST", `/4/timesheet-approvals/user/${ME.accountId}/submit?${range}`, 200, { comment: "Complete." }],
  ["POST", `/4/timesheet-approvals/user/${ME.accountId}/recall?from=2025-12-01`, 200, { comment: "Wait." }],
  [
    "GET",
    `/rest/tempo-timesheets/4/timesheet-approval/approval-statuses?userKey=${ME.key}&numberOfPeriods=2`,
    200,
  ],
  [
    "POST",
    "/rest/tempo-timesheets/4/timesheet-approval",
    200,
    {
      user: { key: ME.key },
      period: { dateFrom: "2026-01-01" },
      action: { name: "submit", reviewer: { key: COLLEAGUE.key } },
    },
  ],
  [
    "POST",
    "/rest/tempo-timesheets/4/timesheet-approval",
    200,
    { user: { key: ME.key }, period: { dateFrom: "2025-12-01" }, action: { name: "reopen" } },
  ],
  ["GET", `/rest/api/3/user?accountId=${COLLEAGUE.accountId}`, 200],
  ["GET", "/rest/api/2/user/search?username=bo", 200],
  [
    "POST",
    "/rest/api/2/search",
    200,
    { jql: "assignee = currentUser() ORDER BY updated DESC", fields: FIELDS, expand: ["changelog"] },
  ],
];

export const BASIC = `Basic ${Buffer.from(`${SANDBOX_CREDENTIALS.jiraEmail}:${SANDBOX_CREDENTIALS.jiraToken}`).toString("base64")}`;
export const BEARER = `Bearer ${SANDBOX_CREDENTIALS.tempoToken}`;

const PERSONAL = `Bearer ${SANDBOX_CREDENTIALS.personalAccessToken}`;

export function authorizationFor(path: string): string {
  if (path.startsWith("/4/")) return BEARER;
  return path.startsWith("/rest/api/3/") ? BASIC : PERSONAL;
}

/** Sends one request to a sandbox, checked against the slices. */
export async function send(
  sandboxSeed: SandboxSeed,
  method: string,
  path: string,
  body?: unknown,
  authorization?: string,
) {
  const { fetch, traffic } = checkedFetch(createSandbox(sandboxSeed).fetch);
  const response = await fetch(
    new Request(`https://sandbox.invalid${path}`, {
      method,
      headers: { authorization: authorization ?? authorizationFor(path) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, traffic };
}
