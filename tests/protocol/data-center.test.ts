import { describe, expect, test } from "vitest";
import { POST } from "../helpers/inputs.ts";
import { reportsMissingAs } from "../helpers/other-tempos.ts";
import { ACTIVITY, COLLEAGUE, ME, worklog } from "../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };

const open = (options: SessionOptions = {}) => openSession({ deployment: "datacenter", ...options });

const CUSTOMER = { id: 8, key: "_Customer_", name: "Customer", required: false };

describe("a request to Data Center", () => {
  test("names the worker by user key, and dates without a time zone", async () => {
    const { reply, requests } = await open();
    await reply("get_schedule", WEEK);
    await reply("get_worklogs", { ...WEEK, issueKey: "PROJ-7" });
    await reply("post_worklog", { ...POST, billable: false, description: "Login flow" });
    await reply("delete_worklog", { worklogId: "1290000" });
    const issue = (key: string) => ({
      operation: "getIssueDataCenter",
      parameters: { issueIdOrKey: key, fields: "summary" },
    });
    expect(requests).toEqual([
      { operation: "getMyselfDataCenter", parameters: {} },
      {
        operation: "searchSchedules",
        parameters: {},
        body: { from: WEEK.startDate, to: WEEK.endDate, userKeys: [ME.key] },
      },
      issue("PROJ-7"),
      {
        operation: "searchWorklogs",
        parameters: {},
        body: { from: WEEK.startDate, to: WEEK.endDate, worker: [ME.key], taskId: [10007] },
      },
      issue("PROJ-123"),
      {
        operation: "searchSchedules",
        parameters: {},
        body: { from: "2026-01-05", to: "2026-01-05", userKeys: [ME.key] },
      },
      {
        operation: "searchWorklogs",
        parameters: {},
        body: { from: "2026-01-05", to: "2026-01-05", worker: [ME.key] },
      },
      {
        operation: "createWorklog",
        parameters: {},
        body: {
          worker: ME.key,
          originTaskId: "10123",
          started: "2026-01-05",
          timeSpentSeconds: 28800,
          billableSeconds: 0,
          comment: "Login flow",
        },
      },
      { operation: "getWorklog", parameters: { id: "1290000" } },
      { operation: "deleteWorklog", parameters: { id: "1290000" } },
    ]);
  });

  test("is one of at most 108 for 100 entries of 5 issues, at most 4 at a time", async () => {
    const issues = Array.from({ length: 5 }, (_, index) => ({
      id: 500 + index,
      key: `FIVE-${index}`,
      summary: "",
    }));
    let [atWork, most] = [0, 0];
    const clock = virtualClock();
    const { reply, requests } = await open({
      clock,
      seed: { issues },
      upstream: (fetch) => async (request) => {
        atWork += 1;
        most = Math.max(most, atWork);
        await clock.sleep(100);
        const response = await fetch(request);
        atWork -= 1;
        return response;
      },
    });
    const worklogs = Array.from({ length: 100 }, (_, index) => ({
      issueKey: `FIVE-${index % 5}`,
      hours: 0.2,
      date: "2026-01-05",
    }));
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(summary.succeeded).toBe(100);
    expect(requests.length).toBeLessThanOrEqual(108);
    expect(most).toBe(4);
  });

  test("looks each issue key up once, and the user once", async () => {
    const { reply, requests } = await open();
    const rows = (keys: string[]) => ({
      worklogs: keys.map((issueKey) => ({ issueKey, hours: 1, date: "2026-01-05" })),
    });
    await reply("bulk_post_worklogs", rows(["PROJ-7", "proj-7", "OLD-5", "NEW-50"]));
    await reply("bulk_post_worklogs", rows(["PROJ-7", "OLD-5"]));
    const lookups = requests.filter(
      ({ operation }) => !/createWorklog|searchWorklogs|searchSchedules/.test(operation),
    );
    expect(lookups.map(({ parameters }) => parameters.issueIdOrKey ?? "myself")).toEqual([
      "myself",
      "PROJ-7",
      "OLD-5",
      "NEW-50",
    ]);
  });
});

