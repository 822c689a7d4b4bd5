import pLimit from "p-limit";
import type { components } from "../generated/jira-api.ts";
import { type DateRange, isWithin } from "../timesheet/dates.ts";
import { LargeResponseError, NotFoundError, RejectedError } from "../timesheet/errors.ts";
import type { CallScope, IssueActivity, ReadActivity } from "../timesheet/port.ts";
import { dateInZone } from "../timesheet/zones.ts";
import {
  expectArray,
  expectObject,
  expectString,
  InvalidResponseError,
  optionalString,
} from "./http/parse.ts";
import { type ActivityQueries, activityQueries } from "./jql.ts";

/** The most issues whose histories are read. */
export const MAX_ISSUES = 1000;

/** The most pages of comments that are read of one issue. */
const MAX_COMMENT_PAGES = 50;

/** Issues of a query, one after another. */
export interface Batch {
  jql: string;
  /** The place of the first one in the query's results. */
  startAt: number;
  issues: readonly SeenIssue[];
}

/** The user's own changes of an issue and comments on it. */
export interface IssueHistory {
  id: string;
  events: OwnEvent[];
  hasAllChanges: boolean;
  hasAllComments: boolean;
}

interface CommentPage {
  own: OwnEvent[];
  /** Times of all comments of the page, in its order. */
  times: number[];
  /** Left out if Jira does not say how many comments there are. */
  total?: number;
}

/** The requests to Jira on one deployment. */
export interface ActivityApi {
  /** The most issues that `histories` takes, and the most of these calls that may run at a time. */
  readonly limits: { batchSize: number; concurrency: number };
  /** The issues of a query in its order, each once: `MAX_ISSUES` and perhaps some more, if there are so many. */
  find(jql: string, scope: CallScope): Promise<SeenIssue[]>;
  /** An issue that Jira does not return any more is absent. @throws LargeResponseError if fewer issues may do */
  histories(batch: Batch, scope: CallScope): Promise<IssueHistory[]>;
  /** A page of an issue's comments, the newest first as far as Jira sorts them. */
  comments(issueId: string, startAt: number, scope: CallScope): Promise<CommentPage>;
}

/** @param user account id on Cloud, login name on Data Center */
export async function readActivity(
  api: ActivityApi,
  { user, jiraZone }: { user: string; jiraZone: string | undefined },
  range: DateRange,
  zone: string,
  scope: CallScope,
): Promise<ReadActivity> {
  const queries = activityQueries(user, range, { zone, jiraZone });
  const { found, jql, isNarrow } = await findIssues(api, queries, scope);
  const issues = found.slice(0, MAX_ISSUES);
  const { batchSize, concurrency } = api.limits;
  const starts = issues.flatMap((_, index) => (index % batchSize === 0 ? [index] : []));
  const limit = pLimit(concurrency);
  const batches = await limit.map(starts, (startAt) =>
    readBatch(api, { jql, startAt, issues: issues.slice(startAt, startAt + batchSize) }, scope),
  );
  const histories = new Map(batches.flat().map((history) => [history.id, history]));
  const since = Date.parse(`${range.startDate}T00:00:00Z`) - 86_400_000;
  const lacking = [...histories.values()].filter(({ hasAllComments }) => !hasAllComments);
  await limit.map(lacking, async (history) => {
    histories.set(history.id, await withComments(api, history, since, scope));
  });
  const dateOf = dateInZone(zone);
  const activity = issues.flatMap(({ id, key, events }) =>
    [...events, ...(histories.get(id)?.events ?? [])]
      .filter(({ at }) => isWithin(range, dateOf(at)))
      .map((event) => ({ ...event, issueKey: key })),
  );
  const isComplete = (id: string) => {
    const history = histories.get(id);
    return history?.hasAllChanges && history.hasAllComments;
  };
  return {
    activity: inOrder(activity),
    isNarrow,
    ...(found.length > MAX_ISSUES && { limit: MAX_ISSUES }),
    incomplete: issues.filter(({ id }) => !isComplete(id)).map(({ key }) => key),
  };
}

async function findIssues(
  api: ActivityApi,
  { own, narrow }: ActivityQueries,
  scope: CallScope,
): Promise<{ found: SeenIssue[]; jql: string; isNarrow: boolean }> {
  try {
    return { found: await api.find(own, scope), jql: own, isNarrow: false };
  } catch (error) {
    // Jira says so of a function that it does not have, or that a site has turned off.
    if (!(error instanceof RejectedError)) throw error;
    return { found: await api.find(narrow, scope), jql: narrow, isNarrow: true };
  }
}

async function readBatch(api: ActivityApi, batch: Batch, scope: CallScope): Promise<IssueHistory[]> {
  try {
    return await api.histories(batch, scope);
  } catch (error) {
    if (!(error instanceof LargeResponseError)) throw error;
    const { jql, startAt, issues } = batch;
    // The issue is absent then, and named as incomplete.
    if (issues.length === 1) return [];
    const half = Math.ceil(issues.length / 2);
    const first = await readBatch(api, { jql, startAt, issues: issues.slice(0, half) }, scope);
    const rest = { jql, startAt: startAt + half, issues: issues.slice(half) };
    return [...first, ...(await readBatch(api, rest, scope))];
  }
}

/** Reads comments until all that may be in the range are known. */
async function withComments(
  api: ActivityApi,
  history: IssueHistory,
  since: number,
  scope: CallScope,
): Promise<IssueHistory> {
  const events = [...history.events];
  const result = (hasAllComments: boolean) => ({ ...history, events, hasAllComments });
  let read = 0;
  for (let page = 0; page < MAX_COMMENT_PAGES; page += 1) {
    const found = await api.comments(history.id, read, scope).catch(whenGone);
    if (!found) return result(false);
    const { own, times, total } = found;
    events.push(...own);
    read += times.length;
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    const isPast = first > last && last < since;
    if (isPast || (total !== undefined && read >= total)) return result(true);
    if (times.length === 0) return result(total === undefined);
  }
  return result(false);
}

