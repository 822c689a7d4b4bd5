import { describe, expect, test } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { components } from "../../src/generated/tempo-api.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { addDays, datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { BASIC, BEARER, CALLED_SEED, CALLS, send } from "../helpers/every-operation.ts";
import { COLLEAGUE, ME, seed, worklog } from "../helpers/seeds.ts";

const STARTED = { worker: ME.key, originTaskId: "10123", timeSpentSeconds: 60, comment: "" };

describe("the embedded Tempo", () => {
  test("serves every operation of the slices, as the slices say", async () => {
    const served: string[] = [];
    for (const [method, path, status, body] of CALLS) {
      const response = await send(CALLED_SEED, method, path, body);
      expect({ path, status: response.status, deviations: response.traffic.deviations }).toEqual({
        path,
        status,
        deviations: [],
      });
      served.push(...response.traffic.operations);
    }
    const all = Object.entries(operations).flatMap(([api, ids]) =>
      Object.keys(ids).map((id) => `${api}.${id}`),
    );
    expect([...new Set(served)].sort()).toEqual(all.sort());
  });

  test.each([
    ["/4/worklogs/1", "Bearer wrong"],
    ["/4/worklogs/1", BASIC],
    ["/rest/api/3/myself", BEARER],
    ["/rest/api/2/myself", BASIC],
    ["/rest/tempo-timesheets/4/worklogs/1", BEARER],
    ["/rest/api/3/myself", ""],
  ])("rejects %s with the authorization %j by a 401 with a page", async (path, authorization) => {
    const { status, body } = await send(seed(), "GET", path, undefined, authorization);
    expect({ status, isPage: body.startsWith("<!doctype html>") }).toEqual({ status: 401, isPage: true });
  });

  test("names several violations in one response, as an array", async () => {
    const { status, body, traffic } = await send(seed(), "POST", "/4/worklogs", {
      authorAccountId: "",
      startDate: "05.01.2026",
      startTime: "9:00",
      timeSpentSeconds: 0,
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        errors: [
          { message: "Issue id cannot be null" },
          { message: "Author cannot be null" },
          { message: "'startDate' must be valid on the format: 'yyyy-MM-dd'" },
          { message: "'startTime' must be valid on the format: 'HH:mm:ss'" },
          { message: "Time spent must be greater than zero" },
        ],
      },
    });
    // The request deviates from the slice, as it should; the response does not.
    expect(traffic.deviations.every((line) => line.startsWith("createWorklog request"))).toBe(true);
  });

  test("pages by offset, with the URLs of the next and the previous page", async () => {
    const worklogs = Array.from({ length: 5 }, () => worklog({ startDate: "2026-01-05" }));
    const page = async (offset: number) => {
      const { body } = await send(
        seed({ worklogs }),
        "GET",
        `/4/worklogs/user/${ME.accountId}?offset=${offset}&limit=2`,
      );
      const { metadata, results } = body as components["schemas"]["PageableWorklog"];
      return { ...metadata, ids: results.map(({ tempoWorklogId }) => tempoWorklogId) };
    };
    const address = (offset: number) =>
      `https://sandbox.invalid/4/worklogs/user/${ME.accountId}?offset=${offset}&limit=2`;
    expect(await page(0)).toEqual({
      count: 2,
      limit: 2,
      offset: 0,
      next: address(2),
      ids: [1290000, 1290001],
    });
    expect(await page(2)).toEqual({
      count: 2,
      limit: 2,
      offset: 2,
      next: address(4),
      previous: address(0),
      ids: [1290002, 1290003],
    });
    expect(await page(4)).toEqual({ count: 1, limit: 2, offset: 4, previous: address(2), ids: [1290004] });
  });

  test.each<[what: string, method: string, path: string, body: object | undefined, answer: unknown]>([
    [
      "takes a space between date and time on Data Center",
      "POST",
      "/rest/tempo-timesheets/4/worklogs",
      { ...STARTED, started: "2026-01-05 09:30:00.000" },
      [200, [expect.objectContaining({ started: "2026-01-05 09:30:00.000" })]],
    ],
    [
      "has no list to get of Data Center's worklogs",
      "GET",
      "/rest/tempo-timesheets/4/worklogs",
      undefined,
      [405, expect.stringContaining("405")],
    ],
    [
      "has no worklogs of a user whom Data Center does not know",
      "POST",
      "/rest/tempo-timesheets/4/worklogs/search",
      { from: "2026-01-01", to: "2026-01-31", worker: ["ada"] },
      [200, []],
    ],
    [
      "has the user's own schedule for a search without users",
      "POST",
      "/rest/tempo-core/2/user/schedule/search",
      { from: "2026-01-05", to: "2026-01-05" },
      [200, [expect.objectContaining({ user: expect.objectContaining({ key: ME.key }) })]],
    ],
    [
      "refuses an author on Cloud that is no account id",
      "POST",
      "/4/worklogs",
      { authorAccountId: "ada", issueId: 10123, startDate: "2026-01-05", timeSpentSeconds: 60 },
      [400, { errors: [{ message: "User is invalid" }] }],
    ],
    [
      "refuses a search on Cloud for an author that is no account id",
      "POST",
      "/4/worklogs/search",
      { authorIds: ["ada"] },
      [400, { errors: [{ message: "User is invalid" }] }],
    ],
  ])("%s", async (_, method, path, sent, answer) => {
    const worklogs = [worklog({ startDate: "2026-01-05" })];
    const { status, body } = await send(seed({ worklogs }), method, path, sent);
    expect([status, body]).toEqual(answer);
  });

  test("stores a bulk whole or not at all", async () => {
    const good = { authorAccountId: ME.accountId, startDate: "2026-01-05", timeSpentSeconds: 60 };
    const sandbox = createSandbox(seed());
    const post = (body: unknown) =>
      sandbox.fetch(
        new Request("https://sandbox.invalid/4/worklogs/issue/10123/bulk", {
          method: "POST",
          headers: { authorization: BEARER },
          body: JSON.stringify(body),
        }),
      );
    expect((await post([good, { ...good, timeSpentSeconds: 0 }])).status).toBe(400);
    expect((await post([])).status).toBe(400);
    expect((await post(Array(51).fill(good))).status).toBe(400);
    expect(sandbox.state.worklogs.size).toBe(0);
    expect((await post(Array(50).fill(good))).status).toBe(200);
    expect(sandbox.state.worklogs.size).toBe(50);
  });

  test("shows other users' worklogs on request, and does not delete them", async () => {
    const theirs = seed({ worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] });
    const { body } = await send(theirs, "POST", "/4/worklogs/search", {});
    expect(body.results.length).toBe(1);
    expect((await send(theirs, "DELETE", "/4/worklogs/1290000")).status).toBe(403);
  });

  test("stores nothing for a client that has gone", async () => {
    const sandbox = createSandbox(seed());
    const client = new AbortController();
    const worklog = {
      authorAccountId: ME.accountId,
      issueId: 10123,
      startDate: "2026-01-05",
      timeSpentSeconds: 60,
    };
    const response = sandbox.fetch(
      new Request("https://sandbox.invalid/4/worklogs", {
        method: "POST",
        headers: { authorization: BEARER },
        body: JSON.stringify(worklog),
        signal: client.signal,
      }),
    );
    client.abort();
    await expect(response).rejects.toThrow("aborted");
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test("has no other path", async () => {
    const sandbox = createSandbox(seed());
    const status = async (method: string, path: string) =>
      (await sandbox.fetch(new Request(`https://sandbox.invalid${path}`, { method }))).status;
    expect(await status("GET", "/4/plans")).toBe(404);
    expect(await status("PATCH", "/4/worklogs/1")).toBe(405);
  });
});

