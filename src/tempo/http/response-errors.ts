import { cut, LENGTHS } from "../../text/lengths.ts";
import { toUrl } from "../../text/url.ts";
import {
  BlockedError,
  ForbiddenError,
  LargeResponseError,
  NonJsonResponseError,
  NotFoundError,
  RejectedError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import { noAnswer, outcomeUnknown, perhapsTls, signInWanted, unchangedAfter } from "./network-errors.ts";
import { InvalidResponseError } from "./parse.ts";
import { tryAgain } from "./rate-limit.ts";
import type { Effect, Service } from "./service.ts";

/** Atlassian's API gateway says this, with a 401, if a token lacks a scope, according to users' reports. */
const SCOPE_MISMATCH = "scope does not match";

/** A gateway has stopped waiting, as 524 says too, or a server for the rest of a request. What is behind it may still be working. */
const SILENT = new Set([408, 504, 524]);

interface FailedResponse {
  response: Response;
  /** Its JSON, or its text if it is not JSON; undefined if it is empty. */
  body: unknown;
  /** Upstream's own message in it, without secrets; empty if there is none. */
  message: string;
  target: string | undefined;
}

/** @param wallClock milliseconds since 1970, to compare a `Retry-After` date with */
export function statusError(
  service: Service,
  effect: Effect,
  failed: FailedResponse,
  wallClock: number,
): TimesheetError {
  const { name, help } = service;
  const { response, message } = failed;
  const { status } = response;
  const says = quoted(message);
  const unchanged = unchangedAfter(effect);
  const next = (step: string) => ({ next: `${unchanged} ${step}`.trimStart() });
  if (status === 407) return signInWanted(service);
  const lacksScope = status === 401 && message.includes(SCOPE_MISMATCH);
  const wantsCaptcha = (status === 401 || status === 403) && asksForCaptcha(response);
  if (wantsCaptcha || (status === 401 && !lacksScope)) {
    const step = wantsCaptcha ? captchaStep(name) : help.renewToken;
    return new UnauthorizedError(`${name} refused the token (HTTP ${status}).${says} ${step}`, status);
  }
  if (isXsrf(failed)) {
    const step =
      "A proxy that changes User-Agent, Origin or Referer is the usual cause: ask its administrator, or reach the server without it.";
    const facts = `${name}'s check against forged requests (XSRF) refused this (HTTP ${status}).${says}`;
    return new BlockedError(facts, status, { ...next(step), hasReason: true });
  }
  const known = knownStep(message);
  if (isOfAnother(service, failed, known)) {
    const who = `Something in front of ${name}, such as a firewall, a proxy or a list of allowed addresses,`;
    // Tempo Cloud answers with pages too.
    const or = service.api === "tempo" && isBareRefusal(message) ? ` ${help.checkPermission}` : "";
    const step = `Ask its administrator to let this machine's requests through (a VPN may be needed), and check ${help.urlSetting}.`;
    return new BlockedError(`${who} refused this (HTTP ${status}).${says}`, status, {
      ...next(`${step}${or}`),
      hasReason: true,
    });
  }
  // Tempo's answer without a licence was never recorded; it must not be taken to say that something does not exist.
  const lacksLicence = status === 404 && help.withLicence !== undefined && known === ADMINISTRATOR_STEP;
  if (status === 403 || lacksScope || lacksLicence) {
    const facts = `The token's owner lacks permission for this in ${name} (HTTP ${status}).${says}`;
    const hasReason = !isBareStatus(message);
    if (known === CLOSED_STEP || (known === ADMINISTRATOR_STEP && help.withLicence === undefined)) {
      const refused = `${name} refused this (HTTP ${status}).${says}`;
      return new ForbiddenError(refused, status, { ...next(known), hasReason });
    }
    return new ForbiddenError(facts, status, { ...next(help.checkPermission), hasReason });
  }
  if (status === 404) return notFound(service, failed, says, unchanged);
  if (status === 429) {
    const wait = retryAfter(response, wallClock);
    const facts = `${name} is rate-limiting requests (HTTP 429).`;
    return new UnavailableError(facts, status, wait, next(tryAgain(wait)));
  }
  if (status === 409 && known === undefined) {
    const facts = `Another request on the same data is in progress in ${name} (HTTP 409).${says}`;
    return new UnavailableError(facts, status, undefined, next("Try again in a minute."));
  }
  if (status < 400) return redirected(service, response);
  if (status >= 500 || status === 408) {
    if (effect === "write")
      return (SILENT.has(status) ? noAnswer : outcomeUnknown)(service, `returned HTTP ${status}`, status);
    const wait = retryAfter(response, wallClock);
    return new UnavailableError(`${name} is temporarily unavailable (HTTP ${status}).${says}`, status, wait, {
      next: known === ADMINISTRATOR_STEP ? known : tryAgain(wait),
    });
  }
  const mayExpectTls =
    status === 400 &&
    !isObject(failed.body) &&
    (isEmpty(failed.body) || /\b(?:TLS|SSL|HTTPS)\b/i.test(message));
  const step = (mayExpectTls && perhapsTls(service)) || known || unknownStep(name, message);
  const facts = `${name} rejected this (HTTP ${status}).${says || " It gives no reason."}`;
  return new RejectedError(facts, status, next(step));
}

/** JSON escapes quotation marks, so that one in the message does not end the quotation. */
function quoted(message: string): string {
  return message === "" ? "" : ` It says: ${JSON.stringify(message)}${/[.!?]$/.test(message) ? "" : "."}`;
}

/** The reason that a 401 may have in its header alone, as the server wrote it. */
export function reasonOf({ headers }: Response): string {
  const challenge = headers.get("www-authenticate") ?? "";
  const [, ...reasons] =
    /\berror_description=(?:"([^"]{1,300})"|'([^']{1,300})'|([^\s,"']{1,300}))/i.exec(challenge) ?? [];
  return reasons.find((reason) => reason !== undefined) ?? "";
}

