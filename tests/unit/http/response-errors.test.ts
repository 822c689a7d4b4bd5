import { describe, expect, test } from "vitest";
import { rateLimitReset, statusError } from "../../../src/tempo/http/response-errors.ts";
import type { Effect } from "../../../src/tempo/http/service.ts";
import { SERVICE, shown } from "./service.ts";

const NOW = Date.UTC(2026, 0, 15);
const UNCHANGED = "Nothing was changed by this request.";

interface Failed {
  headers?: Record<string, string>;
  body?: unknown;
  message?: string;
  target?: string;
  effect?: Effect;
}

/** `part`: the words of its text that no other row's kind has. */
type Row = [what: string, status: number, failed: Failed, kind: string, part?: string];

function errorOf(status: number, { headers = {}, body, message = "", target, effect = "read" }: Failed) {
  const response = new Response(null, { status, headers });
  return shown(statusError(SERVICE, effect, { response, body, message, target }, NOW));
}

const WORKLOG = { target: "Worklog 7" };
const NO_API = "No Tempo API at this URL (HTTP 404).";
const NAMED = "Worklog 7 was not found in Tempo, or you have no access to it (HTTP 404).";

const TABLES: Record<string, Row[]> = {
  "a status": [
    ["401 is about the token", 401, { message: "expired" }, "UnauthorizedError"],
    [
      "401 of a token that lacks a scope is about the permission",
      401,
      { message: "Unauthorized; scope does not match" },
      "ForbiddenError",
      'It says: "Unauthorized; scope does not match".',
    ],
    [
      "400 is about what was sent, whatever its message says",
      400,
      { message: "scope does not match" },
      "RejectedError",
      'It says: "scope does not match".',
    ],
    [
      "404 that names the licence does not mean that something is not there",
      404,
      { ...WORKLOG, message: "The license has expired", body: { message: "The license has expired" } },
      "ForbiddenError",
      'It says: "The license has expired". Ask for the permission.',
    ],
    ["403 is about the permission", 403, {}, "ForbiddenError", "(HTTP 403). Ask for the permission."],
    [
      "403 after a write says that nothing was changed",
      403,
      { effect: "write", message: "closed" },
      "ForbiddenError",
      'It says: "closed".',
    ],
    ["429 is a rate limit", 429, { effect: "write" }, "UnavailableError", "is rate-limiting requests"],
    [
      "409 passes in a minute",
      409,
      { effect: "write", message: "in progress", headers: { "retry-after": "120" } },
      "UnavailableError",
      `It says: "in progress". ${UNCHANGED} Try again in a minute.`,
    ],
    ...[408, 500, 599].map(
      (status): Row => [
        `${status} passes`,
        status,
        { message: "down", headers: { "retry-after": "120" } },
        "UnavailableError",
        'It says: "down". Try again in about 2 minutes.',
      ],
    ),
    ...[408, 500, 504, 524].map(
      (status): Row => [
        `${status} after a write leaves the outcome unknown`,
        status,
        { effect: "write", message: "down" },
        status === 500 ? "OutcomeUnknownError" : "NoAnswerError",
        `Tempo returned HTTP ${status}, `,
      ],
    ),
    ...[400, 422, 499].map(
      (status): Row => [`${status} is a rejection`, status, {}, "RejectedError", "It gives no reason."],
    ),
    [
      "400 after a write says that nothing was changed",
      400,
      { effect: "write", message: 'no "x"' },
      "RejectedError",
      'It says: "no \\"x\\"".',
    ],
  ],
  "a 404 for what is addressed by id": [
    ...[{ message: "gone" }, {}, []].map(
      (body): Row => [
        `with ${JSON.stringify(body)} names it`,
        404,
        { ...WORKLOG, body, message: "gone" },
        "NotFoundError",
        `${NAMED} It says: "gone".`,
      ],
    ),
    [
      "after a write says that nothing was changed",
      404,
      { ...WORKLOG, body: {}, effect: "write" },
      "NotFoundError",
      NAMED,
    ],
    ...[undefined, ""].map(
      (body): Row => [
        `with an empty JSON body (${JSON.stringify(body)}) names it`,
        404,
        { ...WORKLOG, body, headers: { "content-type": "application/json" } },
        "NotFoundError",
        NAMED,
      ],
    ),
    ...[{}, { "content-type": "text/html" }, { "content-type": "text/jsonish" }].map(
      (headers: Record<string, string>): Row => [
        `with an empty body that is no JSON (${JSON.stringify(headers)}) is about the URL`,
        404,
        { ...WORKLOG, headers },
        "UnexpectedResponseError",
        NO_API,
      ],
    ),
    [
      "with a page is about the URL",
      404,
      { ...WORKLOG, body: "<html>", headers: { "content-type": "application/json" } },
      "UnexpectedResponseError",
      NO_API,
    ],
    [
      "of a path that nothing serves is about the URL",
      404,
      { ...WORKLOG, body: { errors: [] }, message: "null for uri: https://tempo.test/x" },
      "UnexpectedResponseError",
      NO_API,
    ],
    [
      "with those words later in its message names it",
      404,
      { ...WORKLOG, body: {}, message: "Found null for uri" },
      "NotFoundError",
      `${NAMED} It says: "Found null for uri".`,
    ],
  ],
  "a 404 for something else": [
    ...[{ errors: [] }, { errorMessages: [] }].map(
      (body): Row => [
        `with ${JSON.stringify(body)} is about what was asked for`,
        404,
        { body, effect: "write" },
        "NotFoundError",
        "Not found in Tempo, or the token's owner has no access to it",
      ],
    ),
    ...[{ message: "x" }, null, undefined, "<html>"].map(
      (body): Row => [
        `with ${JSON.stringify(body)} is about the URL`,
        404,
        { body },
        "UnexpectedResponseError",
        NO_API,
      ],
    ),
    ["says that a write changed nothing", 404, { effect: "write" }, "UnexpectedResponseError", NO_API],
  ],
  "a redirect": [
    ...["https://other.test/rest/api/2", "/4/worklogs", "//other.test/jira/rest/"].map(
      (location): Row => [
        `to the API at ${location} is about the URL`,
        302,
        { headers: { location } },
        "UnexpectedResponseError",
      ],
    ),
    ...[
      "https://other.test/login",
      "/login?next=/rest/api/2",
      "/restful/",
      "/14/",
      "http://[",
      undefined,
    ].map(
      (location): Row => [
        `to ${location} is a login page`,
        399,
        { headers: location === undefined ? {} : { location } },
        "UnauthorizedError",
      ],
    ),
    ["may have the first of its statuses", 300, {}, "UnauthorizedError", "redirected to a login page"],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", (_, status, failed, kind, part = "") => {
    const { message, retryAfter: __, ...error } = errorOf(status, failed);
    expect(error).toEqual({ kind, httpStatus: status });
    expect(message).toContain(part);
    const isUnchanged = failed.effect === "write" && !["OutcomeUnknownError", "NoAnswerError"].includes(kind);
    expect(message.includes(UNCHANGED)).toBe(isUnchanged);
  });
});

