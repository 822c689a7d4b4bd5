import { describe, expect, test } from "vitest";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { RateLimiter } from "../../src/tempo/http/rate-limit.ts";
import { ME, worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };
const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };
const SCOPES =
  "Where Tempo names no other reason, the token of TEMPO_API_TOKEN lacks a scope. A token's scopes cannot be changed: " +
  "make a new one in Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.";

/** Answers requests to Tempo in its place. */
const tempoAnswers =
  (answer: (request: Request) => Response | Promise<Response>) =>
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request) =>
    request.url.includes("/4/") ? answer(request) : fetch(request);

describe("what Tempo answers instead of a schedule", () => {
  test.each<[what: string, answer: () => Response | Promise<Response>, error: object, text: string]>([
    [
      "400",
      () => Response.json({ errors: { message: "Nope" } }, { status: 400 }),
      { code: "rejected", httpStatus: 400, retryable: false },
      'Tempo rejected this (HTTP 400). It says: "Nope". Correct it and try again.',
    ],
    [
      "403",
      () => new Response("<html>", { status: 403 }),
      { code: "forbidden", httpStatus: 403, retryable: false },
      `Tempo denies this to the owner of the token (HTTP 403). ${SCOPES}`,
    ],
    [
      "404",
      () => Response.json({ errors: [{ message: "User not found" }] }, { status: 404 }),
      { code: "not_found", httpStatus: 404, retryable: false },
      'Tempo does not find this, or the token\'s owner may not see it (HTTP 404). It says: "User not found". Check TEMPO_API_URL.',
    ],
    [
      "429",
      () => new Response("", { status: 429 }),
      { code: "unavailable", httpStatus: 429, retryable: true },
      "Tempo takes no more requests for now (HTTP 429). Try again in a minute.",
    ],
    [
      "503",
      () => new Response("<html>", { status: 503 }),
      { code: "unavailable", httpStatus: 503, retryable: true },
      "Tempo cannot answer now (HTTP 503). Try again in a minute.",
    ],
    [
      "no name in DNS",
      () => failing({ code: "ENOTFOUND" }),
      { code: "unavailable", retryable: true },
      "Tempo cannot be reached (ENOTFOUND). Check the network and TEMPO_API_URL, then try again.",
    ],
    [
      "an end of the connection",
      () => failing({ code: "UND_ERR_SOCKET" }),
      { code: "unavailable", retryable: true },
      "Tempo cannot be reached (UND_ERR_SOCKET). Check the network and TEMPO_API_URL, then try again.",
    ],
    [
      "a certificate of a signer whom this machine does not know",
      () => failing({ code: "SELF_SIGNED_CERT_IN_CHAIN" }),
      { code: "unavailable", retryable: false },
      "Tempo shows a certificate that this machine does not trust (SELF_SIGNED_CERT_IN_CHAIN), as companies do that sign " +
        "their own. Set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of the signer; your IT " +
        "department has it.",
    ],
    [
      "a certificate that has expired",
      () => failing({ code: "CERT_HAS_EXPIRED" }),
      { code: "unavailable", retryable: false },
      "Tempo shows a certificate that is not valid today (CERT_HAS_EXPIRED). Check this machine's clock; if it is right, " +
        "ask whoever runs the server to renew the certificate.",
    ],
    [
      "a certificate for another name",
      () => failing({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
      { code: "unavailable", retryable: false },
      "Tempo shows a certificate for another host name (ERR_TLS_CERT_ALTNAME_INVALID). Set TEMPO_API_URL to the host " +
        "name that the certificate is for.",
    ],
    [
      "a code that is a number, with a cause that tells",
      () => failing({ code: 20, message: "cancelled", cause: { code: "ECONNRESET" } }),
      { code: "unavailable", retryable: true },
      "Tempo cannot be reached (ECONNRESET). Check the network and TEMPO_API_URL, then try again.",
    ],
    [
      "silence",
      () => Promise.reject(new DOMException("timed out", "TimeoutError")),
      { code: "unavailable", retryable: true },
      "Tempo cannot be reached (no answer in time). Check the network and TEMPO_API_URL, then try again.",
    ],
    [
      "null",
      () => Response.json(null),
      { code: "unexpected_response", retryable: false },
      "Tempo's answer cannot be read: it is not what was promised. A proxy or a login page may stand between; check TEMPO_API_URL.",
    ],
    [
      "no days",
      () => Response.json({}),
      { code: "unexpected_response", retryable: false },
      "Tempo's answer cannot be read: its days are missing. A proxy or a login page may stand between; check TEMPO_API_URL.",
    ],
    [
      "a day without hours",
      () => Response.json({ results: [{ date: "2026-01-05" }] }),
      { code: "unexpected_response", retryable: false },
      "Tempo's answer cannot be read: a day's required time is missing or no whole number. A proxy or a login page may stand between; check TEMPO_API_URL.",
    ],
  ])("%s", async (_, answer, error, text) => {
    const { call } = await openSession({ upstream: tempoAnswers(answer) });
    const { isError, content, _meta } = await call("get_schedule", WEEK);
    expect({ isError, text: content[0]?.text, error: _meta?.["tempofiller/error"] }).toEqual({
      isError: true,
      text,
      error,
    });
  });
});

/** Answers writes to Tempo in its place; a search is a read. */
const writesAnswer =
  (answer: () => Response | Promise<Response>) =>
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request) =>
    /^(POST .*\/4\/worklogs|DELETE .*)$/.test(`${request.method} ${request.url}`) ? answer() : fetch(request);

describe("what Tempo answers to a write", () => {
  test.each<[what: string, answer: () => Response | Promise<Response>, code: string]>([
    ["403", () => Response.json({ message: "Period is closed" }, { status: 403 }), "forbidden"],
    ["404", () => Response.json({ errors: [] }, { status: 404 }), "not_found"],
    ["404 of something else", () => new Response("<html>", { status: 404 }), "unexpected_response"],
    ["a certificate that is not trusted", () => failing({ code: "CERT_UNTRUSTED" }), "unavailable"],
    ["429", () => new Response("", { status: 429 }), "unavailable"],
    ["no name in DNS", () => failing({ code: "ENOTFOUND" }), "unavailable"],
    ["no name for now", () => failing({ code: "EAI_AGAIN" }), "unavailable"],
    ["a connection that never opened", () => failing({ code: "UND_ERR_CONNECT_TIMEOUT" }), "unavailable"],
  ])("%s: nothing was changed", async (_, answer, code) => {
    const { call } = await openSession({ upstream: writesAnswer(answer) });
    const { content, _meta } = await call("post_worklog", POST);
    expect(content[0]?.text).toContain("Nothing was changed by this request.");
    expect(_meta?.["tempofiller/error"]).toMatchObject({ code });
  });

  test.each<[what: string, answer: () => Response | Promise<Response>]>([
    ["408", () => new Response("", { status: 408 })],
    ["500", () => new Response("", { status: 500 })],
    ["an end of the connection", () => failing({ code: "UND_ERR_SOCKET" })],
    ["a reset", () => failing({ code: "ECONNRESET" })],
    ["silence", () => Promise.reject(new DOMException("timed out", "TimeoutError"))],
  ])("%s: in doubt, for a delete too", async (_, answer) => {
    const { refusal } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05", timeSpentSeconds: 60 })] },
      upstream: writesAnswer(answer),
    });
    for (const text of [
      await refusal("post_worklog", POST),
      await refusal("delete_worklog", { worklogId: "1290000" }),
    ]) {
      expect(text).toMatch(/whether it took effect is unknown\. Check with get_worklogs/);
    }
  });
});

