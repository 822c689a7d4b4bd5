import type { components, operations } from "../generated/jira-api.ts";
import type { OperationCall, OperationHandlers, OperationReply } from "./operation.ts";
import { projectOf } from "./projects.ts";
import type { SandboxBehaviour, SandboxIssue, SandboxState } from "./state.ts";

export const CLOUD_ID = "c10d0000-0000-4000-8000-000000000001";

export const jiraHandlers: OperationHandlers<operations> = {
  getTenantInfo() {
    return { status: 200, body: { cloudId: CLOUD_ID } };
  },

  getMyself({ seed, behaviour }, { url }) {
    const { accountId, displayName } = seed.me;
    const self = `${baseOf(url, behaviour)}/rest/api/3/user?accountId=${accountId}`;
    return { status: 200, body: { self, accountId, displayName } };
  },

  getMyselfDataCenter({ seed, behaviour }, { url }) {
    const { key, name, displayName } = seed.me;
    const self = `${baseOf(url, behaviour)}/rest/api/2/user?username=${name}`;
    return { status: 200, body: { self, key, name, displayName } };
  },

  getUser({ seed, behaviour }, { parameters: { accountId } }) {
    const found = [seed.me, ...seed.colleagues].find((user) => user.accountId === accountId);
    if (!behaviour.namesAreVisible) return { status: 403 };
    if (!found) return { status: 404 };
    return { status: 200, body: { accountId: found.accountId, displayName: found.displayName } };
  },

  findUsersDataCenter({ seed }, { parameters: { username } }) {
    const text = String(username).toLowerCase();
    const found = [seed.me, ...seed.colleagues].filter(({ name, displayName }) =>
      `${name}\n${displayName}`.toLowerCase().includes(text),
    );
    return { status: 200, body: found.map(({ key, name, displayName }) => ({ key, name, displayName })) };
  },

  getIssue,
  getIssueDataCenter: getIssue,

  getFields({ behaviour: { accountField } }) {
    const custom = "com.atlassian.plugins.atlassian-connect-plugin:io.tempo.jira__account";
    const account = accountField === undefined ? [] : [{ id: accountField, schema: { custom } }];
    return { status: 200, body: [{ id: "summary", schema: {} }, ...account] };
  },

  searchIssues(state, { body }) {
    const found = search(state, body);
    if ("errorMessages" in found) return { status: 400, body: found };
    const { issues, limit, fields } = found;
    const { accountId } = state.seed.me;
    const shown = issues.slice(0, limit).map((issue) => toReply(state, issue, fields, { accountId }));
    return { status: 200, body: { issues: shown, isLast: issues.length <= limit } };
  },

  searchIssuesDataCenter(state, { body }) {
    const found = search(state, body);
    if ("errorMessages" in found) return { status: 400, body: found };
    const { issues, limit, fields } = found;
    const { key } = state.seed.me;
    const shown = issues.slice(0, limit).map((issue) => toReply(state, issue, fields, { key }));
    return { status: 200, body: { issues: shown, startAt: 0, maxResults: limit, total: issues.length } };
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
    const issues = [...found].sort((a, b) => a.id - b.id).map((issue) => toReply(state, issue, fields));
    return { status: 200, body: { issues, issueErrors: [] } };
  },
};

function getIssue(
  state: SandboxState,
  { parameters, url }: OperationCall,
): OperationReply<operations["getIssue" | "getIssueDataCenter"]> {
  const issue = findIssue(state, String(parameters.issueIdOrKey));
  const fields = (url.searchParams.get("fields") ?? "").split(",");
  if (issue) return { status: 200, body: toReply(state, issue, fields) };
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
  { seed, behaviour: { accountField } }: SandboxState,
  issue: SandboxIssue,
  fields: readonly unknown[],
  { accountId, key: userKey }: { accountId?: string; key?: string } = {},
): components["schemas"]["Issue"] {
  const { id, key, summary, closed = false, isAssigned = false, accountKey } = issue;
  const account = seed.accounts?.find((candidate) => candidate.key === accountKey);
  const status = closed
    ? { name: "Done", statusCategory: { key: "done" } }
    : { name: "In Progress", statusCategory: { key: "indeterminate" } };
  const assignee = isAssigned ? { ...(accountId && { accountId }), ...(userKey && { key: userKey }) } : null;
  return {
    id: String(id),
    key,
    fields: {
      ...(fields.includes("assignee") && { assignee }),
      ...(fields.includes("summary") && { summary }),
      ...(fields.includes("status") && { status }),
      ...(fields.includes("project") && { project: projectOf(seed, issue) }),
      ...(accountField !== undefined &&
        fields.includes(accountField) && {
          [accountField]: account ? { id: account.id, value: account.name } : null,
        }),
    },
  };
}

interface SearchBody {
  jql: string;
  fields?: string[];
  maxResults?: number;
}

/** The issues that match the clauses it knows, the newest first, or what Jira says of others. */
function search(
  { seed }: SandboxState,
  body: unknown,
):
  | { issues: SandboxIssue[]; limit: number; fields: string[] }
  | { errorMessages: string[]; errors: Record<string, string> } {
  const { jql = "", fields = [], maxResults = 50 } = (body ?? {}) as Partial<SearchBody>;
  const [conditions = ""] = jql.split(/\s+ORDER BY\s+/);
  let issues = seed.issues.filter(({ hidden }) => !hidden);
  for (const clause of conditions.split(" AND ")) {
    const [, text] = /^summary ~ "([^"]*)\*"$/.exec(clause) ?? [];
    const [, project] = /^project = "([^"]*)"$/.exec(clause) ?? [];
    if (text !== undefined) {
      issues = issues.filter(({ summary }) =>
        wordsOf(summary).some((word) => word.startsWith(text.toLowerCase())),
      );
    } else if (project !== undefined) {
      const prefix = `${project.toUpperCase()}-`;
      if (!seed.issues.some(({ key }) => key.startsWith(prefix))) {
        const message = `The value '${project}' does not exist for the field 'project'.`;
        return { errorMessages: [message], errors: {} };
      }
      issues = issues.filter(({ key }) => key.startsWith(prefix));
    } else if (clause === "assignee = currentUser()") {
      issues = issues.filter(({ isAssigned }) => isAssigned);
    } else if (clause === "statusCategory != Done") {
      issues = issues.filter(({ closed }) => !closed);
    } else {
      return { errorMessages: [`Error in the JQL Query: '${clause}'.`], errors: {} };
    }
  }
  return { issues: issues.toSorted((a, b) => b.id - a.id), limit: maxResults, fields };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** The gateway names itself. */
function baseOf({ href }: URL, { jiraBaseUrl }: SandboxBehaviour): string {
  const asked = href.slice(0, href.indexOf("/rest/api/"));
  return asked.includes("/ex/jira/") ? asked : (jiraBaseUrl ?? asked);
}
