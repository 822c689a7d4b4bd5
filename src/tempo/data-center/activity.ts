import pLimit from "p-limit";
import type { components, paths } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  type ActivityApi,
  changesIn,
  commentQuery,
  commentsWith,
  type IsOwn,
  type IssueHistory,
  MAX_ISSUES,
  SEEN_ISSUE_FIELDS,
  type SeenIssue,
  toCommentPage,
  toSeenIssue,
} from "../activity.ts";
import { eachOnce } from "../fields.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectString } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import { isSameUser } from "./worklogs.ts";

type JiraIssue = components["schemas"]["Issue"];

/** The requests for the user's activity to Jira Data Center, whose search returns whole histories. */
export function createDataCenterActivity(jira: ApiClient<paths>, userKey: string): ActivityApi {
  const isOwn: IsOwn = (author) => author?.key !== undefined && isSameUser(author.key, userKey);
  function page(
    jql: string,
    startAt: number,
    maxResults: number,
    scope: CallScope,
  ): Promise<{ issues: SeenIssue[]; total: number }> {
    const body = { jql, fields: SEEN_ISSUE_FIELDS, startAt, maxResults };
    return jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
      ({ issues, total = 0 }) => ({
        issues: expectArray(issues, "its issues").map((issue) => toSeenIssue(issue, isOwn)),
        total,
      }),
    );
  }

  function toHistory(issue: JiraIssue): IssueHistory {
    const { own, hasAllComments } = commentsWith(issue, isOwn);
    const { histories = [], total = histories.length } = issue.changelog ?? {};
    return {
      id: expectString(issue.id, "an issue's id"),
      events: [...own, ...changesIn(histories, isOwn)],
      hasAllChanges: total <= histories.length,
      hasAllComments,
    };
  }

  return {
    limits: { batchSize: 25, concurrency: DATA_CENTER_CONCURRENCY },
    async find(jql, scope) {
      const first = await page(jql, 0, MAX_ISSUES, scope);
      const size = first.issues.length;
      const wanted = Math.min(first.total, MAX_ISSUES + 1);
      const starts: number[] = [];
      for (let startAt = size; size > 0 && startAt < wanted; startAt += size) starts.push(startAt);
      const rest = await pLimit(DATA_CENTER_CONCURRENCY).map(starts, (startAt) =>
        page(jql, startAt, size, scope),
      );
      return eachOnce(
        [first, ...rest].flatMap(({ issues }) => issues),
        ({ id }) => id,
      );
    },

    /** A site may return fewer issues at once than it is asked for. */
    async histories({ jql, startAt, issues }, scope) {
      const found: IssueHistory[] = [];
      for (;;) {
        const page = { startAt: startAt + found.length, maxResults: issues.length - found.length };
        const body = { jql, fields: ["comment"], expand: ["changelog"], ...page };
        const histories = await jira.read(
          scope,
          (client, signal) => client.POST("/rest/api/2/search", { body, signal }),
          ({ issues }) => expectArray(issues, "its issues").map((issue) => toHistory(issue)),
        );
        found.push(...histories);
        if (histories.length === 0 || found.length >= issues.length) return found;
      }
    },

    comments(issueIdOrKey, startAt, scope) {
      const params = { path: { issueIdOrKey }, query: commentQuery(startAt) };
      return jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}/comment", { params, signal }),
        (page) => toCommentPage(page, isOwn),
        `Issue ${issueIdOrKey}`,
      );
    },
  };
}
