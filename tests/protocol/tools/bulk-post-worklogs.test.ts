import { describe, expect, test } from "vitest";
import type { Progress } from "../../helpers/clients.ts";
import { notStored } from "../../helpers/in-doubt.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const row = (date: string, issueKey = "PROJ-123", hours = 8) => ({ issueKey, hours, date });

/** So many dates of January 2026. */
const dates = (count: number) =>
  Array.from({ length: count }, (_, index) => `2026-01-${String(index + 1).padStart(2, "0")}`);

describe("bulk_post_worklogs", () => {
  test("returns the entries in the order of the call, with totals of what was stored", async () => {
    const { reply, sandbox } = await openSession();
    expect(
      await reply("bulk_post_worklogs", {
        worklogs: [
          { ...row("2026-01-05", "PROJ-123", 7), description: "Working on login flow" },
          row("2026-01-05", "proj-7", 1),
          row("2026-01-06", "PROJ-999"),
          { ...row("2026-01-07", "PROJ-123", 25), description: "Documentation" },
        ],
      }),
    ).toEqual({
      results: [
        {
          date: "2026-01-05",
          issueKey: "PROJ-123",
          hours: 7,
          success: true,
          worklogId: "1290000",
          comment: "Working on login flow",
        },
        { date: "2026-01-05", issueKey: "proj-7", hours: 1, success: true, worklogId: "1290001" },
        { ...row("2026-01-06", "PROJ-999"), success: false, error: expect.stringContaining("PROJ-999") },
        {
          date: "2026-01-07",
          issueKey: "PROJ-123",
          hours: 25,
          success: false,
          error: "Not sent: `hours` must be at most 24, not 25",
          comment: "Documentation",
        },
      ],
      byIssue: [
        { issueKey: "PROJ-123", issueSummary: "Implement user authentication", totalHours: 7, entryCount: 1 },
        { issueKey: "PROJ-7", issueSummary: "Code review", totalHours: 1, entryCount: 1 },
      ],
      summary: { total: 4, succeeded: 2, failed: 2, totalHours: 8 },
    });
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("takes at most 9 requests for 100 entries over 5 issues", async () => {
    const issues = Array.from({ length: 5 }, (_, index) => ({
      id: 500 + index,
      key: `FIVE-${index}`,
      summary: "",
    }));
    const { reply, requests } = await openSession({ seed: { issues } });
    const worklogs = Array.from({ length: 100 }, (_, index) =>
      row(dates(25)[index % 25] ?? "", `FIVE-${index % 5}`, 0.25),
    );
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(summary).toEqual({ total: 100, succeeded: 100, failed: 0, totalHours: 25 });
    expect(requests.map(({ operation }) => operation).sort()).toEqual([
      "bulkFetchIssues",
      ...Array(5).fill("createWorklogsForIssue"),
      "getMyself",
      "getUserSchedule",
      "getWorklogsByUser",
    ]);
  });

  test("sends at most 50 in a request, and the last one alone", async () => {
    const { reply, requests } = await openSession();
    const worklogs = Array.from({ length: 101 }, (_, index) =>
      row(dates(28)[index % 28] ?? "", "PROJ-4", 0.5),
    );
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(summary).toEqual({ total: 101, succeeded: 101, failed: 0, totalHours: 50.5 });
    const sizes = requests.flatMap(({ operation, body }) =>
      operation === "createWorklogsForIssue"
        ? [(body as unknown[]).length]
        : operation === "createWorklog"
          ? [1]
          : [],
    );
    expect(sizes.sort((a, b) => b - a)).toEqual([50, 50, 1]);
  });

  test("sends the groups of one issue one after the other, since Tempo rejects a second bulk request on it (409)", async () => {
    const atWork = new Set<string>();
    let mostAtOnce = 0;
    const clock = virtualClock();
    const { reply, requests } = await openSession({
      clock,
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/bulk")) return fetch(request);
        if (atWork.has(request.url)) {
          const errors = [{ message: "There is already a bulk action in progress for the given issue id" }];
          return Response.json({ errors }, { status: 409 });
        }
        atWork.add(request.url);
        mostAtOnce = Math.max(mostAtOnce, atWork.size);
        await clock.sleep(100);
        const response = await fetch(request);
        atWork.delete(request.url);
        return response;
      },
    });
    const worklogs = Array.from({ length: 400 }, (_, index) =>
      row(dates(28)[index % 28] ?? "", ["PROJ-4", "PROJ-7", "PROJ-123", "NEW-50"][index % 4], 0.1),
    );
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(summary).toMatchObject({ succeeded: 400, failed: 0 });
    expect(requests.filter(({ operation }) => operation === "createWorklogsForIssue").length).toBe(8);
    expect(mostAtOnce).toBe(3);
  });

  test("keeps the valid part of a response, and reconciles the rest", async () => {
    const { reply, sandbox } = await openSession({
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        if (!request.url.endsWith("/bulk")) return response;
        const [first, ...others] = (await response.json()) as object[];
        return Response.json([{ ...first, author: undefined }, ...others]);
      },
    });
    const { results } = await reply("bulk_post_worklogs", {
      worklogs: [row("2026-01-05"), row("2026-01-06")],
    });
    expect(results.map(({ worklogId }) => worklogId)).toEqual(["1290000", "1290001"]);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("decides by reading what is stored if the response cannot be read", async () => {
    for (const body of [{}, null, [], [{}], [{ tempoWorklogId: 1 }], "stored"]) {
      const { failedReply, tempo } = await openSession();
      tempo.onWrite("all", () => Response.json(body));
      const worklogs = [row("2026-01-05"), row("2026-01-06")];
      const { results } = await failedReply("bulk_post_worklogs", { worklogs });
      expect(results.map(({ error }) => error)).toEqual([notStored(), notStored()]);
    }
  });

  test("reports progress that ends at the whole and never goes backwards", async () => {
    const reports: Progress[] = [];
    const { call } = await openSession();
    const worklogs = [
      ...Array.from({ length: 120 }, (_, index) => row(dates(28)[index % 28] ?? "", "PROJ-4", 0.5)),
      row("2026-01-05", "NOPE-1"),
    ];
    await call("bulk_post_worklogs", { worklogs }, { onprogress: (report) => reports.push(report) });
    const done = reports.map(({ progress }) => progress);
    expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
    expect([done[0], done.at(-1)]).toEqual([1, 121]);
    expect(reports.map(({ total, message }) => ({ total, message }))).toEqual(
      done.map((count) => ({ total: 121, message: `${count} of 121 worklogs` })),
    );
  });

  test("resolves different keys of one issue, in any case or from before a move, without requesting it twice", async () => {
    const { reply, requests } = await openSession();
    const keys = ["OLD-5", "old-5", "NEW-50", "proj-7", "PROJ-7"];
    const { summary, byIssue } = await reply("bulk_post_worklogs", {
      worklogs: keys.map((key) => row("2026-01-05", key, 1)),
    });
    expect(summary.succeeded).toBe(5);
    expect(byIssue?.map(({ issueKey, entryCount }) => [issueKey, entryCount])).toEqual([
      ["NEW-50", 3],
      ["PROJ-7", 2],
    ]);
    expect(
      requests.filter(({ operation }) => operation === "getIssue" || operation === "bulkFetchIssues"),
    ).toEqual([
      {
        operation: "bulkFetchIssues",
        parameters: {},
        body: { issueIdsOrKeys: ["OLD-5", "NEW-50", "PROJ-7"], fields: ["summary"] },
      },
      { operation: "getIssue", parameters: { issueIdOrKey: "OLD-5", fields: "summary" } },
    ]);
  });
});
