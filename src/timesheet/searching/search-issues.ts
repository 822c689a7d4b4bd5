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
  lastBooked?: string;
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
  const search = new Search(projectKey, limit, await readBookings(context), context);
  const found = await search.find(text);
  const issues = unique(found.matches).toSorted((a, b) => search.compare(a, b));
  return {
    issues: issues.slice(0, limit).map((match) => search.toResult(match)),
    more: found.more || issues.length > limit,
    ...(found.words && { words: found.words }),
  };
}

class Search {
  readonly #projectKey: string | undefined;
  readonly #limit: number;
  readonly #bookings: ReadonlyMap<string, Booking>;
  readonly #context: CallContext;
  readonly #describe: ReturnType<typeof describer>;
  /** Ids of the issues that the text names by a key. */
  readonly #named = new Set<string>();

  constructor(
    projectKey: string | undefined,
    limit: number,
    bookings: ReadonlyMap<string, Booking>,
    context: CallContext,
  ) {
    this.#projectKey = projectKey;
    this.#limit = limit;
    this.#bookings = bookings;
    this.#context = context;
    this.#describe = describer(context);
  }

  async find(text: string): Promise<Found> {
    const { keys, words } = readSearchText(text);
    if (words.length === 0) return this.#findUsual();
    const named = await this.#findNamed(keys);
    const namedWords = named.found.flatMap((key) => wordsIn(key));
    const left = words.filter((word) => !namedWords.includes(word));
    if (left.length === 0) return { matches: named.matches, more: false };
    const found = await this.#findByWords(left);
    if (found.matches.length > 0 || named.matches.length > 0)
      return { ...found, matches: [...named.matches, ...found.matches] };
    // A key of no issue, or of one that the user may not see, is not nearly another one.
    return keys.length > 0 && keys.join(" ").length === text.trim().length ? found : this.#findByMost(left);
  }

  compare(a: Match, b: Match): number {
    const named = Number(this.#isNamed(b)) - Number(this.#isNamed(a));
    if (named !== 0) return named;
    const [dateA, dateB] = [a, b].map(({ issue }) => this.#bookings.get(issue.id)?.date ?? "");
    if (dateA !== dateB) return (dateA ?? "") > (dateB ?? "") ? -1 : 1;
    // The order of Jira, the last changed first, decides among equals.
    return Number(b.issue.isAssigned) - Number(a.issue.isAssigned);
  }

  toResult({ issue, ownComment }: Match): ResultIssue {
    const booking = this.#bookings.get(issue.id);
    return {
      ...issue,
      ...(booking && { lastBooked: booking.date }),
      ...(ownComment !== undefined && { ownComment }),
    };
  }

  #isNamed({ issue, isNumbered }: Match): boolean {
    return isNumbered || this.#named.has(issue.id);
  }

  /** Finds what the user logged time on recently, and what is assigned to the user. */
  async #findUsual(): Promise<Found> {
    const assigned = await this.#ask([], 0, this.#limit);
    const described = await this.#describeBooked(this.#bookings.keys());
    return {
      matches: [...described, ...assigned.issues].map((issue) => matchOf(issue, [])),
      more: assigned.more,
    };
  }