describe("the demo's seed", () => {
  test.each(["2026-11-21", "2026-01-01", "2026-03-31", "2024-02-29", "2026-08-02"])(
    "on %s has last month in full, this month with gaps, in whose first week the last one has them, holidays, a half-day and a colleague",
    (today) => {
      const { worklogs, holidays, me, colleagues, workingDaySeconds } = demoSeed(today);
      const first = `${today.slice(0, 7)}-01`;
      const lastMonth = addDays(first, -1).slice(0, 7);
      const required = (date: string) => {
        const off = holidays.find((holiday) => holiday.date === date)?.durationSeconds ?? 0;
        return ["Saturday", "Sunday"].includes(dayOfWeek(date)) ? 0 : workingDaySeconds - off;
      };
      const mine = (date: string) =>
        worklogs
          .filter(({ accountId, startDate }) => accountId === me.accountId && startDate === date)
          .reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0);
      const monthOf = (prefix: string) =>
        datesOf({ startDate: `${prefix}-01`, endDate: addDays(`${prefix}-01`, 30) }).filter((date) =>
          date.startsWith(prefix),
        );

      const missing = monthOf(lastMonth).filter((date) => mine(date) !== required(date));
      expect(missing.length > 0).toBe(today.slice(8) <= "07");
      const gaps = monthOf(today.slice(0, 7)).filter((date) => mine(date) < required(date));
      expect(gaps.length).toBeGreaterThan(0);
      expect(gaps).toContain(
        monthOf(today.slice(0, 7)).filter((date) => date >= today && required(date) > 0)[0] ?? gaps[0],
      );
      for (const date of datesOf({ startDate: today, endDate: addDays(today, 31) }))
        expect(mine(date)).toBe(0);
      for (const month of [lastMonth, today.slice(0, 7)]) {
        const ofMonth = holidays.filter(({ date }) => date.startsWith(month));
        expect(ofMonth.map(({ durationSeconds }) => durationSeconds)).toEqual([8 * 3600, 4 * 3600]);
      }
      if (today.slice(8) > "05") {
        expect(worklogs.some(({ accountId }) => accountId === colleagues[0]?.accountId)).toBe(true);
      }
    },
  );

  test.each([
    ["without scopes", undefined, [200, 401, 401]],
    ["with scopes", ["read:jira-work", "read:jira-user"], [401, 200, 200]],
    ["with one scope", ["read:jira-work"], [401, 401, 200]],
  ])("takes a Jira token %s at its address only", async (_, jiraTokenScopes, statuses) => {
    const sandbox = createSandbox(seed(), { behaviour: { jiraTokenScopes } });
    const get = (path: string, headers = { authorization: BASIC }) =>
      sandbox.fetch(new Request(`https://sandbox.invalid${path}`, { headers }));
    const { cloudId } = (await (await get("/_edge/tenant_info", { authorization: "" })).json()) as {
      cloudId: string;
    };
    const paths = [
      "/rest/api/3/myself",
      `/ex/jira/${cloudId}/rest/api/3/myself`,
      `/ex/jira/${cloudId}/rest/api/3/issue/PROJ-7`,
    ];
    const responses = await Promise.all(paths.map((path) => get(path)));
    expect(responses.map(({ status }) => status)).toEqual(statuses);
    expect((await get("/ex/jira/another-site/rest/api/3/myself")).status).toBe(401);
    expect((await get(`/ex/jira/${cloudId}/rest/api/2/myself`)).status).toBe(404);
  });
});
