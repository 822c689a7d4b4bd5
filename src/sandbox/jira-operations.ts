import type { components, operations } from "../generated/jira-api.ts";
import type { OperationCall, OperationHandlers, OperationReply } from "./operation.ts";
import type { SandboxIssue, SandboxState } from "./state.ts";

export const CLOUD_ID = "c10d0000-0000-4000-8000-000000000001";

export const jiraHandlers: OperationHandlers<operations> = {
  getTenantInfo() {
    return { status: 200, body: { cloudId: CLOUD_ID } };
  },

  getMyself({ seed }) {
    return { status: 200, body: { accountId: seed.me.accountId, displayName: seed.me.displayName } };
  },

  getMyselfDataCenter({ seed }) {
    const { key, name, displayName } = seed.me;
    return { status: 200, body: { key, name, displayName } };
  },

  getIssue,
  getIssueDataCenter: getIssue,

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
    const issues = [...found].sort((a, b) => a.id - b.id).map((issue) => toReply(issue, fields));
    return { status: 200, body: { issues, issueErrors: [] } };
  },
};

function getIssue(
  state: SandboxState,
  { parameters, url }: OperationCall,
): OperationReply<operations["getIssue" | "getIssueDataCenter"]> {
  const issue = findIssue(state, String(parameters.issueIdOrKey));
  const fields = (url.searchParams.get("fields") ?? "").split(",");
  if (issue) return { status: 200, body: toReply(issue, fields) };
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

/** Only the fields that were asked for. */
function toReply(
  { id, key, summary, closed = false }: SandboxIssue,
  fields: readonly unknown[],
): components["schemas"]["Issue"] {
  const status = closed
    ? { name: "Done", statusCategory: { key: "done" } }
    : { name: "In Progress", statusCategory: { key: "indeterminate" } };
  return {
    id: String(id),
    key,
    fields: { ...(fields.includes("summary") && { summary }), ...(fields.includes("status") && { status }) },
  };
}