describe("an older Data Center, whose schedules are those of one user", () => {
  const behaviour = { schedules: "of one user" } as const;

  test("is asked for several once, and then by login name", async () => {
    const { reply, requests } = await open({ behaviour });
    const usual = await open();
    for (const _ of [1, 2])
      expect(await reply("get_schedule", WEEK)).toEqual(await usual.reply("get_schedule", WEEK));
    const one = { user: ME.name, from: WEEK.startDate, to: WEEK.endDate };
    expect(requests.map(({ operation, parameters }) => ({ operation, parameters }))).toEqual([
      { operation: "getMyselfDataCenter", parameters: {} },
      { operation: "searchSchedules", parameters: {} },
      { operation: "getSchedule", parameters: one },
      { operation: "getSchedule", parameters: one },
    ]);
  });

  test("is not taken for older if nothing answers there", async () => {
    let isDown = true;
    const { refusal, reply, requests } = await open({
      upstream: (fetch) => async (request) =>
        isDown && request.url.includes("/rest/tempo-") ? new Response("", { status: 404 }) : fetch(request),
    });
    expect(await refusal("get_schedule", WEEK)).toContain("No Tempo API at this URL (HTTP 404).");
    isDown = false;
    await reply("get_schedule", WEEK);
    expect(requests.map(({ operation }) => operation)).toEqual(["getMyselfDataCenter", "searchSchedules"]);
  });
});

