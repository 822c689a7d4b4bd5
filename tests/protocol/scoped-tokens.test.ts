import { describe, expect, test } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { entry, POST } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";

const SITE = "https://acme.atlassian.net";
const TEMPO = "https://api.eu.tempo.io";
const ATLASSIAN = "https://api.atlassian.com";
const CLOUD_ID = "c10d0000-0000-4000-8000-000000000001";
const GATEWAY = `${ATLASSIAN}/ex/jira/${CLOUD_ID}`;
const TENANT_INFO = `GET ${SITE}/_edge/tenant_info`;

const SCOPED: Partial<SandboxBehaviour> = { jiraTokenScopes: ["read:jira-work", "read:jira-user"] };

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };
const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ["bulk_post_worklogs", { worklogs: [entry("2026-01-06"), entry("2026-01-07", { issueKey: "OLD-5" })] }],
  ["post_worklog", { ...POST, description: "Login flow" }],
  ["post_worklog", { ...POST, issueKey: "NOPE-1" }],
  ["get_worklogs", WEEK],
  ["get_worklogs", { ...WEEK, issueKey: "proj-123" }],
  ["get_schedule", WEEK],
  ["delete_worklog", { worklogId: "1290000" }],
];

const REFUSED =
  "Jira refused the token (HTTP 401). Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian account and a " +
  "valid API token of it. Check JIRA_BASE_URL too.";
const REFUSED_WITH_SCOPES = `${REFUSED} A token with scopes works only through ATLASSIAN_API_URL and needs the scopes read:jira-work and read:jira-user.`;

const { tempoToken, jiraEmail, jiraToken } = SANDBOX_CREDENTIALS;
const basicOf = (token: string) => `Basic ${Buffer.from(`${jiraEmail}:${token}`).toString("base64")}`;

interface Options extends SessionOptions {
  /** Takes the place of what is at an address; undefined lets the embedded Tempo respond. */
  respond?: (request: Request) => Response | Promise<Response> | undefined;
  jiraUrl?: string;
}

/** A session whose every request is recorded, and checked: which credentials went where, and that no redirect is followed. */
async function openWatched({ respond = () => undefined, jiraUrl = SITE, ...options }: Options = {}) {
  const sent: string[] = [];
  const wrong: string[] = [];
  const basic = basicOf(options.credentials?.jiraToken ?? jiraToken);
  const expected = (url: URL): string | null | undefined => {
    if (url.origin === TEMPO) return `Bearer ${tempoToken}`;
    if (url.href === `${SITE}/_edge/tenant_info`) return null;
    if (url.href.startsWith(`${SITE}/rest/api/3/`) || url.href.startsWith(`${GATEWAY}/rest/api/3/`))
      return basic;
    return undefined;
  };
  const upstream =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const { method, url, headers, redirect } = request;
      sent.push(`${method} ${url}`);
      const isRight = headers.get("authorization") === expected(new URL(url)) && redirect === "manual";
      if (!isRight || headers.has("cookie")) wrong.push(`${method} ${url} ${[...headers]} ${redirect}`);
      return (await respond(request)) ?? fetch(request);
    };
  const addresses = { tempoUrl: TEMPO, jiraUrl, atlassianUrl: ATLASSIAN };
  const session = await openSession({ ...options, addresses, upstream });
  const jira = () => sent.filter((it) => !it.includes(TEMPO)).map((it) => it.replace(/\?.*/, ""));
  return { ...session, sent, wrong, jira };
}

const at = (place: string, respond: () => Response | Promise<Response>) => (request: Request) =>
  request.url.startsWith(place) ? respond() : undefined;

const html = (status: number) => () =>
  new Response("<html>", { status, headers: { "content-type": "text/html" } });

const forbidden = () => Response.json({ errorMessages: [] }, { status: 403 });

const scopeMismatch = () =>
  Response.json({ code: 401, message: "Unauthorized; scope does not match" }, { status: 401 });

async function resultsOf(options: Options) {
  const session = await openWatched({
    seed: { worklogs: [worklog({ startDate: "2026-01-08" })] },
    ...options,
  });
  const results = [];
  for (const [tool, args] of CALLS) results.push(await session.call(tool, args));
  return { ...session, results };
}

