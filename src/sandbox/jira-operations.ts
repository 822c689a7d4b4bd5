import type { components, operations } from "../generated/jira-api.ts";
import {
  activityHandlers,
  CLOUD,
  changelogOf,
  commentFieldOf,
  creationOf,
  DATA_CENTER,
  type UserNames,
} from "./jira-activity.ts";
import { searchIssues } from "./jira-search.ts";
import type { OperationCall, OperationHandlers, OperationReply } from "./operation.ts";
import { projectOf } from "./projects.ts";
import type { SandboxBehaviour, SandboxIssue, SandboxState, SandboxUser } from "./state.ts";

export const CLOUD_ID = "c10d0000-0000-4000-8000-000000000001";

export const jiraHandlers: OperationHandlers<operations> = {
  getTenantInfo() {
    return { status: 200, body: { cloudId: CLOUD_ID } };
  },

  getServerInfo({ behaviour }, { url }) {
    return {
      status: 200,
      body: { baseUrl: baseOf(url, behaviour), deploymentType: behaviour.deploymentType },
    };
  },

  getServerInfoCloud({ behaviour }, { url }) {
    return { status: 200, body: { baseUrl: baseOf(url, behaviour), deploymentType: "Cloud" } };
  },

  getMyself({ seed, behaviour }, { url }) {
    const { accountId, displayName } = seed.me;
    const self = `${baseOf(url, behaviour)}/rest/api/3/user?accountId=${accountId}`;
    return { status: 200, body: { self, accountId, displayName, ...profileOf(seed.me) } };
  },

  getMyselfDataCenter({ seed, behaviour }, { url }) {
    const { key, name, displayName } = seed.me;
    const self = `${baseOf(url, behaviour)}/rest/api/2/user?username=${name}`;
    return { status: 200, body: { self, key, name, displayName, ...profileOf(seed.me) } };
  },

  getUser({ seed, behaviour }, { parameters: { accountId } }) {
    const found = [seed.me, ...seed.colleagues].find((user) => user.accountId === accountId);
    if (!behaviour.namesAreVisible) return { status: 403 };
    if (!found) return { status: 404 };
    return { status: 200, body: { accountId: found.accountId, displayName: found.displayName } };
  },

  /** Jira returns at most 200, and 10 unless the caller asks for more. */
  bulkGetUsers({ seed, behaviour }, { parameters: { maxResults = 10 }, url }) {
    if (!behaviour.namesAreVisible) return { status: 403 };
    const ids = url.searchParams.getAll("accountId");
    const values = [seed.me, ...seed.colleagues]
      .filter(({ accountId }) => ids.includes(accountId))
      .slice(0, Math.min(200, Number(maxResults)))
      .map(({ accountId, displayName, inactive = false }) => ({ accountId, displayName, active: !inactive }));
    return { status: 200, body: { values } };
  },

  findUsersDataCenter({ seed }, { parameters: { username } }) {
    const text = String(username).toLowerCase();
    const found = [seed.me, ...seed.colleagues].filter(({ name, displayName }) =>
      `${name}\n${displayName}`.toLowerCase().includes(text),
    );
    return { status: 200, body: found.map(({ key, name, displayName }) => ({ key, name, displayName })) };
  },

  getIssue: (state, call) => getIssue(state, call, CLOUD),
  getIssueDataCenter: (state, call) => getIssue(state, call, DATA_CENTER),

  getFields({ behaviour: { accountField } }) {
    const custom = "com.atlassian.plugins.atlassian-connect-plugin:io.tempo.jira__account";
    const account =
      accountField === undefined ? [] : [{ id: accountField, schema: { type: "option2", custom } }];
    return { status: 200, body: [{ id: "summary", schema: { type: "string" } }, ...account] };
  },

  searchIssues(state, { body }) {
    const found = searchIssues(state, body, {
      nameOf: (user) => user.accountId,
      logged: state.seed.jiraWorklogs ?? [],
    });
    if ("errorMessages" in found) return { status: 400, body: found };
    const { issues, startAt, limit, fields } = found;
    const next = startAt + limit;
    const isLast = next >= issues.length;
    const shown = issues.slice(startAt, next).map((issue) => toReply(state, issue, fields, CLOUD));
    return {
      status: 200,
      body: { issues: shown, isLast, ...(!isLast && { nextPageToken: `page-from-${next}` }) },
    };
  },

  searchIssuesDataCenter(state, { body }) {
    const found = searchIssues(state, body, {
      nameOf: (user) => user.name,
      logged: loggedInTempo(state),
    });
    if ("errorMessages" in found) return { status: 400, body: found };
    const { issues, startAt, limit, fields, isExpanded } = found;
    const shown = issues.slice(startAt, startAt + limit).map((issue) => ({
      ...toReply(state, issue, fields, DATA_CENTER),
      ...(isExpanded && { changelog: changelogOf(state, issue) }),
    }));
    return { status: 200, body: { issues: shown, startAt, maxResults: limit, total: issues.length } };
  },

  bulkFetchIssues(state, { body }) {
    const { issueIdsOrKeys, fields = [] } = (body ?? {}) as {
      issueIdsOrKeys?: unknown[];
      fields?: unknown[];
    };
    if (!Array.isArray(issueIdsOrKeys) || issueIdsOrKeys.length < 1 || issueIdsOrKeys.length > 100) {
      return {
        status: 400,
        body: { errorMessages: ["Request between 1 and 100 issues."], errors: {} },
      };
    }
    const found = new Set(issueIdsOrKeys.flatMap((idOrKey) => findIssue(state, String(idOrKey)) ?? []));
    // Jira returns issues by ascending id, whatever the order of the request.
    const issues = [...found]
      .sort((a, b) => a.id - b.id)
      .map((issue) => toReply(state, issue, fields, CLOUD));
    return { status: 200, body: { issues, issueErrors: [] } };
  },

  ...activityHandlers,
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
): OperationReply<operations["getIssue" | "getIssueDataCenter"]> {
  const issue = findIssue(state, String(parameters.issueIdOrKey));
  const fields = (url.searchParams.get("fields") ?? "").split(",");
  if (issue) return { status: 200, body: toReply(state, issue, fields, names) };
  const errorMessages = ["Issue does not exist or you do not have permission to see it."];
  return { status: 404, body: { errorMessages, errors: {} } };
}

/** Jira finds an issue by id, by its key in any case, and by keys from before a move. */
function findIssue({ seed }: SandboxState, idOrKey: string): SandboxIssue | undefined {
  const wanted = idOrKey.toUpperCase();
  return seed.issues.find(
    ({ id, key, formerKeys = [], hidden }) =>
      !hidden &&
      (String(id) === wanted || [key, ...formerKeys].some((known) => known.toUpperCase() === wanted)),
  );
}

/** Returns only the requested fields. */
function toReply(
  state: SandboxState,
  issue: SandboxIssue,
  fields: readonly unknown[],
  names: UserNames,
): components["schemas"]["Issue"] {
  const { id, key, summary, closed = false, isAssigned = false, accountKey } = issue;
  const { seed, behaviour, timeSpent } = state;
  const { accountField } = behaviour;
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
      ...(accountField !== undefined &&
        fields.includes(accountField) && {
          [accountField]: account ? { id: account.id, value: account.name } : null,
        }),
    },
  };
}

/** The gateway names itself. */
function baseOf({ href }: URL, { jiraBaseUrl }: SandboxBehaviour): string {
  const asked = href.slice(0, href.indexOf("/rest/api/"));
  return asked.includes("/ex/jira/") ? asked : (jiraBaseUrl ?? asked);
}
