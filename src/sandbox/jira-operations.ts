import type { components, operations } from "../generated/jira-api.ts";
import { projectOf } from "./accounts.ts";
import {
  activityHandlers,
  CLOUD,
  changelogOf,
  commentFieldOf,
  creationOf,
  DATA_CENTER,
  findIssue,
  type UserNames,
  visibleIssue,
} from "./jira-activity.ts";
import { searchIssues } from "./jira-search.ts";
import { type OperationCall, type OperationHandlers, Refusal } from "./operation.ts";
import { type SandboxIssue, type SandboxState, type SandboxUser, userOf, usersOf } from "./state.ts";

export const CLOUD_ID = "c10d0000-0000-4000-8000-000000000001";

/** The id of the issue field that holds the account on Cloud. */
const ACCOUNT_FIELD = "customfield_10035";

export const jiraHandlers: OperationHandlers<operations> = {
  ...activityHandlers,

  getTenantInfo: () => ({ cloudId: CLOUD_ID }),

  /** Names Data Center, though it answers as both. */
  getServerInfo: (_, { url }) => ({ baseUrl: baseOf(url), deploymentType: "Server" }),
  getServerInfoCloud: (_, { url }) => ({ baseUrl: baseOf(url), deploymentType: "Cloud" }),

  getMyself({ seed: { me } }, { url }) {
    const { accountId, displayName } = me;
    const self = `${baseOf(url)}/rest/api/3/user?accountId=${accountId}`;
    return { self, accountId, displayName, ...profileOf(me) };
  },

  getMyselfDataCenter({ seed: { me } }, { url }) {
    const { key, name, displayName } = me;
    const self = `${baseOf(url)}/rest/api/2/user?username=${name}`;
    return { self, key, name, displayName, ...profileOf(me) };
  },

  getUser(state, { parameters }) {
    const user = userOf(state, parameters.accountId);
    if (!user) throw new Refusal(404);
    return { accountId: user.accountId, displayName: user.displayName };
  },

  /** Jira returns at most 200, and 10 unless the caller asks for more. */
  bulkGetUsers(state, { parameters: { maxResults = 10 }, url }) {
    const ids = url.searchParams.getAll("accountId");
    const values = usersOf(state)
      .filter(({ accountId }) => ids.includes(accountId))
      .slice(0, Math.min(200, Number(maxResults)))
      .map(({ accountId, displayName, inactive = false }) => ({ accountId, displayName, active: !inactive }));
    return { values };
  },

  findUsersDataCenter(state, { parameters: { username } }) {
    const text = String(username).toLowerCase();
    const found = usersOf(state).filter(({ name, displayName }) =>
      `${name}\n${displayName}`.toLowerCase().includes(text),
    );
    return found.map(({ key, name, displayName }) => ({ key, name, displayName }));
  },

  getIssue: (state, call) => getIssue(state, call, CLOUD),
  getIssueDataCenter: (state, call) => getIssue(state, call, DATA_CENTER),

  getFields: () => [
    { id: "summary", schema: { type: "string" } },
    {
      id: ACCOUNT_FIELD,
      schema: {
        type: "option2",
        custom: "com.atlassian.plugins.atlassian-connect-plugin:io.tempo.jira__account",
      },
    },
  ],

  searchIssues(state, { body }) {
    const { issues, startAt, limit, fields } = searchIssues(state, body, {
      nameOf: (user) => user.accountId,
      logged: state.seed.jiraWorklogs ?? [],
    });
    const next = startAt + limit;
    const isLast = next >= issues.length;
    const shown = issues.slice(startAt, next).map((issue) => toReply(state, issue, fields, CLOUD));
    return { issues: shown, isLast, ...(!isLast && { nextPageToken: `page-from-${next}` }) };
  },

  searchIssuesDataCenter(state, { body }) {
    const { issues, startAt, limit, fields, isExpanded } = searchIssues(state, body, {
      nameOf: (user) => user.name,
      logged: loggedInTempo(state),
    });
    const shown = issues.slice(startAt, startAt + limit).map((issue) => ({
      ...toReply(state, issue, fields, DATA_CENTER),
      ...(isExpanded && { changelog: changelogOf(state, issue) }),
    }));
    return { issues: shown, startAt, maxResults: limit, total: issues.length };
  },

  bulkFetchIssues(state, { body }) {
    const { issueIdsOrKeys, fields = [] } = (body ?? {}) as {
      issueIdsOrKeys?: unknown[];
      fields?: unknown[];
    };
    if (!Array.isArray(issueIdsOrKeys) || issueIdsOrKeys.length < 1 || issueIdsOrKeys.length > 100)
      throw new Refusal(400, "Request between 1 and 100 issues.");
    const found = new Set(issueIdsOrKeys.flatMap((idOrKey) => findIssue(state, idOrKey) ?? []));
    // Jira returns issues by ascending id, whatever the order of the request.
    const sorted = [...found].sort((a, b) => a.id - b.id);
    return { issues: sorted.map((issue) => toReply(state, issue, fields, CLOUD)), issueErrors: [] };
  },
};

/** Tempo on Data Center keeps its worklogs in Jira. At noon, they are on their date in most zones. */
function loggedInTempo({ worklogs }: SandboxState) {
  return [...worklogs.values()].map(({ startDate, ...it }) => ({ ...it, started: `${startDate}T12:00:00` }));
}

/** The part of a profile that others may hide. */
function profileOf({ email, timeZone }: SandboxUser): { emailAddress?: string; timeZone?: string } {
  return {
    ...(email !== undefined && { emailAddress: email }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function getIssue(
  state: SandboxState,
  { parameters, url }: OperationCall,
  names: UserNames,
): components["schemas"]["Issue"] {
  const issue = visibleIssue(state, parameters.issueIdOrKey);
  return toReply(state, issue, (url.searchParams.get("fields") ?? "").split(","), names);
}

/** Returns only the requested fields. */
function toReply(
  state: SandboxState,
  issue: SandboxIssue,
  fields: readonly unknown[],
  names: UserNames,
): components["schemas"]["Issue"] {
  const { id, key, summary, closed = false, isAssigned = false, accountKey } = issue;
  const { seed, timeSpent } = state;
  const account = seed.accounts?.find((candidate) => candidate.key === accountKey);
  const status = closed
    ? { name: "Done", statusCategory: { key: "done" } }
    : { name: "In Progress", statusCategory: { key: "indeterminate" } };
  const assignee = isAssigned ? names(seed.me) : null;
  return {
    id: String(id),
    key,
    fields: {
      ...(fields.includes("assignee") && { assignee }),
      ...(fields.includes("summary") && { summary }),
      ...(fields.includes("status") && { status }),
      ...(fields.includes("timespent") && { timespent: timeSpent.get(id) || null }),
      ...(fields.includes("project") && { project: projectOf(seed, issue) }),
      ...(fields.includes("creator") && creationOf(state, issue, names)),
      ...(fields.includes("comment") && { comment: commentFieldOf(state, issue, names) }),
      ...(fields.includes(ACCOUNT_FIELD) && {
        [ACCOUNT_FIELD]: account ? { id: account.id, value: account.name } : null,
      }),
    },
  };
}

/** The address that was asked; the gateway names itself. */
function baseOf({ href }: URL): string {
  return href.slice(0, href.indexOf("/rest/api/"));
}