describe("tokens with and without scopes", () => {
  test("give the same replies of all five tools, and go to their own addresses only", async () => {
    const unscoped = await resultsOf({});
    const scoped = await resultsOf({ behaviour: SCOPED });
    expect(scoped.results).toEqual(unscoped.results);
    expect(unscoped.results.map(({ isError = false }) => isError)).toEqual([
      ...[false, false, true],
      ...[false, false, false, false],
    ]);
    expect([...unscoped.wrong, ...scoped.wrong]).toEqual([]);
    expect(scoped.jira().length - unscoped.jira().length).toBe(3);
  });

  test("a token without scopes makes no request more than before", async () => {
    const { jira, wrong } = await resultsOf({});
    expect(jira()).toEqual([
      `POST ${SITE}/rest/api/3/issue/bulkfetch`,
      `GET ${SITE}/rest/api/3/issue/OLD-5`,
      `GET ${SITE}/rest/api/3/myself`,
      `POST ${SITE}/rest/api/3/issue/bulkfetch`,
      `GET ${SITE}/rest/api/3/issue/NOPE-1`,
    ]);
    expect(wrong).toEqual([]);
  });

  test("a token with scopes is tried at the site once, and from then on only at Atlassian's API", async () => {
    const { jira, wrong } = await resultsOf({ behaviour: SCOPED });
    expect(jira()).toEqual([
      `POST ${SITE}/rest/api/3/issue/bulkfetch`,
      `GET ${SITE}/rest/api/3/myself`,
      TENANT_INFO,
      `GET ${GATEWAY}/rest/api/3/myself`,
      `POST ${GATEWAY}/rest/api/3/issue/bulkfetch`,
      `GET ${GATEWAY}/rest/api/3/issue/OLD-5`,
      `POST ${GATEWAY}/rest/api/3/issue/bulkfetch`,
      `GET ${GATEWAY}/rest/api/3/issue/NOPE-1`,
    ]);
    expect(wrong).toEqual([]);
  });

  test("concurrent first calls try Atlassian's API once", async () => {
    const { reply, jira } = await openWatched({ behaviour: SCOPED });
    await Promise.all([
      ...Array.from({ length: 4 }, () => reply("get_schedule", WEEK)),
      ...Array.from({ length: 4 }, () => reply("get_worklogs", WEEK)),
    ]);
    expect(jira()).toEqual([
      `GET ${SITE}/rest/api/3/myself`,
      TENANT_INFO,
      `GET ${GATEWAY}/rest/api/3/myself`,
    ]);
  });

  test("a site that answers a token with scopes as if there were none does not hide the issues", async () => {
    const { reply, jira } = await openWatched({
      behaviour: SCOPED,
      respond: (request) =>
        request.url === `${SITE}/rest/api/3/issue/bulkfetch`
          ? Response.json({ issues: [], issueErrors: [] })
          : undefined,
    });
    expect(await reply("post_worklog", POST)).toMatchObject({ success: true });
    expect(jira()).toEqual([
      `POST ${SITE}/rest/api/3/issue/bulkfetch`,
      `GET ${SITE}/rest/api/3/myself`,
      TENANT_INFO,
      `GET ${GATEWAY}/rest/api/3/myself`,
      `POST ${GATEWAY}/rest/api/3/issue/bulkfetch`,
    ]);
  });

  test("Data Center is never asked for a cloud id", async () => {
    const { refusal, requests } = await openSession({
      deployment: "datacenter",
      credentials: { personalAccessToken: "wrong-token" },
    });
    expect(await refusal("get_schedule", WEEK)).toContain("Jira refused the token (HTTP 401).");
    expect(requests.map(({ operation }) => operation)).toEqual(["getMyselfDataCenter"]);
  });
});

describe("a token that Jira refuses", () => {
  test("costs two requests more in a process, however often it is used", async () => {
    const { refusal, jira, sent, wrong } = await openWatched({ credentials: { jiraToken: "wrong-token" } });
    const text = `${REFUSED_WITH_SCOPES} This one was refused there too.`;
    for (let call = 0; call < 4; call += 1) expect(await refusal("get_schedule", WEEK)).toBe(text);
    expect(await refusal("post_worklog", POST)).toBe(text);
    expect(jira()).toEqual([
      `GET ${SITE}/rest/api/3/myself`,
      TENANT_INFO,
      `GET ${GATEWAY}/rest/api/3/myself`,
      ...Array.from({ length: 3 }, () => `GET ${SITE}/rest/api/3/myself`),
      `POST ${SITE}/rest/api/3/issue/bulkfetch`,
    ]);
    expect(sent).toEqual(jira());
    expect(wrong).toEqual([]);
  });

  test.each<[accepted: string, call: [tool: string, args: object], request: string]>([
    ["its owner's name", ["get_schedule", WEEK], `GET ${SITE}/rest/api/3/myself`],
    [
      "an issue that does not exist",
      ["post_worklog", { ...POST, issueKey: "NOPE-1" }],
      `GET ${SITE}/rest/api/3/issue/NOPE-1`,
    ],
  ])(
    "is not tried at Atlassian's API if the site had accepted it before, for %s",
    async (_, first, request) => {
      let hasEnded = false;
      const { call, refusal, reply, jira } = await openWatched({
        respond: ({ url }) => (hasEnded && url.startsWith(SITE) ? html(401)() : undefined),
      });
      await call(first[0], { ...first[1] });
      expect(jira().at(-1)).toBe(request);
      const before = jira().length;
      hasEnded = true;
      expect(await refusal("post_worklog", POST)).toBe(REFUSED);
      expect(jira().slice(before)).toEqual([`POST ${SITE}/rest/api/3/issue/bulkfetch`]);
      hasEnded = false;
      expect(await reply("post_worklog", POST)).toMatchObject({ success: true });
      expect(jira().filter((it) => !it.includes(`${SITE}/rest/`))).toEqual([]);
    },
  );

  test("is not tried a second way if JIRA_BASE_URL is Jira at Atlassian's API already", async () => {
    const { reply, jira } = await openWatched({ behaviour: SCOPED, jiraUrl: GATEWAY });
    await reply("post_worklog", POST);
    expect(jira()).toEqual([
      `POST ${GATEWAY}/rest/api/3/issue/bulkfetch`,
      `GET ${GATEWAY}/rest/api/3/myself`,
    ]);
    const other = await openWatched({ credentials: { jiraToken: "wrong-token" }, jiraUrl: GATEWAY });
    expect(await other.refusal("get_schedule", WEEK)).toBe(REFUSED);
    expect(other.jira()).toEqual([`GET ${GATEWAY}/rest/api/3/myself`]);
  });
});