/** An issue may be deleted, or become invisible, between two requests. */
function whenGone(error: unknown): undefined {
  if (error instanceof NotFoundError || error instanceof LargeResponseError) return undefined;
  throw error;
}

/** An issue may have several events at one moment: the one that is last here counts. */
const STRENGTH: readonly string[] = ["edit", "comment", "create", "status"];

function inOrder(activity: IssueActivity[]): IssueActivity[] {
  const byMoment = new Map<string, IssueActivity>();
  for (const event of activity) {
    const moment = `${event.issueKey} ${event.at}`;
    const known = byMoment.get(moment);
    if (!known || STRENGTH.indexOf(event.kind) >= STRENGTH.indexOf(known.kind)) byMoment.set(moment, event);
  }
  return [...byMoment.values()].sort((a, b) => a.at - b.at || (a.issueKey < b.issueKey ? -1 : 1));
}

/** An issue that the user may have worked on, with its creation if that is the user's own. */
export interface SeenIssue {
  id: string;
  key: string;
  events: OwnEvent[];
}

/** The fields of Jira that `toSeenIssue` reads. */
export const SEEN_ISSUE_FIELDS = ["created", "creator"];

export function toSeenIssue(issue: components["schemas"]["Issue"], isOwn: IsOwn): SeenIssue {
  const { id, key } = expectObject(issue, "an issue");
  return {
    id: expectString(id, "an issue's id"),
    key: expectString(key, "an issue's key"),
    events: creationOf(issue, isOwn),
  };
}

type Schemas = components["schemas"];

/** Something that the user did with an issue. */
export type OwnEvent = Omit<IssueActivity, "issueKey">;

/** Whether an author is the user. */
export type IsOwn = (author: Schemas["Author"] | undefined) => boolean;

/** Fields that Jira changes when hours are logged, in lower case. */
const HOURS = ["timespent", "worklogid", "worklogtimespent"];

/** Numbers below it are seconds since 1970: in milliseconds they would be a time before 1974. */
const LEAST_MILLISECONDS = 1e11;

/** The user's own changes. Several fields that are changed at once are one change, and logging hours is none. */
export function changesIn(histories: Schemas["History"][] | undefined, isOwn: IsOwn): OwnEvent[] {
  return expectArray(histories, "an issue's changes").flatMap((history) => {
    const { author, created, items } = expectObject(history, "a change");
    const fields = expectArray(items ?? [], "a change's fields");
    if (!isOwn(author) || fields.some(({ field = "" }) => HOURS.includes(field.toLowerCase()))) return [];
    const at = timeOf(created, "the time of a change");
    const statuses = fields.filter(isStatus).map(newValueOf);
    const status = statuses.at(-1);
    return [status === undefined ? { kind: "edit", at } : { kind: "status", at, status }];
  });
}

/** The user's own comments, without their texts, and the times of all comments in the order of the list. */
function commentsIn(
  comments: Schemas["Comment"][] | undefined,
  isOwn: IsOwn,
): { own: OwnEvent[]; times: number[] } {
  const all = expectArray(comments, "an issue's comments").map((comment) => {
    const { author, created } = expectObject(comment, "a comment");
    return { isOwn: isOwn(author), at: timeOf(created, "the time of a comment") };
  });
  return {
    own: all.filter((comment) => comment.isOwn).map(({ at }) => ({ kind: "comment", at })),
    times: all.map(({ at }) => at),
  };
}

/** The creation of an issue, if it is the user's own. */
export function creationOf({ fields }: Schemas["Issue"], isOwn: IsOwn): OwnEvent[] {
  if (!isOwn(fields?.creator)) return [];
  return [{ kind: "create", at: timeOf(fields.created, "the time of an issue's creation") }];
}

/** An app's field may have the same name. Older versions of Data Center name no id. */
function isStatus({ field, fieldId, fieldtype }: Schemas["HistoryItem"]): boolean {
  return fieldId === undefined ? field === "status" && fieldtype !== "custom" : fieldId === "status";
}

function newValueOf(item: Schemas["HistoryItem"]): string {
  // Every object inherits a function of that name.
  return Object.hasOwn(item, "toString") ? optionalString(item.toString, "a status's name") : "";
}

function timeOf(created: unknown, what: string): number {
  const at = typeof created === "number" ? milliseconds(created) : Date.parse(expectString(created, what));
  // No date is so far from 1970.
  if (Number.isNaN(new Date(at).getTime())) throw new InvalidResponseError(`${what} is not valid`);
  return at;
}

function milliseconds(time: number): number {
  return time < LEAST_MILLISECONDS ? time * 1000 : time;
}

const COMMENTS_PAGE = 100;

/** The query for a page of an issue's comments, the newest first. */
export function commentQuery(startAt: number) {
  return { startAt, maxResults: COMMENTS_PAGE, orderBy: "-created" };
}

export function toCommentPage({ comments, total }: Schemas["Comments"], isOwn: IsOwn): CommentPage {
  return { ...commentsIn(comments, isOwn), ...(total !== undefined && { total }) };
}

/** The user's own comments of those that Jira returns with an issue, which may be some of them. */
export function commentsWith(
  { fields }: Schemas["Issue"],
  isOwn: IsOwn,
): { own: OwnEvent[]; hasAllComments: boolean } {
  const { own, times } = commentsIn(fields?.comment?.comments ?? [], isOwn);
  return { own, hasAllComments: fields?.comment?.total === times.length };
}