describe("a response of Data Center", () => {
  test("may lack the fields that older instances leave out", async () => {
    const { reply } = await open({
      upstream: () => async (request) => {
        if (request.url.endsWith("/myself")) return Response.json({ key: ME.key });
        if (!request.url.endsWith("/worklogs/search"))
          return Response.json({ errorMessages: [] }, { status: 404 });
        return Response.json([
          {
            tempoWorklogId: 2,
            started: "2026-01-06",
            timeSpentSeconds: 60,
            originTaskId: 5,
            comment: null,
          },
          {
            tempoWorklogId: 1,
            worker: ME.key,
            started: "2026-01-05 00:00:00.000",
            timeSpentSeconds: 3600,
            issue: { id: 5 },
          },
        ]);
      },
    });
    expect(await reply("get_worklogs", WEEK)).toEqual({
      ...WEEK,
      worklogs: [
        { id: "1", issueKey: "5", issueSummary: "", date: "2026-01-05", hours: 1, comment: "" },
        {
          id: "2",
          issueKey: "5",
          issueSummary: "",
          date: "2026-01-06",
          hours: 0.02,
          comment: "",
          timeSpent: "1m",
        },
      ],
      byIssue: [{ issueKey: "5", issueSummary: "", totalHours: 1.02, entryCount: 2 }],
      summary: { totalHours: 1.02, totalEntries: 2, uniqueIssues: 1 },
    });
  });

  test("shows no other users' worklogs even if a search ignores the worker", async () => {
    const worklogs = [
      worklog({ startDate: "2026-01-05" }),
      worklog({ startDate: "2026-01-06", accountId: COLLEAGUE.accountId }),
    ];
    const { reply } = await open({
      seed: { worklogs },
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/worklogs/search")) return fetch(request);
        const { worker: _, ...body } = (await request.clone().json()) as { worker: string[] };
        return fetch(
          new Request(request.url, { method: "POST", headers: request.headers, body: JSON.stringify(body) }),
        );
      },
    });
    const { summary } = await reply("get_worklogs", WEEK);
    expect(summary.totalEntries).toBe(1);
  });

  test.each([
    "https://jira.example.com/login.jsp?os_destination=%2Frest",
    "https://adfs.example.com/adfs/ls/?SAMLRequest=x",
    "https://idp.example.com/oauth2/authorize",
    "/secure/Dashboard.jspa",
    "",
  ])("that redirects to the page %j is reported as a rejected token", async (location) => {
    const { call } = await open({
      upstream: () => async () => new Response(null, { status: 302, headers: { location } }),
    });
    expect(await call("get_worklogs", WEEK)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Jira redirected to a login page/) }],
      _meta: { "tempofiller/error": { code: "unauthorized", httpStatus: 302, retryable: false } },
    });
  });

  test.each([
    ["an HTML page", () => new Response("<html>", { status: 404 })],
    [
      "an error that no path matches",
      () => Response.json({ message: "null for uri: /rest", "status-code": 404 }, { status: 404 }),
    ],
  ])("from a Jira without Tempo, %s, is not mistaken for an unknown worklog or issue", async (_, answer) => {
    const { refusal } = await open({
      upstream: (fetch) => async (request) =>
        request.url.includes("/rest/tempo-") ? answer() : fetch(request),
    });
    for (const [tool, args] of [
      ["get_worklogs", WEEK],
      ["delete_worklog", { worklogId: "77" }],
      ["post_worklog", POST],
    ] as const) {
      expect(await refusal(tool, args)).toBe(
        "No Tempo API at this URL (HTTP 404). Check TEMPO_BASE_URL, and that Tempo runs there with a licence that has not expired.",
      );
    }
  });

  test.each<[form: string, body: object]>([
    ["a message", { message: "Worklog not found" }],
    ["Jira's error messages", { errorMessages: ["Worklog not found"], errors: {} }],
    ["an array of errors", { errors: [{ message: "Worklog not found" }] }],
    ["errors by field", { errors: { id: "Worklog not found" } }],
    ["an empty object", {}],
  ])(
    "saying that a deleted worklog is not found, as %s, becomes an error that names the id",
    async (_, notFoundBody) => {
      const { reply, refusal } = await open({
        seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
        upstream: reportsMissingAs(notFoundBody),
      });
      expect(await reply("delete_worklog", { worklogId: "1290000" })).toMatchObject({ success: true });
      expect(await refusal("delete_worklog", { worklogId: "1290000" })).toMatch(/^Worklog 1290000 was not f/);
    },
  );

  test("from a wrong context path is not mistaken for an unknown issue", async () => {
    const { refusal } = await open({ upstream: () => async () => new Response("<html>", { status: 404 }) });
    expect(await refusal("post_worklog", POST)).toBe(
      "No Jira API at this URL (HTTP 404). Check TEMPO_BASE_URL, and that Jira runs there.",
    );
  });

  test("with only an issue's id leads to one look-up of the issue", async () => {
    const { reply, requests } = await open({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" }), worklog({ startDate: "2026-01-06" })] },
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        if (!request.url.endsWith("/worklogs/search")) return response;
        const rows = (await response.json()) as { issue: object }[];
        return Response.json(rows.map(({ issue: _, ...row }) => row));
      },
    });
    expect(await reply("get_worklogs", WEEK)).toMatchObject({
      byIssue: [{ issueKey: "PROJ-123", issueSummary: "Implement user authentication", entryCount: 2 }],
    });
    expect(requests.filter(({ operation }) => operation === "getIssueDataCenter")).toEqual([
      { operation: "getIssueDataCenter", parameters: { issueIdOrKey: "10123", fields: "summary" } },
    ]);
  });

  test("with the user key in another case counts as the user's own", async () => {
    const { reply } = await open({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
      upstream: (fetch) => async (request) => {
        const text = await (await fetch(request)).text();
        return new Response(text.replaceAll(`"worker":"${ME.key}"`, `"worker":"${ME.key.toLowerCase()}"`));
      },
    });
    expect(await reply("get_worklogs", WEEK)).toMatchObject({ summary: { totalEntries: 1 } });
    expect(await reply("delete_worklog", { worklogId: "1290000" })).toMatchObject({ success: true });
  });
});