describe("a site that gives no cloud id leaves the token where it is:", () => {
  const GAVE_NONE = `${REFUSED_WITH_SCOPES} This one could not be tried there: ${SITE}/_edge/tenant_info gave no cloud id`;
  const cloudId = (value: unknown) => () => Response.json({ cloudId: value });

  test.each<[what: string, respond: () => Response | Promise<Response>, status: string, asked: number]>([
    ["404", html(404), " (HTTP 404)", 1],
    ["401", html(401), " (HTTP 401)", 1],
    ["a redirect", () => Response.redirect("https://evil.example/4/", 302), " (HTTP 302)", 1],
    ["500", html(500), " (HTTP 500)", 4],
    ["HTML", html(200), "", 2],
    ["null", () => Response.json(null), "", 1],
    ["no cloud id", () => Response.json({}), "", 1],
    ["an empty cloud id", cloudId(""), "", 1],
    ["a number", cloudId(7), "", 1],
    ["a path", cloudId("../../oauth"), "", 1],
    ["an encoded path", cloudId("%2e%2e%2foauth"), "", 1],
    ["dots", cloudId(".."), "", 1],
    ["another host", cloudId("@evil.example"), "", 1],
    ["a query", cloudId(`${CLOUD_ID}?x=`), "", 1],
    ["a line break", cloudId(`${CLOUD_ID}\n`), "", 1],
    ["a text without end", cloudId("a".repeat(500)), "", 1],
  ])("%s", async (_, respond, status, asked) => {
    const { refusal, sent, wrong, clock } = await openWatched({
      behaviour: SCOPED,
      respond: at(`${SITE}/_edge`, respond),
    });
    for (let call = 0; call < 4; call += 1) {
      expect(await refusal("get_schedule", WEEK)).toBe(`${GAVE_NONE}${status}.`);
    }
    expect(sent.filter((it) => it === TENANT_INFO).length).toBe(asked);
    expect(sent.filter((it) => it !== TENANT_INFO)).toEqual(
      Array.from({ length: 4 }, () => `GET ${SITE}/rest/api/3/myself`),
    );
    expect(wrong).toEqual([]);
    expect(clock.now()).toBeLessThan(20_000);
  });

  test("no response", async () => {
    const { refusal, sent, wrong, clock } = await openWatched({
      behaviour: SCOPED,
      respond: at(`${SITE}/_edge`, () => new Promise<never>(() => {})),
    });
    expect(await refusal("get_schedule", WEEK)).toBe(`${GAVE_NONE}.`);
    expect(clock.now()).toBeLessThanOrEqual(10_000);
    expect(sent.filter((it) => it.startsWith(`GET ${ATLASSIAN}`))).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test("one that gives it later is asked again", async () => {
    let isDown = true;
    const { refusal, reply, jira } = await openWatched({
      behaviour: SCOPED,
      respond: at(`${SITE}/_edge`, () => (isDown ? html(503)() : cloudId(CLOUD_ID)())),
    });
    expect(await refusal("get_schedule", WEEK)).toBe(`${GAVE_NONE} (HTTP 503).`);
    isDown = false;
    await reply("get_schedule", WEEK);
    await reply("post_worklog", POST);
    expect(jira().slice(-2)).toEqual([
      `GET ${GATEWAY}/rest/api/3/myself`,
      `POST ${GATEWAY}/rest/api/3/issue/bulkfetch`,
    ]);
  });
});

describe("Atlassian's API", () => {
  test.each<[what: string, respond: () => Response | Promise<Response>, text: string]>([
    [
      "that cannot be reached",
      () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } })),
      `Jira could not be reached at ${ATLASSIAN} (ENOTFOUND).`,
    ],
    [
      "that does not respond",
      () => new Promise<never>(() => {}),
      `Jira could not be reached at ${ATLASSIAN} (no response in time).`,
    ],
    ["with 503", html(503), "Jira is temporarily unavailable (HTTP 503)."],
    ["with 403", forbidden, "The token's owner lacks permission for this in Jira (HTTP 403)."],
    [
      "with a page of another server",
      html(404),
      "No Jira API at this URL (HTTP 404). Check ATLASSIAN_API_URL, and that Jira runs there.",
    ],
  ])("%s is an error that names the site's refusal first", async (_, respond, text) => {
    let isDown = true;
    const { refusal, clock, sent, wrong } = await openWatched({
      behaviour: SCOPED,
      respond: (request) => (isDown ? at(ATLASSIAN, respond)(request) : undefined),
    });
    const full = `${REFUSED_WITH_SCOPES} This one did not work there: ${text}`;
    expect(await refusal("get_schedule", WEEK)).toBe(full);
    expect(clock.now()).toBeLessThanOrEqual(10_000);
    expect(await refusal("get_schedule", WEEK)).toBe(full);
    isDown = false;
    expect(await refusal("get_schedule", WEEK)).toBe(full);
    expect(sent.filter((it) => it.includes(ATLASSIAN)).length).toBeLessThanOrEqual(4);
    expect(wrong).toEqual([]);
  });

  test("that redirects is not followed", async () => {
    const { refusal, sent, wrong } = await openWatched({
      behaviour: SCOPED,
      respond: at(ATLASSIAN, () => Response.redirect("https://evil.example/rest/api/3/myself", 302)),
    });
    expect(await refusal("get_schedule", WEEK)).toContain(
      "Redirects are not followed, to keep your token safe.",
    );
    expect(sent.length).toBe(3);
    expect(wrong).toEqual([]);
  });

  test("that is down after it had worked is an error of its own", async () => {
    let isDown = false;
    const { reply, refusal, jira } = await openWatched({
      behaviour: SCOPED,
      respond: (request) => (isDown ? at(ATLASSIAN, html(503))(request) : undefined),
    });
    await reply("get_schedule", WEEK);
    isDown = true;
    expect(await refusal("post_worklog", POST)).toBe(
      "Jira is temporarily unavailable (HTTP 503). Try again in a minute.",
    );
    expect(jira().filter((it) => it.includes(SITE)).length).toBe(2);
  });
});

