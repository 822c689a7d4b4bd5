import type { IssueQuery } from "../timesheet/port.ts";

/**
 * A query of fixed clauses; without words, for the open issues that are assigned to the user. Words are letters and digits, so that
 * nothing in them is JQL. In lower case, since AND, OR and NOT are operators of Jira's text search.
 */
export function toJql({ words, projectKey }: IssueQuery): string {
  const clauses = [
    ...(projectKey === undefined ? [] : [`project = "${projectKey}"`]),
    ...words.map((word) => `summary ~ "${word.toLowerCase()}*"`),
    ...(words.length === 0 ? ["assignee = currentUser()", "statusCategory != Done"] : []),
  ];
  return `${clauses.join(" AND ")} ORDER BY updated DESC`;
}

/** A query for the issues of these keys, in no order. */
export function jqlOfKeys(keys: readonly string[]): string {
  return `key in (${keys.map(quoted).join(", ")})`;
}

/** A text as a value in a query. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
