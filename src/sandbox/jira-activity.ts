import type { components, operations } from "../generated/jira-api.ts";
import { type OperationCall, type OperationHandlers, Refusal } from "./operation.ts";
import {
  type SandboxActivity,
  type SandboxIssue,
  type SandboxState,
  type SandboxUser,
  userOf,
} from "./state.ts";

type Schemas = components["schemas"];

type Operation = "getIssueWorklogs" | "bulkFetchChangelogs" | "getComments" | "getCommentsDataCenter";

/** The name that a deployment gives to a user. */
export type UserNames = (user: SandboxUser) => NonNullable<Schemas["Author"]>;

export const CLOUD: UserNames = ({ accountId }) => ({ accountId });
export const DATA_CENTER: UserNames = ({ key }) => ({ key });

/** The most changes of a page in bulk, comments that Jira returns with an issue, and worklogs of a page. */
const PAGE_SIZE = { changes: 10_000, comments: 20, worklogs: 5000 };

export const activityHandlers: Pick<OperationHandlers<operations>, Operation> = {
  bulkFetchChangelogs(state, { body }) {
    const {
      issueIdsOrKeys,
      maxResults = 1000,
      nextPageToken,
    } = (body ?? {}) as Partial<Schemas["BulkChangelogInput"]>;
    if (!Array.isArray(issueIdsOrKeys) || issueIdsOrKeys.length < 1 || issueIdsOrKeys.length > 1000)
      throw new Refusal(400, "Request between 1 and 1000 issues.");
    const issues = issueIdsOrKeys.flatMap((idOrKey) => findIssue(state, idOrKey) ?? []);
    const all = issues
      .flatMap((issue) => changesOf(state, issue).map((change) => ({ issueId: String(issue.id), change })))
      .sort((a, b) => (a.change.at < b.change.at ? -1 : 1));
    const start = Number(nextPageToken ?? 0);
    const end = start + Math.min(maxResults, PAGE_SIZE.changes);
    const page = all.slice(start, end);
    const issueChangeLogs = [...new Set(page.map(({ issueId }) => issueId))].map((issueId) => ({
      issueId,
      changeHistories: page
        .filter((entry) => entry.issueId === issueId)
        .map(({ change }) => toHistory(state, change, CLOUD)),
    }));
    return { issueChangeLogs, nextPageToken: end < all.length ? String(end) : null };
  },

  getIssueWorklogs(state, { parameters }) {
    const { startAt = 0, startedAfter = 0, startedBefore = Number.POSITIVE_INFINITY } = parameters;
    const issue = visibleIssue(state, parameters.issueIdOrKey);
    const start = Number(startAt);
    const maxResults = PAGE_SIZE.worklogs;
    const all = (state.seed.jiraWorklogs ?? []).filter(({ issueId, started }) => {
      const at = Date.parse(`${started}Z`);
      return issueId === issue.id && at >= Number(startedAfter) && at < Number(startedBefore);
    });
    const worklogs = all
      .slice(start, start + maxResults)
      .map(({ id, accountId, started, timeSpentSeconds }) => ({
        id: String(id),
        author: authorOf(state, accountId, CLOUD),
        started: written(started),
        timeSpentSeconds,
      }));
    return { worklogs, startAt: start, maxResults, total: all.length };
  },

  getComments: (state, call) => commentPage(state, call, CLOUD),
  getCommentsDataCenter: (state, call) => commentPage(state, call, DATA_CENTER),
};

/** An issue's history as Data Center expands it. */
export function changelogOf(state: SandboxState, issue: SandboxIssue): Schemas["Changelog"] {
  const histories = changesOf(state, issue).map((change) => toHistory(state, change, DATA_CENTER));
  return { histories, total: histories.length };
}

/** Comments as a field of their issue: the oldest, as many as fit in. */
export function commentFieldOf(
  state: SandboxState,
  issue: SandboxIssue,
  names: UserNames,
): Schemas["Comments"] {
  const all = commentsOf(state, issue);
  const maxResults = PAGE_SIZE.comments;
  const comments = all.slice(0, maxResults).map((comment) => toComment(state, comment, names));
  return { comments, startAt: 0, maxResults, total: all.length };
}

export function creationOf(
  state: SandboxState,
  { created }: SandboxIssue,
  names: UserNames,
): { created?: string; creator?: Schemas["Author"] } {
  if (!created) return { creator: null };
  return { created: written(created.at), creator: authorOf(state, created.accountId, names) };
}

function commentPage(
  state: SandboxState,
  { parameters }: OperationCall,
  names: UserNames,
): Schemas["Comments"] {
  const issue = visibleIssue(state, parameters.issueIdOrKey);
  const { startAt = 0, maxResults = 50, orderBy } = parameters;
  const all = commentsOf(state, issue);
  const sorted = orderBy === "-created" ? all.toReversed() : all;
  const comments = sorted
    .slice(Number(startAt), Number(startAt) + Number(maxResults))
    .map((comment) => toComment(state, comment, names));
  return { comments, startAt: Number(startAt), maxResults: Number(maxResults), total: all.length };
}

function changesOf(state: SandboxState, issue: SandboxIssue): SandboxActivity[] {
  return activityOf(state, issue).filter(({ changes }) => changes);
}

function commentsOf(state: SandboxState, issue: SandboxIssue): SandboxActivity[] {
  return activityOf(state, issue).filter(({ changes }) => !changes);
}

function activityOf({ seed }: SandboxState, { id }: SandboxIssue): SandboxActivity[] {
  return (seed.activity ?? []).filter(({ issueId }) => issueId === id).sort((a, b) => (a.at < b.at ? -1 : 1));
}

function toHistory(state: SandboxState, activity: SandboxActivity, names: UserNames): Schemas["History"] {
  const { accountId, at, changes = {} } = activity;
  return {
    id: idOf(state, activity),
    author: authorOf(state, accountId, names),
    created: written(at),
    items: Object.entries(changes).map(([field, value]) => ({
      field,
      fieldtype: "jira",
      // Older versions of Data Center name no id.
      ...(names === CLOUD && { fieldId: field }),
      toString: value,
    })),
  };
}

function toComment(state: SandboxState, activity: SandboxActivity, names: UserNames): Schemas["Comment"] {
  const { accountId, at } = activity;
  return { id: idOf(state, activity), author: authorOf(state, accountId, names), created: written(at) };
}

function authorOf(state: SandboxState, accountId: string, names: UserNames): Schemas["Author"] {
  const user = userOf(state, accountId);
  return user ? names(user) : null;
}

function idOf({ seed }: SandboxState, activity: SandboxActivity): string {
  return String(30_000 + (seed.activity ?? []).indexOf(activity));
}

/** A moment as Jira writes it, in UTC. */
function written(at: string): string {
  return `${at}.000+0000`;
}

/** Jira finds an issue by id, by its key in any case, and by keys from before a move. */
export function findIssue({ seed }: SandboxState, idOrKey: unknown): SandboxIssue | undefined {
  const wanted = String(idOrKey).toUpperCase();
  return seed.issues.find(
    ({ id, key, formerKeys = [], hidden }) =>
      !hidden &&
      (String(id) === wanted || [key, ...formerKeys].some((known) => known.toUpperCase() === wanted)),
  );
}

/** @throws Refusal if there is none, or none that the owner of the token may see */
export function visibleIssue(state: SandboxState, idOrKey: unknown): SandboxIssue {
  const issue = findIssue(state, idOrKey);
  if (!issue) throw new Refusal(404, "Issue does not exist or you do not have permission to see it.");
  return issue;
}
