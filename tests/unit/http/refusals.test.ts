import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { TimesheetError } from "../../../src/timesheet/errors.ts";
import { openJira } from "../../helpers/activity.ts";
import { diagnoseSandbox, SETTINGS } from "../../helpers/doctor.ts";

const page = (title: string, text = "") =>
  `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head><body><h1>${text}</h1></body></html>`;
const json = (value: object) => JSON.stringify(value);
const jira = (...errorMessages: string[]) => json({ errorMessages, errors: {} });
const tempo = (message: string) => json({ errors: [{ message }] });

const TOKEN = "Set TEMPO_PAT to a valid personal access token";
const PERMISSION = "Check that the owner of TEMPO_PAT may use this Jira";
const FRONT = "Something in front of Jira";
const XSRF = "check against forged requests (XSRF) refused this";
const CAPTCHA = "wants a CAPTCHA solved";
const OPEN = "Use another date, or ask your Tempo administrator to open the period.";
const CORRECT = "If it names a mistake, correct it and try again; otherwise ask your Jira administrator.";
const ADMINISTRATOR = "Ask your administrator: another request would be refused too.";
const DOWN = "is temporarily unavailable";

type Row = [
  what: string,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array,
  error: keyof typeof FAILED,
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
    "BlockedError",
    "allowlist",
    FRONT,
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
    ADMINISTRATOR,
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
  ["a body that a firewall refuses", 406, {}, page("Not Acceptable!"), "BlockedError", "Not Acceptable!"],
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
  // Pages, and what they say.
  [
    "a title of entities",
    403,
    {},
    page("Zugriff gesperrt &ndash; M&uuml;ller &amp; S&#246;hne"),
    "BlockedError",
    '"Zugriff gesperrt – Müller & Söhne"',
  ],
  [
    "a title that is a status",
    403,
    {},
    page("403", "Verboten durch Richtlinie 7"),
    "BlockedError",
    '"Verboten durch Richtlinie 7"',
  ],
  [
    "a title that is a status with words",
    403,
    {},
    page("HTTP Error 403", "Blocked by policy"),
    "BlockedError",
    '"Blocked by policy"',
  ],
  [
    "an empty title",
    403,
    {},
    page(" ", "Bloqué par le pare-feu"),
    "BlockedError",
    '"Bloqué par le pare-feu"',
  ],
  [
    "a heading with markup",
    403,
    {},
    "<html><body><h1><span class='x'>Access</span> to <b>this</b> site is blocked</h1>",
    "BlockedError",
    '"Access to this site is blocked"',
  ],
  [
    "a lesser heading",
    403,
    {},
    "<html><body><h2>You may not visit this site.</h2><p>Category: games</p>",
    "BlockedError",
    '"You may not visit this site."',
  ],
  [
    "a page without headings",
    403,
    {},
    "<html><body><iframe src='/_Incapsula_Resource'>Request unsuccessful. Incapsula incident ID: 123-456</iframe>",
    "BlockedError",
    '"Request unsuccessful. Incapsula incident ID: 123-456"',
  ],
  [
    "a script with a title",
    403,
    {},
    "<html><head><script>var t = '<title>no</title>';</script><style>a{}</style><title>Blocked</title>",
    "BlockedError",
    'It says: "Blocked".',
  ],
  [
    "a comment before the page",
    403,
    {},
    `<!-- <title>no</title> -->\n${page("Gesperrt")}`,
    "BlockedError",
    '"Gesperrt"',
  ],
  [
    "a page of a mebibyte",
    403,
    {},
    `${page("Blocked")}${"x".repeat(1_048_576)}`,
    "BlockedError",
    'It says: "Blocked".',
  ],
  [
    "a title after 60,000 characters",
    403,
    {},
    `<html><style>${"a{}".repeat(20_000)}</style><title>Blocked</title>`,
    "BlockedError",
    '"Blocked"',
  ],
  [
    "a number for the administrator",
    403,
    {},
    "<html><title>Request Rejected</title>The requested URL was rejected.<br>Your support ID is: 12345",
    "BlockedError",
    '"Request Rejected (support ID is: 12345)"',
  ],
  [
    "markup in entities",
    403,
    {},
    page("&lt;b&gt;Blocked&lt;/b&gt; by rule 1"),
    "BlockedError",
    '"Blocked by rule 1"',
  ],
  [
    "XML of a store of files",
    403,
    {},
    "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
    "BlockedError",
    '"Access Denied"',
  ],
  [
    "a text in another encoding",
    400,
    { "content-type": "text/plain;charset=iso-8859-1" },
    Buffer.from("Datum vor der Eröffnung", "latin1"),
    "RejectedError",
    '"Datum vor der Eröffnung"',
  ],
  [
    "a text in an encoding that is not named",
    400,
    {},
    Buffer.from("Date antérieure à l'ouverture", "latin1"),
    "RejectedError",
    '"Date antérieure à l\'ouverture"',
  ],
  [
    "a text in UTF-16",
    400,
    { "content-type": "text/plain; charset=utf-16le" },
    Buffer.from("Zu früh", "utf16le"),
    "RejectedError",
    '"Zu früh"',
  ],
  [
    "Azure's front door, as text",
    403,
    { "content-type": "text/plain" },
    "The request is blocked.\n\n0abc",
    "BlockedError",
    '"The request is blocked. 0abc"',
  ],
  [
    "Azure's proxy for apps",
    403,
    {},
    page("This corporate app can't be accessed."),
    "BlockedError",
    "corporate app",
  ],
  [
    "CloudFront",
    403,
    {},
    page("ERROR: The request could not be satisfied", "403 ERROR"),
    "BlockedError",
    "could not be satisfied",
  ],
  [
    "text sent as JSON",
    403,
    { "content-type": "application/json" },
    "Access denied by policy 12",
    "BlockedError",
    "policy 12",
  ],
  ["a page for legal reasons", 451, {}, page("Unavailable For Legal Reasons"), "BlockedError", FRONT],
  ["a form of Jira's XSRF check", 403, {}, page("XSRF Security Token Missing"), "BlockedError", XSRF],
  ["Jira's XSRF check as JSON", 403, {}, json({ message: "XSRF check failed" }), "BlockedError", XSRF],
  [
    "Jira's own page",
    403,
    { "x-arequestid": "1x2x3" },
    page("Forbidden (403)"),
    "ForbiddenError",
    PERMISSION,
  ],
  [
    "JSON sent as a page",
    403,
    { "content-type": "text/html" },
    jira("You may not see this."),
    "ForbiddenError",
    '"You may not see this."',
    PERMISSION,
  ],
  // JSON of a firewall or a gateway, in forms of its own.
  [
    "Cloudflare's problem as JSON",
    403,
    { "content-type": "application/problem+json" },
    json({
      type: "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1010/",
      title: "Error 1010: Access denied",
      status: 403,
      detail: "The owner of this website has banned your access based on your browser's signature.",
      error_code: 1010,
    }),
    "BlockedError",
    FRONT,
    "has banned your access",
  ],
  [
    "a problem with errors of its own",
    403,
    { "content-type": "application/problem+json; charset=utf-8" },
    json({ title: "Forbidden", errors: [{ message: "Blocked by rule 12" }] }),
    "BlockedError",
    FRONT,
    "Blocked by rule 12",
  ],
  [
    "AWS's gateway",
    403,
    {},
    json({ Message: "User is not authorized to access this resource with an explicit deny" }),
    "BlockedError",
    FRONT,
    "with an explicit deny",
  ],
  ["AWS's firewall", 403, {}, json({ message: "Forbidden" }), "BlockedError", FRONT, '"Forbidden"'],
  [
    "Cloudflare's form of errors",
    403,
    {},
    json({ success: false, errors: [{ code: 9109, message: "Blocked" }] }),
    "BlockedError",
    FRONT,
    "Blocked",
  ],
  [
    "Azure's gateway",
    403,
    {},
    json({ statusCode: 403, message: "You do not have permission to call this API" }),
    "BlockedError",
    FRONT,
    "to call this API",
  ],
  ["a list of errors", 403, {}, json([{ error: "Denied by policy" }]), "BlockedError", FRONT],
  ["a firewall's 406 as JSON", 406, {}, json({ error: "Denied by policy" }), "BlockedError", FRONT],
  [
    "Jira's other form of JSON",
    403,
    {},
    json({ message: "Client must be authenticated as an administrator.", "status-code": 403 }),
    "ForbiddenError",
    PERMISSION,
  ],
  [
    "a message alone, in an answer of Jira",
    403,
    { "x-arequestid": "1x2x3" },
    json({ message: "You may not see this." }),
    "ForbiddenError",
    PERMISSION,
  ],
  ["JSON that says nothing", 403, {}, "{}", "ForbiddenError", PERMISSION],
  // Forms of JSON.
  [
    "a problem as RFC 9457 has it",
    400,
    { "content-type": "application/problem+json" },
    json({ type: "about:blank", title: "Bad Request", status: 400, detail: "The period is closed" }),
    "RejectedError",
    '"The period is closed"',
    OPEN,
  ],
  [
    "an error of OAuth",
    401,
    {},
    json({ error: "invalid_token", error_description: "The token was revoked" }),
    "UnauthorizedError",
    '"The token was revoked"',
    TOKEN,
  ],
  [
    "a reason and a code",
    400,
    {},
    json({ reason: "worklog.period.closed", code: "PERIOD_CLOSED" }),
    "RejectedError",
    '"worklog.period.closed"',
    OPEN,
  ],
  [
    "an error by its name",
    400,
    {},
    json({ timestamp: "2026-01-05", status: 400, error: "Bad Request" }),
    "RejectedError",
    '"Bad Request"',
  ],
  [
    "errors by field",
    400,
    {},
    json({ errorMessages: [], errors: { timeSpent: "Must not be empty." } }),
    "RejectedError",
    '"timeSpent: Must not be empty."',
  ],
  [
    "an array of messages",
    400,
    {},
    json([{ message: "Issue is archived" }]),
    "RejectedError",
    '"Issue is archived"',
    "restore what is archived",
  ],
  [
    "a field that nobody knows",
    400,
    {},
    json({ status: 400, outcome: { why: "No hours on that day" } }),
    "RejectedError",
    "No hours on that day",
  ],
  // Texts that begin as JSON does.
  ...[
    "[PL-17] Worklog date is before the start",
    "{worklog.date} must be later",
    "[2026-01-05] No hours",
  ].map((text): Row => [`the text ${text}`, 400, {}, text, "RejectedError", `It says: "${text}".`]),
  ["JSON that was cut", 400, {}, '{"errors":[{"mess', "RejectedError", "It gives no reason."],
  [
    "a text with 200 that begins as JSON does",
    200,
    {},
    "[PL-17] Closed",
    "NonJsonResponseError",
    '"[PL-17] Closed"',
  ],
  [
    "a text with 200 that begins with a date",
    200,
    {},
    "2026 is closed",
    "NonJsonResponseError",
    '"2026 is closed"',
  ],
  // Refusals that no other input of the same kind passes.
  [
    "a timesheet that waits for approval",
    400,
    {},
    tempo("Timesheet is waiting for approval"),
    "RejectedError",
    OPEN,
  ],
  [
    "a period that is in review",
    400,
    {},
    tempo("Worklogs cannot be edited, as the period is in review"),
    "RejectedError",
    OPEN,
  ],
  ["a period that is not open", 400, {}, tempo("Period is not open"), "RejectedError", OPEN],
  [
    "a period that is closed, in German",
    400,
    {},
    tempo("Der Zeitraum ist abgeschlossen"),
    "RejectedError",
    OPEN,
  ],
  ["a period that is closed, in French", 400, {}, tempo("La période est clôturée"), "RejectedError", OPEN],
  [
    "a period that is closed, with 403",
    403,
    {},
    tempo("The worklog is in an approved period"),
    "ForbiddenError",
    OPEN,
  ],
  ["a period that is closed, with 409", 409, {}, tempo("Period is closed"), "RejectedError", OPEN],
  ...[
    "The period 2026-01-01 to 2026-01-31 has already been closed",
    "This is a locked time period",
    "The timesheet for this week was submitted",
    "Hours are locked",
    "The month is now frozen.",
    "PERIOD_CLOSED",
  ].map((text): Row => [`the closed period of: ${text}`, 400, {}, tempo(text), "RejectedError", OPEN]),
  // Other things may be closed or approved, and a language may be one that no table has.
  ...[
    "You cannot log work this month on a closed issue",
    "You cannot log time on closed issues",
    "The month is over, and the issue is closed",
    "A worklog exists for the time period",
    "Vacation hours must be approved first this month",
    "Hours need to be approved",
    "De periode is afgesloten",
    "Kausi on suljettu",
    "期間は締め切られました",
    "התקופה סגורה",
  ].map((text): Row => [`the refusal: ${text}`, 400, {}, tempo(text), "RejectedError", CORRECT]),
  [
    "an issue whose status is closed",
    400,
    {},
    jira("Issue is in status Closed and time cannot be logged"),
    "RejectedError",
    CORRECT,
  ],
  [
    "an archived project",
    400,
    {},
    jira("Project OLD is archived."),
    "RejectedError",
    "restore what is archived",
  ],
  [
    "a permission that is missing, with 400",
    400,
    {},
    tempo("User lacks the Work on Issues permission"),
    "RejectedError",
    "ask your Jira administrator for the permission",
  ],
  ["a user who is not active", 400, {}, tempo("User is inactive"), "RejectedError", ADMINISTRATOR],
  [
    "a trial that is over",
    400,
    {},
    tempo("Your evaluation license has expired"),
    "RejectedError",
    ADMINISTRATOR,
  ],
  [
    "a subscription that is not paid",
    402,
    {},
    json({ message: "Your subscription has expired." }),
    "RejectedError",
    ADMINISTRATOR,
  ],
  [
    "a site that was deactivated",
    403,
    {},
    json({ message: "The site acme has been deactivated" }),
    "ForbiddenError",
    ADMINISTRATOR,
  ],
  [
    "a site that was suspended",
    410,
    {},
    json({ message: "The site has been suspended" }),
    "RejectedError",
    ADMINISTRATOR,
  ],
  [
    "a site that is gone",
    404,
    {},
    page("Your Atlassian Cloud site is currently unavailable."),
    "UnexpectedResponseError",
    "is currently unavailable",
    "Check TEMPO_BASE_URL",
  ],
  ["a Jira without a licence", 503, {}, page("Jira: license expired"), "UnavailableError", ADMINISTRATOR],
  // Proxies, logins and pages in place of an answer.
  [
    "a proxy that wants a password",
    407,
    { "proxy-authenticate": "Basic" },
    page("407 Proxy Authentication Required"),
    "ProxyError",
    "a proxy wants a sign-in (HTTP 407)",
  ],
  [
    "a rate limit with a page",
    429,
    {},
    page("429 Too Many Requests"),
    "UnavailableError",
    "is rate-limiting requests",
  ],
  [
    "several reasons of a login",
    401,
    { "x-seraph-loginreason": "AUTHENTICATED_FAILED, AUTHENTICATION_DENIED" },
    "",
    "UnauthorizedError",
    CAPTCHA,
  ],
  ["a login that is out", 401, { "x-seraph-loginreason": "OUT" }, "", "UnauthorizedError", TOKEN],
  [
    "a reason in single quotation marks",
    401,
    { "www-authenticate": "Bearer error_description='The access token expired'" },
    "",
    "UnauthorizedError",
    '"The access token expired"',
  ],
  [
    "a single sign-on elsewhere",
    302,
    { location: "https://login.example.org/saml2?SAMLRequest=x" },
    "",
    "UnauthorizedError",
    "login page at login.example.org",
    "takes no tokens",
  ],
  [
    "Jira's own login page",
    302,
    { location: "/login.jsp?os_destination=%2Frest" },
    "",
    "UnauthorizedError",
    "redirected to a login page (HTTP 302)",
    TOKEN,
  ],
  [
    "Jira's page of errors",
    302,
    { location: "/johnson/page" },
    "",
    "UnavailableError",
    "it is starting, in maintenance, or broken",
  ],
  [
    "a login page in place of JSON",
    200,
    {},
    page("Log in - Jira"),
    "NonJsonResponseError",
    '"Log in - Jira"',
    "login page",
  ],
  [
    "a firewall's page in place of JSON",
    200,
    {},
    page("Request Rejected", "The requested URL was rejected."),
    "NonJsonResponseError",
    '"Request Rejected"',
  ],
  [
    "a text in place of JSON",
    200,
    { "content-type": "application/json" },
    "not available right now",
    "NonJsonResponseError",
    '"not available right now"',
  ],
];