/** Whether Jira wants a CAPTCHA solved after failed logins, which no token passes. */
function asksForCaptcha({ headers }: Response): boolean {
  const reasons = ["x-authentication-denied-reason", "x-seraph-loginreason"].map((name) => headers.get(name));
  return /CAPTCHA|AUTHENTICATION_DENIED/.test(reasons.join());
}

function captchaStep(name: string): string {
  return `${name} wants a CAPTCHA solved after failed logins: log in to it once in a browser, then try again.`;
}

function isXsrf({ response, message }: FailedResponse): boolean {
  return response.status === 403 && /\bxsrf\b/i.test(message);
}

/** The statuses with which firewalls answer in place of Jira, which has no use for them. */
const OF_FIREWALLS = new Set([406, 418, 451]);

const OF_SCOPES = /(?<!\p{L})(?:scopes?|insufficient (?:permission|privilege)s?)(?!\p{L})/iu;

/** Whether something in front of the service has refused a request: it speaks of addresses, or not as the service does. */
function isOfAnother({ api }: Service, failed: FailedResponse, known: string | undefined): boolean {
  const { response, body, message } = failed;
  const { status, headers } = response;
  if (status === 403 && /\b(?:allow|white|block)[ -]?list|\bIP[ -]?address/i.test(message)) return true;
  if (status !== 403 && !OF_FIREWALLS.has(status)) return false;
  // Jira's own answers name the request, and what its login found.
  if (headers.has("x-arequestid") || headers.has("x-seraph-loginreason")) return false;
  if (isObject(body)) {
    if (/\bproblem\+json\b/.test(headers.get("content-type") ?? "")) return true;
    const isUnknown = known === undefined || known === PERMISSION_STEP;
    return Object.keys(body).length > 0 && !hasErrors(body) && !("status-code" in body) && isUnknown;
  }
  if (typeof body !== "string" || isEmpty(body)) return false;
  // Tempo Cloud's own 403, for a scope that a token lacks, is a page, whose words were never recorded.
  const isPage = body.startsWith("<");
  const isOfTempo = api === "tempo" && (isBareStatus(message) || (isPage && OF_SCOPES.test(message)));
  return status !== 403 || !isOfTempo;
}

/** Whether a message has no words, or only those of a status. */
function isBareStatus(message: string): boolean {
  return message.replaceAll(/\b(?:http|status|error|forbidden)\b|[^\p{L}]/giu, "") === "";
}

/** The same of words that say no more than that something is refused. */
function isBareRefusal(message: string): boolean {
  return isBareStatus(
    message.replaceAll(/\b(?:access|permission|request|denied|refused|rejected|unauthorized)\b/gi, ""),
  );
}

function isEmpty(body: unknown): boolean {
  return body === undefined || (typeof body === "string" && body.trim() === "");
}

function isObject(body: unknown): body is object {
  return typeof body === "object" && body !== null;
}

