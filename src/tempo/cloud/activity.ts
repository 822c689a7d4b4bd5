import type { components } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  type ActivityApi,
  changesIn,
  commentQuery,
  commentsWith,
  type IsOwn,
  MAX_ISSUES,
  type OwnEvent,
  SEEN_ISSUE_FIELDS,
  toCommentPage,
  toSeenIssue,
} from "../activity.ts";
import { expectArray, expectString } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { findIssues } from "./issues.ts";
import type { CloudJira } from "./jira.ts";

const CHANGES_PAGE = 1000;

/** The most pages of changes that are read of the issues of a batch. */
const MAX_CHANGE_PAGES = 50;

/** The requests for the user's activity to Jira Cloud, whose search returns no more than 40 changes of an issue. */
export function createCloudActivity(jira: CloudJira, accountId: string): ActivityApi {
  const isOwn: IsOwn = (author) => author?.accountId === accountId;
  function readComments(issueIdsOrKeys: string[], scope: CallScope) {
    const body = { issueIdsOrKeys, fields: ["comment"] };
    return jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/3/issue/bulkfetch", { body, signal }),
      ({ issues }) =>
        expectArray(issues, "its issues").map((issue) => ({
          id: expectString(issue.id, "an issue's id"),
          ...commentsWith(issue, isOwn),
        })),
    );
  }

  /** The user's own changes, by the ids of issues. */
  async function readChanges(
    issueIdsOrKeys: string[],
    scope: CallScope,
  ): Promise<{ changes: ReadonlyMap<string, OwnEvent[]>; hasAll: boolean }> {
    const changes = new Map<string, OwnEvent[]>();
    let token: string | undefined;
    for (let page = 0; page < MAX_CHANGE_PAGES; page += 1) {
      const body = {
        issueIdsOrKeys,
        maxResults: CHANGES_PAGE,
        ...(token !== undefined && { nextPageToken: token }),
      };
      const { found, next } = await jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/3/changelog/bulkfetch", { body, signal }),
        ({ issueChangeLogs, nextPageToken }) => ({
          found: expectArray(issueChangeLogs, "its changes").map((log) => toChanges(log)),
          next: nextPageToken ?? undefined,
        }),
      );
      for (const { id, own } of found) changes.set(id, [...(changes.get(id) ?? []), ...own]);
      if (next === undefined) return { changes, hasAll: true };
      // The same page would come again.
      if (next === token) break;
      token = next;
    }
    return { changes, hasAll: false };
  }

  function toChanges({ issueId, changeHistories }: components["schemas"]["IssueChangelog"]) {
    return {
      id: expectString(issueId, "an issue's id"),
      own: changesIn(changeHistories ?? [], isOwn),
    };
  }

  return {
    limits: { batchSize: 50, concurrency: CLOUD_CONCURRENCY },
    find(jql, scope) {
      const search = { jql, fields: SEEN_ISSUE_FIELDS, most: MAX_ISSUES };
      return findIssues(jira, { ...search, parse: (issue) => toSeenIssue(issue, isOwn) }, scope);
    },

    async histories({ issues }, scope) {
      const ids = issues.map(({ id }) => id);
      const commented = await readComments(ids, scope);
      const { changes, hasAll } = await readChanges(ids, scope);
      return commented.map(({ id, own, hasAllComments }) => ({
        id,
        events: [...own, ...(changes.get(id) ?? [])],
        hasAllChanges: hasAll,
        hasAllComments,
      }));
    },

    comments(issueIdOrKey, startAt, scope) {
      const params = { path: { issueIdOrKey }, query: commentQuery(startAt) };
      return jira.read(
        scope,
        (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}/comment", { params, signal }),
        (page) => toCommentPage(page, isOwn),
        `Issue ${issueIdOrKey}`,
      );
    },
  };
}
