import { describe, expect, test } from "vitest";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

const URI = "tempo://issues/recent";

const WORKLOGS = [
  worklog({ startDate: "2025-12-16", issueId: 10004 }),
  worklog({ startDate: "2025-12-17", issueId: 10050, timeSpentSeconds: 1200 }),
  worklog({ startDate: "2026-01-05", issueId: 10050, timeSpentSeconds: 1200 }),
  worklog({ startDate: "2026-01-15", issueId: 10050, timeSpentSeconds: 1200 }),
  worklog({ startDate: "2026-01-06" }),
  worklog({ startDate: "2026-01-16", issueId: 10007 }),
];

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test.each(CLIENT_KINDS)(
    "it lists the issues of the last 30 days, most hours first, to %s",
    async (kind) => {
      const { client } = await openSession({ deployment, client: kind, seed: { worklogs: WORKLOGS } });
      const { contents } = await client.readResource({ uri: URI });
      expect(contents).toEqual([
        {
          uri: URI,
          mimeType: "application/json",
          text: JSON.stringify({
            startDate: "2025-12-17",
            endDate: "2026-01-15",
            byIssue: [
              {
                issueKey: "PROJ-123",
                issueSummary: "Implement user authentication",
                totalHours: 8,
                entryCount: 1,
              },
              { issueKey: "NEW-50", issueSummary: "Moved to another project", totalHours: 1, entryCount: 3 },
            ],
          }),
        },
      ]);
    },
  );
});

test("it lists the issues that get_worklogs returns for the same dates", async () => {
  const { client, reply } = await openSession({ seed: { worklogs: WORKLOGS } });
  const { contents } = await client.readResource({ uri: URI });
  const { startDate, endDate, byIssue } = JSON.parse(contents[0]?.text ?? "");
  expect(await reply("get_worklogs", { startDate, endDate })).toMatchObject({ byIssue });
});

test("its list is empty if nothing is logged", async () => {
  const { client } = await openSession();
  const { contents } = await client.readResource({ uri: URI });
  expect(JSON.parse(contents[0]?.text ?? "")).toEqual({
    startDate: "2025-12-17",
    endDate: "2026-01-15",
    byIssue: [],
  });
});
