import { describe, expect, test } from "vitest";
import { demoSeed } from "../../../src/sandbox/demo-seed.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";

const DEPLOYMENTS = ["cloud", "datacenter"] as const;

const HOURS = 3600;

const isSchedule = ({ url }: Request) => /schedule/.test(url);

/** Changes the response to requests for the schedule. */
const onSchedule =
  (react: (request: Request, fetch: Fetch) => Response | Promise<Response>): ((fetch: Fetch) => Fetch) =>
  (fetch) =>
  async (request) =>
    isSchedule(request) ? react(request, fetch) : fetch(request);

const never = (clock: VirtualClock) =>
  onSchedule(async (request) => {
    await clock.sleep(3_600_000, request.signal);
    throw request.signal.reason;
  });

describe.each(DEPLOYMENTS)("on %s", (deployment) => {
  test("a month that is posted over what exists names each day that is overbooked", async () => {
    const { reply, requests } = await openSession({ deployment, seed: demoSeed("2026-11-21") });
    const {
      overbooked,
      worklog: first,
      additionalWorklogs = [],
    } = await reply("post_worklog", {
      issueKey: "DEMO-1",
      hours: 8,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
    });
    const day = (date: string, requiredHours: number, loggedHours: number) => ({
      date: `2026-11-${date}`,
      requiredHours,
      loggedHours,
    });
    expect([first, ...additionalWorklogs]).toHaveLength(20);
    expect(overbooked).toEqual([
      day("02", 8, 16),
      day("03", 8, 16),
      day("05", 8, 16),
      day("06", 8, 12),
      day("09", 8, 16),
      day("12", 8, 16),
      day("13", 8, 16),
      day("16", 8, 16),
      day("18", 8, 16),
      day("19", 8, 16),
      day("20", 4, 12),
    ]);
    // Once, for the working days.
    expect(requests.filter(({ operation }) => /schedule/i.test(operation))).toHaveLength(1);
  });

  test("a repeated batch names them again, and counts nothing twice", async () => {
    const { reply } = await openSession({
      deployment,
      seed: { worklogs: [worklog({ startDate: "2026-01-06", issueId: 10007, timeSpentSeconds: 2 * HOURS })] },
    });
    const worklogs = [
      entry("2026-01-10"),
      entry("2026-01-06"),
      entry("2026-01-05"),
      entry("2026-01-07", { hours: 0.5 }),
    ];
    const overbooked = [
      { date: "2026-01-06", requiredHours: 8, loggedHours: 10 },
      { date: "2026-01-10", requiredHours: 0, loggedHours: 8 },
    ];
    expect(await reply("bulk_post_worklogs", { worklogs })).toMatchObject({ overbooked });
    const { results, overbooked: again } = await reply("bulk_post_worklogs", { worklogs });
    expect(results.every(({ alreadyLogged }) => alreadyLogged)).toBe(true);
    expect(again).toEqual(overbooked);
  });

  test("days that other worklogs of the range fill are not named, nor those on which every entry failed", async () => {
    const { reply } = await openSession({
      deployment,
      behaviour: { reject: ({ startDate }) => (startDate === "2026-01-08" ? ["The period is closed"] : []) },
      seed: {
        worklogs: ["2026-01-06", "2026-01-08"].map((startDate) =>
          worklog({ startDate, timeSpentSeconds: 20 * HOURS }),
        ),
      },
    });
    const worklogs = [entry("2026-01-05"), entry("2026-01-07"), entry("2026-01-08", { hours: 1 })];
    const answer = await reply("bulk_post_worklogs", { worklogs });
    expect(Object.keys(answer)).toEqual(["results", "byIssue", "summary"]);
  });

  test("a day that the schedule lacks, and on which every entry failed, keeps no other from being named", async () => {
    const { reply } = await openSession({
      deployment,
      behaviour: { reject: ({ startDate }) => (startDate === "2026-01-08" ? ["The period is closed"] : []) },
      upstream: onSchedule(async (request, fetch) => {
        const text = await (await fetch(request)).text();
        const headers = { "content-type": "application/json" };
        return new Response(text.replaceAll("2026-01-08", "2026-01-07"), { headers });
      }),
    });
    const worklogs = [entry("2026-01-05", { hours: 9 }), entry("2026-01-08")];
    const { overbooked } = await reply("bulk_post_worklogs", { worklogs });
    expect(overbooked).toEqual([{ date: "2026-01-05", requiredHours: 8, loggedHours: 9 }]);
  });

  test("an entry of unknown outcome is not counted", async () => {
    const { reply, tempo } = await openSession({ deployment, budget: 8000 });
    tempo.onWrite(({ body }) => body.includes("lost"), "gateway error, not processed");
    const worklogs = [
      entry("2026-01-05", { hours: 6, issueKey: "PROJ-7" }),
      entry("2026-01-05", { hours: 6, description: "lost" }),
      entry("2026-01-10", { hours: 1, issueKey: "PROJ-7" }),
    ];
    const { results, overbooked } = await reply("bulk_post_worklogs", { worklogs });
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    expect(results[1]?.error).toContain("unknown");
    expect(overbooked).toEqual([{ date: "2026-01-10", requiredHours: 0, loggedHours: 1 }]);
  });

  test("a date in doubt, whose worklogs are not read, is not named for a worklog that was moved to it", async () => {
    const { reply, refusal, tempo } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: "2026-01-05", issueId: 10007, timeSpentSeconds: 7 * HOURS })] },
    });
    const moved = entry("2026-01-06", { hours: 9 });
    const { results: posted } = await reply("bulk_post_worklogs", { worklogs: [moved] });
    await reply("update_worklog", { worklogId: String(posted[0]?.worklogId), date: "2026-01-05" });
    tempo.onWrite("all", "gateway error, not processed");
    const inDoubt = { issueKey: "PROJ-7", hours: 1 };
    await refusal("post_worklog", { ...inDoubt, startDate: "2026-01-05" });
    const worklogs = [entry("2026-01-05", inDoubt), moved];
    const { results, overbooked } = await reply("bulk_post_worklogs", { worklogs });
    expect(results.map(({ success, alreadyLogged }) => [success, alreadyLogged])).toEqual([
      [false, undefined],
      [true, true],
    ]);
    expect(overbooked).toBeUndefined();
  });

  test.each<[failure: string, upstream: (clock: VirtualClock) => SessionOptions["upstream"], reason: RegExp]>(
    [
      ["is refused", () => onSchedule(() => Response.json({}, { status: 403 })), /HTTP 403/],
      ["fails again and again", () => onSchedule(() => new Response("", { status: 503 })), /HTTP 503/],
      ["never comes", never, /no response|not answer|in time/i],
      ["is a login page", () => onSchedule(() => new Response("<html>", { status: 200 })), /JSON/],
      [
        "is rate-limited for longer than the call",
        () => onSchedule(() => new Response("", { status: 429, headers: { "retry-after": "600" } })),
        /HTTP 429/,
      ],
      [
        "lacks a day",
        () =>
          onSchedule(async (request, fetch) => {
            const text = await (await fetch(request)).text();
            return new Response(text.replaceAll("2026-01-05", "2026-01-06"), {
              headers: { "content-type": "application/json" },
            });
          }),
        /lacks 1 of the requested dates/,
      ],
    ],
  )(
    "a schedule that %s leaves the key out: the hours are stored, and debug mode says why",
    async (_, upstream, reason) => {
      const clock = virtualClock();
      const wrap = upstream(clock);
      const { reply, sandbox, log, debugLog } = await openSession({
        deployment,
        clock,
        ...(wrap && { upstream: wrap }),
      });
      const start = clock.now();
      const answer = await reply("post_worklog", { ...POST, hours: 9 });
      expect(clock.now() - start).toBeLessThanOrEqual(11_000);
      expect(Object.keys(answer)).toEqual(["success", "worklog"]);
      expect(sandbox.state.worklogs.size).toBe(1);
      expect(log).toEqual([]);
      expect(debugLog).toEqual([
        expect.stringMatching(
          /^post_worklog: overbooked days are not reported, since the schedule cannot be read: /,
        ),
      ]);
      expect(debugLog[0]).toMatch(reason);
    },
  );

  test("the schedule is read while the existing worklogs are", async () => {
    const clock = virtualClock();
    const { reply, requests } = await openSession({
      deployment,
      clock,
      upstream: (fetch) => async (request) => {
        await clock.sleep(1000);
        return fetch(request);
      },
    });
    const worklogs = ["2026-01-05", "2026-01-06"].map((date) => entry(date, { hours: 9 }));
    await reply("get_worklogs", { startDate: "2026-01-05", endDate: "2026-01-06" });
    const before = { time: clock.now(), requests: requests.length };
    const { overbooked } = await reply("bulk_post_worklogs", { worklogs });
    expect(overbooked).toHaveLength(2);
    // Data Center takes one worklog of an issue at a time.
    expect(clock.now() - before.time).toBe(deployment === "cloud" ? 3000 : 4000);
    expect(requests.slice(before.requests).map(({ operation }) => operation)).toEqual(
      deployment === "cloud"
        ? ["bulkFetchIssues", "getUserSchedule", "getWorklogsByUser", "createWorklogsForIssue"]
        : ["getIssueDataCenter", "searchSchedules", "searchWorklogs", "createWorklog", "createWorklog"],
    );
  });

  test("an entry that is rejected does not wait for the schedule, whose read ends with the call", async () => {
    const clock = virtualClock();
    const ended: unknown[] = [];
    const { call } = await openSession({
      deployment,
      clock,
      behaviour: { reject: () => ["The period is closed"] },
      upstream: onSchedule(async (request) => {
        await clock.sleep(3_600_000, request.signal);
        ended.push(request.signal.aborted);
        throw request.signal.reason;
      }),
    });
    const start = clock.now();
    const { isError } = await call("post_worklog", POST);
    expect({ isError, ended }).toEqual({ isError: true, ended: [true] });
    expect(clock.now() - start).toBeLessThan(2000);
  });

  test("the read of the schedule ends at once with a call that is cancelled, whose hours are in the log", async () => {
    const clock = virtualClock();
    const cancelled = new AbortController();
    const ended: number[] = [];
    const { call, log, sandbox } = await openSession({
      deployment,
      clock,
      upstream: (fetch) => async (request) => {
        if (!isSchedule(request)) {
          const response = await fetch(request);
          if (sandbox.state.worklogs.size > 0) cancelled.abort();
          return response;
        }
        await clock.sleep(3_600_000, request.signal);
        ended.push(clock.now());
        throw request.signal.reason;
      },
    });
    const start = clock.now();
    await call("post_worklog", POST, { signal: cancelled.signal }).catch(() => {});
    await clock.sleep(60_000);
    expect({ ended, log }).toEqual({
      ended: [start],
      log: ["post_worklog: cancelled; before that it had stored worklog 1290000"],
    });
  });

  test("a schedule that cannot be read before the entries are sent is read again after them", async () => {
    const clock = virtualClock();
    let reads = 0;
    const { reply } = await openSession({
      deployment,
      clock,
      upstream: (fetch) => async (request) => {
        if (!isSchedule(request)) await clock.sleep(1000);
        else if (++reads === 1) return new Response("{}", { status: 403 });
        return fetch(request);
      },
    });
    const { overbooked } = await reply("post_worklog", { ...POST, hours: 9 });
    expect({ overbooked, reads }).toEqual({
      overbooked: [{ date: "2026-01-05", requiredHours: 8, loggedHours: 9 }],
      reads: 2,
    });
  });

  test("a slow batch with a silent schedule still ends in time", async () => {
    const clock = virtualClock();
    const silent = never(clock);
    const { reply, requests } = await openSession({
      deployment,
      clock,
      upstream: (fetch) =>
        silent(async (request) => {
          await clock.sleep(3000);
          return fetch(request);
        }),
    });
    const worklogs = Array.from({ length: 60 }, (_, index) =>
      entry("2026-01-05", {
        hours: 0.1 + index / 1000,
        issueKey: ["PROJ-123", "PROJ-7", "PROJ-4"][index % 3] ?? "",
      }),
    );
    const start = clock.now();
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(clock.now() - start).toBeLessThan(47_500);
    expect(summary.succeeded).toBeGreaterThan(25);
    expect(requests.at(-1)?.operation).toMatch(/^createWorklog/);
  });
});
