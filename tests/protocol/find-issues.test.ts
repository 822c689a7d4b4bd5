import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { DEPLOYMENTS, openJira } from "../helpers/activity.ts";

/** More issues than one request asks for, a moved one and a hidden one. */
const ISSUES = [
  ...Array.from({ length: 120 }, (_, index) => ({
    id: 20_000 + index,
    key: `MANY-${index + 1}`,
    summary: `Task ${index + 1}`,
  })),
  { id: 10050, key: "NEW-50", summary: "Moved to another project", formerKeys: ["OLD-5"] },
  { id: 10060, key: "SECRET-1", summary: "Hidden", hidden: true },
];

const KEYS = [...ISSUES.slice(0, 120).map(({ key }) => key.toLowerCase()), "OLD-5", "SECRET-1", "UTF-8"];

const FOUND = new Map([
  ...ISSUES.slice(0, 120).map(
    ({ id, key, summary }) => [key.toLowerCase(), { id: String(id), key, summary }] as const,
  ),
  ["OLD-5", { id: "10050", key: "NEW-50", summary: "Moved to another project" }],
]);

/** Keys of no issue, and those from before a move, are asked for one by one. */
const REQUESTS = {
  cloud: { "jira.bulkFetchIssues": 2, "jira.getIssue": 3 },
  datacenter: { "jira.searchIssuesDataCenter": 2, "jira.getIssueDataCenter": 3 },
};

function countOf(operations: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const operation of operations) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

describe.each(DEPLOYMENTS)("issues of many keys on %s", (kind) => {
  test("are found by a few requests, whatever keys lead to none", async () => {
    const { timesheet, scope, traffic } = openJira(kind, { seed: { issues: ISSUES } });
    expect(await timesheet.findIssues(KEYS, scope)).toEqual(FOUND);
    const { operations, deviations } = traffic;
    const lookups = operations.filter((operation) => operation !== "jira.getMyselfDataCenter");
    expect({ counts: countOf(lookups), deviations }).toEqual({ counts: REQUESTS[kind], deviations: [] });
  });

  test("are found one by one where Jira refuses the request for all", async () => {
    const upstream: (fetch: Fetch) => Fetch = (fetch) => async (request) =>
      request.url.endsWith("/search")
        ? Response.json({ errorMessages: ["Too many keys."], errors: {} }, { status: 400 })
        : fetch(request);
    const { timesheet, scope } = openJira(kind, { seed: { issues: ISSUES }, upstream });
    expect(await timesheet.findIssues(KEYS, scope)).toEqual(FOUND);
  });
});
