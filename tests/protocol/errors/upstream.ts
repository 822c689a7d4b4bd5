import type { ErrorCode } from "../../../src/timesheet/errors.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { POST } from "../../helpers/inputs.ts";
import { ACTIVITY, worklog } from "../../helpers/seeds.ts";
import type { SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";
import { calling, cancelling, type Entry } from "./entry.ts";

const DAY = { startDate: "2026-01-05" };

type Respond = (request: Request) => Response | Promise<Response>;

const page = (status: number) => () => new Response("<html>", { status });
const denied = () => Response.json({}, { status: 403 });
const says = (status: number, message: string) => () => Response.json({ errors: [{ message }] }, { status });
const broken = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));
const timeout = () => Promise.reject(new DOMException("timed out", "TimeoutError"));
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });

/** A journal that outlives the process. */
function kept(): SessionOptions {
  const clock = virtualClock();
  const ledger = new Ledger(journalInMemory(), clock);
  return { clock, writers: { run: (_, __, write) => write(writer(ledger)) } };
}

/** Takes the place of one service. */
const responding = (service: RegExp, respond: Respond): SessionOptions => ({
  upstream: (fetch) => async (request) => (service.test(request.url) ? respond(request) : fetch(request)),
});

const TEMPO = /\/4\/|\/rest\/tempo-/;
const JIRA = /\/rest\/api\//;
/** The paths of the list of work attributes. */
const ATTRIBUTES = /\/work-attributes?(\?|$)/;
/** The paths at which worklogs are stored, alone or with others. */
const STORED = /\/4\/worklogs(\/issue\/\d+\/bulk)?$/;

const reading = (cause: string, service: RegExp, respond: Respond, code: ErrorCode, text: string): Entry => ({
  cause,
  meet: calling("get_schedule", DAY, responding(service, respond)),
  code,
  text,
});

const readingOnDataCenter = (
  cause: string,
  service: RegExp,
  respond: Respond,
  code: ErrorCode,
  text: string,
): Entry => ({
  cause: `${cause}, on Data Center`,
  meet: calling("get_schedule", DAY, { ...responding(service, respond), deployment: "datacenter" }),
  code,
  text,
});

/** A call that ends before it is decided what a failure has stored. */
const storing = (cause: string, respond: Respond, code: ErrorCode, text: string): Entry => ({
  cause: `storing: ${cause}`,
  meet: calling("post_worklog", POST, { ...responding(STORED, respond), budget: 20_000 }),
  code,
  text,
});

const NEW_SCOPES =
  "If Tempo gives no other reason, the token in TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: create " +
  "a new one in Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.";
const NEW_TOKEN =
  "Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.";
const REFUSED_BY_SITE =
  "Jira refused the token (HTTP 401). Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian account and a " +
  "valid API token of it. Check JIRA_BASE_URL too. A token with scopes works only through ATLASSIAN_API_URL and needs the " +
  "scopes read:jira-work and read:jira-user.";
const UNKNOWN =
  "so it is unknown whether the request took effect. It may still take effect until TIME, N seconds from now. Check your worklogs of " +
  "that date before posting it again.";

