import type { components } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { commentQuery, commentsWith, toCommentPage } from "../activity/comments.ts";
import { changesIn, type IsOwn, type OwnEvent } from "../activity/events.ts";
import {
  type ActivityApi,
  type Batch,
  type CommentPage,
  type IssueHistory,
  MAX_ISSUES,
} from "../activity/read-activity.ts";
import { SEEN_ISSUE_FIELDS, type SeenIssue, toSeenIssue } from "../activity/seen-issue.ts";
import { expectArray, expectString } from "../http/parse.ts";
import { CLOUD_CONCURRENCY } from "../http/rate-limit.ts";
import { findIssues } from "./find-issues.ts";
import type { CloudJira } from "./jira.ts";

const CHANGES_PAGE = 1000;

/** The most pages of changes that are read of the issues of a batch. */
const MAX_CHANGE_PAGES = 50;

/** The requests for the user's activity to Jira Cloud, whose search returns no more than 40 changes of an issue. */
export class CloudActivity implements ActivityApi {
  readonly limits = { batchSize: 50, concurrency: CLOUD_CONCURRENCY };

  readonly #jira: CloudJira;
  readonly #isOwn: IsOwn;

  constructor(jira: CloudJira, accountId: string) {
    this.#jira = jira;
    this.#isOwn = (author) => author?.accountId === accountId;
  }

  find(jql: string, scope: CallScope): Promise<SeenIssue[]> {
    const search = { jql, fields: SEEN_ISSUE_FIELDS, most: MAX_ISSUES };
    return findIssues(this.#jira, { ...search, parse: (issue) => toSeenIssue(issue, this.#isOwn) }, scope);
  }

  async histories({ issues }: Batch, scope: CallScope): Promise<IssueHistory[]> {
    const ids = issues.map(({ id }) => id);
    const commented = await this.#comments(ids, scope);
    const { changes, hasAll } = await this.#changes(ids, scope);
    return commented.map(({ id, own, hasAllComments }) => ({
      id,
      events: [...own, ...(changes.get(id) ?? [])],
      hasAllChanges: hasAll,
      hasAllComments,
    }));
  }

  comments(issueIdOrKey: string, startAt: number, scope: CallScope): Promise<CommentPage> {
    const params = { path: { issueIdOrKey }, query: commentQuery(startAt) };
    return this.#jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}/comment", { params, signal }),
      (page) => toCommentPage(page, this.#isOwn),
      `Issue ${issueIdOrKey}`,
    );
  }

  #comments(issueIdsOrKeys: string[], scope: CallScope) {
    const body = { issueIdsOrKeys, fields: ["comment"] };
    return this.#jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/3/issue/bulkfetch", { body, signal }),
      ({ issues }) =>
        expectArray(issues, "its issues").map((issue) => ({
          id: expectString(issue.id, "an issue's id"),
          ...commentsWith(issue, this.#isOwn),
        })),
    );
  }

  /** The user's own changes, by the ids of issues. */
  async #changes(
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
      const { found, next } = await this.#jira.read(
        scope,
        (client, signal) => client.POST("/rest/api/3/changelog/bulkfetch", { body, signal }),
        ({ issueChangeLogs, nextPageToken }) => ({
          found: expectArray(issueChangeLogs, "its changes").map((log) => this.#toChanges(log)),
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

  #toChanges({ issueId, changeHistories }: components["schemas"]["IssueChangelog"]) {
    return {
      id: expectString(issueId, "an issue's id"),
      own: changesIn(changeHistories ?? [], this.#isOwn),
    };
  }
}
