import { dateInZone } from "../timesheet/zones.ts";
import type { SandboxIssue, SandboxJiraWorklog, SandboxState, SandboxUser } from "./state.ts";

interface SearchBody {
  jql: string;
  fields?: string[];
  maxResults?: number;
  startAt?: number;
  nextPageToken?: string;
  expand?: string[];
  validateQuery?: boolean;
}

interface Found {
  issues: SandboxIssue[];
  startAt: number;
  limit: number;
  fields: string[];
  isExpanded: boolean;
}

interface Refusal {
  errorMessages: string[];
  errors: Record<string, string>;
}

/** Tells whether an issue matches a clause. */
type Match = (issue: SandboxIssue) => boolean;

/** The differences between the deployments. */
export interface SearchedJira {
  /** Returns how queries name a user. */
  nameOf(user: SandboxUser): string;
  /** The hours that were logged in it. */
  logged: readonly Pick<SandboxJiraWorklog, "issueId" | "accountId" | "started">[];
}

/**
 * The issues that match the clauses it knows, the newest first unless they are sorted by key, or what Jira says of others.
 */
export function searchIssues(state: SandboxState, body: unknown, jira: SearchedJira): Found | Refusal {
  const {
    jql = "",
    fields = [],
    maxResults = 50,
    nextPageToken,
    expand = [],
    validateQuery = true,
    ...page
  } = (body ?? {}) as Partial<SearchBody>;
  const [conditions = "", order = ""] = jql.split(" ORDER BY ");
  let issues = state.seed.issues.filter(({ hidden }) => !hidden);
  for (const clause of outside(conditions, " AND ")) {
    const match = matchOfKeys(issues, clause, validateQuery) ?? matchOf(state, clause, jira);
    if (typeof match === "string") return { errorMessages: [match], errors: {} };
    issues = issues.filter(match);
  }
  const startAt = Number(nextPageToken?.slice("page-from-".length) ?? page.startAt ?? 0);
  return {
    issues: issues.toSorted((a, b) => (order === "key ASC" ? a.id - b.id : b.id - a.id)),
    startAt,
    limit: Math.min(maxResults, state.behaviour.jiraPageSize.issues),
    fields,
    isExpanded: expand.includes("changelog"),
  };
}

/** The match of a clause of keys; undefined for other clauses. */
function matchOfKeys(
  issues: readonly SandboxIssue[],
  clause: string,
  isValidated: boolean,
): Match | string | undefined {
  const [, list] = /^key in \(([^)]*)\)$/.exec(clause) ?? [];
  if (list === undefined) return undefined;
  const keys = [...list.matchAll(/"([^"]*)"/g)].map(([, key]) => key);
  const unknown = keys.find((key) => issues.every((issue) => issue.key !== key));
  if (isValidated && unknown !== undefined)
    return `An issue with key '${unknown}' does not exist for field 'key'.`;
  return ({ key }) => keys.includes(key);
}

/** The match of a clause, or what Jira says of one that it does not know. */
function matchOf(state: SandboxState, clause: string, jira: SearchedJira): Match | string {
  const { seed, behaviour } = state;
  const [, text] = /^summary ~ "([^"]*)\*"$/.exec(clause) ?? [];
  const [, project] = /^project = "([^"]*)"$/.exec(clause) ?? [];
  const [, user, from = "", to = ""] =
    /^issuekey in updatedBy\("([^"]*)", "([^"]*)", "([^"]*)"\)$/.exec(clause) ?? [];
  const [, updatedFrom] = /^updated >= "([^"]*)"$/.exec(clause) ?? [];
  const [, createdTo] = /^created <= "([^"]*)"$/.exec(clause) ?? [];
  if (text !== undefined) {
    return ({ summary }) => wordsOf(summary).some((word) => word.startsWith(text.toLowerCase()));
  }
  if (project !== undefined) {
    const prefix = `${project.toUpperCase()}-`;
    return seed.issues.some(({ key }) => key.startsWith(prefix))
      ? ({ key }) => key.startsWith(prefix)
      : `The value '${project}' does not exist for the field 'project'.`;
  }
  if (user !== undefined) {
    if (behaviour.updatedBy === "unknown") return "Unable to find JQL function 'updatedBy'.";
    const known = [seed.me, ...seed.colleagues].find((candidate) => jira.nameOf(candidate) === user);
    if (!known) return `The value '${user}' does not exist for the function 'updatedBy'.`;
    return (issue) => datesOf(state, issue, known.accountId).some((date) => from <= date && date <= to);
  }
  const [, bound, worklogDate = ""] = /^worklogDate ([<>]=) "([^"]*)"$/.exec(clause) ?? [];
  if (bound !== undefined) {
    return isLogged(({ started }) => {
      const date = dateOf(state)(started);
      return bound === ">=" ? date >= worklogDate : date <= worklogDate;
    });
  }
  if (updatedFrom !== undefined) {
    return (issue) => datesOf(state, issue).some((date) => date >= updatedFrom);
  }
  if (createdTo !== undefined) {
    return ({ created }) => !created || dateOf(state)(created.at) <= createdTo;
  }
  switch (clause) {
    case "assignee = currentUser()":
      return ({ isAssigned = false }) => isAssigned;
    case "(assignee = currentUser() OR reporter = currentUser() OR watcher = currentUser())":
      return ({ isAssigned, isReported, isWatched }) => Boolean(isAssigned || isReported || isWatched);
    case "worklogAuthor = currentUser()":
      return isLogged(({ accountId }) => accountId === seed.me.accountId);
    case "statusCategory != Done":
      return ({ closed }) => !closed;
    default:
      return matchOfGroup(clause) ?? `Error in the JQL Query: '${clause}'.`;
  }

  function isLogged(matches: (worklog: SearchedJira["logged"][number]) => boolean): Match {
    return ({ id }) => jira.logged.some((it) => it.issueId === id && matches(it));
  }

  /** The match of clauses in parentheses: one of several, or several at once. */
  function matchOfGroup(group: string): Match | string | undefined {
    const [, inner] = /^\((.*)\)$/.exec(group) ?? [];
    if (inner === undefined) return undefined;
    const isChoice = outside(inner, " OR ").length > 1;
    const parts = outside(inner, isChoice ? " OR " : " AND ").map((part) => matchOf(state, part, jira));
    const refusal = parts.find((part) => typeof part === "string");
    if (refusal !== undefined) return refusal;
    const matches = parts.filter((part) => typeof part !== "string");
    return (issue) =>
      isChoice ? matches.some((match) => match(issue)) : matches.every((match) => match(issue));
  }
}

/** The parts of a text between the separators that are in no parentheses. */
function outside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let open = 0;
  for (const piece of text.split(separator)) {
    if (open > 0) parts.push(`${parts.pop()}${separator}${piece}`);
    else parts.push(piece);
    open = Math.max(0, open) + countOf(piece, "(") - countOf(piece, ")");
  }
  return parts;
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The dates on which an issue was created, changed or commented, as queries write them. */
function datesOf(state: SandboxState, { id, created }: SandboxIssue, accountId?: string): string[] {
  const all = [
    ...(created ? [created] : []),
    ...(state.seed.activity ?? []).filter(({ issueId }) => issueId === id),
  ];
  return all
    .filter((event) => accountId === undefined || event.accountId === accountId)
    .map(({ at }) => dateOf(state)(at));
}

function dateOf({ seed }: SandboxState): (at: string) => string {
  const date = dateInZone(seed.me.timeZone ?? "UTC");
  return (at) => date(Date.parse(`${at}Z`)).replaceAll("-", "/");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
