import { describe, expect, test } from "vitest";
import type { Effect } from "../../../src/tempo/http/service.ts";
import { rateLimitReset, statusError } from "../../../src/tempo/http/status-errors.ts";
import { SERVICE, type ShownError, shown } from "./service.ts";

const NOW = Date.UTC(2026, 0, 15);
const UNCHANGED = "Nothing was changed by this request.";
const UNKNOWN = "so it is unknown whether the request took effect. Check your worklogs before retrying.";
const NO_API = "No Tempo API at this URL (HTTP 404). Check TEMPO_URL, and that Tempo runs there.";
const MOVED = "Redirects are not followed, to keep your token safe. Set TEMPO_URL to the final URL.";

interface Failed {
  headers?: Record<string, string>;
  body?: unknown;
  message?: string;
  target?: string;
  effect?: Effect;
}

type Row = [what: string, status: number, failed: Failed, error: Omit<ShownError, "httpStatus">];

function errorOf(status: number, { headers = {}, body, message = "", target, effect = "read" }: Failed) {
  const response = new Response(null, { status, headers });
  return shown(statusError(SERVICE, effect, { response, body, message, target }, NOW));
}

const TABLES: Record<string, Row[]> = {
  "a status": [
    [
      "401 is about the token",
      401,
      { message: "expired" },
      { kind: "UnauthorizedError", message: "Tempo refused the token (HTTP 401). Renew the token." },
    ],
    [
      "401 of a token that lacks a scope is about the permission",
      401,
      { message: "Unauthorized; scope does not match" },
      {
        kind: "ForbiddenError",
        message:
          "The token's owner lacks permission for this in Tempo (HTTP 401). " +
          'It says: "Unauthorized; scope does not match". Ask for the permission.',
      },
    ],
    [
      "400 is about what was sent, whatever its message says",
      400,
      { message: "scope does not match" },
      {
        kind: "RejectedError",
        message: 'Tempo rejected this (HTTP 400). It says: "scope does not match". Correct it and try again.',
      },
    ],
    [
      "403 is about the permission",
      403,
      {},
      {
        kind: "ForbiddenError",
        message: "The token's owner lacks permission for this in Tempo (HTTP 403). Ask for the permission.",
      },
    ],
    [
      "403 after a write says that nothing was changed",
      403,
      { effect: "write", message: "closed" },
      {
        kind: "ForbiddenError",
        message: `The token's owner lacks permission for this in Tempo (HTTP 403). It says: "closed". ${UNCHANGED} Ask for the permission.`,
      },
    ],
    [
      "429 is a rate limit",
      429,
      { effect: "write", headers: { "retry-after": "120" } },
      {
        kind: "UnavailableError",
        message: `Tempo is rate-limiting requests (HTTP 429). ${UNCHANGED} Try again in about 2 minutes.`,
        retryAfter: 120_000,
      },
    ],
    [
      "409 passes in a minute",
      409,
      { effect: "write", message: "in progress", headers: { "retry-after": "120" } },
      {
        kind: "UnavailableError",
        message: `Another request on the same data is in progress in Tempo (HTTP 409). It says: "in progress". ${UNCHANGED} Try again in a minute.`,
      },
    ],
    ...[408, 500, 599].map(
      (status): Row => [
        `${status} passes`,
        status,
        { message: "down", headers: { "retry-after": "120" } },
        {
          kind: "UnavailableError",
          message: `Tempo is temporarily unavailable (HTTP ${status}). It says: "down". Try again in about 2 minutes.`,
          retryAfter: 120_000,
        },
      ],
    ),
    ...[408, 500].map(
      (status): Row => [
        `${status} after a write leaves the outcome unknown`,
        status,
        { effect: "write", message: "down" },
        { kind: "OutcomeUnknownError", message: `Tempo returned HTTP ${status}, ${UNKNOWN}` },
      ],
    ),
    ...[400, 422, 499].map(
      (status): Row => [
        `${status} is a rejection`,
        status,
        {},
        {
          kind: "RejectedError",
          message: `Tempo rejected this (HTTP ${status}). It gives no reason. Correct it and try again.`,
        },
      ],
    ),
    [
      "400 after a write says that nothing was changed",
      400,
      { effect: "write", message: 'no "x"' },
      {
        kind: "RejectedError",
        message: `Tempo rejected this (HTTP 400). It says: "no \\"x\\"". ${UNCHANGED} Correct it and try again.`,
      },
    ],
  ],
  "a 404 for what is addressed by id": [
    ...[{ message: "gone" }, {}, []].map(
      (body): Row => [
        `with ${JSON.stringify(body)} names it`,
        404,
        { target: "Worklog 7", body, message: "gone" },
        {
          kind: "NotFoundError",
          message:
            'Worklog 7 was not found in Tempo, or you have no access to it (HTTP 404). It says: "gone".',
        },
      ],
    ),
    [
      "after a write says that nothing was changed",
      404,
      { target: "Worklog 7", body: {}, effect: "write" },
      {
        kind: "NotFoundError",
        message: `Worklog 7 was not found in Tempo, or you have no access to it (HTTP 404). ${UNCHANGED}`,
      },
    ],
    ...[undefined, ""].map(
      (body): Row => [
        `with an empty JSON body (${JSON.stringify(body)}) names it`,
        404,
        { target: "Worklog 7", body, headers: { "content-type": "application/json" } },
        {
          kind: "NotFoundError",
          message: "Worklog 7 was not found in Tempo, or you have no access to it (HTTP 404).",
        },
      ],
    ),
    ...[{}, { "content-type": "text/html" }, { "content-type": "text/jsonish" }].map(
      (headers: Record<string, string>): Row => [
        `with an empty body that is no JSON (${JSON.stringify(headers)}) is about the URL`,
        404,
        { target: "Worklog 7", headers },
        { kind: "UnexpectedResponseError", message: NO_API },
      ],
    ),
    [
      "with a page is about the URL",
      404,
      { target: "Worklog 7", body: "<html>", headers: { "content-type": "application/json" } },
      { kind: "UnexpectedResponseError", message: NO_API },
    ],
    [
      "of a path that nothing serves is about the URL",
      404,
      { target: "Worklog 7", body: { errors: [] }, message: "null for uri: https://tempo.test/x" },
      { kind: "UnexpectedResponseError", message: NO_API },
    ],
    [
      "with those words later in its message names it",
      404,
      { target: "Worklog 7", body: {}, message: "Found null for uri" },
      {
        kind: "NotFoundError",
        message:
          'Worklog 7 was not found in Tempo, or you have no access to it (HTTP 404). It says: "Found null for uri".',
      },
    ],
  ],
  "a 404 for something else": [
    ...[{ errors: [] }, { errorMessages: [] }].map(
      (body): Row => [
        `with ${JSON.stringify(body)} is about what was asked for`,
        404,
        { body, effect: "write" },
        {
          kind: "NotFoundError",
          message: `Not found in Tempo, or the token's owner has no access to it (HTTP 404). ${UNCHANGED} Check TEMPO_URL.`,
        },
      ],
    ),
    ...[{ message: "x" }, null, undefined, "<html>"].map(
      (body): Row => [
        `with ${JSON.stringify(body)} is about the URL`,
        404,
        { body },
        { kind: "UnexpectedResponseError", message: NO_API },
      ],
    ),
    [
      "says that a write changed nothing",
      404,
      { effect: "write" },
      {
        kind: "UnexpectedResponseError",
        message: `No Tempo API at this URL (HTTP 404). ${UNCHANGED} Check TEMPO_URL, and that Tempo runs there.`,
      },
    ],
  ],
  "a redirect": [
    ...["https://other.test/rest/api/2", "/4/worklogs", "//other.test/jira/rest/"].map(
      (location): Row => [
        `to the API at ${location} is about the URL`,
        302,
        { headers: { location } },
        {
          kind: "UnexpectedResponseError",
          message: `Tempo redirects to another URL (HTTP 302). ${MOVED}`,
        },
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
        {
          kind: "UnauthorizedError",
          message:
            "Tempo redirected to a login page (HTTP 399): it did not accept the token. Renew the token.",
        },
      ],
    ),
    [
      "may have the first of its statuses",
      300,
      {},
      {
        kind: "UnauthorizedError",
        message: "Tempo redirected to a login page (HTTP 300): it did not accept the token. Renew the token.",
      },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", (_, status, failed, error) => {
    expect(errorOf(status, failed)).toEqual({ ...error, httpStatus: status });
  });
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
