import type { IssueQuery } from "../timesheet/port.ts";

/**
 * A query of fixed clauses; without words, for the open issues that are assigned to the user. Words are letters and digits, so that
 * nothing in them is JQL. In lower case, since AND, OR and NOT are operators of Jira's text search.
 */
export function toJql({ words, least, projectKey }: IssueQuery): string {
  const clauses = [
    ...(projectKey === undefined ? [] : [`project = "${projectKey}"`]),
    ...(words.length === 0
      ? ["assignee = currentUser()", "statusCategory != Done"]
      : [summaryWith(words, least)]),
  ];
  return `${clauses.join(" AND ")} ORDER BY updated DESC`;
}

/** A clause for the summaries that have so many of the words, each from its beginning. */
function summaryWith(words: readonly string[], least: number): string {
  const choices = choicesOf(
    words.map((word) => `summary ~ "${word.toLowerCase()}*"`),
    least,
  ).map((terms) => terms.join(" AND "));
  return choices.length === 1 ? choices.join() : `(${choices.map((choice) => `(${choice})`).join(" OR ")})`;
}

/** All ways to take so many of the terms, in their order. */
function choicesOf(terms: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return terms.flatMap((term, index) =>
    choicesOf(terms.slice(index + 1), count - 1).map((rest) => [term, ...rest]),
  );
}

/** A query for the issues of these keys, in no order. */
export function jqlOfKeys(keys: readonly string[]): string {
  return `key in (${keys.map(quoted).join(", ")})`;
}

/** A text as a value in a query. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
