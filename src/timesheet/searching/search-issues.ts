import type { CallContext } from "../call-context.ts";
import type { FoundIssue } from "../port.ts";
import { compareText, recentDays } from "../totals.ts";
import {
  type Match,
  matchOf,
  mostOf,
  numbersAmong,
  readSearchText,
  specificWords,
  wordsAtStart,
  wordsIn,
} from "./search-text.ts";

/** The most issues with most of the words that are compared by how many they have. */
const COMPARED = 50;

/** Keys that numbers may stand for. */
const MAX_NUMBERED = 20;

export interface ResultIssue extends FoundIssue {
  lastLogged?: string;
  /** The user's own comment that has words which the summary lacks. */
  ownComment?: string;
}

export interface SearchResult {
  issues: ResultIssue[];
  more: boolean;
  /** If no issue has all words: those that these issues have. */
  words?: string[];
}

interface Found {
  matches: Match[];
  more: boolean;
  words?: string[];
}

/**
 * Issues to log time on: by words of the summary, of the user's recent comments or by key; without words, those of the user's recent
 * worklogs and those assigned to the user. If none has all words, those with most of them. Issues that are named by a key or number
 * come first, then recent ones, then assigned ones.
 *
 * @throws RejectedError if Jira does not know the project
 */
export async function searchIssues(
  text: string,
  projectKey: string | undefined,
  limit: number,
  context: CallContext,
): Promise<SearchResult> {
  const search = createSearch(projectKey, limit, await readLoggedIssues(context), context);
  const found = await search.find(text);
  const issues = unique(found.matches).toSorted((a, b) => search.compare(a, b));
  return {
    issues: issues.slice(0, limit).map((match) => search.toResult(match)),
    more: found.more || issues.length > limit,
    ...(found.words && { words: found.words }),
  };
}

function createSearch(
  projectKey: string | undefined,
  limit: number,
  loggedIssues: ReadonlyMap<string, LoggedIssue>,
  context: CallContext,
) {
  const describe = describer(context);
  /** Ids of the issues that the text names by a key. */
  const namedIds = new Set<string>();

  async function find(text: string): Promise<Found> {
    const { keys, words } = readSearchText(text);
    if (words.length === 0) return findUsual();
    const named = await findNamed(keys);
    const namedWords = named.found.flatMap((key) => wordsIn(key));
    const left = words.filter((word) => !namedWords.includes(word));
    if (left.length === 0) return { matches: named.matches, more: false };
    const found = await findWith(left, left.length, limit, loggedWith(left));
    if (found.matches.length > 0 || named.matches.length > 0)
      return { ...found, matches: [...named.matches, ...found.matches] };
    // A key of no issue, or of one that the user may not see, is not nearly another one.
    return keys.length > 0 && keys.join(" ").length === text.trim().length ? found : findByMost(left);
  }

  function compare(a: Match, b: Match): number {
    const named = Number(isNamed(b)) - Number(isNamed(a));
    if (named !== 0) return named;
    const [dateA, dateB] = [a, b].map(({ issue }) => loggedIssues.get(issue.id)?.date ?? "");
    if (dateA !== dateB) return (dateA ?? "") > (dateB ?? "") ? -1 : 1;
    // The order of Jira, the last changed first, decides among equals.
    return Number(b.issue.isAssigned) - Number(a.issue.isAssigned);
  }

  function toResult({ issue, ownComment }: Match): ResultIssue {
    const logged = loggedIssues.get(issue.id);
    return {
      ...issue,
      ...(logged && { lastLogged: logged.date }),
      ...(ownComment !== undefined && { ownComment }),
    };
  }

  function isNamed({ issue, isNumbered }: Match): boolean {
    return isNumbered || namedIds.has(issue.id);
  }

  /** Finds what the user logged time on recently, and what is assigned to the user. */
  async function findUsual(): Promise<Found> {
    const assigned = await ask([], 0, limit);
    const described = await describeLogged(loggedIssues.keys());
    return {
      matches: [...described, ...assigned.issues].map((issue) => matchOf(issue, [])),
      more: assigned.more,
    };
  }

  /** Finds issues by their keys, those from before a move too. */
  async function findNamed(keys: readonly string[]): Promise<{ matches: Match[]; found: string[] }> {
    if (keys.length === 0) return { matches: [], found: [] };
    const byKey = await context.timesheet.findIssues([...keys], context);
    const ids = [...byKey.values()].map(({ id }) => id);
    const issues = await describe(ids);
    for (const { id } of issues) namedIds.add(id);
    return { matches: issues.map((issue) => matchOf(issue, [])), found: [...byKey.keys()] };
  }

  /** Issues with so many of the words, those of some ids before what Jira finds. */
  async function findWith(
    words: readonly string[],
    least: number,
    most: number,
    ids: Iterable<string>,
  ): Promise<Found> {
    const asked = await ask(words, least, most);
    const own = await describeLogged(ids);
    const numbered = await describeNumbered(words);
    const others = matches([...own, ...numbered], words).filter((match) => match.words.length >= least);
    return { matches: [...others, ...matches(asked.issues, words)], more: asked.more };
  }

  /** Issues with all words that say something; if there is none, those with most of them. */
  async function findByMost(words: readonly string[]): Promise<Found> {
    const specific = specificWords(words);
    const most = mostOf(specific.length);
    const counts = [
      ...(specific.length < words.length ? [specific.length] : []),
      ...(most < specific.length ? [most] : []),
    ];
    for (const count of counts) {
      const found = await findWith(specific, count, COMPARED, loggedIssues.keys());
      const best = withMost(found.matches, specific);
      if (best.matches.length > 0) return { ...best, more: found.more };
    }
    return { matches: [], more: false };
  }

  function ask(
    words: readonly string[],
    least: number,
    limit: number,
  ): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const query = { words, least, limit, ...(projectKey !== undefined && { projectKey }) };
    return context.timesheet.searchIssues(query, context);
  }

  /** Ids of the issues that the user logged time on with a comment that has one of the words. */
  function loggedWith(words: readonly string[]): string[] {
    return [...loggedIssues.values()]
      .filter(({ comments }) => comments.some((comment) => wordsAtStart(comment, words).length > 0))
      .map(({ issueId }) => issueId);
  }

  async function describeLogged(ids: Iterable<string>): Promise<FoundIssue[]> {
    const prefix = projectKey === undefined ? "" : `${projectKey.toUpperCase()}-`;
    return (await describe(ids)).filter(({ key }) => key.startsWith(prefix));
  }

  /** The issues with a number as their own in the project, or in those that the user logged time on recently. */
  async function describeNumbered(words: readonly string[]): Promise<FoundIssue[]> {
    const numbers = numbersAmong(words);
    if (numbers.length === 0) return [];
    const keys = (await projects()).flatMap((project) => numbers.map((number) => `${project}-${number}`));
    return describe(keys.slice(0, MAX_NUMBERED));
  }

  async function projects(): Promise<string[]> {
    if (projectKey !== undefined) return [projectKey.toUpperCase()];
    const logged = await describe(loggedIssues.keys());
    return [...new Set(logged.map(({ key }) => key.slice(0, key.lastIndexOf("-"))))];
  }

  function matches(issues: readonly FoundIssue[], words: readonly string[]): Match[] {
    return issues.map((issue) => matchOf(issue, words, loggedIssues.get(issue.id)?.comments));
  }

  return { find, compare, toResult };
}

