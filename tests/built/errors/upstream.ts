import type { ErrorCode } from "../../../src/timesheet/errors.ts";
import type { SessionOptions } from "../../helpers/session.ts";
import { calling, type Entry, withdrawing } from "./entry.ts";

const DAY = { startDate: "2026-01-05" };
const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

type Answer = () => Response | Promise<Response>;

const page = (status: number) => () => new Response("<html>", { status });
const says = (status: number, message: string) => () => Response.json({ errors: [{ message }] }, { status });
const broken = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });

/** An answer in the place of one service's. */
const answering = (service: RegExp, answer: Answer): SessionOptions => ({
  upstream: (fetch) => async (request) => (service.test(request.url) ? answer() : fetch(request)),
});

const TEMPO = /\/4\/|\/rest\/tempo-/;
const JIRA = /\/rest\/api\//;
/** The worklog to store, alone or with others. */
const STORED = /\/4\/worklogs(\/issue\/\d+\/bulk)?$/;

const reading = (cause: string, service: RegExp, answer: Answer, code: ErrorCode, text: string): Entry => ({
  cause,
  meet: calling("get_schedule", DAY, answering(service, answer)),
  code,
  text,
});

const readingOnDataCenter = (
  cause: string,
  service: RegExp,
  answer: Answer,
  code: ErrorCode,
  text: string,
): Entry => ({
  cause: `${cause}, on Data Center`,
  meet: calling("get_schedule", DAY, { ...answering(service, answer), deployment: "datacenter" }),
  code,
  text,
});

const storing = (cause: string, answer: Answer, code: ErrorCode, text: string): Entry => ({
  cause: `storing: ${cause}`,
  meet: calling("post_worklog", POST, answering(STORED, answer)),
  code,
  text,
});

const NEW_SCOPES =
  "Where Tempo names no other reason, the token of TEMPO_API_TOKEN lacks a scope. A token's scopes cannot be changed: make " +
  "a new one in Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.";
const NEW_TOKEN =
  "Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.";
const DOUBT =
  "whether it took effect is unknown. Check with get_worklogs what stands in Tempo before sending it again.";

