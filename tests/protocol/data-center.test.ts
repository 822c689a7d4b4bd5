import { describe, expect, test } from "vitest";
import type { BulkPostWorklogsResponse, GetWorklogsResponse } from "../../src/generated/responses.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { COMMAND, startCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { COLLEAGUE, ME, seed, worklog } from "../helpers/seeds.ts";
import { openSession, replyOf, type SessionOptions } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };
const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

const open = (options: SessionOptions = {}) => openSession({ deployment: "datacenter", ...options });

const ACTIVITY = {
  id: 7,
  key: "_Activity_",
  name: "Activity type",
  required: true,
  values: [
    { value: "dev", name: "Development" },
    { value: "ops", name: "Operations" },
  ],
};
const CUSTOMER = { id: 8, key: "_Customer_", name: "Customer", required: false };

describe("what is sent to Data Center", () => {
  test("the worker is the user key, not the name, and the date has no zone", async () => {
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

  test("100 entries over 5 issues take at most 108 requests, and at most 4 at a time", async () => {
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
      hours: 0.5,
      date: "2026-01-05",
    }));
    const { summary } = (await reply("bulk_post_worklogs", { worklogs })) as BulkPostWorklogsResponse;
    expect(summary.succeeded).toBe(100);
    expect(requests.length).toBeLessThanOrEqual(108);
    expect(most).toBe(4);
  });

  test("an issue is looked up once per key, and the user once", async () => {
    const { reply, requests } = await open();
    const rows = (keys: string[]) => ({
      worklogs: keys.map((issueKey) => ({ issueKey, hours: 1, date: "2026-01-05" })),
    });
    await reply("bulk_post_worklogs", rows(["PROJ-7", "proj-7", "OLD-5", "NEW-50"]));
    await reply("bulk_post_worklogs", rows(["PROJ-7", "OLD-5"]));
    const lookups = requests.filter(({ operation }) => !/createWorklog|searchWorklogs/.test(operation));
    expect(lookups.map(({ parameters }) => parameters.issueIdOrKey ?? "myself")).toEqual([
      "myself",
      "PROJ-7",
      "OLD-5",
      "NEW-50",
    ]);
  });
});