const CLOSED_STEP = "Use another date, or ask your Tempo administrator to open the period.";
const ADMINISTRATOR_STEP = "Ask your administrator: another request would be refused too.";
const ARCHIVED_STEP = "Use another issue, or ask your Jira administrator to restore what is archived.";
const PERMISSION_STEP = "Use another issue, or ask your Jira administrator for the permission.";

/** Words of Tempo and Jira, in the languages in which they were met or are likely; the first row that matches counts. */
const KNOWN: [step: string, ...all: RegExp[]][] = [
  // The state is that of a period: an issue may be closed too, and other things approved.
  [
    CLOSED_STEP,
    /\b(?:closed|locked|approved|submitted|frozen|finali[sz]ed) (?:(?:accounting|approval|payroll|time) )?(?:periods?|timesheets?|worklogs?|months?|weeks?|hours)\b/,
  ],
  [CLOSED_STEP, /\bclosing date\b/],
  [
    CLOSED_STEP,
    /(?<!\p{L})(?:worklogs?|hours|time|dates?|(?:periods?|timesheets?|months?|weeks?|zeitraum|periode|abrechnungszeitraum|stundenzettel|monat|période|feuille de temps|mois|per[ií]odo|hoja de horas|mes)(?:(?: (?!(?:an?|and|as|be|because|if|issues?|must|needs?|not|projects?|since|when|while) )[^ ]{1,40}){1,10}(?= (?:is|are|was|were|been|ist|sind|wurde|est|été|está|sido) ))?)(?: (?:is|are|was|were|has been|have been|been|ist|sind|wurde|est|a été|été|está|ha sido|sido))?(?: (?:already|currently|now|bereits|déjà|ya))? (?:closed|locked|approved|submitted|frozen|finali[sz]ed|in review|(?:waiting|ready) for (?:approval|review)|not (?:open|editable)|no longer open|(?:ab)?geschlossen|gesperrt|genehmigt|eingereicht|clôturée?|fermée?|verrouillée?|approuvée?|soumise?|cerrad[oa]|bloquead[oa]|aprobad[oa]|enviad[oa])(?!\p{L})/u,
  ],
  [
    ADMINISTRATOR_STEP,
    /(?<!\p{L})(?:licen[cs]es?|licensed|unlicensed|lizenz|licencia|subscription|suspended|deactivated)(?!\p{L})/u,
  ],
  [ADMINISTRATOR_STEP, /\b(?:user|account|site|owner|author)\b/, /\b(?:inactive|disabled|not active)\b/],
  [ARCHIVED_STEP, /(?<!\p{L})(?:archived|archiviert|archivée?|archivad[oa])(?!\p{L})/u],
  [PERMISSION_STEP, /(?<!\p{L})(?:permissions?|berechtigung(?:en)?|permisos?|droits?)(?!\p{L})/u],
];

/** A message may come from a stranger, so no step asks a user to do what it says. */
function unknownStep(name: string, message: string): string {
  return message === ""
    ? `Check what was sent, and ask your ${name} administrator for the reason.`
    : `If it names a mistake, correct it and try again; otherwise ask your ${name} administrator.`;
}

/** The next step after a refusal whose reason is known to need one; undefined for any other reason. */
function knownStep(message: string): string | undefined {
  // Keys of messages, such as `worklog.period.closed` and `PERIOD_CLOSED`, are words too.
  const words = message.toLowerCase().replaceAll(/[._-]+/g, " ");
  return KNOWN.find(([, ...all]) => all.every((pattern) => pattern.test(words)))?.[0];
}

/**
 * A 404 has two meanings: the thing does not exist, or the URL leads to something that is not this API. Requests by id take any
 * JSON for the first; elsewhere only the API's own error forms count, since other servers answer JSON too.
 */
function notFound(
  { name, help }: Service,
  { response, body, message, target }: FailedResponse,
  says: string,
  unchanged: string,
): TimesheetError {
  if (target !== undefined && isJson(response, body) && !isUnknownPath(message)) {
    return new NotFoundError(
      `${target} was not found in ${name}, or you have no access to it (HTTP 404).${says}${unchanged}`,
      404,
    );
  }
  if (target === undefined && hasErrors(body)) {
    return new NotFoundError(
      `Not found in ${name}, or the token's owner has no access to it (HTTP 404).${says}${unchanged} Check ${help.urlSetting}.`,
      404,
    );
  }
  const running = ["runs there", ...(help.withLicence === undefined ? [] : [help.withLicence])].join(" ");
  const reason = isUnknownPath(message) || /\bnot found\b/i.test(message) ? "" : says;
  return new UnexpectedResponseError(
    `No ${name} API at this URL (HTTP 404).${reason}${unchanged} Check ${help.urlSetting}, and that ${name} ${running}.`,
    404,
  );
}

