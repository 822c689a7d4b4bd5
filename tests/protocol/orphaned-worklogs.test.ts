import { expect, test } from "vitest";
import type { ToolSet } from "../../src/tools/tool.ts";
import { replying } from "../helpers/other-tempos.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

const DAY = { startDate: "2026-01-05" };

test("a worklog of Tempo Cloud whose issue was deleted is shown without an issue, and keeps nothing from working", async () => {
  const { reply, requests } = await openSession({
    toolSets: ["find", "fill", "reports"],
    seed: {
      worklogs: [worklog({ ...DAY, timeSpentSeconds: 3600 }), worklog({ ...DAY, timeSpentSeconds: 1800 })],
    },
    upstream: replying(/\/4\/worklogs\/(user|search)/, (body) => {
      for (const found of body.results) if (found.timeSpentSeconds === 1800) found.issue = null;
      return body;
    }),
  });
  const { worklogs, byIssue, summary } = await reply("get_worklogs", DAY);
  expect(worklogs.map(({ issueKey, issueSummary, hours }) => [issueKey, issueSummary, hours])).toContainEqual(
    ["", "", 0.5],
  );
  expect([byIssue.length, summary.totalHours]).toEqual([2, 1.5]);
  const posted = await reply("post_worklog", { ...DAY, issueKey: "PROJ-7", hours: 2 });
  expect(posted).toMatchObject({ success: true, worklog: { issueKey: "PROJ-7", hours: 2 } });
  const totals = await reply("get_totals", { ...DAY, groupBy: "project" });
  expect(totals.summary).toMatchObject({ totalHours: 3.5 });
  expect((await reply("fill_days", { ...DAY, rows: [{ issueKey: "PROJ-7" }] })).summary).toMatchObject({
    totalHours: 4.5,
  });
  // Jira is not asked for an issue without an id.
  const asked = requests.flatMap(
    ({ body }) => (body as { issueIdsOrKeys?: string[] } | undefined)?.issueIdsOrKeys ?? [],
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain("");
});

/** The forms in which Tempo may leave the issue out, or name one that Jira does not show. */
const FORMS: [what: string, issue: unknown, shown: string][] = [
  ["null", null, ""],
  ["left out", undefined, ""],
  ["empty", {}, ""],
  ["one of nulls", { id: null, self: null }, ""],
  ["the number 0", { id: 0 }, ""],
  ["one that Jira does not show", { id: 99_999 }, "99999"],
];

const ID = "1290001";

/** Calls of every tool that meets worklogs. */
const CALLS: [tool: string, args: object][] = [
  ["get_worklogs", DAY],
  ["get_totals", { ...DAY, groupBy: "issue" }],
  ["get_totals", { ...DAY, groupBy: "project", then: "issue" }],
  ["get_totals", { ...DAY, groupBy: "account", projectKey: "PROJ" }],
  ["get_timesheets", DAY],
  ["search_issues", { words: "orphan" }],
  ["find_missing_days", DAY],
  ["draft_timesheet", DAY],
  ["fill_days", { startDate: "2026-01-06", copyFrom: { startDate: "2026-01-05", endDate: "2026-01-05" } }],
  ["post_worklog", { ...DAY, issueKey: "PROJ-7", hours: 0.5, description: "orphan" }],
  ["bulk_post_worklogs", { worklogs: [{ issueKey: "PROJ-7", date: "2026-01-05", hours: 0.5 }] }],
  ["update_worklog", { worklogId: ID, hours: 0.75 }],
  ["update_worklog", { worklogId: ID, issueKey: "PROJ-7" }],
  ["delete_worklog", { worklogId: ID }],
  ["delete_worklogs", { worklogIds: [ID] }],
];

test.each(FORMS)("an issue that is %s keeps no tool from its work", async (_, issue, shown) => {
  const toolSets: ToolSet[] = ["find", "fill", "reports", "edit", "approvals", "draft"];
  const open = () =>
    openSession({
      toolSets,
      seed: {
        worklogs: [worklog(DAY), worklog({ ...DAY, timeSpentSeconds: 1800, description: "orphan" })],
      },
      upstream: replying(/\/4\/worklogs/, (body) => {
        for (const found of body.results ?? [body]) if (found.description === "orphan") found.issue = issue;
        return body;
      }),
    });
  const { worklogs } = await (await open()).reply("get_worklogs", DAY);
  expect(worklogs.map(({ id, issueKey }) => [id, issueKey])).toContainEqual([ID, shown]);
  for (const [tool, args] of CALLS) {
    const { isError, content } = await (await open()).call(tool, { ...args });
    expect([tool, args, isError ? content : undefined]).toEqual([tool, args, undefined]);
  }
});