describe("a token that lacks a scope", () => {
  const NEEDS =
    "The token in JIRA_API_TOKEN needs the scopes read:jira-work and read:jira-user; if one is missing, create a new token with " +
    "both. If it has them, check that the account of JIRA_EMAIL may use this Jira site and see the issue.";
  const LACKS = `The token's owner lacks permission for this in Jira (HTTP 401). It says: "Unauthorized; scope does not match". ${NEEDS}`;

  test("to see its owner gets an error that names both scopes, and is not tried at the site again", async () => {
    const { refusal, jira } = await openWatched({ behaviour: { jiraTokenScopes: ["read:jira-work"] } });
    for (let call = 0; call < 3; call += 1) expect(await refusal("get_schedule", WEEK)).toBe(LACKS);
    expect(jira()).toEqual([
      `GET ${SITE}/rest/api/3/myself`,
      TENANT_INFO,
      ...Array.from({ length: 3 }, () => `GET ${GATEWAY}/rest/api/3/myself`),
    ]);
  });

  test("to see issues gets an error that names both", async () => {
    const { reply, call } = await openWatched({ behaviour: { jiraTokenScopes: ["read:jira-user"] } });
    await reply("get_schedule", WEEK);
    expect(await call("post_worklog", POST)).toMatchObject({
      isError: true,
      content: [{ text: LACKS }],
      _meta: { "tempofiller/error": { code: "forbidden", httpStatus: 401, retryable: false } },
    });
  });

  test("gets the same advice after a 403", async () => {
    const { reply, refusal } = await openWatched({
      behaviour: SCOPED,
      respond: (request) => (request.url.startsWith(`${GATEWAY}/rest/api/3/issue`) ? forbidden() : undefined),
    });
    await reply("get_schedule", WEEK);
    expect(await refusal("post_worklog", POST)).toBe(
      `The token's owner lacks permission for this in Jira (HTTP 403). ${NEEDS}`,
    );
  });

  test("is recognised at the site as well", async () => {
    const { reply } = await openWatched({ behaviour: SCOPED, respond: at(`${SITE}/rest`, scopeMismatch) });
    expect(await reply("get_schedule", WEEK)).toMatchObject({ days: expect.any(Array) });
  });
});