/** The issues that match the most words, and those words. */
function withMost(
  matches: readonly Match[],
  words: readonly string[],
): { matches: Match[]; words: string[] } {
  const most = Math.max(...matches.map((match) => match.words.length));
  const best = matches.filter((match) => match.words.length === most);
  return { matches: best, words: words.filter((word) => best.some((match) => match.words.includes(word))) };
}

/** Keeps the first match of each issue. */
function unique(matches: readonly Match[]): Match[] {
  const byId = new Map<string, Match>();
  for (const match of matches) if (!byId.has(match.issue.id)) byId.set(match.issue.id, match);
  return [...byId.values()];
}

/** The most issues that one search describes: on Data Center, each is a request. */
const MAX_ISSUES = 50;

/** The recent worklogs of the user on an issue. */
interface LoggedIssue {
  issueId: string;
  /** The date of the latest worklog. */
  date: string;
  /** The user's own, each once, the latest first; none is empty. */
  comments: string[];
}

/** Reads the user's recent worklogs by issue id, the latest first. */
async function readLoggedIssues(context: CallContext): Promise<Map<string, LoggedIssue>> {
  // It is needed for the worklogs too, and says which day it is.
  await context.timesheet.readProfile(context);
  const worklogs = await context.timesheet.getExistingWorklogs(recentDays(context), context);
  const loggedIssues = new Map<string, LoggedIssue>();
  for (const { issueId, date, comment } of worklogs.toSorted((a, b) => compareText(b.date, a.date))) {
    const logged = loggedIssues.get(issueId) ?? { issueId, date, comments: [] };
    if (comment.trim() !== "" && !logged.comments.includes(comment)) logged.comments.push(comment);
    loggedIssues.set(issueId, logged);
  }
  return new Map([...loggedIssues].slice(0, MAX_ISSUES));
}

/** Describes issues by id or key, each at most once; those that the user may not see are absent. */
export function describer(context: CallContext): (idsOrKeys: Iterable<string>) => Promise<FoundIssue[]> {
  const known = new Map<string, FoundIssue | undefined>();
  return async (idsOrKeys) => {
    const wanted = [...new Set(idsOrKeys)];
    const unknown = wanted.filter((idOrKey) => !known.has(idOrKey));
    const described = unknown.length > 0 ? await context.timesheet.describeIssues(unknown, context) : [];
    for (const idOrKey of unknown) known.set(idOrKey, undefined);
    for (const issue of described) for (const name of [issue.id, issue.key]) known.set(name, issue);
    return wanted.flatMap((idOrKey) => known.get(idOrKey) ?? []);
  };
}
