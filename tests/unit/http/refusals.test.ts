import { expect, test } from "vitest";
import { statusError } from "../../../src/tempo/http/response-errors.ts";
import { upstreamMessage } from "../../../src/tempo/http/upstream-message.ts";
import { SERVICE, shown } from "./service.ts";

const page = (title: string, text = "") =>
  `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head><body><h1>${text}</h1></body></html>`;
const json = (value: object) => JSON.stringify(value);
const jira = (...errorMessages: string[]) => json({ errorMessages, errors: {} });
const tempo = (message: string) => json({ errors: [{ message }] });

// Tempo Cloud answers pages of its own, so these are of Data Center.
const JIRA = { ...SERVICE, api: "tempo-data-center" } as const;

test("a page with 403 of Tempo Cloud is a missing scope, as its description has it", () => {
  const failed = {
    response: new Response(null, { status: 403 }),
    body: page("403"),
    message: "",
    target: undefined,
  };
  expect(shown(statusError(SERVICE, "read", failed, 0)).kind).toBe("ForbiddenError");
});

const TOKEN = "Renew the token.";
const PERMISSION = "Ask for the permission.";
const FRONT = "Something in front of Tempo";
const XSRF = "check against forged requests (XSRF) refused this";
const CAPTCHA = "wants a CAPTCHA solved";
const OPEN = "Use another date, or ask your Tempo administrator to open the period.";
const CORRECT = "Correct it and try again.";
const DOWN = "is temporarily unavailable";

type Row = [
  what: string,
  status: number,
  headers: Record<string, string>,
  body: string,
  error: string,
  /** Parts of its text. */
  ...parts: string[],
];