describe("what Data Center answers", () => {
  test("fields that an older instance leaves out are done without", async () => {
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
        { id: "2", issueKey: "5", issueSummary: "", date: "2026-01-06", hours: 0.02, comment: "" },
      ],
      byIssue: [{ issueKey: "5", issueSummary: "", totalHours: 1.02, entryCount: 2 }],
      summary: { totalHours: 1.02, totalEntries: 2, uniqueIssues: 1 },
    });
  });

  test("other people's worklogs are not shown even where a search passes over the worker", async () => {
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
    const { summary } = (await reply("get_worklogs", WEEK)) as GetWorklogsResponse;
    expect(summary.totalEntries).toBe(1);
  });

  test.each([
    [{ errorMessages: ["A", "B"], errors: { comment: "C" } }, 'It says: "A; B; comment: C".'],
    [{ errors: [{ message: "A" }, { message: "B" }] }, 'It says: "A; B".'],
    [{ errors: { message: "A" } }, 'It says: "A".'],
    [{ message: "A" }, 'It says: "A".'],
    ["<html>secret page</html>", "It gives no reason."],
    ["", "It gives no reason."],
  ])("of a refusal %j, its words are kept", async (body, words) => {
    const { refusal } = await open({
      upstream: (fetch) => async (request) =>
        request.url.endsWith("/4/worklogs")
          ? new Response(typeof body === "string" ? body : JSON.stringify(body), { status: 400 })
          : fetch(request),
    });
    expect(await refusal("post_worklog", POST)).toBe(
      `Tempo rejected this (HTTP 400). ${words} Nothing was changed by this request. Correct it and try again.`,
    );
  });

  test.each([
    "https://jira.example.com/login.jsp?os_destination=%2Frest",
    "https://adfs.example.com/adfs/ls/?SAMLRequest=x",
    "https://idp.example.com/oauth2/authorize",
    "/secure/Dashboard.jspa",
    "",
  ])("a redirect to the page %j is a refused token, not a success", async (location) => {
    const { call } = await open({
      upstream: () => async () => new Response(null, { status: 302, headers: { location } }),
    });
    expect(await call("get_worklogs", WEEK)).toMatchObject({
      isError: true,
      content: [
        {
          text:
            "Jira sends to another page instead of answering (HTTP 302), as it does to who is not logged in: it does not accept " +
            "the token. Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal Access Tokens). Check " +
            "TEMPO_BASE_URL too.",
        },
      ],
      _meta: { "tempofiller/error": { code: "unauthorized", httpStatus: 302, retryable: false } },
    });
  });

  test("a redirect to the same API elsewhere is a moved address", async () => {
    const location = "https://jira.espresso.example.com/rest/api/2/myself";
    const { refusal } = await open({
      upstream: () => async () => new Response(null, { status: 301, headers: { location } }),
    });
    expect(await refusal("get_worklogs", WEEK)).toBe(
      "Jira redirects elsewhere (HTTP 301), which is not followed, so that no token goes astray. Set TEMPO_BASE_URL to the " +
        "address that answers itself.",
    );
  });

  test.each([
    ["a page", () => new Response("<html>", { status: 404 })],
    [
      "Jira's own words",
      () => Response.json({ message: "null for uri: /rest", "status-code": 404 }, { status: 404 }),
    ],
  ])(
    "a Jira without Tempo, which answers %s, is told apart from an unknown worklog or issue",
    async (_, answer) => {
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
          "Tempo does not answer at this address (HTTP 404). Check TEMPO_BASE_URL, and that Tempo is there.",
        );
      }
    },
  );

  test("a wrong context path is not an unknown issue", async () => {
    const { refusal } = await open({ upstream: () => async () => new Response("<html>", { status: 404 }) });
    expect(await refusal("post_worklog", POST)).toBe(
      "Jira does not answer at this address (HTTP 404). Check TEMPO_BASE_URL, and that Jira is there.",
    );
  });

  test("an issue told by its id alone is looked up, once", async () => {
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

  test("a key in another case is the worker's own", async () => {
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

  test("upstream's words are shown without markup and never without end", async () => {
    const { refusal } = await open({
      upstream: (fetch) => async (request) =>
        request.url.endsWith("/4/worklogs")
          ? Response.json(
              { errorMessages: ['<p>No <a href="x">licence</a></p>', "y".repeat(5000)] },
              { status: 400 },
            )
          : fetch(request),
    });
    const text = await refusal("post_worklog", POST);
    expect(text).toContain('It says: "No licence; yyy');
    expect(text).toContain("… (5012 characters in all)");
    expect(text.length).toBeLessThan(1400);
  });
});

describe("TEMPO_WORK_ATTRIBUTES", () => {
  const workAttributes = [ACTIVITY, CUSTOMER];

  test("are put on every worklog in Data Center's form, with ids and names of its catalogue, read once", async () => {
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

  test("are put on every worklog in Cloud's form, single and bulk", async () => {
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
    "on %s, a refusal for a missing one says which it is and how to set it",
    async (deployment) => {
      const { refusal, requests } = await openSession({
        deployment,
        seed: { workAttributes },
        workAttributes: { _Customer_: "ACME" },
      });
      const text =
        "Tempo rejected this (HTTP 400). It says: \"Work attribute 'Activity type' (_Activity_) is required\". Nothing was " +
        "changed by this request. Correct it and try again. This Tempo requires a work attribute that is " +
        "not set: Activity type (_Activity_: dev, ops). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to " +
        '{"_Customer_":"ACME","_Activity_":"dev"}.';
      expect(await refusal("post_worklog", POST)).toBe(text);
      expect(await refusal("post_worklog", POST)).toBe(text);
      expect(requests.filter(({ operation }) => operation === "getWorkAttributes").length).toBe(1);
    },
  );

  test.each([
    ["no required one is missing", [CUSTOMER, { ...ACTIVITY, required: false }], {}],
    ["all required ones are set", [ACTIVITY], { _Activity_: "dev" }],
  ])("a refusal is left alone where %s", async (_, catalogue, configured) => {
    const { refusal } = await open({
      behaviour: { reject: () => ["The period is closed"] },
      seed: { workAttributes: catalogue },
      workAttributes: configured,
    });
    expect(await refusal("post_worklog", POST)).toBe(
      'Tempo rejected this (HTTP 400). It says: "The period is closed". Nothing was changed by this request. Correct it and try again.',
    );
  });

  test("a refusal is left alone where the catalogue cannot be read, and that is asked once", async () => {
    let asked = 0;
    const { refusal } = await open({
      behaviour: { reject: () => ["The period is closed"] },
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/work-attribute")) return fetch(request);
        asked += 1;
        return new Response("", { status: 403 });
      },
    });
    for (let call = 0; call < 3; call += 1)
      expect(await refusal("post_worklog", POST)).toMatch(/Correct it and try again\.$/);
    expect(asked).toBe(1);
  });

  test("a list of Tempo's own and an empty value are seen for what they are", async () => {
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
      'not set: Note (_Note_). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Note_":"…"}.',
    );
  });

  test.each(["cloud", "datacenter"] as const)(
    "on %s, what the instance does not know is told before anything is sent",
    async (deployment) => {
      for (const [configured, text] of [
        [
          { _Nope_: "x" },
          "TEMPO_WORK_ATTRIBUTES names _Nope_, which this Tempo does not have. It has: _Activity_, _Customer_. Correct or remove it.",
        ],
        [
          { _Activity_: "x" },
          "TEMPO_WORK_ATTRIBUTES sets _Activity_ to x, which is none of its values: dev, ops. Set it to one of them.",
        ],
      ] as const) {
        const { refusal, sandbox } = await openSession({
          deployment,
          seed: { workAttributes },
          workAttributes: configured,
        });
        expect(await refusal("post_worklog", POST)).toBe(text);
        expect(sandbox.state.worklogs.size).toBe(0);
      }
    },
  );
});

describe("the built command on a Data Center behind real HTTP", () => {
  const SECRET = "pat-S3CRET-token-4d5e6f";
  const credentials = { personalAccessToken: SECRET, tempoToken: "", jiraEmail: "", jiraToken: "" };

  /** A Jira under a context path, as many Data Centers are. */
  const under =
    (contextPath: string, fetch: Fetch): Fetch =>
    async (request) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${contextPath}/`)) return new Response("<html>", { status: 404 });
      url.pathname = url.pathname.slice(contextPath.length);
      const body =
        request.method === "GET" || request.method === "DELETE" ? {} : { body: await request.text() };
      return fetch(new Request(url, { method: request.method, headers: request.headers, ...body }));
    };

  test("works under a context path, and prints no secret in debug mode", async () => {
    const sandbox = createSandbox(seed(), { credentials });
    const address = await serveOnLoopback(under("/jira", sandbox.fetch));
    const { client, stderr } = await startCommand(["--debug"], {
      TEMPO_BASE_URL: `${address}/jira/`,
      TEMPO_PAT: SECRET,
    });
    const calls: [string, Record<string, unknown>][] = [
      ["get_schedule", WEEK],
      ["post_worklog", { ...POST, ...WEEK }],
      ["bulk_post_worklogs", { worklogs: [{ issueKey: "PROJ-7", hours: 1, date: "2026-01-05" }] }],
      ["delete_worklog", { worklogId: "1290005" }],
    ];
    const outputs: unknown[] = [];
    for (const [name, args] of calls) outputs.push(replyOf(await client.callTool({ name, arguments: args })));
    const { summary } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: WEEK }),
    ) as GetWorklogsResponse;
    expect(summary).toEqual({ totalHours: 40, totalEntries: 5, uniqueIssues: 1 });
    expect(stderr()).toContain(`Tempo POST ${address}/jira/rest/tempo-timesheets/4/worklogs 200`);
    expect(stderr()).not.toContain("deviates");
    expect(JSON.stringify(outputs) + stderr()).not.toContain(SECRET);
  });

  test("names TEMPO_PAT where it is refused", async () => {
    const sandbox = createSandbox(seed(), { credentials });
    const address = await serveOnLoopback(sandbox.fetch);
    const { client } = await startCommand([], { TEMPO_BASE_URL: address, TEMPO_PAT: "wrong" });
    const { content } = await client.callTool({ name: "get_schedule", arguments: WEEK });
    expect(content[0]?.text).toContain("Jira refused the token (HTTP 401). Set TEMPO_PAT to");
  });

  test("summarises 5,000 worklogs of one reply in less than 150 MB", async () => {
    const worklogs = Array.from({ length: 5000 }, (_, index) =>
      worklog({
        startDate: `2026-01-${String(1 + (index % 31)).padStart(2, "0")}`,
        issueId: [10123, 10007, 10004][index % 3] ?? 10123,
        timeSpentSeconds: 360,
        description: `Entry ${index}: ${"words ".repeat(10)}`,
      }),
    );
    const address = await serveOnLoopback(createSandbox(seed({ worklogs }), { credentials }).fetch);
    // The process tells its own peak when it ends, which works on every system.
    const probe = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS))`;
    const { client, stderr } = await startCommand(
      [],
      { TEMPO_BASE_URL: address, TEMPO_PAT: SECRET },
      "sdk 1.x",
      ["--import", `data:text/javascript,${encodeURIComponent(probe)}`, COMMAND],
    );
    const range = { startDate: "2026-01-01", endDate: "2026-01-31" };
    const { summary } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: range }),
    ) as GetWorklogsResponse;
    expect(summary).toEqual({ totalHours: 500, totalEntries: 5000, uniqueIssues: 3 });
    await client.close();
    await expect.poll(stderr).toMatch(/peak \d+$/);
    expect(Number(/peak (\d+)$/.exec(stderr())?.[1]) / 1024).toBeLessThan(150);
  });
});
