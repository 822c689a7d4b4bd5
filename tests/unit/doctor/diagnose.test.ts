import { describe, expect, test } from "vitest";
import { MAX_DURATION_MS } from "../../../src/cli/doctor/context.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import {
  diagnoseSandbox,
  htmlPage,
  intercept,
  PASSED,
  SETTINGS,
  statuses,
  summarise,
  type Upstream,
  WRONG_TOKEN,
  withoutTempo,
} from "../../helpers/doctor.ts";
import { byLoginName } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";

const CLOUD = SETTINGS.cloud("https://acme.example.com");
const DATA_CENTER = SETTINGS.datacenter("https://jira.example.com");

const NEW_SCOPES =
  "A token's scopes cannot be changed: create a new one in Tempo, Settings, API integration, with Worklogs (manage) and " +
  "Schemes (view), and set TEMPO_API_TOKEN to it.";

const OWNER = `Hours are logged for Ada (${ME.accountId}).`;

describe("on Tempo Cloud the doctor", () => {
  const OK = PASSED.cloud;
  const SKIPPED = { worklogs: "skipped", worker: "skipped", schedule: "skipped" };

  test("checks both services and reads each of its resources once", async () => {
    const { checks, operations, sandbox } = await diagnoseSandbox(CLOUD);
    expect(statuses(checks)).toEqual(Object.entries(OK));
    expect({ operations, stored: sandbox.state.worklogs.size }).toEqual({
      operations: [
        "jira.getMyself",
        "tempo.getUserSchedule",
        "tempo.getWorkAttributes",
        "tempo.getWorklogsByUser",
      ],
      stored: 0,
    });
  });

  test("reports a wrong Tempo token, and sends it to no region if it was not issued for one", async () => {
    const { checks } = await diagnoseSandbox({ ...CLOUD, TEMPO_API_TOKEN: WRONG_TOKEN });
    expect(summarise(checks)).toEqual({
      ...OK,
      tempo_token: "failed",
      region: "skipped",
      ...SKIPPED,
      work_attributes: "skipped",
      message: expect.stringContaining("Set TEMPO_API_TOKEN to a valid token"),
      code: "unauthorized",
    });
  });

  test("reports a wrong Jira token, and checks Tempo all the same", async () => {
    const { checks } = await diagnoseSandbox({ ...CLOUD, JIRA_API_TOKEN: WRONG_TOKEN });
    expect(summarise(checks)).toEqual({
      ...OK,
      jira_token: "failed",
      ...SKIPPED,
      message: expect.stringContaining("Set JIRA_EMAIL and JIRA_API_TOKEN to"),
      code: "unauthorized",
    });
    expect(checks.find(({ check }) => check === "schedule")?.message).toBe(
      'Skipped: depends on "Jira token".',
    );
  });

  test("says that a token has no scopes", async () => {
    const { checks } = await diagnoseSandbox(CLOUD);
    expect(checks.find(({ check }) => check === "jira_token")).toEqual({
      check: "jira_token",
      status: "ok",
      message: `${OWNER} JIRA_API_TOKEN is a token without scopes.`,
      tokenKind: "unscoped",
    });
  });

  test("says that a token has scopes, where it is used, and tries both scopes", async () => {
    const behaviour = { jiraTokenScopes: ["read:jira-work", "read:jira-user"] };
    const env = { ...CLOUD, ATLASSIAN_API_URL: "https://gateway.example.com" };
    const { checks, operations } = await diagnoseSandbox(env, { behaviour });
    expect(statuses(checks)).toEqual(Object.entries(OK));
    expect(checks.find(({ check }) => check === "jira_token")).toEqual({
      check: "jira_token",
      status: "ok",
      message:
        `${OWNER} JIRA_API_TOKEN is a token with scopes, used through https://gateway.example.com (ATLASSIAN_API_URL). It has ` +
        "those that are needed, read:jira-work and read:jira-user.",
      tokenKind: "scoped",
    });
    expect(operations.filter((operation) => operation.startsWith("jira."))).toEqual([
      "jira.bulkFetchIssues",
      "jira.getIssue",
      "jira.getMyself",
      "jira.getMyself",
      "jira.getTenantInfo",
    ]);
  });

  test.each([
    ["read:jira-work", {}],
    ["read:jira-user", { tokenKind: "scoped" }],
  ])("reports a token that has only the scope %s", async (scope, kind) => {
    const { checks } = await diagnoseSandbox(CLOUD, { behaviour: { jiraTokenScopes: [scope] } });
    expect(statuses(checks)).toEqual(Object.entries({ ...OK, jira_token: "failed", ...SKIPPED }));
    expect(checks.find(({ check }) => check === "jira_token")).toEqual({
      check: "jira_token",
      status: "failed",
      message: expect.stringContaining(
        "needs the scopes read:jira-work and read:jira-user; if one is missing",
      ),
      code: "forbidden",
      ...kind,
    });
  });

  test("names the scope that is missing for the schedule", async () => {
    const { checks } = await diagnoseSandbox(CLOUD, { upstream: intercept(/user-schedule/, htmlPage(403)) });
    expect(summarise(checks)).toEqual({
      ...OK,
      schedule: "failed",
      message: `TEMPO_API_TOKEN lacks the scope Schemes (view) (HTTP 403). ${NEW_SCOPES}`,
      code: "forbidden",
    });
  });

  test("names the scope that is missing for worklogs, which work attributes need too", async () => {
    const { checks } = await diagnoseSandbox(CLOUD, {
      upstream: intercept(/worklogs|work-attributes/, htmlPage(403)),
    });
    expect(summarise(checks)).toEqual({
      ...OK,
      worklogs: "failed",
      worker: "skipped",
      work_attributes: "unknown",
      message: `TEMPO_API_TOKEN lacks the scope Worklogs (manage) (HTTP 403). ${NEW_SCOPES}`,
      code: "forbidden",
    });
  });

  test("with the tool set approvals, reads today's timesheet and names all scopes if one is missing", async () => {
    const env = { ...CLOUD, TEMPO_TOOLSETS: "approvals" };
    const diagnosis = { checksApprovals: true };
    const { schedule, ...later } = OK;
    const all = { ...OK, schedule, approvals: "ok", ...later };
    const { checks } = await diagnoseSandbox(env, { diagnosis });
    expect(Object.fromEntries(statuses(checks))).toEqual(all);
    expect(checks.find(({ check }) => check === "approvals")?.message).toBe(
      "Approvals can be read (2026-01-01 to 2026-01-31 is open). Submitting was not tried; it needs the token scope " +
        "Approvals (manage).",
    );
    for (const scope of ["Periods", "Approvals"] as const) {
      const lacking = await diagnoseSandbox(env, { diagnosis, behaviour: { missingTempoScopes: [scope] } });
      expect(summarise(lacking.checks)).toEqual({
        ...all,
        approvals: "failed",
        message:
          "TEMPO_API_TOKEN lacks the scope Periods (view) or Approvals (manage) (HTTP 403). A token's scopes cannot be changed: " +
          "create a new one in Tempo, Settings, API integration, with Worklogs (manage), Schemes (view), Periods (view) and " +
          "Approvals (manage), and set TEMPO_API_TOKEN to it.",
        code: "forbidden",
      });
    }
  });

  test("with the tool set team, reads the teams and names all scopes if theirs is missing", async () => {
    const env = { ...CLOUD, TEMPO_TOOLSETS: "team" };
    const diagnosis = { checksTeams: true };
    const { checks } = await diagnoseSandbox(env, { diagnosis });
    expect(checks.find(({ check }) => check === "teams")).toEqual({
      check: "teams",
      status: "ok",
      message: "Teams can be read, but Tempo shows you none.",
    });
    const behaviour = { missingTempoScopes: ["Teams" as const] };
    const lacking = await diagnoseSandbox(env, { diagnosis, behaviour });
    expect(lacking.checks.find(({ check }) => check === "teams")?.message).toBe(
      "TEMPO_API_TOKEN lacks the scope Teams (view) (HTTP 403). A token's scopes cannot be changed: create a new one in Tempo, " +
        "Settings, API integration, with Worklogs (manage), Schemes (view), Teams (view) and Approvals (view), and set " +
        "TEMPO_API_TOKEN to it.",
    );
  });

  test("reports a URL that has no Jira", async () => {
    const { checks } = await diagnoseSandbox(CLOUD, { upstream: intercept(/\/rest\//, htmlPage(404)) });
    expect(summarise(checks)).toEqual({
      ...OK,
      jira_connection: "failed",
      jira_token: "skipped",
      ...SKIPPED,
      message: expect.stringContaining("JIRA_BASE_URL"),
      code: "unexpected_response",
    });
  });

  test("reports configured work attributes that do not exist", async () => {
    const { checks } = await diagnoseSandbox({ ...CLOUD, TEMPO_WORK_ATTRIBUTES: '{"_A_":"x"}' });
    expect(summarise(checks)).toEqual({
      ...OK,
      work_attributes: "failed",
      message: expect.stringMatching(/^TEMPO_WORK_ATTRIBUTES .*_A_/),
      code: "invalid_settings",
    });
  });
});

describe("on Data Center the doctor", () => {
  const OK = PASSED.datacenter;
  const SKIPPED = { worklogs: "skipped", worker: "skipped", schedule: "skipped", work_attributes: "skipped" };

  test("checks both services and reads each of its resources once", async () => {
    const { checks, operations, sandbox } = await diagnoseSandbox(DATA_CENTER);
    expect(statuses(checks)).toEqual(Object.entries(OK));
    expect(checks.map(({ message }) => message)).toContain(`Hours are logged for Ada (${ME.key}).`);
    expect({ operations, stored: sandbox.state.worklogs.size }).toEqual({
      operations: [
        "jira.getMyselfDataCenter",
        "jira.searchIssuesDataCenter",
        "tempo-data-center.getWorkAttributes",
        "tempo-data-center.searchSchedules",
        "tempo-data-center.searchWorklogs",
      ],
      stored: 0,
    });
  });

  test("reports a wrong token, and sends it to Jira only", async () => {
    const { checks, operations } = await diagnoseSandbox({ ...DATA_CENTER, TEMPO_PAT: WRONG_TOKEN });
    expect({ operations, ...summarise(checks) }).toEqual({
      operations: ["jira.getMyselfDataCenter"],
      ...OK,
      jira_token: "failed",
      tempo_connection: "skipped",
      ...SKIPPED,
      message: expect.stringContaining("Set TEMPO_PAT to a valid personal access token"),
      code: "unauthorized",
    });
  });

  describe.each([
    [403, "The token's owner lacks permission for this in Tempo (HTTP 403). ", " Tempo is installed there."],
    [404, "Tempo is installed there, and refuses this (HTTP 404). ", ""],
  ] as const)("where Tempo answers with %i", (status, before, after) => {
    const CHECK =
      "Check in Jira that the owner of TEMPO_PAT may use Tempo and log work, and that Tempo's licence has not expired.";
    const missing = {
      check: "tempo_connection",
      message: expect.stringContaining("Tempo is not installed there, or"),
    };

    test.each<[string, Upstream, unknown[]]>([
      [
        "names permission and licence of a Tempo that is installed",
        { behaviour: { licenceStatus: status } },
        ["worklogs", "schedule"].map((check) => ({ check, message: before + CHECK + after })),
      ],
      [
        "says that Tempo is not installed",
        {
          upstream: (fetch) =>
            intercept(
              /worklogs\/search/,
              status === 403 ? () => Response.json({}, { status }) : htmlPage(status),
            )(withoutTempo(fetch)),
        },
        [missing],
      ],
    ])("%s", async (_, options, failures) => {
      const { checks } = await diagnoseSandbox(DATA_CENTER, options);
      const failed = checks.filter((it) => it.status === "failed");
      expect(failed.map(({ check, message }) => ({ check, message }))).toEqual(failures);
    });
  });

  test("finds the schedule of an older Tempo", async () => {
    const { checks } = await diagnoseSandbox(DATA_CENTER, { behaviour: { schedules: "of one user" } });
    expect(statuses(checks)).toEqual(Object.entries(OK));
  });

  test("reports a Jira without Tempo", async () => {
    const { checks } = await diagnoseSandbox(DATA_CENTER, {
      upstream: intercept(/\/rest\/tempo/, htmlPage(404)),
    });
    expect(summarise(checks)).toEqual({
      ...OK,
      tempo_connection: "failed",
      ...SKIPPED,
      message:
        "Jira responds at https://jira.example.com, but Tempo is not installed there, or it is disabled: Jira knows no path of " +
        "Tempo's API (HTTP 404). Ask your Jira administrator.",
      code: "unexpected_response",
    });
  });

  test("reports a required work attribute that is not set as unknown, not as a failure", async () => {
    const required = {
      id: 1,
      key: "_Activity_",
      name: "Activity",
      required: true,
      values: [{ value: "dev", name: "Dev" }],
    };
    const { checks } = await diagnoseSandbox(DATA_CENTER, { seed: { workAttributes: [required] } });
    expect(checks.find(({ check }) => check === "work_attributes")).toEqual({
      check: "work_attributes",
      status: "unknown",
      message:
        "This Tempo requires Activity (_Activity_: dev (Dev)), and may reject worklogs without it. If it does, set " +
        'TEMPO_WORK_ATTRIBUTES, for example to {"_Activity_":"dev"}.',
    });
  });

  test("says on Cloud which scope the account of the issue needs", async () => {
    const account = { id: 1, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" as const };
    const messages = [SETTINGS.cloud("https://tempo.example.com"), DATA_CENTER].map(async (settings) => {
      const { checks } = await diagnoseSandbox(
        { ...settings, TEMPO_WORK_ATTRIBUTES: '{"_Account_":"@issue"}' },
        { seed: { workAttributes: [account] } },
      );
      return checks.find(({ check }) => check === "work_attributes")?.message;
    });
    expect(await Promise.all(messages)).toEqual([
      "TEMPO_WORK_ATTRIBUTES is valid for this Tempo; @issue needs the token scope Accounts (view).",
      "TEMPO_WORK_ATTRIBUTES is valid for this Tempo.",
    ]);
  });
});

describe("the worker of worklogs that Tempo lists", () => {
  const LOG_NOTHING =
    "than Jira. What you log here would not show, and repeats would be stored twice. Log nothing with TempoFiller, and report " +
    "this with Tempo's version.";
  const of = (startDate: string, accountId = ME.accountId) => worklog({ startDate, accountId });
  /** A Tempo on Data Center that lists the worklogs of all users. */
  const unfiltered =
    (fetch: Fetch): Fetch =>
    async (request) => {
      if (!request.url.endsWith("/worklogs/search")) return fetch(request);
      const { worker: _, ...body } = (await request.json()) as { worker: unknown };
      return fetch(
        new Request(request.url, {
          ...request,
          method: "POST",
          headers: request.headers,
          body: JSON.stringify(body),
        }),
      );
    };

  test.each<[string, keyof typeof SETTINGS, Upstream, string, string]>([
    [
      "is the user that Jira names",
      "datacenter",
      { seed: { worklogs: [of("2025-12-17")] } },
      "ok",
      `Your worklogs of the last 30 days have the user key that Jira has for you, ${ME.key}.`,
    ],
    [
      "is the user that Jira names",
      "cloud",
      { seed: { worklogs: [of("2026-01-15")] } },
      "ok",
      `Your worklogs of the last 30 days have the account id that Jira has for you, ${ME.accountId}.`,
    ],
    [
      "is the user's among others",
      "datacenter",
      { upstream: unfiltered, seed: { worklogs: [of("2026-01-15", COLLEAGUE.accountId), of("2026-01-14")] } },
      "ok",
      `Your worklogs of the last 30 days have the user key that Jira has for you, ${ME.key}.`,
    ],
    [
      "is unknown if no worklog is recent",
      "datacenter",
      { seed: { worklogs: [of("2025-12-16")] } },
      "unknown",
      `Tempo lists no worklog of yours in the last 30 days whose user key could be compared with that in Jira, ${ME.key}. Once you ` +
        "have logged hours, run this again.",
    ],
    [
      "is another user",
      "datacenter",
      { upstream: (fetch) => unfiltered(byLoginName(fetch)), seed: { worklogs: [of("2026-01-15")] } },
      "failed",
      `Asked for the worklogs of ${ME.key}, Tempo lists those of ${ME.name}: it knows you by another user key ${LOG_NOTHING}`,
    ],
    [
      "is another user, whom an empty list hides",
      "datacenter",
      { seed: { worklogs: [of("2026-01-15")] }, upstream: byLoginName },
      "failed",
      `In the last 30 days you logged hours on PROJ-123, as Jira knows, and Tempo lists none of ${ME.key}: it knows you by another ` +
        `user key ${LOG_NOTHING}`,
    ],
    [
      "is unknown where all users are listed, and none is the user",
      "datacenter",
      {
        upstream: unfiltered,
        seed: {
          colleagues: [COLLEAGUE, { ...COLLEAGUE, accountId: "eve", key: "eve" }],
          worklogs: [of("2026-01-15", COLLEAGUE.accountId), of("2026-01-15", "eve")],
        },
      },
      "unknown",
      expect.stringContaining("Tempo lists no worklog of yours"),
    ],
  ])("%s on %s", async (_, kind, upstream, status, message) => {
    const { checks } = await diagnoseSandbox(kind === "cloud" ? CLOUD : DATA_CENTER, upstream);
    const code = status === "failed" && { code: "unexpected_response" };
    expect(checks.find(({ check }) => check === "worker")).toEqual({
      check: "worker",
      status,
      message,
      ...code,
    });
  });
});

describe("a Tempo token that is rejected in its region", () => {
  const REGIONS = ["https://one.example.com", "https://two.example.com", "https://three.example.com"];
  const [ONE = "", TWO = ""] = REGIONS;
  const LATER = { worklogs: "skipped", worker: "skipped", schedule: "skipped", work_attributes: "skipped" };
  const NEW_TOKEN =
    "it is incomplete, expired or revoked. Create a new one in Tempo, Settings, API integration, with the scopes " +
    "Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.";

  /** Diagnoses a token that only the given region accepts, whose requests the others answer by `respond`. */
  async function diagnoseIn(home: string | undefined, respond = htmlPage(401), atHome?: () => Response) {
    const { checks } = await diagnoseSandbox(SETTINGS.cloud(ONE), {
      diagnosis: { regions: REGIONS },
      upstream: (fetch) => async (request) => {
        const { origin, pathname } = new URL(request.url);
        if (pathname.startsWith("/rest/")) return fetch(request);
        if (origin === ONE) return htmlPage(401)();
        if (origin !== home) return respond();
        return atHome && pathname.includes("work-attributes") ? atHome() : fetch(request);
      },
    });
    return summarise(checks);
  }

  test.each(REGIONS.slice(1))("is accepted in another: the doctor names the URL to set, %s", async (home) => {
    expect(await diagnoseIn(home)).toEqual({
      ...PASSED.cloud,
      region: "failed",
      ...LATER,
      message: `TEMPO_API_TOKEN was rejected at one.example.com but accepted at ${new URL(home).host}: set TEMPO_API_URL to ${home}.`,
      code: "unauthorized",
    });
  });

  test("is found in another even if it lacks a scope there", async () => {
    expect(await diagnoseIn(TWO, htmlPage(401), htmlPage(403))).toMatchObject({
      message: `TEMPO_API_TOKEN was rejected at one.example.com but accepted at two.example.com: set TEMPO_API_URL to ${TWO}.`,
    });
  });

  test("is itself wrong if no region accepts it", async () => {
    expect(await diagnoseIn(undefined)).toEqual({
      ...PASSED.cloud,
      tempo_token: "failed",
      region: "skipped",
      ...LATER,
      message: `TEMPO_API_TOKEN was rejected at one.example.com (HTTP 401) and at two.example.com and three.example.com: ${NEW_TOKEN}`,
      code: "unauthorized",
    });
  });

  test("is reported with the regions that could not be checked", async () => {
    expect(await diagnoseIn(undefined, htmlPage(404))).toMatchObject({
      message:
        "TEMPO_API_TOKEN was rejected at one.example.com (HTTP 401) and no region that responds accepts it (no usable response " +
        `from two.example.com and three.example.com): ${NEW_TOKEN}`,
    });
  });
});

test.each<[string, keyof typeof SETTINGS, RegExp, string[]]>([
  ["Jira Cloud", "cloud", /\/rest\//, ["jira_connection"]],
  ["Tempo Cloud", "cloud", /\/4\//, ["tempo_connection"]],
  ["both", "cloud", /./, ["jira_connection", "tempo_connection"]],
  ["the worklogs and schedule of Tempo Cloud", "cloud", /user/, ["worklogs", "schedule"]],
  ["Jira Data Center", "datacenter", /myself/, ["jira_connection"]],
  ["Tempo on Data Center", "datacenter", /tempo-/, ["tempo_connection"]],
])(
  "the doctor ends within 30 seconds if there is no response from %s",
  async (_, kind, pattern, failures) => {
    const { checks, milliseconds } = await diagnoseSandbox(SETTINGS[kind]("https://acme.example.com"), {
      timeout: 600_000,
      upstream: (fetch) => (request) => (pattern.test(request.url) ? new Promise(() => {}) : fetch(request)),
    });
    expect(checks.filter(({ status }) => status === "failed").map(({ check }) => check)).toEqual(failures);
    expect(milliseconds).toBeLessThanOrEqual(MAX_DURATION_MS);
  },
);

test.each(["cloud", "datacenter"] as const)(
  "requests that do not depend on each other are sent at the same time: %s",
  async (kind) => {
    const { milliseconds } = await diagnoseSandbox(SETTINGS[kind]("https://acme.example.com"), {
      seed: { worklogs: [worklog({ startDate: "2026-01-15" })] },
      upstream: (fetch, clock) => async (request) => {
        await clock.sleep(1000);
        return fetch(request);
      },
    });
    expect(milliseconds).toBe(2000);
  },
);