describe("Jira's myself", () => {
  test("is asked again after a failure, and remembered after a success", async () => {
    let calls = 0;
    const { refusal, reply } = await openSession({
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/myself")) return fetch(request);
        calls += 1;
        return calls <= 5 ? new Response("", { status: 503 }) : fetch(request);
      },
    });
    expect(await refusal("get_schedule", WEEK)).toBe(
      "Jira cannot answer now (HTTP 503). Try again in a minute.",
    );
    await reply("get_schedule", WEEK);
    await reply("get_worklogs", WEEK);
    // Once and four times again for the call that failed, once for all that follow.
    expect(calls).toBe(6);
  });

  test.each([
    [{}, "your account id is missing"],
    [{ accountId: "" }, "your account id is missing"],
    [{ accountId: ".." }, "your account id is none"],
    [{ accountId: "../issue/PROJ-1" }, "your account id is none"],
  ])("%j leads nowhere", async (user, fault) => {
    const { refusal, requests } = await openSession({
      upstream: (fetch) => async (request) =>
        request.url.endsWith("/myself") ? Response.json(user) : fetch(request),
    });
    for (const [tool, args] of [
      ["get_schedule", WEEK],
      ["post_worklog", POST],
    ] as const) {
      expect(await refusal(tool, args)).toContain(`Jira's answer cannot be read: ${fault}.`);
    }
    expect(requests.map(({ operation }) => operation)).toEqual(["bulkFetchIssues"]);
  });
});

describe("pages", () => {
  const page = (next: unknown, ids: number[]) =>
    Response.json({
      metadata: { count: ids.length, limit: 1, offset: 0, next },
      results: ids.map((id) => ({
        tempoWorklogId: id,
        issue: { self: "https://x/rest/api/2/issue/10123" },
        startDate: "2026-01-05",
        timeSpentSeconds: 3600,
        author: { accountId: ME.accountId },
      })),
    });

  test("end where next is null, and an issue without an id is known by its address", async () => {
    const { reply } = await openSession({ upstream: tempoAnswers(() => page(null, [1])) });
    expect(await reply("get_worklogs", WEEK)).toMatchObject({
      byIssue: [{ issueKey: "PROJ-123" }],
      summary: { totalEntries: 1 },
    });
  });

  test("that overlap, since somebody books meanwhile, count each worklog once", async () => {
    const pages = [page("more", [1, 2]), page(undefined, [2, 3])];
    const { reply } = await openSession({
      upstream: tempoAnswers(() => pages.shift() ?? page(undefined, [])),
    });
    expect(await reply("get_worklogs", WEEK)).toMatchObject({ summary: { totalHours: 3, totalEntries: 3 } });
  });

  test.each([
    ["empty", []],
    ["the same again", [1]],
  ])("that go on with %s are an error, not a short list or an endless one", async (_, ids) => {
    let calls = 0;
    const { refusal } = await openSession({
      upstream: tempoAnswers(() => {
        calls += 1;
        return page("more", calls === 1 ? [1] : ids);
      }),
    });
    expect(await refusal("get_worklogs", WEEK)).toBe(
      "Tempo names a further page and then answers nothing new on it, after 1 results. The list would be incomplete, so none " +
        "is shown; ask for a shorter range.",
    );
    expect(calls).toBe(2);
  });
});

