import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

/** Issues and worklogs on 2026-01-15. */
const SEED = {
  issues: [
    { id: 10123, key: "PROJ-123", summary: "Implement user authentication", closed: true },
    { id: 10007, key: "PROJ-7", summary: "Code review" },
    { id: 10004, key: "PROJ-4", summary: "Sprint ceremonies", isAssigned: true },
    { id: 10005, key: "PROJ-5", summary: "Review of the AND operator", isAssigned: true },
    { id: 10006, key: "PROJ-6", summary: "Review of what was assigned", closed: true, isAssigned: true },
    { id: 10050, key: "NEW-50", summary: "Moved, to be reviewed", formerKeys: ["OLD-5"] },
    { id: 10002, key: "PROJ-2", summary: "Fix rounding of partial hours in the export" },
    { id: 10003, key: "PROJ-3", summary: "Export of old invoices" },
    { id: 10099, key: "SECRET-9", summary: "Review in secret", hidden: true, isAssigned: true },
  ],
  worklogs: [
    worklog({ startDate: "2026-01-12" }),
    worklog({ startDate: "2026-01-13", issueId: 10007, description: "Pull requests" }),
    worklog({ startDate: "2026-01-02", issueId: 10007 }),
    worklog({ startDate: "2025-12-16", issueId: 10050 }),
    worklog({ startDate: "2026-01-14", issueId: 10050, accountId: COLLEAGUE.accountId }),
    worklog({ startDate: "2026-01-14", issueId: 10099 }),
  ],
};

