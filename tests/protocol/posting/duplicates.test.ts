import { describe, expect, test } from "vitest";
import { entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, replyOf, type SessionOptions } from "../../helpers/session.ts";

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const open = (options: SessionOptions = {}) => openSession({ deployment, ...options });

  test("posting a batch again stores nothing and returns the existing worklogs", async () => {
    const { reply, sandbox } = await open();
    const batch = { worklogs: [entry(), entry(), entry("2026-01-06", { description: "Review" })] };
    const first = await reply("bulk_post_worklogs", batch);
    expect(await reply("bulk_post_worklogs", batch)).toEqual({
      ...first,
      results: first.results.map(({ comment, ...result }) => ({
        ...result,
        alreadyLogged: true,
        ...(comment !== undefined && { comment }),
      })),
    });
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test("of three equal entries, two are stored if one exists", async () => {
    const { reply, sandbox } = await open({ seed: { worklogs: [worklog({ startDate: "2026-01-05" })] } });
    const { results } = await reply("bulk_post_worklogs", { worklogs: [entry(), entry(), entry()] });
    expect(results.map(({ alreadyLogged }) => alreadyLogged)).toEqual([true, undefined, undefined]);
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test("line ends and surrounding whitespace of a comment make no difference", async () => {
    const existing = worklog({
      startDate: "2026-01-05",
      billableSeconds: 0,
      description: "Review\r\nof it ",
    });
    const { reply, sandbox } = await open({ seed: { worklogs: [existing] } });
    const again = { ...POST, billable: false, description: " Review\nof it" };
    expect(await reply("post_worklog", again)).toEqual({
      success: true,
      worklog: {
        id: "1290000",
        issueKey: "PROJ-123",
        issueSummary: "Implement user authentication",
        date: "2026-01-05",
        hours: 8,
        comment: "Review\r\nof it ",
        billableHours: 0,
        alreadyLogged: true,
      },
    });
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test.each([
    ["another issue", { issueId: 10007 }],
    ["another date", { startDate: "2026-01-06" }],
    ["other hours", { timeSpentSeconds: 7 * 3600 }],
    ["another comment", { description: "else" }],
    ["another author", { accountId: "712020:00000000-0000-4000-8000-00000000000b" }],
  ])("a worklog with %s is not a duplicate", async (_, parts) => {
    const existing = worklog({ startDate: "2026-01-05", ...parts });
    const { reply, sandbox } = await open({ seed: { worklogs: [existing] } });
    const { worklog: posted } = await reply("post_worklog", POST);
    expect(posted.alreadyLogged).toBeUndefined();
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("TEMPO_DUPLICATES=allow stores duplicates, and still reconciles an unknown outcome", async () => {
    const { reply, sandbox, tempo } = await open({ duplicates: "allow" });
    tempo.onWrite(1, "gateway error, processed");
    await reply("bulk_post_worklogs", { worklogs: [entry()] });
    await reply("bulk_post_worklogs", { worklogs: [entry()] });
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("two calls with the same batch at the same time store it once", async () => {
    const { call, sandbox } = await open();
    const batch = { worklogs: [entry(), entry("2026-01-06")] };
    const results = await Promise.all([call("bulk_post_worklogs", batch), call("bulk_post_worklogs", batch)]);
    expect(results.map((result) => replyOf(result, "bulk_post_worklogs").summary.succeeded)).toEqual([2, 2]);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("posting a range again stores nothing", async () => {
    const { reply, sandbox } = await open();
    const range = { ...POST, endDate: "2026-01-09" };
    await reply("post_worklog", range);
    expect(await reply("post_worklog", range)).toMatchObject({
      worklog: { alreadyLogged: true },
      additionalWorklogs: Array(4).fill({ alreadyLogged: true }),
    });
    expect(sandbox.state.worklogs.size).toBe(5);
  });

  test("nothing is sent if the existing worklogs cannot be read", async () => {
    const { refusal, sandbox, tempo } = await open();
    tempo.onRead("all", "gateway error, not processed");
    expect(await refusal("post_worklog", POST)).toBe(
      "Tempo is temporarily unavailable (HTTP 504). Try again in a minute.",
    );
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 0,
      stored: 0,
    });
  });
});