/** Every failed response of Tempo and Jira, and every way in which there is no response. */
export const UPSTREAM: Entry[] = [
  reading(
    "Tempo refuses the token",
    TEMPO,
    page(401),
    "unauthorized",
    "Tempo refused the token (HTTP 401). Set TEMPO_API_TOKEN to a valid token (Tempo, Settings, API " +
      "integration). Tokens expire, and each works in one region only: check TEMPO_API_URL too.",
  ),
  reading(
    "Jira refuses the token",
    JIRA,
    page(401),
    "unauthorized",
    `${REFUSED_BY_SITE} This one was refused there too.`,
  ),
  reading(
    "Jira refuses the token, and its site gives no cloud id",
    /rest\/api|tenant_info/,
    page(401),
    "unauthorized",
    `${REFUSED_BY_SITE} This one could not be tried there: https://sandbox.invalid/_edge/tenant_info gave no cloud id (HTTP 401).`,
  ),
  reading(
    "Jira refuses the token, and Atlassian's API does not respond",
    JIRA,
    (request) => (request.url.includes("/ex/jira/") ? broken({ code: "ENOTFOUND" })() : page(401)()),
    "unauthorized",
    `${REFUSED_BY_SITE} This one did not work there: Jira could not be reached at https://sandbox.invalid (ENOTFOUND).`,
  ),
  reading(
    "a Jira token lacks a scope",
    JIRA,
    (request) =>
      request.url.includes("/ex/jira/")
        ? Response.json({ code: 401, message: "Unauthorized; scope does not match" }, { status: 401 })
        : page(401)(),
    "forbidden",
    'The token\'s owner lacks permission for this in Jira (HTTP 401). It says: "Unauthorized; scope does not match". The token in ' +
      "JIRA_API_TOKEN needs the scopes read:jira-work and read:jira-user; if one is missing, create a new token with both. If it " +
      "has them, check that the account of JIRA_EMAIL may use this Jira site and see the issue.",
  ),
  readingOnDataCenter(
    "the token is refused",
    JIRA,
    page(401),
    "unauthorized",
    `Jira refused the token (HTTP 401). ${NEW_TOKEN}`,
  ),
  readingOnDataCenter(
    "a redirect to a login page",
    JIRA,
    redirect("/login.jsp"),
    "unauthorized",
    `Jira redirected to a login page (HTTP 302): it did not accept the token. ${NEW_TOKEN}`,
  ),
  readingOnDataCenter(
    "a redirect to a single sign-on",
    JIRA,
    redirect("https://login.example.com/saml"),
    "unauthorized",
    "Jira redirected to a login page at login.example.com (HTTP 302): it did not accept the token, or a single sign-on in front " +
      `of it takes no tokens. ${NEW_TOKEN}`,
  ),
  readingOnDataCenter(
    "a redirect to Jira's page of errors",
    JIRA,
    redirect("/johnson/page"),
    "unavailable",
    "Jira redirects to a page about its own state (HTTP 302): it is starting, in maintenance, or broken. Try again in a minute; if " +
      "that does not help, look at the page in a browser.",
  ),
  readingOnDataCenter(
    "a moved API",
    JIRA,
    redirect("https://jira.new.example.com/rest/api/2/myself"),
    "unexpected_response",
    "Jira redirects to another URL (HTTP 302). Redirects are not followed, to keep your token safe. Set " +
      "TEMPO_BASE_URL to the final URL.",
  ),
  reading(
    "the token lacks a scope",
    TEMPO,
    page(403),
    "forbidden",
    `The token's owner lacks permission for this in Tempo (HTTP 403). ${NEW_SCOPES}`,
  ),
  storing(
    "Tempo denies it for a reason of its own",
    says(403, "You do not have permission to log work for this period"),
    "forbidden",
    "The token's owner lacks permission for this in Tempo (HTTP 403). It says: \"You do not have permission to " +
      `log work for this period". Nothing was changed by this request. ${NEW_SCOPES}`,
  ),
  reading(
    "Jira denies it",
    JIRA,
    denied,
    "forbidden",
    "The token's owner lacks permission for this in Jira (HTTP 403). Check that the account of JIRA_EMAIL may " +
      "use this Jira site and see the issue.",
  ),
  readingOnDataCenter(
    "Tempo denies it",
    TEMPO,
    denied,
    "forbidden",
    "The token's owner lacks permission for this in Tempo (HTTP 403). Check in Jira that the owner of " +
      "TEMPO_PAT may use Tempo and log work, and that Tempo's licence has not expired.",
  ),
  readingOnDataCenter(
    "Jira denies it",
    JIRA,
    denied,
    "forbidden",
    "The token's owner lacks permission for this in Jira (HTTP 403). Check that the owner of TEMPO_PAT may " +
      "use this Jira and see the issue.",
  ),
  reading(
    "a firewall in front of Jira",
    JIRA,
    () => new Response("<html><title>Request Rejected</title>", { status: 403 }),
    "forbidden",
    "Something in front of Jira, such as a firewall, a proxy or a list of allowed addresses, refused this (HTTP 403). It " +
      'says: "Request Rejected". Ask its administrator to let this machine\'s requests through (a VPN may be needed), and check ' +
      "JIRA_BASE_URL.",
  ),
  readingOnDataCenter(
    "a check against forged requests",
    TEMPO,
    () => new Response("XSRF check failed", { status: 403 }),
    "forbidden",
    'Tempo\'s check against forged requests (XSRF) refused this (HTTP 403). It says: "XSRF check failed". A proxy that changes ' +
      "User-Agent, Origin or Referer is the usual cause: ask its administrator, or reach the server without it.",
  ),
  readingOnDataCenter(
    "a CAPTCHA after failed logins",
    JIRA,
    () =>
      new Response("", { status: 403, headers: { "x-authentication-denied-reason": "CAPTCHA_CHALLENGE" } }),
    "unauthorized",
    "Jira refused the token (HTTP 403). Jira wants a CAPTCHA solved after failed logins: log in to it once in a browser, then " +
      "try again.",
  ),
  reading(
    "Tempo does not find something",
    TEMPO,
    says(404, "User not found"),
    "not_found",
    'Not found in Tempo, or the token\'s owner has no access to it (HTTP 404). It says: "User not found". ' +
      "Check TEMPO_API_URL.",
  ),
  {
    cause: "a worklog that another program deletes first",
    meet: calling(
      "update_worklog",
      { worklogId: "1290000", hours: 6 },
      {
        toolSets: ["edit"],
        seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
        upstream: (fetch) => async (request) =>
          request.method === "PUT" ? says(404, "Worklog not found")() : fetch(request),
      },
    ),
    code: "not_found",
    text:
      "Worklog 1290000 was not found in Tempo, or you have no access to it (HTTP 404). " +
      'It says: "Worklog not found". Nothing was changed by this request.',
  },
  reading(
    "another server at the URL",
    TEMPO,
    page(404),
    "unexpected_response",
    "No Tempo API at this URL (HTTP 404). Check TEMPO_API_URL, and that Tempo runs there.",
  ),
  storing(
    "a closed period",
    says(400, "The period is closed"),
    "rejected",
    'Tempo rejected this (HTTP 400). It says: "The period is closed". Nothing was changed by this request. ' +
      "Use another date, or ask your Tempo administrator to open the period.",
  ),
  storing(
    "Tempo rejects it without a reason",
    page(400),
    "rejected",
    "Tempo rejected this (HTTP 400). It gives no reason. Nothing was changed by this request. Check what was sent, and " +
      "ask your Tempo administrator for the reason.",
  ),
  {
    cause: "storing: a required work attribute is missing",
    meet: calling("post_worklog", POST, {
      seed: {
        workAttributes: [{ ...ACTIVITY, values: ACTIVITY.values.slice(0, 1) }],
      },
    }),
    code: "rejected",
    text:
      "Tempo rejected this (HTTP 400). It says: \"Work attribute 'Activity type' (_Activity_) is required\". Nothing was " +
      "changed by this request. This Tempo requires a work attribute that is not set: Activity type " +
      '(_Activity_: dev (Development)). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Activity_":"dev"}, or give it to entries of ' +
      'their own: post_worklog, bulk_post_worklogs, fill_days, update_worklog and post_draft (on by details, fill, edit and draft in TEMPO_TOOLSETS) take `attributes`, such as {"_Activity_":"dev"}.',
  },
  {
    cause: "a required work attribute is missing, with the set details",
    meet: calling("post_worklog", POST, { toolSets: ["details"], seed: { workAttributes: [ACTIVITY] } }),
    code: "invalid_input",
    text:
      "Not sent: this Tempo requires a work attribute that the entry does not have: Activity type (_Activity_: dev (Development), ops " +
      '(Operations)). Give it in `attributes`, such as {"_Activity_":"dev"}.',
  },
  {
    cause: "the list of work attributes is refused, where some are given",
    meet: calling(
      "post_worklog",
      { ...POST, attributes: { _Activity_: "dev" } },
      { toolSets: ["details"], ...responding(ATTRIBUTES, says(403, "Access denied")) },
    ),
    code: "forbidden",
    text:
      "Not sent: Tempo refused its list of work attributes, which `attributes` needs. The token's owner lacks permission for this in Tempo (HTTP 403). " +
      'It says: "Access denied". If Tempo gives no other reason, the token in TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: ' +
      "create a new one in Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it. " +
      "Or leave `attributes` out.",
  },
  {
    cause: "the list of work attributes is refused, where the settings have some",
    meet: calling("post_worklog", POST, {
      deployment: "datacenter",
      workAttributes: { _Activity_: "dev" },
      ...responding(ATTRIBUTES, says(403, "Access denied")),
    }),
    code: "forbidden",
    text:
      "Not sent: Tempo refused its list of work attributes, which TEMPO_WORK_ATTRIBUTES needs. The token's owner lacks permission for this in Tempo (HTTP 403). " +
      'It says: "Access denied". Check in Jira that the owner of TEMPO_PAT may use Tempo and log work, and that Tempo\'s licence has not expired. ' +
      "Or leave TEMPO_WORK_ATTRIBUTES out.",
  },
  {
    cause: "storing: a required account is missing",
    meet: calling("post_worklog", POST, {
      seed: {
        workAttributes: [{ id: 9, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" }],
        accounts: [{ id: 1, key: "ACME", name: "Acme Ltd", projects: ["PROJ"] }],
      },
    }),
    code: "rejected",
    text:
      "Tempo rejected this (HTTP 400). It says: \"Work attribute 'Account' (_Account_) is required\". Nothing was changed by this " +
      "request. This Tempo requires a work attribute that is not set: Account (_Account_: ACME (Acme Ltd)). " +
      'If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Account_":"@issue"}, or give it to entries of their own: ' +
      'post_worklog, bulk_post_worklogs, fill_days, update_worklog and post_draft (on by details, fill, edit and draft in TEMPO_TOOLSETS) take `attributes`, such as {"_Account_":"ACME"}.',
  },
  storing(
    "another bulk action on the issue is in progress",
    says(409, "There is already a bulk action in progress"),
    "unavailable",
    'Another request on the same data is in progress in Tempo (HTTP 409). It says: "There is already a bulk ' +
      'action in progress". Nothing was changed by this request. Try again in a minute.',
  ),
  reading(
    "too many requests",
    TEMPO,
    page(429),
    "unavailable",
    "Tempo is rate-limiting requests (HTTP 429). Try again in a minute.",
  ),
  readingOnDataCenter(
    "the rate limit is used up for an hour",
    JIRA,
    () =>
      Response.json(
        { key: "JIRAUSER10100" },
        { headers: { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "3600" } },
      ),
    "unavailable",
    "Not sent: Tempo is rate-limiting requests (HTTP 429). Try again in about 60 minutes.",
  ),
  reading(
    "Tempo is down",
    TEMPO,
    page(503),
    "unavailable",
    "Tempo is temporarily unavailable (HTTP 503). Try again in a minute.",
  ),
  storing("a gateway's timeout", page(504), "outcome_unknown", `Tempo returned HTTP 504, ${UNKNOWN}`),
  {
    cause: "storing: a gateway's timeout, with a journal that outlives the process",
    meet: calling("post_worklog", POST, { ...responding(STORED, page(504)), ...kept() }),
    code: "outcome_unknown",
    text:
      "Tempo returned HTTP 504, so it is unknown whether the request took effect. It may still take effect until TIME, N seconds from now. " +
      "Send the same call again then, whole and unchanged: what is stored by then is not stored again.",
  },
  {
    cause:
      "storing: a gateway's timeout, with such a journal, where a repeated call logs the hours once more",
    meet: calling("post_worklog", POST, {
      ...responding(STORED, page(504)),
      ...kept(),
      duplicates: "allow",
    }),
    code: "outcome_unknown",
    text: `Tempo returned HTTP 504, ${UNKNOWN}`,
  },
  storing(
    "the connection broke",
    broken({ code: "UND_ERR_SOCKET" }),
    "outcome_unknown",
    `Tempo did not respond (UND_ERR_SOCKET), ${UNKNOWN}`,
  ),
  {
    cause: "storing: Tempo fails, and shows nothing of it once it can store it no more",
    meet: calling("post_worklog", POST, responding(STORED, broken({ code: "UND_ERR_SOCKET" }))),
    code: "unavailable",
    text: "Not stored: Tempo gave no usable answer, and shows no such worklog. Send the same call again.",
  },
  {
    cause: "storing: Tempo has not answered when the call ends",
    meet: calling("post_worklog", POST, {}, ({ tempo }) => tempo.onWrite(1, "no response, not processed")),
    code: "outcome_unknown",
    text: `Tempo has not answered in time, ${UNKNOWN}`,
  },
  storing("no response in time", timeout, "outcome_unknown", `Tempo did not respond in time, ${UNKNOWN}`),
  storing(
    "a page instead of JSON",
    page(200),
    "outcome_unknown",
    `Tempo reported success, but its response is not JSON, ${UNKNOWN}`,
  ),
  storing(
    "a firewall's page as a success",
    () => new Response("<html><title>Request Rejected</title>"),
    "outcome_unknown",
    `Tempo reported success, but its response is not JSON, ${UNKNOWN.replace("effect.", 'effect. It says: "Request Rejected".')}`,
  ),
  reading(
    "a port that fetch blocks",
    TEMPO,
    broken({ message: "bad port" }),
    "invalid_settings",
    "Tempo can never be reached at https://sandbox.invalid: HTTP clients block this port, which belongs to another kind of service. " +
      "Correct the port in TEMPO_API_URL.",
  ),
  reading(
    "no such host",
    TEMPO,
    broken({ code: "ENOTFOUND" }),
    "unavailable",
    "Tempo could not be reached at https://sandbox.invalid (ENOTFOUND). Check the network and TEMPO_API_URL, " +
      "then try again.",
  ),
  storing(
    "no connection",
    broken({ code: "ECONNREFUSED", syscall: "connect" }),
    "unavailable",
    "Tempo could not be reached at https://sandbox.invalid (ECONNREFUSED). Nothing was changed by this " +
      "request. Check the network and TEMPO_API_URL, then try again.",
  ),
  reading(
    "no response in time",
    TEMPO,
    timeout,
    "unavailable",
    "Tempo could not be reached at https://sandbox.invalid (no response in time). Check the network and " +
      "TEMPO_API_URL, then try again.",
  ),
  reading(
    "the proxy refuses",
    TEMPO,
    broken({ message: "Proxy response (407) !== 200 when HTTP Tunneling" }),
    "unavailable",
    "Tempo could not be reached at https://sandbox.invalid: the proxy in HTTPS_PROXY or HTTP_PROXY refused " +
      "the connection (HTTP 407). Check the proxy's address, user name and password, or add the host to " +
      "NO_PROXY.",
  ),
  reading(
    "a company's own certificate authority",
    TEMPO,
    broken({ code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    "unavailable",
    "This machine does not trust Tempo's TLS certificate at https://sandbox.invalid " +
      "(SELF_SIGNED_CERT_IN_CHAIN). Company networks often use their own certificate authority. Set " +
      "NODE_EXTRA_CA_CERTS to the path of a PEM file with that authority's certificate, which a file that is set already lacks; your IT department has it.",
  ),
  storing(
    "an expired certificate",
    broken({ code: "CERT_HAS_EXPIRED" }),
    "unavailable",
    "Tempo's TLS certificate at https://sandbox.invalid is not valid today (CERT_HAS_EXPIRED). Nothing was " +
      "changed by this request. Check this machine's clock; if it is right, ask the server's administrator to " +
      "renew the certificate.",
  ),
  reading(
    "a certificate for another host",
    TEMPO,
    broken({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    "unavailable",
    "Tempo's TLS certificate at https://sandbox.invalid is for another host name " +
      "(ERR_TLS_CERT_ALTNAME_INVALID). Set TEMPO_API_URL to the host name in the certificate.",
  ),
  reading(
    "no TLS at the port",
    TEMPO,
    broken({ code: "EPROTO" }),
    "unavailable",
    "The TLS handshake with Tempo at https://sandbox.invalid failed (EPROTO). Check the port in TEMPO_API_URL " +
      "and that the server uses HTTPS; a proxy may interfere.",
  ),
  {
    cause: "no TLS to a port that expects it",
    meet: calling("get_schedule", DAY, {
      ...responding(JIRA, broken({ code: "UND_ERR_SOCKET" })),
      deployment: "datacenter",
      addresses: { jiraUrl: "http://127.0.0.1:2" },
    }),
    code: "unavailable",
    text:
      "Jira could not be reached at http://127.0.0.1:2 (UND_ERR_SOCKET). If that port expects TLS, TEMPO_BASE_URL must start with " +
      "https://; otherwise check the network, then try again.",
  },
  reading(
    "a proxy that wants a sign-in",
    TEMPO,
    page(407),
    "unavailable",
    "Tempo could not be reached at https://sandbox.invalid: a proxy wants a sign-in (HTTP 407). Set the proxy's address with its user " +
      "name and password in HTTPS_PROXY or HTTP_PROXY, or ask your network's administrator.",
  ),
  reading(
    "a page instead of JSON",
    TEMPO,
    page(200),
    "unexpected_response",
    "Tempo's response is not JSON. A proxy or login page may be intercepting it; check TEMPO_API_URL.",
  ),
  reading(
    "a page of a firewall",
    TEMPO,
    () => new Response("<title>Request Rejected</title>"),
    "unexpected_response",
    'Tempo\'s response is not JSON. It says: "Request Rejected". A proxy or login page may be intercepting it; check TEMPO_API_URL.',
  ),
  reading(
    "a response that is too large",
    TEMPO,
    () => new Response("[]", { headers: { "content-length": "40000000" } }),
    "unexpected_response",
    "Tempo's response is too large to be read (more than 32 MB or 500,000 values). Ask for a shorter range; if that does not " +
      "help, check TEMPO_API_URL.",
  ),
  storing(
    "a response that is too large",
    () => new Response("[]", { headers: { "content-length": "40000000" } }),
    "outcome_unknown",
    `Tempo reported success, but its response is too large to be read, ${UNKNOWN}`,
  ),
  reading(
    "a response without its days",
    TEMPO,
    () => Response.json({}),
    "unexpected_response",
    "Tempo's response is invalid: its days are missing. A proxy or login page may be intercepting it; check " +
      "TEMPO_API_URL.",
  ),
  reading(
    "a response that is not an object",
    TEMPO,
    () => Response.json(null),
    "unexpected_response",
    "Tempo's response is not what its API promises. A proxy or login page may be intercepting it; check " +
      "TEMPO_API_URL.",
  ),
  reading(
    "a schedule with a gap",
    TEMPO,
    () => Response.json({ results: [] }),
    "unexpected_response",
    "Tempo's schedule lacks 1 of the requested dates, the first being 2026-01-05. Ask for a shorter range, or check in " +
      "Tempo that a workload scheme covers these dates.",
  ),
  {
    cause: "a list of worklogs that does not end",
    meet: calling(
      "get_worklogs",
      DAY,
      responding(TEMPO, () => Response.json({ metadata: { next: "more" }, results: [] })),
    ),
    code: "unexpected_response",
    text:
      "Tempo announced another page of results but returned nothing new on it, after 0 results. The list would be incomplete, so " +
      "none is shown; ask for a shorter range.",
  },
  {
    cause: "the call's time runs out while a request waits for the rate limit",
    meet: calling("get_schedule", DAY, { rateLimiter: () => new Promise(() => {}) }),
    code: "not_sent",
    text: "Not sent: the call's time ran out before this was sent. Send the same call again.",
  },
  {
    cause: "the call is cancelled while waiting for Tempo",
    meet: cancelling("get_schedule", DAY, /user-schedule/, "before"),
    code: "cancelled",
    text: "Cancelled while waiting for Tempo. Nothing was changed. Send the same call again if it is still wanted.",
  },
  {
    cause: "the call is cancelled while waiting for what several calls need",
    meet: cancelling("get_schedule", DAY, /myself/, "before"),
    code: "cancelled",
    text: "Cancelled while waiting for an answer. Nothing was changed. Send the same call again if it is still wanted.",
  },
];