  /** Finds issues by their keys, those from before a move too. */
  async #findNamed(keys: readonly string[]): Promise<{ matches: Match[]; found: string[] }> {
    if (keys.length === 0) return { matches: [], found: [] };
    const byKey = await this.#context.timesheet.findIssues([...keys], this.#context);
    const ids = [...byKey.values()].map(({ id }) => id);
    const issues = await this.#describe(ids);
    for (const { id } of issues) this.#named.add(id);
    return { matches: issues.map((issue) => matchOf(issue, [])), found: [...byKey.keys()] };
  }

  /** Issues with all of the words. */
  async #findByWords(words: readonly string[]): Promise<Found> {
    const asked = await this.#ask(words, words.length, this.#limit);
    const own = await this.#describeBooked(this.#bookedWith(words));
    const numbered = await this.#describeNumbered(words);
    const others = this.#matches([...own, ...numbered], words).filter(
      (match) => match.words.length === words.length,
    );
    return { matches: [...others, ...this.#matches(asked.issues, words)], more: asked.more };
  }

  /** Issues with all words that say something; if there is none, those with most of them. */
  async #findByMost(words: readonly string[]): Promise<Found> {
    const specific = specificWords(words);
    const most = mostOf(specific.length);
    const counts = [
      ...(specific.length < words.length ? [specific.length] : []),
      ...(most < specific.length ? [most] : []),
    ];
    for (const count of counts) {
      const asked = await this.#ask(specific, count, COMPARED);
      const own = await this.#describeBooked(this.#bookings.keys());
      const numbered = await this.#describeNumbered(specific);
      const others = this.#matches([...own, ...numbered], specific).filter(
        (match) => match.words.length >= count,
      );
      const found = withMost([...others, ...this.#matches(asked.issues, specific)], specific);
      if (found.matches.length > 0) return { ...found, more: asked.more };
    }
    return { matches: [], more: false };
  }

  #ask(
    words: readonly string[],
    least: number,
    limit: number,
  ): Promise<{ issues: FoundIssue[]; more: boolean }> {
    const projectKey = this.#projectKey;
    const query = { words, least, limit, ...(projectKey !== undefined && { projectKey }) };
    return this.#context.timesheet.searchIssues(query, this.#context);
  }

  /** Ids of the issues that the user logged time on with a comment that has one of the words. */
  #bookedWith(words: readonly string[]): string[] {
    return [...this.#bookings.values()]
      .filter(({ comments }) => comments.some((comment) => wordsAtStart(comment, words).length > 0))
      .map(({ issueId }) => issueId);
  }

  async #describeBooked(ids: Iterable<string>): Promise<FoundIssue[]> {
    const prefix = this.#projectKey === undefined ? "" : `${this.#projectKey.toUpperCase()}-`;
    return (await this.#describe(ids)).filter(({ key }) => key.startsWith(prefix));
  }

  /** The issues with a number as their own in the project, or in those that the user logged time on recently. */
  async #describeNumbered(words: readonly string[]): Promise<FoundIssue[]> {
    const numbers = numbersAmong(words);
    if (numbers.length === 0) return [];
    const projects = await this.#projects();
    const keys = projects.flatMap((project) => numbers.map((number) => `${project}-${number}`));
    return this.#describe(keys.slice(0, MAX_NUMBERED));
  }

  async #projects(): Promise<string[]> {
    if (this.#projectKey !== undefined) return [this.#projectKey.toUpperCase()];
    const booked = await this.#describe(this.#bookings.keys());
    return [...new Set(booked.map(({ key }) => key.slice(0, key.lastIndexOf("-"))))];
  }

  #matches(issues: readonly FoundIssue[], words: readonly string[]): Match[] {
    return issues.map((issue) => matchOf(issue, words, this.#bookings.get(issue.id)?.comments));
  }
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
export interface Booking {
  issueId: string;
  /** The date of the latest worklog. */
  date: string;
  /** The user's own, each once, the latest first; none is empty. */
  comments: string[];
}

/** Reads the user's recent worklogs by issue id, the latest first. */
export async function readBookings(context: CallContext): Promise<Map<string, Booking>> {
  const worklogs = await context.timesheet.getExistingWorklogs(recentDays(context), context);
  const bookings = new Map<string, Booking>();
  for (const { issueId, date, comment } of worklogs.toSorted((a, b) => compareText(b.date, a.date))) {
    const booking = bookings.get(issueId) ?? { issueId, date, comments: [] };
    if (comment.trim() !== "" && !booking.comments.includes(comment)) booking.comments.push(comment);
    bookings.set(issueId, booking);
  }
  return new Map([...bookings].slice(0, MAX_ISSUES));
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
