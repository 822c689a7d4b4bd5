import type { components } from "../../generated/jira-api.ts";
import { expectObject, expectString } from "../http/parse.ts";
import { creationOf, type IsOwn, type OwnEvent } from "./events.ts";

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
