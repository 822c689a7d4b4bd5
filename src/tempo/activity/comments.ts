import type { components } from "../../generated/jira-api.ts";
import { commentsIn, type IsOwn, type OwnEvent } from "./events.ts";
import type { CommentPage } from "./read-activity.ts";

type Schemas = components["schemas"];

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