/** The checks that fail on Data Center if Jira, or Tempo alone, answers so. */
const FAILED = {
  BlockedError: [["jira_connection"], ["tempo_connection"]],
  ForbiddenError: [["jira_token"], ["worklogs", "schedule"]],
  UnauthorizedError: [["jira_token"], ["worklogs", "schedule"]],
  RejectedError: [["jira_connection"], ["tempo_connection"]],
  UnavailableError: [["jira_connection"], ["tempo_connection"]],
  ProxyError: [["jira_connection"], ["tempo_connection"]],
  NonJsonResponseError: [["jira_connection"], ["tempo_connection"]],
  UnexpectedResponseError: [["jira_connection"], ["tempo_connection"]],
};

const answering =
  (address: RegExp, [, status, headers, body]: Row) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    address.test(request.url) ? new Response(body as string, { status, headers }) : fetch(request);

/** The checks of the doctor that fail, with their messages. */
async function diagnosed(kind: "cloud" | "datacenter", upstream: (fetch: Fetch) => Fetch) {
  const { checks } = await diagnoseSandbox(SETTINGS[kind]("https://jira.example.com"), { upstream });
  return checks.filter(({ status }) => status === "failed");
}

test.each(ROWS.map((row) => [row[0], row[1], row] as const))(
  "%s (HTTP %i) is named, and so is its row of the doctor",
  async (_, status, row) => {
    const [, , , , kind, ...parts] = row;
    const { timesheet, scope } = openJira("datacenter", { upstream: answering(/\/myself/, row) });
    const error = await timesheet.getOwner(scope).catch((thrown: unknown) => thrown);
    if (!(error instanceof TimesheetError)) throw error;
    const lacks = (text: string) => parts.filter((part) => !text.includes(part));
    expect([error.constructor.name, lacks(error.message)]).toEqual([kind, []]);
    expect(error.message).not.toMatch(/[<>]|&\w+;/);

    const [ofJira, ofTempo] = FAILED[kind];
    const jiraRows = await diagnosed("datacenter", answering(/\/rest\/api\//, row));
    expect(jiraRows.map(({ check }) => check)).toEqual(ofJira);
    expect(jiraRows.flatMap(({ message }) => lacks(message))).toEqual([]);
    const tempoRows = await diagnosed("datacenter", answering(/\/rest\/tempo-/, row));
    expect(tempoRows.map(({ check }) => check)).toEqual(ofTempo);
    if (status !== 404)
      for (const { message } of tempoRows) expect(message).not.toContain("Tempo is not installed");
  },
);

test.each<[what: string, row: Row, failed: [check: string, part: string][]]>([
  [
    "a page with 403 is a missing scope, as its description has it",
    ["", 403, {}, page("403 Forbidden"), "ForbiddenError"],
    [
      ["worklogs", "TEMPO_API_TOKEN lacks the scope Worklogs (manage) (HTTP 403)"],
      ["schedule", "TEMPO_API_TOKEN lacks the scope Schemes (view) (HTTP 403)"],
    ],
  ],
  [
    "a page with 403 that speaks of something else is a firewall's, or that",
    ["", 403, {}, page("Blocked by Zscaler"), "BlockedError"],
    [["tempo_connection", 'It says: "Blocked by Zscaler".']],
  ],
  ...[page("Access Denied"), "Access denied", json({ message: "Forbidden" })].map(
    (body): [string, Row, [string, string][]] => [
      `${body} with 403 is a firewall's, or that`,
      ["", 403, {}, body, "BlockedError"],
      [["tempo_connection", "If Tempo gives no other reason, the token in TEMPO_API_TOKEN lacks a scope."]],
    ],
  ),
  ...[
    page("Blocked by ACME WAF"),
    page("Token blocked by WAF"),
    "Zugriff durch Richtlinie 7 verweigert",
    json({ message: "Blocked by policy" }),
  ].map((body): [string, Row, [string, string][]] => [
    `${body} with 403 is a firewall's, which has a reason of its own`,
    ["", 403, {}, body, "BlockedError"],
    [
      [
        "tempo_connection",
        "let this machine's requests through (a VPN may be needed), and check TEMPO_API_URL.",
      ],
    ],
  ]),
  [
    "a page with 403 that speaks of scopes is about them",
    ["", 403, {}, page("Token lacks the scope worklogs:view"), "ForbiddenError"],
    [
      ["worklogs", "lacks permission for this in Tempo (HTTP 403). It says"],
      ["schedule", "lacks permission for this in Tempo (HTTP 403). It says"],
    ],
  ],
  [
    "a reason with 403 counts more than the scope",
    ["", 403, {}, tempo("Your subscription has ended"), "ForbiddenError"],
    [
      ["worklogs", ADMINISTRATOR],
      ["schedule", ADMINISTRATOR],
    ],
  ],
])("on Tempo Cloud %s", async (_, row, failed) => {
  const rows = await diagnosed("cloud", answering(/\/4\//, row));
  const parts = new Map(failed);
  expect(rows.map(({ check, message }) => [check, message.includes(parts.get(check) ?? "?")])).toEqual(
    failed.map(([check]) => [check, true]),
  );
});

test.each<[what: string, headers: Record<string, string>, body: string]>([
  ["a title", {}, page("Blocked s3cret-token")],
  ["a text", {}, "Blocked s3cret-token"],
  ["a header", { "www-authenticate": 'Bearer error_description="s3cret-token has expired"' }, ""],
  ["a page in place of JSON", {}, page("Welcome, s3cret-token")],
  ["a title whose marks part it", {}, page("Blocked s3cret<b></b>-token")],
  ["a title whose entities part it", {}, page("Blocked s3cret&lt;b&gt;&lt;/b&gt;-token")],
  ["a text whose marks part it", {}, "Blocked s3cret<wbr>-token"],
  ["a text with percent codes", {}, "Blocked /x?q=s3cret%2Dtoken"],
  ["a page with percent codes", {}, page("Blocked s%33cret%2dtoken")],
])("%s is shown without secrets", async (what, headers, body) => {
  const { timesheet, scope } = openJira("datacenter", {
    redact: (text) => text.replaceAll("s3cret-token", "[secret]"),
    upstream: () => async () => new Response(body, { status: what.endsWith("JSON") ? 200 : 401, headers }),
  });
  await expect(timesheet.getOwner(scope)).rejects.toThrow(/^(?=.*\[secret\])(?!.*s3cret)/);
});

test.each([
  ["", "If that port expects TLS"],
  [" \n", "If that port expects TLS"],
  ["[PL-17] Too early", 'It says: "[PL-17] Too early".'],
  ["<html></html>", "It gives no reason."],
  ['{"errors":[', "It gives no reason."],
])("without TLS, %j with HTTP 400 says %j", async (body, part) => {
  const { checks } = await diagnoseSandbox(SETTINGS.datacenter("http://127.0.0.1:8080"), {
    upstream: () => async () => new Response(body, { status: 400 }),
  });
  const message = checks.find(({ status }) => status === "failed")?.message ?? "";
  expect([message.includes(part), message.includes("TLS")]).toEqual([true, part.includes("TLS")]);
});

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc";

test.each([
  ["Blocked JSESSIONID=0A1B2C3D4E for you", "Blocked JSESSIONID=[secret] for you"],
  ["Blocked atlassian.xsrf.token=B1-2|abc; Path=/", "Blocked atlassian.xsrf.token=[secret]; Path=/"],
  [`Blocked Bearer ${JWT} today`, "Blocked Bearer [secret] today"],
  [`Blocked ${JWT}, today`, "Blocked [secret], today"],
  ["Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Authorization: Basic [secret]"],
  [
    "No https://u:pw@host.example/x?access_token=abc123&page=2",
    "No https://[secret]@host.example/x?access_token=[secret]&page=2",
  ],
  [
    "No /x?sig=a%2Fb&api_key=k1&password=p&key=zz9",
    "No /x?sig=[secret]&api_key=[secret]&password=[secret]&key=[secret]",
  ],
  // Texts that are no secrets stay.
  ["Basic authentication with passwords is deprecated", "Basic authentication with passwords is deprecated"],
  ["The token is expired; key=PROJ-1 page=2", "The token is expired; key=PROJ-1 page=2"],
  [
    "Ask help@example.com, 100%25 sure: https://help.example.com/a@b",
    "Ask help@example.com, 100%25 sure: https://help.example.com/a@b",
  ],
])("secrets of others in a refusal are replaced: %s", async (text, shown) => {
  for (const body of [text, json({ errorMessages: [text] })]) {
    const row: Row = ["", 403, {}, body, "BlockedError"];
    const { timesheet, scope } = openJira("datacenter", { upstream: answering(/\/myself/, row) });
    const error: unknown = await timesheet.getOwner(scope).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(`It says: "${shown}".`);
  }
});

test("a gateway's HTTP 407, which fetch does not show, names the sign-in", async () => {
  const server = createServer((_, response) => response.writeHead(407).end("<title>407</title>"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [failed] = await diagnosed("datacenter", () => () => fetch(url, { redirect: "manual" }));
  expect(failed?.message).toContain("a proxy wants a sign-in (HTTP 407). Set the proxy's address");
});
