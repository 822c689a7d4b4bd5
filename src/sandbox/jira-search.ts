import { dateInZone } from "../timesheet/zones.ts";
import { Refusal } from "./operation.ts";
import {
  type SandboxIssue,
  type SandboxJiraWorklog,
  type SandboxState,
  type SandboxUser,
  usersOf,
} from "./state.ts";

interface SearchBody {
  jql: string;
  fields: string[];
  maxResults: number;
  startAt: number;
  nextPageToken: string;
  expand: string[];
  validateQuery: boolean;
}

interface Found {
  issues: SandboxIssue[];
  startAt: number;
  limit: number;
  fields: string[];
  isExpanded: boolean;
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

const MAX_PAGE_SIZE = 5000;

/**
 * The issues that match the clauses it knows, the newest first unless they are sorted by key.
 *
 * @throws Refusal that says what Jira says of other clauses
 */
export function searchIssues(state: SandboxState, body: unknown, jira: SearchedJira): Found {
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
  const visible = state.seed.issues.filter(({ hidden }) => !hidden);
  const matchOf = reader(visible, state, validateQuery, jira);
  const matches = outside(conditions, " AND ").map(matchOf);
  const issues = visible.filter((issue) => matches.every((match) => match(issue)));
  return {
    issues: issues.toSorted((a, b) => (order === "key ASC" ? a.id - b.id : b.id - a.id)),
    startAt: Number(nextPageToken?.slice("page-from-".length) ?? page.startAt ?? 0),
    limit: Math.min(maxResults, MAX_PAGE_SIZE),
    fields,
    isExpanded: expand.includes("changelog"),
  };
}

/** Returns what makes a match of a clause. */
function reader(
  visible: readonly SandboxIssue[],
  state: SandboxState,
  isValidated: boolean,
  { nameOf, logged }: SearchedJira,
): (clause: string) => Match {
  const { me, activity = [] } = state.seed;
  const date = dateInZone(me.timeZone ?? "UTC");
  const dateOf = (at: string) => date(Date.parse(`${at}Z`)).replaceAll("-", "/");

  /** Tells whether an issue was created, changed or commented on such a date. */
  const touched =
    (isMeant: (date: string) => boolean, accountId?: string): Match =>
    ({ id, created }) =>
      [...(created ? [created] : []), ...activity.filter(({ issueId }) => issueId === id)].some(
        (event) => (accountId ?? event.accountId) === event.accountId && isMeant(dateOf(event.at)),
      );
  const isLogged =
    (isMeant: (worklog: SearchedJira["logged"][number]) => boolean): Match =>
    ({ id }) =>
      logged.some((worklog) => worklog.issueId === id && isMeant(worklog));

  const clauses: readonly [pattern: RegExp, matchOf: (...parts: string[]) => Match][] = [
    [
      /^key in \(([^)]*)\)$/,
      (list = "") => {
        const keys = [...list.matchAll(/"([^"]*)"/g)].map(([, key]) => key);
        const unknown = keys.find((key) => visible.every((issue) => issue.key !== key));
        if (isValidated && unknown !== undefined)
          throw new Refusal(400, `An issue with key '${unknown}' does not exist for field 'key'.`);
        return ({ key }) => keys.includes(key);
      },
    ],
    [
      /^summary ~ "([^"]*)\*"$/,
      (text = "") =>
        ({ summary }) =>
          wordsOf(summary).some((word) => word.startsWith(text.toLowerCase())),
    ],
    [
      /^project = "([^"]*)"$/,
      (project = "") => {
        const prefix = `${project.toUpperCase()}-`;
        if (!state.seed.issues.some(({ key }) => key.startsWith(prefix)))
          throw new Refusal(400, `The value '${project}' does not exist for the field 'project'.`);
        return ({ key }) => key.startsWith(prefix);
      },
    ],
    [
      /^issuekey in updatedBy\("([^"]*)", "([^"]*)", "([^"]*)"\)$/,
      (name, from = "", to = "") => {
        const user = usersOf(state).find((candidate) => nameOf(candidate) === name);
        if (!user) throw new Refusal(400, `The value '${name}' does not exist for the function 'updatedBy'.`);
        return touched((at) => from <= at && at <= to, user.accountId);
      },
    ],
    [/^worklogDate >= "([^"]*)"$/, (from = "") => isLogged(({ started }) => dateOf(started) >= from)],
    [/^worklogDate <= "([^"]*)"$/, (to = "") => isLogged(({ started }) => dateOf(started) <= to)],
    [/^updated >= "([^"]*)"$/, (from = "") => touched((at) => at >= from)],
    [
      /^created <= "([^"]*)"$/,
      (to = "") =>
        ({ created }) =>
          !created || dateOf(created.at) <= to,
    ],
    [
      /^assignee = currentUser\(\)$/,
      () =>
        ({ isAssigned = false }) =>
          isAssigned,
    ],
    [
      /^reporter = currentUser\(\)$/,
      () =>
        ({ isReported = false }) =>
          isReported,
    ],
    [
      /^watcher = currentUser\(\)$/,
      () =>
        ({ isWatched = false }) =>
          isWatched,
    ],
    [/^worklogAuthor = currentUser\(\)$/, () => isLogged(({ accountId }) => accountId === me.accountId)],
    [
      /^statusCategory != Done$/,
      () =>
        ({ closed }) =>
          !closed,
    ],
    [/^\((.*)\)$/, (inner = "") => groupOf(inner)],
  ];

  /** The match of clauses in parentheses: one of several, or several at once. */
  function groupOf(inner: string): Match {
    const choices = outside(inner, " OR ");
    if (choices.length > 1) {
      const matches = choices.map(matchOf);
      return (issue) => matches.some((match) => match(issue));
    }
    const matches = outside(inner, " AND ").map(matchOf);
    return (issue) => matches.every((match) => match(issue));
  }

  function matchOf(clause: string): Match {
    for (const [pattern, read] of clauses) {
      const [found, ...parts] = pattern.exec(clause) ?? [];
      if (found !== undefined) return read(...parts);
    }
    throw new Refusal(400, `Error in the JQL Query: '${clause}'.`);
  }

  return matchOf;
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

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
