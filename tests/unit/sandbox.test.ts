import { describe, expect, test } from "vitest";
import { operations } from "../../src/generated/operations.ts";
import type { components } from "../../src/generated/tempo-api.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import { addDays, datesOf, dayOfWeek } from "../../src/timesheet/dates.ts";
import { COLLEAGUE, ME, seed, worklog } from "../helpers/seeds.ts";
import { checkedFetch } from "../helpers/slice-check.ts";

const BASIC = `Basic ${Buffer.from(`${SANDBOX_CREDENTIALS.jiraEmail}:${SANDBOX_CREDENTIALS.jiraToken}`).toString("base64")}`;
const BEARER = `Bearer ${SANDBOX_CREDENTIALS.tempoToken}`;

const PERSONAL = `Bearer ${SANDBOX_CREDENTIALS.personalAccessToken}`;

function authorizationFor(path: string): string {
  if (path.startsWith("/4/")) return BEARER;
  return path.startsWith("/rest/api/3/") ? BASIC : PERSONAL;
}

/** Sends one request to a sandbox, checked against the slices. */
async function send(
  sandboxSeed: SandboxSeed,
  method: string,
  path: string,
  body?: unknown,
  authorization?: string,
) {
  const { fetch, traffic } = checkedFetch(createSandbox(sandboxSeed).fetch);
  const response = await fetch(
    new Request(`https://sandbox.invalid${path}`, {
      method,
      headers: { authorization: authorization ?? authorizationFor(path) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, traffic };
}

describe("the embedded Tempo", () => {
  test("serves every operation of the slices, as the slices say", async () => {
    const booked = seed({
      approvals: { "2025-12-01": { status: "in_review" } },
      worklogs: [worklog({ startDate: "2026-01-05" })],
      activity: [
        { issueId: 10123, accountId: ME.accountId, at: "2026-01-05T09:00:00", changes: { status: "Done" } },
        {
          issueId: 10123,
          accountId: COLLEAGUE.accountId,
          at: "2026-01-05T10:00:00",
          changes: { labels: "" },
        },
        { issueId: 10123, accountId: ME.accountId, at: "2026-01-05T11:00:00" },
      ],
      teams: [{ id: 7, name: "Delivery", members: [{ accountId: ME.accountId }] }],
      accounts: [
        { id: 31, key: "ACME", name: "Acme", defaultOf: ["PROJ"] },
        { id: 32, key: "OLD", name: "Old", projects: ["PROJ"], status: "CLOSED" },
        { id: 33, key: "ALL", name: "All", global: true },
      ],
    });
    const range = "from=2026-01-05&to=2026-01-11";
    const entry = { authorAccountId: ME.accountId, startDate: "2026-01-05", timeSpentSeconds: 3600 };
    const calls: [method: string, path: string, status: number, body?: unknown][] = [
      ["GET", `/4/user-schedule/${ME.accountId}?${range}`, 200],
      ["GET", `/4/worklogs/user/${ME.accountId}?${range}&limit=1`, 200],
      ["POST", "/4/worklogs/search?offset=0", 200, { authorIds: [ME.accountId] }],
      ["POST", "/4/worklogs", 200, { ...entry, issueId: 10123, startTime: "09:00:00" }],
      ["POST", "/4/worklogs/issue/10123/bulk", 200, [entry, entry]],
      ["GET", "/4/worklogs/1290000", 200],
      ["PUT", "/4/worklogs/1290000", 200, entry],
      ["DELETE", "/4/worklogs/1290000", 204],
      ["GET", "/4/work-attributes", 200],
      ["POST", "/4/accounts/search?limit=1", 200, { statuses: ["OPEN", "CLOSED"] }],
      ["GET", "/4/account-links/project/20000?includeGlobalAccounts=true", 200],
      ["GET", "/4/teams", 200],
      ["GET", "/4/team-memberships/team/7", 200],
      ["GET", "/4/timesheet-approvals/team/7?from=2026-01-05", 200],
      ["GET", `/rest/api/3/user/bulk?accountId=${ME.accountId}&maxResults=1`, 200],
      ["GET", "/rest/tempo-teams/2/team", 200],
      ["POST", "/rest/tempo-teams/2/team/members", 200, { ids: ["7"], onlyActive: false }],
      ["GET", "/rest/tempo-timesheets/4/timesheet-approval?teamId=7&periodStartDate=2026-01-01", 200],
      ["GET", "/rest/api/3/field", 200],
      ["GET", "/rest/api/3/myself", 200],
      ["GET", "/_edge/tenant_info", 200],
      [
        "POST",
        "/rest/tempo-core/2/user/schedule/search",
        200,
        { from: "2026-01-05", to: "2026-01-11", userKeys: [ME.key] },
      ],
      [
        "POST",
        "/rest/tempo-timesheets/4/worklogs/search",
        200,
        { from: "2026-01-05", to: "2026-01-11", worker: [ME.key] },
      ],
      [
        "POST",
        "/rest/tempo-timesheets/4/worklogs",
        200,
        { worker: ME.key, originTaskId: "10123", started: "2026-01-05", timeSpentSeconds: 60, comment: "" },
      ],
      ["GET", "/rest/tempo-timesheets/4/worklogs/1290000", 200],
      [
        "PUT",
        "/rest/tempo-timesheets/4/worklogs/1290000",
        200,
        { worker: ME.key, originTaskId: "10123", started: "2026-01-05T09:00:00.000", timeSpentSeconds: 60 },
      ],
      ["PUT", "/rest/tempo-timesheets/4/worklogs/1290000/issue/10007", 200],
      ["DELETE", "/rest/tempo-timesheets/4/worklogs/1290000", 204],
      ["GET", "/rest/tempo-core/1/work-attribute", 200],
      ["GET", "/rest/tempo-accounts/1/account", 200],
      ["GET", "/rest/tempo-accounts/1/account/project/20000", 200],
      ["GET", "/rest/tempo-accounts/1/link/project/20000", 200],
      ["GET", "/rest/api/2/myself", 200],
      ["GET", "/rest/api/2/issue/proj-7?fields=summary", 200],
      ["GET", "/rest/api/3/issue/PROJ-7?fields=summary", 200],
      [
        "POST",
        "/rest/api/3/issue/bulkfetch",
        200,
        { issueIdsOrKeys: ["PROJ-7", "10123"], fields: ["summary"] },
      ],
      [
        "POST",
        "/rest/api/3/search/jql",
        200,
        { jql: 'summary ~ "review*" ORDER BY updated DESC', fields: ["summary", "status", "assignee"] },
      ],
      ["POST", "/rest/api/3/changelog/bulkfetch", 200, { issueIdsOrKeys: ["10123"], maxResults: 1 }],
      ["GET", "/rest/api/3/issue/PROJ-123/comment?startAt=0&maxResults=100&orderBy=-created", 200],
      ["GET", "/rest/api/2/issue/10123/comment", 200],
      ["GET", "/rest/api/3/issue/10123/worklog?startedAfter=0&startedBefore=1", 200],
      ["POST", "/4/worklogs/jira-to-tempo", 200, { jiraWorklogIds: [1] }],
      ["GET", `/4/periods?${range}`, 200],
      ["GET", `/4/timesheet-approvals/user/${ME.accountId}?${range}`, 200],
      ["GET", `/4/timesheet-approvals/user/${ME.accountId}/reviewers`, 200],
      ["POST", `/4/timesheet-approvals/user/${ME.accountId}/submit?${range}`, 200, { comment: "Complete." }],
      [
        "POST",
        `/4/timesheet-approvals/user/${ME.accountId}/recall?from=2025-12-01`,
        200,
        { comment: "Wait." },
      ],
      [
        "GET",
        `/rest/tempo-timesheets/4/timesheet-approval/approval-statuses?userKey=${ME.key}&numberOfPeriods=2`,
        200,
      ],
      [
        "POST",
        "/rest/tempo-timesheets/4/timesheet-approval",
        200,
        {
          user: { key: ME.key },
          period: { dateFrom: "2026-01-01" },
          action: { name: "submit", reviewer: { key: COLLEAGUE.key } },
        },
      ],
      [
        "POST",
        "/rest/tempo-timesheets/4/timesheet-approval",
        200,
        { user: { key: ME.key }, period: { dateFrom: "2025-12-01" }, action: { name: "reopen" } },
      ],
      ["GET", `/rest/api/3/user?accountId=${COLLEAGUE.accountId}`, 200],
      ["GET", "/rest/api/2/user/search?username=bo", 200],
      ["POST", "/rest/api/2/search", 200, { jql: "assignee = currentUser() ORDER BY updated DESC" }],
    ];
    const served: string[] = [];
    for (const [method, path, status, body] of calls) {
      const response = await send(booked, method, path, body);
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
