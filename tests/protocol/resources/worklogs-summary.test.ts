import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import { addDays } from "../../../src/timesheet/dates.ts";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

const uriOf = (month: string) => `tempo://worklogs/${month}/summary`;

const WORKLOGS = [
  worklog({ startDate: "2025-12-31" }),
  worklog({ startDate: "2026-01-01", timeSpentSeconds: 1200 }),
  worklog({ startDate: "2026-01-15", timeSpentSeconds: 1200, issueId: 10007 }),
  worklog({ startDate: "2026-01-31", timeSpentSeconds: 1200, issueId: 10099 }),
  worklog({ startDate: "2026-02-01" }),
];

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test.each(CLIENT_KINDS)("it has only the month's totals, to %s", async (kind) => {
    const { client } = await openSession({ deployment, client: kind, seed: { worklogs: WORKLOGS } });
    const { contents } = await client.readResource({ uri: uriOf("2026-01") });
    expect(contents).toEqual([
      {
        uri: uriOf("2026-01"),
        mimeType: "application/json",
        text: '{"month":"2026-01","summary":{"totalHours":1,"totalEntries":3,"uniqueIssues":3}}',
      },
    ]);
  });

  test("it is get_worklogs' summary, read without requesting issues from Jira", async () => {
    const { client, reply, requests } = await openSession({ deployment, seed: { worklogs: WORKLOGS } });
    const { contents } = await client.readResource({ uri: uriOf("2026-01") });
    expect(requests.filter(({ operation }) => /issue/i.test(operation))).toEqual([]);
    const { summary } = JSON.parse(contents[0]?.text ?? "");
    expect(await reply("get_worklogs", { startDate: "2026-01-01", endDate: "2026-01-31" })).toMatchObject({
      summary,
    });
  });
});

test("it costs a few dozen tokens while the tool's reply of a full month costs over a thousand", async () => {
  const worklogs = Array.from({ length: 30 }, (_, day) => worklog({ startDate: addDays("2026-01-01", day) }));
  const { client, call } = await openSession({ seed: { worklogs } });
  const { contents } = await client.readResource({ uri: uriOf("2026-01") });
  const { content } = await call("get_worklogs", { startDate: "2026-01-01", endDate: "2026-01-31" });
  const tokens = {
    resource: sizeOf(contents[0]?.text ?? "").tokens,
    reply: sizeOf(content[0]?.text ?? "").tokens,
  };
  expect(tokens).toEqual({ resource: 25, reply: 1213 });
});
