import { expect, test } from "vitest";
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
