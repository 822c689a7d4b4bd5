import type { components } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { eachOnce } from "../each-once.ts";
import { expectArray } from "../http/parse.ts";
import type { CloudJira } from "./jira.ts";

/** Jira returns no more than that at once if it is asked for fields. */
const SEARCH_PAGE = 100;

interface Search<Item> {
  jql: string;
  fields: string[];
  /** Pages are read until they have more issues than that. */
  most: number;
  parse(issue: components["schemas"]["Issue"]): Item;
}

/** The issues of a query in its order, each once: `most` and perhaps some more, if there are so many. */
export async function findIssues<Item extends { id: string }>(
  jira: CloudJira,
  { jql, fields, most, parse }: Search<Item>,
  scope: CallScope,
): Promise<Item[]> {
  let found: Item[] = [];
  let token: string | undefined;
  for (;;) {
    const page = { maxResults: SEARCH_PAGE, ...(token !== undefined && { nextPageToken: token }) };
    const body = { jql, fields, ...page };
    const { issues, next } = await jira.read(
      scope,
      (client, signal) => client.POST("/rest/api/3/search/jql", { body, signal }),
      ({ issues, isLast, nextPageToken }) => ({
        issues: expectArray(issues, "its issues").map(parse),
        next: isLast ? undefined : (nextPageToken ?? undefined),
      }),
    );
    const known = found.length;
    found = eachOnce([...found, ...issues], ({ id }) => id);
    if (next === undefined || found.length > most || found.length === known) return found;
    token = next;
  }
}