test("what is known of an issue is asked again after a quarter of an hour", async () => {
  const { reply, requests, clock } = await openSession({
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
  });
  const lookups = () => requests.filter(({ operation }) => operation === "bulkFetchIssues").length;
  await reply("get_worklogs", WEEK);
  clock.advance(14 * 60_000);
  await reply("get_worklogs", WEEK);
  expect(lookups()).toBe(1);
  clock.advance(2 * 60_000);
  await reply("get_worklogs", WEEK);
  expect(lookups()).toBe(2);
});

function failing(cause: object): Promise<Response> {
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

describe("a request that waits for its turn", () => {
  /** A pace that holds back what is posted until it is let go; `during` is run with the wait. */
  function heldPace(during = (wait: () => Promise<void>) => wait()) {
    const held: (() => void)[] = [];
    let isHolding = false;
    const rateLimiter: RateLimiter = async (send) => {
      if (isHolding) await during(() => new Promise((resolve) => held.push(resolve)));
      return send();
    };
    return {
      rateLimiter,
      /** Holds every request back from the first worklog on. */
      holdAfter: (fetch: Fetch) => async (request: Request) => {
        const response = await fetch(request);
        isHolding ||= request.url.includes("/4/worklogs/user/");
        return response;
      },
      held,
      letGo() {
        for (const go of held.splice(0)) go();
      },
    };
  }

  test("is not sent once its call was cancelled", async () => {
    const clock = virtualClock();
    const { rateLimiter, holdAfter, held, letGo } = heldPace((wait) => clock.work(wait));
    const session = await openSession({ clock, rateLimiter, upstream: holdAfter });
    const cancelling = new AbortController();
    const call = session.call("post_worklog", POST, { signal: cancelling.signal }).catch(() => undefined);
    await expect.poll(() => held.length).toBe(1);
    cancelling.abort();
    await call;
    await expect.poll(() => session.log).toHaveLength(1);
    letGo();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.log).toEqual(["post_worklog: cancelled; before that it had changed nothing"]);
    expect(session.requests.filter(({ operation }) => operation === "createWorklog")).toEqual([]);
    expect(session.sandbox.state.worklogs.size).toBe(0);
  });

  test("is not sent once its call's time is over, and that is said", async () => {
    const { rateLimiter, holdAfter, letGo } = heldPace();
    const session = await openSession({ rateLimiter, upstream: holdAfter });
    expect(await session.refusal("post_worklog", POST)).toBe(
      "Not sent: the call's time ran out before its turn. Send the same call again.",
    );
    letGo();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.clock.now()).toBeLessThan(50_000);
    expect(session.sandbox.state.worklogs.size).toBe(0);
  });
});

test.each([
  ["get_schedule", WEEK, { code: "unavailable", retryable: true }],
  ["post_worklog", POST, { code: "outcome_unknown", retryable: false }],
])("a request that never ends, whatever its signal says, is given up: %s", async (tool, args, error) => {
  const isAsked = (url: string) => /\/4\/(worklogs$|user-schedule\/)/.test(url);
  const session = await openSession({
    upstream: (fetch) => (request) => (isAsked(request.url) ? new Promise(() => {}) : fetch(request)),
  });
  const { _meta } = await session.call(tool, args);
  expect(_meta?.["tempofiller/error"]).toEqual(error);
});

test("a call that shared another's question asks anew where the other's time ran out", async () => {
  const clock = virtualClock();
  const session = await openSession({
    clock,
    upstream: (fetch) => (request) =>
      request.url.endsWith("/myself") && clock.now() < 60_000 ? new Promise(() => {}) : fetch(request),
  });
  const first = session.call("get_schedule", { startDate: "2026-01-05" });
  await clock.sleep(30_000);
  const second = session.call("get_schedule", { startDate: "2026-01-06" });
  expect((await first).isError).toBe(true);
  expect((await second).isError).toBeFalsy();
});

test("what Tempo said is not hidden by a last try that the call's end cuts short", async () => {
  let asked = 0;
  const { refusal } = await openSession({
    budget: 2000,
    upstream: (fetch) => (request) => {
      if (!request.url.includes("/4/")) return fetch(request);
      asked += 1;
      return asked <= 2 ? Promise.resolve(new Response(null, { status: 503 })) : new Promise(() => {});
    },
  });
  expect(await refusal("get_schedule", { startDate: "2026-01-05" })).toBe(
    "Tempo cannot answer now (HTTP 503). Try again in a minute.",
  );
});