function isJson({ headers }: Response, body: unknown): boolean {
  return isEmpty(body) ? /\bjson\b/.test(headers.get("content-type") ?? "") : typeof body === "object";
}

/** Whether a body has the form in which Jira and Tempo word errors; that of Cloudflare has "success" too. */
function hasErrors(body: unknown): boolean {
  if (!isObject(body) || "success" in body) return false;
  const { errorMessages, errors } = body as { errorMessages?: unknown; errors?: unknown };
  return Array.isArray(errorMessages) || isObject(errors);
}

/** Whether Jira Data Center says that nothing serves the path, which is so if Tempo is not installed. */
function isUnknownPath(message: string): boolean {
  return message.startsWith("null for uri");
}

/** Milliseconds: `Retry-After`, or the interval in which Data Center refills its rate limit if none remains. */
export function retryAfter({ headers }: Response, wallClock: number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - wallClock) / 1000;
  return seconds > 0 ? seconds * 1000 : rateLimitReset(headers);
}

/** Milliseconds until a Data Center without remaining requests allows some again, if it says. */
export function rateLimitReset(headers: Headers): number | undefined {
  const interval = Number(headers.get("x-ratelimit-interval-seconds"));
  return headers.get("x-ratelimit-remaining") === "0" && interval > 0 ? interval * 1000 : undefined;
}

/** The pages on which Jira says that it starts, is set up, or cannot work. */
const STATE_PAGE = /\/(?:johnson|errors\.jsp|startup\.jsp|secure\/Setup)|maintenance/i;

/** A redirect to the same API means that it has moved; one that is not to a page of Jira's state leads to a login page, so the token was not accepted. */
function redirected({ name, baseUrl, help }: Service, { status, headers }: Response): TimesheetError {
  const location = toUrl(headers.get("location") ?? "", baseUrl);
  const path = location?.pathname ?? "";
  if (/\/(rest|4)\//.test(path)) {
    return new UnexpectedResponseError(
      `${name} redirects to another URL (HTTP ${status}). Redirects are not followed, to keep your token safe. ` +
        `Set ${help.urlSetting} to the final URL.`,
      status,
    );
  }
  if (STATE_PAGE.test(path)) {
    return new UnavailableError(
      `${name} redirects to a page about its own state (HTTP ${status}): it is starting, in maintenance, or broken.`,
      status,
      undefined,
      { next: "Try again in a minute; if that does not help, look at the page in a browser." },
    );
  }
  const host = location?.host ?? "";
  const isElsewhere = host !== "" && host !== new URL(baseUrl).host;
  const [at, or] = isElsewhere
    ? [` at ${cut(host, LENGTHS.name)}`, ", or a single sign-on in front of it takes no tokens"]
    : ["", ""];
  return new UnauthorizedError(
    `${name} redirected to a login page${at} (HTTP ${status}): it did not accept the token${or}. ${help.renewToken}`,
    status,
  );
}

/** @param message that of the page or text */
export function notJson(service: Service, effect: Effect, message: string): TimesheetError {
  const why = "is not JSON";
  return effect === "write"
    ? unusableAfterWrite(service, why, quoted(message))
    : new NonJsonResponseError(unusable(service, why, quoted(message)));
}

export function tooLarge(service: Service, effect: Effect): TimesheetError {
  return effect === "write"
    ? unusableAfterWrite(service, "is too large to be read")
    : new LargeResponseError(
        `${service.name}'s response is too large to be read (more than 32 MB or 500,000 values). ` +
          `Ask for a shorter range; if that does not help, check ${service.help.urlSetting}.`,
      );
}

export function invalidResponse(service: Service, effect: Effect, thrown: unknown): TimesheetError {
  const why =
    thrown instanceof InvalidResponseError ? `is invalid: ${thrown.message}` : "is not what its API promises";
  return effect === "write"
    ? unusableAfterWrite(service, why)
    : new UnexpectedResponseError(unusable(service, why));
}

function unusableAfterWrite(service: Service, why: string, says = ""): TimesheetError {
  return outcomeUnknown(service, `reported success, but its response ${why}`, undefined, says);
}

function unusable({ name, help }: Service, why: string, says = ""): string {
  return `${name}'s response ${why}.${says} A proxy or login page may be intercepting it; check ${help.urlSetting}.`;
}
