import pLimit from "p-limit";
import type { components, paths } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { commentQuery, commentsWith, toCommentPage } from "../activity/comments.ts";
import { changesIn, type IsOwn } from "../activity/events.ts";
import {
  type ActivityApi,
  type Batch,
  type CommentPage,
  type IssueHistory,
  MAX_ISSUES,
} from "../activity/read-activity.ts";
import { SEEN_ISSUE_FIELDS, type SeenIssue, toSeenIssue } from "../activity/seen-issue.ts";
import { eachOnce } from "../each-once.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectString } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import { isSameUser } from "./worklogs.ts";

type JiraIssue = components["schemas"]["Issue"];

/** The requests for the user's activity to Jira Data Center, whose search returns whole histories. */
export class DataCenterActivity implements ActivityApi {
  readonly limits = { batchSize: 25, concurrency: DATA_CENTER_CONCURRENCY };

  readonly #jira: ApiClient<paths>;
  readonly #isOwn: IsOwn;

  constructor(jira: ApiClient<paths>, userKey: string) {
    this.#jira = jira;
    this.#isOwn = (author) => author?.key !== undefined && isSameUser(author.key, userKey);
  }

  async find(jql: string, scope: CallScope): Promise<SeenIssue[]> {
    const first = await this.#page(jql, 0, MAX_ISSUES, scope);
    const size = first.issues.length;
    const wanted = Math.min(first.total, MAX_ISSUES + 1);
    const starts: number[] = [];
    for (let startAt = size; size > 0 && startAt < wanted; startAt += size) starts.push(startAt);
    const rest = await pLimit(DATA_CENTER_CONCURRENCY).map(starts, (startAt) =>
      this.#page(jql, startAt, size, scope),
    );
    return eachOnce(
      [first, ...rest].flatMap(({ issues }) => issues),
      ({ id }) => id,
    );
  }

  /** A site may return fewer issues at once than it is asked for. */
  async histories({ jql, startAt, issues }: Batch, scope: CallScope): Promise<IssueHistory[]> {
    const found: IssueHistory[] = [];
    for (;;) {
      const page = { startAt: startAt + found.length, maxResults: issues.length - found.length };
      const body = { jql, fields: ["comment"], expand: ["changelog"], ...page };
      const histories = await this.#jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
        ({ issues }) => expectArray(issues, "its issues").map((issue) => this.#toHistory(issue)),
      );
      found.push(...histories);
      if (histories.length === 0 || found.length >= issues.length) return found;
    }
  }

  comments(issueIdOrKey: string, startAt: number, scope: CallScope): Promise<CommentPage> {
    const params = { path: { issueIdOrKey }, query: commentQuery(startAt) };
    return this.#jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}/comment", { params, signal }),
      (page) => toCommentPage(page, this.#isOwn),
      `Issue ${issueIdOrKey}`,
    );
  }

  #page(
    jql: string,
    startAt: number,
    maxResults: number,
    scope: CallScope,
  ): Promise<{ issues: SeenIssue[]; total: number }> {
    const body = { jql, fields: SEEN_ISSUE_FIELDS, startAt, maxResults };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
      ({ issues, total = 0 }) => ({
        issues: expectArray(issues, "its issues").map((issue) => toSeenIssue(issue, this.#isOwn)),
        total,
      }),
    );
  }

  #toHistory(issue: JiraIssue): IssueHistory {
    const { own, hasAllComments } = commentsWith(issue, this.#isOwn);
    const { histories = [], total = histories.length } = issue.changelog ?? {};
    return {
      id: expectString(issue.id, "an issue's id"),
      events: [...own, ...changesIn(histories, this.#isOwn)],
      hasAllChanges: total <= histories.length,
      hasAllComments,
    };
  }
}