/** What Tempo and Jira answer, or do not, and how the way to them fails. */
export const UPSTREAM: Entry[] = [
  reading(
    "Tempo does not accept the token",
    TEMPO,
    page(401),
    "unauthorized",
    "Tempo refused the token (HTTP 401). Set TEMPO_API_TOKEN to a valid token (Tempo, Settings, API integration). Tokens " +
      "expire, and each works in one region only: check TEMPO_API_URL too.",
  ),
  reading(
    "Jira does not accept the token",
    JIRA,
    page(401),
    "unauthorized",
    "Jira refused the token (HTTP 401). Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian account " +
      "and a valid API token of it. Check JIRA_BASE_URL too.",
  ),
  readingOnDataCenter(
    "the token is not accepted",
    JIRA,
    page(401),
    "unauthorized",
    `Jira refused the token (HTTP 401). ${NEW_TOKEN}`,
  ),
  readingOnDataCenter(
    "a page to log in on",
    JIRA,
    redirect("https://jira.example.com/login.jsp"),
    "unauthorized",
    "Jira sends to another page instead of answering (HTTP 302), as it does to who is not logged in: it does not accept the " +
      `token. ${NEW_TOKEN}`,
  ),
  readingOnDataCenter(
    "a moved address",
    JIRA,
    redirect("https://jira.new.example.com/rest/api/2/myself"),
    "unexpected_response",
    "Jira redirects elsewhere (HTTP 302), which is not followed, so that no token goes astray. Set TEMPO_BASE_URL to the " +
      "address that answers itself.",
  ),
  reading(
    "the token lacks a scope",
    TEMPO,
    page(403),
    "forbidden",
    `Tempo denies this to the owner of the token (HTTP 403). ${NEW_SCOPES}`,
  ),
  storing(
    "Tempo denies it for a reason of its own",
    says(403, "You do not have permission to log work for this period"),
    "forbidden",
    'Tempo denies this to the owner of the token (HTTP 403). It says: "You do not have permission to log work for this ' +
      `period". Nothing was changed by this request. ${NEW_SCOPES}`,
  ),
  reading(
    "Jira denies it",
    JIRA,
    page(403),
    "forbidden",
    "Jira denies this to the owner of the token (HTTP 403). Check that the account of JIRA_EMAIL may use this Jira site and " +
      "see the issue.",
  ),
  readingOnDataCenter(
    "Tempo denies it",
    TEMPO,
    page(403),
    "forbidden",
    "Tempo denies this to the owner of the token (HTTP 403). Check in Jira that the owner of TEMPO_PAT may use Tempo and log " +
      "work.",
  ),
  readingOnDataCenter(
    "Jira denies it",
    JIRA,
    page(403),
    "forbidden",
    "Jira denies this to the owner of the token (HTTP 403). Check that the owner of TEMPO_PAT may use this Jira and see the " +
      "issue.",
  ),
  reading(
    "Tempo does not find it",
    TEMPO,
    says(404, "User not found"),
    "not_found",
    'Tempo does not find this, or the token\'s owner may not see it (HTTP 404). It says: "User not found". Check ' +
      "TEMPO_API_URL.",
  ),
  reading(
    "another server is at the address",
    TEMPO,
    page(404),
    "unexpected_response",
    "Tempo does not answer at this address (HTTP 404). Check TEMPO_API_URL, and that Tempo is there.",
  ),
  storing(
    "a closed period",
    says(400, "The period is closed"),
    "rejected",
    'Tempo rejected this (HTTP 400). It says: "The period is closed". Nothing was changed by this request. Correct it and ' +
      "try again.",
  ),
  storing(
    "Tempo refuses without a reason",
    page(400),
    "rejected",
    "Tempo rejected this (HTTP 400). It gives no reason. Nothing was changed by this request. Correct it and try again.",
  ),
  {
    cause: "storing: a required work attribute is missing",
    meet: calling("post_worklog", POST, {
      seed: {
        workAttributes: [
          {
            id: 7,
            key: "_Activity_",
            name: "Activity type",
            required: true,
            values: [{ value: "dev", name: "Development" }],
          },
        ],
      },
    }),
    code: "rejected",
    text:
      "Tempo rejected this (HTTP 400). It says: \"Work attribute 'Activity type' (_Activity_) is required\". Nothing was " +
      "changed by this request. Correct it and try again. This Tempo requires a work attribute that is not set: Activity type " +
      '(_Activity_: dev). If that is the reason, set TEMPO_WORK_ATTRIBUTES, for example to {"_Activity_":"dev"}.',
  },
  storing(
    "Tempo is at work on the issue",
    says(409, "There is already a bulk action in progress"),
    "unavailable",
    'Tempo is busy with this (HTTP 409). It says: "There is already a bulk action in progress". Nothing was changed by this ' +
      "request. Try again in a minute.",
  ),
  reading(
    "too many requests",
    TEMPO,
    page(429),
    "unavailable",
    "Tempo takes no more requests for now (HTTP 429). Try again in a minute.",
  ),
  reading(
    "Tempo is down",
    TEMPO,
    page(503),
    "unavailable",
    "Tempo cannot answer now (HTTP 503). Try again in a minute.",
  ),
  storing("a gateway's time-out", page(504), "outcome_unknown", `Tempo answered with HTTP 504: ${DOUBT}`),
  storing(
    "the connection broke",
    broken({ code: "UND_ERR_SOCKET" }),
    "outcome_unknown",
    `Tempo did not answer (UND_ERR_SOCKET): ${DOUBT}`,
  ),
  storing(
    "a page instead of an answer",
    page(200),
    "outcome_unknown",
    `Tempo answered with success, but it is not JSON: ${DOUBT}`,
  ),
  reading(
    "no such host",
    TEMPO,
    broken({ code: "ENOTFOUND" }),
    "unavailable",
    "Tempo cannot be reached (ENOTFOUND). Check the network and TEMPO_API_URL, then try again.",
  ),
  storing(
    "no connection",
    broken({ code: "ECONNREFUSED" }),
    "unavailable",
    "Tempo cannot be reached (ECONNREFUSED). Nothing was changed by this request. Check the network and TEMPO_API_URL, then " +
      "try again.",
  ),
  reading(
    "no answer in time",
    TEMPO,
    () => Promise.reject(new DOMException("timed out", "TimeoutError")),
    "unavailable",
    "Tempo cannot be reached (no answer in time). Check the network and TEMPO_API_URL, then try again.",
  ),
  reading(
    "the proxy refuses",
    TEMPO,
    broken({ message: "Proxy response (407) !== 200 when HTTP Tunneling" }),
    "unavailable",
    "Tempo cannot be reached: the proxy of HTTPS_PROXY or HTTP_PROXY refuses the connection (HTTP 407). Check the proxy's " +
      "address, user name and password, or name the host in NO_PROXY.",
  ),
  reading(
    "a certificate of a company's own",
    TEMPO,
    broken({ code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    "unavailable",
    "Tempo shows a certificate that this machine does not trust (SELF_SIGNED_CERT_IN_CHAIN), as companies do that sign their " +
      "own. Set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of the signer; your IT department has it.",
  ),
  storing(
    "an expired certificate",
    broken({ code: "CERT_HAS_EXPIRED" }),
    "unavailable",
    "Tempo shows a certificate that is not valid today (CERT_HAS_EXPIRED). Nothing was changed by this request. Check this " +
      "machine's clock; if it is right, ask whoever runs the server to renew the certificate.",
  ),
  reading(
    "a certificate for another host",
    TEMPO,
    broken({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
    "unavailable",
    "Tempo shows a certificate for another host name (ERR_TLS_CERT_ALTNAME_INVALID). Set TEMPO_API_URL to the host name that " +
      "the certificate is for.",
  ),
  reading(
    "no TLS at the port",
    TEMPO,
    broken({ code: "EPROTO" }),
    "unavailable",
    "Tempo and this machine do not agree on a secure connection (EPROTO). Check the port in TEMPO_API_URL, and that https:// " +
      "is what it speaks; a proxy may stand between.",
  ),
  reading(
    "a page instead of an answer",
    TEMPO,
    page(200),
    "unexpected_response",
    "Tempo's answer cannot be read: it is not JSON. A proxy or a login page may stand between; check TEMPO_API_URL.",
  ),
  reading(
    "an answer without its days",
    TEMPO,
    () => Response.json({}),
    "unexpected_response",
    "Tempo's answer cannot be read: its days are missing. A proxy or a login page may stand between; check TEMPO_API_URL.",
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
      answering(TEMPO, () => Response.json({ metadata: { next: "more" }, results: [] })),
    ),
    code: "unexpected_response",
    text:
      "Tempo names a further page and then answers nothing new on it, after 0 results. The list would be incomplete, so none " +
      "is shown; ask for a shorter range.",
  },
  {
    cause: "the call's time is over while a request waits for its turn",
    meet: calling("get_schedule", DAY, { rateLimiter: () => new Promise(() => {}) }),
    code: "not_sent",
    text: "Not sent: the call's time ran out before its turn. Send the same call again.",
  },
  {
    cause: "the call is withdrawn while Tempo is asked",
    meet: withdrawing("get_schedule", DAY, /user-schedule/, "unanswered"),
    code: "cancelled",
    text: "Cancelled while Tempo was asked. Nothing was changed. Send the same call again if it is wanted.",
  },
  {
    cause: "the call is withdrawn before Tempo is asked",
    meet: withdrawing("get_schedule", DAY, /myself/, "answered"),
    code: "cancelled",
    text: "Not sent: the call was cancelled before its turn. Send the same call again if it is wanted.",
  },
];