describe("work attributes", () => {
  const workAttributes = [ACTIVITY, CUSTOMER];

  test("are set on every worklog in Data Center's form, with ids and names of its catalogue, read once", async () => {
    const { reply, requests, sandbox } = await open({
      seed: { workAttributes },
      workAttributes: { _Activity_: "Development", _Customer_: "ACME" },
    });
    const row = { issueKey: "PROJ-7", hours: 1, date: "2026-01-05" };
    await reply("bulk_post_worklogs", { worklogs: [row, row] });
    const bodies = requests.flatMap(({ operation, body }) => (operation === "createWorklog" ? [body] : []));
    const attributes = {
      _Activity_: {
        workAttributeId: 7,
        key: "_Activity_",
        name: "Activity type",
        type: "STATIC_LIST",
        value: "dev",
      },
      _Customer_: {
        workAttributeId: 8,
        key: "_Customer_",
        name: "Customer",
        type: "INPUT_FIELD",
        value: "ACME",
      },
    };
    expect(bodies).toEqual([
      expect.objectContaining({ attributes }),
      expect.objectContaining({ attributes }),
    ]);
    expect(requests.filter(({ operation }) => operation === "getWorkAttributes").length).toBe(1);
    expect([...sandbox.state.worklogs.values()].map((it) => it.attributes)).toEqual([
      { _Activity_: "dev", _Customer_: "ACME" },
      { _Activity_: "dev", _Customer_: "ACME" },
    ]);
  });

  test("are set on every worklog in Cloud's form, single and bulk", async () => {
    const { reply, requests } = await openSession({
      seed: { workAttributes },
      workAttributes: { _Activity_: "dev" },
    });
    const row = { issueKey: "PROJ-7", hours: 1, date: "2026-01-05" };
    await reply("post_worklog", POST);
    await reply("bulk_post_worklogs", { worklogs: [row, row] });
    const attributes = [{ key: "_Activity_", value: "dev" }];
    const bodies = requests
      .flatMap(({ operation, body }) => (operation.startsWith("createWorklog") ? [body] : []))
      .flat();
    expect(bodies).toEqual(Array(3).fill(expect.objectContaining({ attributes })));
  });

  test.each(["cloud", "datacenter"] as const)(
    "on %s, are named with how to set them if a required one is missing",
    async (deployment) => {
      const { refusal, requests } = await openSession({
        deployment,
        seed: { workAttributes },
        workAttributes: { _Customer_: "ACME" },
      });
      const text =
        "not set: Activity type (_Activity_: dev (Development), ops (Operations)). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to " +
        '{"_Customer_":"ACME","_Activity_":"dev"}, or ';
      for (let call = 0; call < 2; call += 1) expect(await refusal("post_worklog", POST)).toContain(text);
      expect(requests.filter(({ operation }) => operation === "getWorkAttributes").length).toBe(1);
    },
  );

  test.each([
    ["no required one is missing", [CUSTOMER, { ...ACTIVITY, required: false }], {}],
    ["all required ones are set", [ACTIVITY], { _Activity_: "dev" }],
  ])("do not appear in a rejection if %s", async (_, catalogue, configured) => {
    const { refusal } = await open({
      behaviour: { reject: () => ["The period is closed"] },
      seed: { workAttributes: catalogue },
      workAttributes: configured,
    });
    expect(await refusal("post_worklog", POST)).toMatch(/ask your Tempo administrator to open the period\.$/);
  });

  test("do not appear in a rejection if the catalogue cannot be read, which is tried once", async () => {
    let requested = 0;
    const { refusal } = await open({
      behaviour: { reject: () => ["The period is closed"] },
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/work-attribute")) return fetch(request);
        requested += 1;
        return new Response("", { status: 403 });
      },
    });
    for (let call = 0; call < 3; call += 1)
      expect(await refusal("post_worklog", POST)).toMatch(
        /ask your Tempo administrator to open the period\.$/,
      );
    expect(requested).toBe(1);
  });

  test("that Tempo itself sets are not asked for, and one that is no list has no example value", async () => {
    const { refusal } = await open({
      seed: { workAttributes: [ACTIVITY] },
      workAttributes: {},
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/work-attribute")) return fetch(request);
        const own = {
          id: 1,
          key: "_Billable_",
          name: "Billable",
          required: true,
          type: { value: "BILLABLE_SECONDS" },
        };
        const plain = {
          id: 2,
          key: "_Note_",
          name: "Note",
          required: true,
          type: null,
          staticListValues: null,
        };
        return Response.json([own, plain]);
      },
    });
    expect(await refusal("post_worklog", POST)).toContain(
      'not set: Note (_Note_). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Note_":"…"}, or ',
    );
  });
});
