import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";

test("a group is sent whole after Tempo was busy with another of the issue (409)", async () => {
  const { reply, requests, tempo } = await openSession();
  tempo.onWrite(({ number }) => number <= 2, rejected(409, "There is already a bulk action in progress"));
  await reply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
  expect(requests.map(({ operation }) => operation).filter((id) => id.startsWith("create"))).toEqual([
    "createWorklogsForIssue",
  ]);
});

test("a request with a rejected token is not retried", async () => {
  const { refusal, tempo } = await openSession();
  tempo.onRead("all", rejected(401));
  await refusal("get_schedule", { startDate: "2026-01-05" });
  expect(tempo.count("read")).toBe(1);
});

test("the end of a rate limit is not awaited once Tempo has rejected the token", async () => {
  const { failedReply, tempo, clock } = await openSession();
  tempo.onWrite(1, () => new Response("", { status: 429, headers: { "retry-after": "20" } }));
  tempo.onWrite(2, rejected(401));
  const worklogs = [entry(), { ...entry(), issueKey: "PROJ-4" }];
  const { results } = await failedReply("bulk_post_worklogs", { worklogs });
  expect(results.map(({ error }) => error)).toEqual([
    expect.stringContaining("Tempo refused the token (HTTP 401)."),
    expect.stringContaining("Tempo refused the token (HTTP 401)."),
  ]);
  expect(clock.now()).toBeLessThan(20_000);
});

describe("a rate limit that ends after the call", () => {
  const HOUR = { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "3600" };

  test("fails a call at once, with the time to wait and without a request", async () => {
    const { refusal, reply, tempo, clock } = await openSession({
      deployment: "datacenter",
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        return request.url.endsWith("/schedule/search")
          ? Response.json(await response.json(), { headers: HOUR })
          : response;
      },
    });
    await reply("get_schedule", { startDate: "2026-01-05" });
    clock.advance(2 * 60_000);
    const start = clock.now();
    for (const [tool, args] of [
      ["post_worklog", POST],
      ["delete_worklog", { worklogId: "1290000" }],
    ] as const) {
      expect(await refusal(tool, args)).toMatch(
        /^Not sent: (Tempo|Jira) is rate-limiting requests \(HTTP 429\)\. Try again in about 58 minutes\.$/,
      );
    }
    expect(clock.now() - start).toBeLessThan(1000);
    expect({ writes: tempo.count("write"), deletes: tempo.count("delete") }).toEqual({
      writes: 0,
      deletes: 0,
    });
  });

  test.each([
    ["3500", "59 minutes"],
    ["7200", "2 hours"],
    ["1000000", "12 days"],
    ["9".repeat(400), "365 days"],
  ])("is not waited for if Retry-After says %s", async (seconds, wait) => {
    const { refusal, tempo, clock } = await openSession();
    tempo.onRead("all", () => new Response("", { status: 429, headers: { "retry-after": seconds } }));
    expect(await refusal("get_schedule", { startDate: "2026-01-05" })).toBe(
      `Tempo is rate-limiting requests (HTTP 429). Try again in about ${wait}.`,
    );
    expect({ requests: tempo.count("read"), took: clock.now() }).toEqual({ requests: 1, took: 0 });
  });
});