test.each([429, 500])("%i says when to try again, as its header does", (status) => {
  const { message, retryAfter } = errorOf(status, { headers: { "retry-after": "120" } });
  expect({ message, retryAfter }).toEqual({
    message: expect.stringMatching(/ Try again in about 2 minutes\.$/),
    retryAfter: 120_000,
  });
  expect(errorOf(409, { headers: { "retry-after": "120" } }).retryAfter).toBeUndefined();
});

const REMAINING = { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "30" };

test.each<[headers: Record<string, string>, milliseconds: number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "0" }, undefined],
  [{ "retry-after": new Date(NOW + 9000).toUTCString() }, 9000],
  [{ "retry-after": "Thu, 15 Jan 2026 00:00:09 +0000" }, 9000],
  [{ "retry-after": "2026-01-15T00:00:09Z" }, 9000],
  [{ "retry-after": new Date(NOW - 9000).toUTCString() }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "7 s" }, undefined],
  [REMAINING, 30_000],
  [{ ...REMAINING, "retry-after": "7" }, 7000],
  [{ ...REMAINING, "x-ratelimit-remaining": "1" }, undefined],
  [{ ...REMAINING, "x-ratelimit-interval-seconds": "0" }, undefined],
])("a rate limit with the headers %j asks for a wait of %s ms", (headers, milliseconds) => {
  expect(errorOf(429, { headers }).retryAfter).toBe(milliseconds);
});

test("a Data Center without remaining requests allows the next after its interval", () => {
  expect([rateLimitReset(new Headers(REMAINING)), rateLimitReset(new Headers())]).toEqual([
    30_000,
    undefined,
  ]);
});