// Bodies as public reports, documentation and recordings have them, with names and numbers of our own.
const ROWS: Row[] = [
  [
    "Jira's XSRF check",
    403,
    {},
    "XSRF check failed",
    "BlockedError",
    XSRF,
    'It says: "XSRF check failed".',
    "User-Agent",
  ],
  ["the same with a line end", 403, {}, "XSRF check failed\n", "BlockedError", XSRF],
  [
    "an address that is not allowed, as text",
    403,
    {},
    "Your IP address is not on the allow list.",
    "BlockedError",
    FRONT,
    "allow list",
  ],
  [
    "an address that is not allowed, as JSON",
    403,
    {},
    jira("The IP address has been rejected because it is not included in the allowlist."),
    "ForbiddenError",
    "allowlist",
    PERMISSION,
  ],
  [
    "Cloudflare",
    403,
    {},
    page("Attention Required! | Cloudflare"),
    "BlockedError",
    FRONT,
    "Attention Required! | Cloudflare",
  ],
  ["Cloudflare's challenge", 403, {}, page("Just a moment..."), "BlockedError", "Just a moment..."],
  [
    "F5",
    403,
    {},
    page("Request Rejected", "The requested URL was rejected."),
    "BlockedError",
    "Request Rejected",
  ],
  [
    "Akamai",
    403,
    {},
    "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>",
    "BlockedError",
    "Access Denied",
  ],
  [
    "Apache",
    403,
    {},
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN"><html><head><title>403 Forbidden</title>',
    "BlockedError",
    "403 Forbidden",
  ],
  [
    "nginx",
    403,
    {},
    "<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>",
    "BlockedError",
    "403 Forbidden",
  ],
  ["ModSecurity", 403, {}, page("Not Acceptable!", "Mod_Security"), "BlockedError", "Not Acceptable!"],
  ["Zscaler", 403, {}, page("Internet Security by Zscaler"), "BlockedError", "Zscaler"],
  ["Squid", 403, {}, page("ERROR: The requested URL could not be retrieved"), "BlockedError", FRONT],
  ["AWS's load balancer", 403, { server: "awselb/2.0" }, page("403 Forbidden"), "BlockedError", FRONT],
  [
    "a page without a title",
    403,
    {},
    "<html><body><h1>Blocked by policy 7</h1>",
    "BlockedError",
    "Blocked by policy 7",
  ],
  ["a page of nothing", 403, {}, "<html><body></body></html>", "BlockedError", "refused this (HTTP 403)."],
  [
    "a missing permission of Jira",
    403,
    {},
    jira("You do not have the permission to log work."),
    "ForbiddenError",
    PERMISSION,
  ],
  [
    "a missing permission of Tempo",
    403,
    {},
    tempo("Missing permission: Log Work for Others"),
    "ForbiddenError",
    "Missing permission",
  ],
  [
    "an expired licence of Tempo",
    403,
    {},
    tempo("Your Tempo license has expired"),
    "ForbiddenError",
    "license has expired",
  ],
  ["an empty 403", 403, {}, "", "ForbiddenError", PERMISSION],
  [
    "a CAPTCHA, by Jira's reason",
    403,
    { "x-authentication-denied-reason": "CAPTCHA_CHALLENGE; login-url=https://jira.example.com/login.jsp" },
    page("Forbidden (403)"),
    "UnauthorizedError",
    CAPTCHA,
  ],
  [
    "a CAPTCHA, by its login reason",
    403,
    { "x-seraph-loginreason": "AUTHENTICATION_DENIED" },
    "",
    "UnauthorizedError",
    CAPTCHA,
  ],
  [
    "a CAPTCHA with 401",
    401,
    { "x-authentication-denied-reason": "CAPTCHA_CHALLENGE" },
    "",
    "UnauthorizedError",
    CAPTCHA,
  ],
  [
    "a failed login of Jira",
    401,
    { "x-seraph-loginreason": "AUTHENTICATED_FAILED" },
    page("Unauthorized (401)"),
    "UnauthorizedError",
    "Unauthorized (401)",
    TOKEN,
  ],
  [
    "passwords that are no longer taken",
    401,
    {},
    "Basic authentication with passwords is deprecated.  For more information, see: https://developer.example.com/",
    "UnauthorizedError",
    "Basic authentication with passwords is deprecated.",
    TOKEN,
  ],
  [
    "a token that has expired, in the header",
    401,
    { "www-authenticate": 'Bearer error="invalid_token", error_description="The token expired"' },
    "",
    "UnauthorizedError",
    'It says: "The token expired".',
  ],
  [
    "a 401 without a reason",
    401,
    { "www-authenticate": 'OAuth realm="https%3A%2F%2Fjira.example.com"' },
    "",
    "UnauthorizedError",
    `(HTTP 401). ${TOKEN}`,
  ],
  [
    "a client that is not authenticated, in XML",
    401,
    {},
    '<?xml version="1.0"?><status><status-code>401</status-code><message>Client must be authenticated to access this resource.</message></status>',
    "UnauthorizedError",
    "Client must be authenticated",
  ],
  [
    "a token of another site",
    401,
    {},
    json({ code: 401, message: "Unauthorized; scope does not match" }),
    "ForbiddenError",
    "scope does not match",
  ],
  [
    "a single sign-on page",
    401,
    {},
    page("Sign in to your account"),
    "UnauthorizedError",
    "Sign in to your account",
  ],
  [
    "a rule of Tempo, as text",
    400,
    {},
    "Worklog date is before the project's start",
    "RejectedError",
    `It says: "Worklog date is before the project's start".`,
    CORRECT,
  ],
  [
    "a rule of Tempo, as JSON",
    400,
    {},
    tempo("Worklog attribute _Account_ is required"),
    "RejectedError",
    "_Account_ is required",
    CORRECT,
  ],
  ["a closed period, as text", 400, {}, "The period is closed", "RejectedError", OPEN],
  [
    "a closed period, as JSON",
    400,
    {},
    tempo("Worklogs can not be added or edited when the timesheet has been approved"),
    "RejectedError",
    OPEN,
  ],
  [
    "a closed period of Data Center",
    400,
    {},
    jira("Worklog period is locked for 2026-01-05"),
    "RejectedError",
    OPEN,
  ],
  ["nothing at all", 400, {}, "", "RejectedError", "It gives no reason."],
  ["a page of nothing with 400", 400, {}, "<html></html>", "RejectedError", "It gives no reason."],
  [
    "nginx that waits for TLS",
    400,
    {},
    page("400 The plain HTTP request was sent to HTTPS port"),
    "RejectedError",
    "400 The plain HTTP request was sent to HTTPS port",
  ],
  [
    "a header that is too large",
    400,
    {},
    page("400 Request Header Or Cookie Too Large"),
    "RejectedError",
    "Cookie Too Large",
    CORRECT,
  ],
  ["a body that a firewall refuses", 406, {}, page("Not Acceptable!"), "RejectedError", "Not Acceptable!"],
  [
    "a body that is too large",
    413,
    {},
    page("413 Request Entity Too Large"),
    "RejectedError",
    "413 Request Entity Too Large",
  ],
  [
    "maintenance of Jira Cloud",
    503,
    {},
    page("Jira is temporarily unavailable"),
    "UnavailableError",
    DOWN,
    "Jira is temporarily unavailable",
  ],
  [
    "a load balancer without a server",
    503,
    {},
    "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.",
    "UnavailableError",
    "503 Service Unavailable",
  ],
  [
    "a gateway that waits no longer",
    504,
    {},
    page("504 Gateway Time-out"),
    "UnavailableError",
    "504 Gateway Time-out",
  ],
  [
    "Jira while it starts",
    503,
    { "retry-after": "60" },
    "Jira is starting up",
    "UnavailableError",
    'It says: "Jira is starting up".',
    "in a minute",
  ],
];

test.each(ROWS)("%s (HTTP %i) is named", (_, status, headers, body, kind, ...parts) => {
  const parsed = parsedAsClient(body);
  const message = upstreamMessage(parsed, (text) => text);
  const response = new Response(null, { status, headers });
  const target = undefined;
  const error = shown(
    statusError(JIRA, "read", { response, body: parsed, message, target }, Date.UTC(2026, 0, 15)),
  );
  expect([error.kind, parts.filter((part) => !error.message.includes(part))]).toEqual([kind, []]);
  expect(error.message).not.toMatch(/[<>]/);
});

/** The client gives JSON as its value, and any other body as text. */
function parsedAsClient(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body === "" ? undefined : body;
  }
}