describe.each(["cloud", "datacenter"] as const)("search_issues on %s", (deployment) => {
  const open = () => openSession({ deployment, toolSets: ["find"], seed: SEED });

  /** Keys, with the date of the last worklog. */
  async function find(args: Record<string, unknown>) {
    const { reply } = await open();
    const { issues, more } = await reply("search_issues", args);
    return {
      found: issues.map(({ issueKey, lastLogged }) => [issueKey, lastLogged].filter(Boolean).join(" ")),
      more,
    };
  }

  test("without words returns what was booked in the last 30 days, the latest first, then open assigned issues", async () => {
    const { reply } = await openSession({
      deployment,
      toolSets: ["find"],
      seed: { ...SEED, issues: SEED.issues.filter(({ key }) => key !== "PROJ-5") },
    });
    expect(await reply("search_issues", {})).toEqual(
      await example("SearchIssuesResponse/recent-and-assigned"),
    );
  });

  test("by words finds issues whose summary has all of them, booked ones first, then assigned ones", async () => {
    expect(await find({ words: "review" })).toEqual({
      found: ["PROJ-7 2026-01-13", "PROJ-6", "PROJ-5", "NEW-50"],
      more: false,
    });
    expect(await find({ words: "review AND op" })).toEqual({ found: ["PROJ-5"], more: false });
  });

  test("takes nothing in the words for JQL", async () => {
    const { reply, requests } = await open();
    expect(await reply("search_issues", { words: 'review" OR project = "SECRET' })).toEqual(
      await example("SearchIssuesResponse/none"),
    );
    const jql = requests.map(({ body }) => (body as { jql?: string } | undefined)?.jql).filter(Boolean);
    expect(jql).toEqual([
      'summary ~ "review*" AND summary ~ "or*" AND summary ~ "project*" AND summary ~ "secret*" ORDER BY updated DESC',
      'summary ~ "review*" AND summary ~ "project*" AND summary ~ "secret*" ORDER BY updated DESC',
      '((summary ~ "review*" AND summary ~ "project*") OR (summary ~ "review*" AND summary ~ "secret*") OR ' +
        '(summary ~ "project*" AND summary ~ "secret*")) ORDER BY updated DESC',
    ]);
  });

  test("by its key finds an issue, one from before a move too", async () => {
    expect(await find({ words: " proj-7 " })).toEqual({ found: ["PROJ-7 2026-01-13"], more: false });
    expect(await find({ words: "OLD-5" })).toEqual({ found: ["NEW-50"], more: false });
    expect(await find({ words: "SECRET-9" })).toEqual({ found: [], more: false });
  });

  test("by its key among other words finds that issue, and what else has the words", async () => {
    expect(await find({ words: "PROJ-4: the crash" })).toEqual({ found: ["PROJ-4"], more: false });
    expect(await find({ words: "proj-4 review" })).toEqual({
      found: ["PROJ-4", "PROJ-7 2026-01-13", "PROJ-6", "PROJ-5", "NEW-50"],
      more: false,
    });
  });

  test("takes a key of no issue for words, and looks for nothing like it", async () => {
    const { reply } = await openSession({
      deployment,
      toolSets: ["find"],
      seed: { issues: [{ id: 10001, key: "PROJ-1", summary: "Write UTF 8 everywhere" }], worklogs: [] },
    });
    const found = await Promise.all(["UTF-8", "Write-9"].map((words) => reply("search_issues", { words })));
    expect(found.map(({ issues }) => issues.map(({ issueKey }) => issueKey))).toEqual([["PROJ-1"], []]);
  });

  test("by a number finds the issue that has it, in the projects of recent worklogs or in the one that is given", async () => {
    expect(await find({ words: "123" })).toEqual({ found: ["PROJ-123 2026-01-12"], more: false });
    expect(await find({ words: "number 3" })).toMatchObject({ found: ["PROJ-3"] });
    expect(await find({ words: "50", projectKey: "new" })).toEqual({ found: ["NEW-50"], more: false });
    expect(await find({ words: "50", projectKey: "proj" })).toEqual({ found: [], more: false });
  });

  test("by words of the user's own recent comments finds the issue, and says which comment", async () => {
    const { reply } = await openSession({
      deployment,
      toolSets: ["find"],
      seed: {
        ...SEED,
        worklogs: [
          worklog({ startDate: "2026-01-12", issueId: 10004, description: "Daily standup" }),
          worklog({
            startDate: "2026-01-12",
            issueId: 10007,
            description: "Standup",
            accountId: COLLEAGUE.accountId,
          }),
        ],
      },
    });
    const found = await example("SearchIssuesResponse/own-comment");
    expect(await reply("search_issues", { words: "standup" })).toEqual(found);
    expect(await reply("search_issues", { words: "daily sprint" })).toEqual(found);
    expect(await reply("search_issues", { words: "the standup" })).toEqual({
      ...found,
      partial: true,
      words: ["standup"],
    });
    expect(await reply("search_issues", { words: "standup", projectKey: "NEW" })).toEqual({
      issues: [],
      more: false,
    });
  });

  test("finds what has most of the words, with those words, if nothing has all", async () => {
    const { reply } = await open();
    expect(await reply("search_issues", { words: "export rounding bug" })).toEqual(
      await example("SearchIssuesResponse/most-of-the-words"),
    );
    expect(await reply("search_issues", { words: "invoices exporter crash" })).toEqual({
      issues: [],
      more: false,
    });
    expect(await reply("search_issues", { words: "invoices export crash" })).toMatchObject({
      issues: [{ issueKey: "PROJ-3" }],
      partial: true,
      words: ["invoices", "export"],
    });
    expect(await reply("search_issues", { words: "crash export" })).toMatchObject({
      issues: [{ issueKey: "PROJ-3" }, { issueKey: "PROJ-2" }],
      partial: true,
      words: ["export"],
    });
  });

  test("keeps to a project", async () => {
    expect(await find({ words: "review", projectKey: "new" })).toEqual({ found: ["NEW-50"], more: false });
    expect(await find({ projectKey: "NEW" })).toEqual({ found: [], more: false });
  });

  test("says that there are more than the limit", async () => {
    expect(await find({ words: "review", limit: 2 })).toMatchObject({ more: true });
    expect((await find({ limit: 3 })).more).toBe(true);
  });

  test("of a project that does not exist is an error in Jira's words", async () => {
    const { refusal } = await open();
    expect(await refusal("search_issues", { words: "review", projectKey: "NOPE" })).toContain(
      "The value 'NOPE' does not exist for the field 'project'.",
    );
  });

  test.each([
    ["code review", { cloud: 3, datacenter: 3 }],
    ["PROJ-7", { cloud: 4, datacenter: 4 }],
    ["rounding for export", { cloud: 5, datacenter: 7 }],
    ["pull of the crash", { cloud: 7, datacenter: 8 }],
    ["pull 7", { cloud: 5, datacenter: 6 }],
  ])("%s costs a first call no more than these requests: %o", async (words, most) => {
    const { reply, requests } = await open();
    await reply("search_issues", { words });
    expect(requests).toHaveLength(most[deployment]);
  });
});
