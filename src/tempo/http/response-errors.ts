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
import { noAnswer, outcomeUnknown, perhapsTls, unchangedAfter } from "./network-errors.ts";
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
  const quotedMessage = quoted(message);
  const unchanged = unchangedAfter(effect);
  const next = (step: string) => ({ next: `${unchanged} ${step}`.trimStart() });
  const lacksScope = status === 401 && message.includes(SCOPE_MISMATCH);
  if (status === 401 && !lacksScope) {
    const reason = quotedMessage || quoted(reasonOf(response));
    const step = asksForCaptcha(response) ? captchaStep(name) : help.renewToken;
    return new UnauthorizedError(`${name} refused the token (HTTP 401).${reason} ${step}`, status);
  }
  if (status === 403 && asksForCaptcha(response)) {
    return new UnauthorizedError(
      `${name} refused the token (HTTP 403).${quotedMessage} ${captchaStep(name)}`,
      status,
    );
  }
  // Tempo Cloud's own 403, for a scope that a token lacks, is a page.
  const mayBeBlocked = status === 403 && service.api !== "tempo";
  if (mayBeBlocked && typeof failed.body === "string" && failed.body.trim() !== "") {
    const isXsrf = /\bxsrf\b/i.test(message);
    const who = isXsrf
      ? `${name}'s check against forged requests (XSRF)`
      : `Something in front of ${name}, such as a firewall, a proxy or a list of allowed addresses,`;
    const step = isXsrf
      ? "A proxy that changes User-Agent, Origin or Referer is the usual cause: ask its administrator, or reach the server without it."
      : `Ask its administrator to let this machine's requests through (a VPN may be needed), and check ${help.urlSetting}.`;
    return new BlockedError(`${who} refused this (HTTP 403).${quotedMessage}`, status, next(step));
  }
  // Tempo's answer without a licence was never recorded; it must not be taken to say that something does not exist.
  const lacksLicence = status === 404 && help.withLicence !== undefined && /licen[cs]e/i.test(message);
  if (status === 403 || lacksScope || lacksLicence) {
    return new ForbiddenError(
      `The token's owner lacks permission for this in ${name} (HTTP ${status}).${quotedMessage}`,
      status,
      next(help.checkPermission),
    );
  }
  if (status === 404) return notFound(service, failed, `${quotedMessage}${unchanged}`, unchanged);
  if (status === 429) {
    const wait = retryAfter(response, wallClock);
    return new UnavailableError(
      `${name} is rate-limiting requests (HTTP 429).`,
      status,
      wait,
      next(tryAgain(wait)),
    );
  }
  if (status === 409) {
    return new UnavailableError(
      `Another request on the same data is in progress in ${name} (HTTP 409).${quotedMessage}`,
      status,
      undefined,
      next("Try again in a minute."),
    );
  }
  if (status < 400) return redirected(service, response);
  if (status >= 500 || status === 408) {
    if (effect === "write")
      return (SILENT.has(status) ? noAnswer : outcomeUnknown)(service, `returned HTTP ${status}`, status);
    const wait = retryAfter(response, wallClock);
    return new UnavailableError(
      `${name} is temporarily unavailable (HTTP ${status}).${quotedMessage}`,
      status,
      wait,
      { next: tryAgain(wait) },
    );
  }
  const isJson = typeof failed.body === "object" && failed.body !== null;
  const mayExpectTls =
    status === 400 && !isJson && (message === "" || /\b(?:TLS|SSL|HTTPS)\b/i.test(message));
  const step =
    (mayExpectTls && perhapsTls(service)) || (isClosed(message) ? CLOSED_STEP : "Correct it and try again.");
  return new RejectedError(
    `${name} rejected this (HTTP ${status}).${quotedMessage || " It gives no reason."}`,
    status,
    next(step),
  );
}

/** JSON escapes quotation marks, so that one in the message does not end the quotation. */
function quoted(message: string): string {
  return message === "" ? "" : ` It says: ${JSON.stringify(message)}.`;
}

/** The reason that a 401 may have in its header alone. */
function reasonOf({ headers }: Response): string {
  const [, reason = ""] =
    /\berror_description="([^"]{1,300})"/.exec(headers.get("www-authenticate") ?? "") ?? [];
  return reason;
}

/** Whether Jira wants a CAPTCHA solved after failed logins, which no token passes. */
function asksForCaptcha({ headers }: Response): boolean {
  const reason = headers.get("x-authentication-denied-reason") ?? "";
  return reason.includes("CAPTCHA") || headers.get("x-seraph-loginreason") === "AUTHENTICATION_DENIED";
}

function captchaStep(name: string): string {
  return `${name} wants a CAPTCHA solved after failed logins: log in to it once in a browser, then try again.`;
}

/** Whether a message says that hours of a period may not change any more. */
function isClosed(message: string): boolean {
  return (
    /\b(?:closed|locked|approved|submitted)\b/i.test(message) &&
    /\b(?:period|timesheet|worklogs?|time)\b/i.test(message)
  );
}

const CLOSED_STEP = "Use another date, or ask your Tempo administrator to open the period.";

/**
 * A 404 has two meanings: the thing does not exist, or the URL leads to something that is not this API. Requests by id take any
 * JSON for the first; elsewhere only the API's own error forms count, since other servers answer JSON too.
 */
function notFound(
  { name, help }: Service,
  { response, body, message, target }: FailedResponse,
  details: string,
  unchanged: string,
): TimesheetError {
  if (target !== undefined && isJson(response, body) && !isUnknownPath(message)) {
    return new NotFoundError(
      `${target} was not found in ${name}, or you have no access to it (HTTP 404).${details}`,
      404,
    );
  }
  if (target === undefined && hasErrors(body)) {
    return new NotFoundError(
      `Not found in ${name}, or the token's owner has no access to it (HTTP 404).${details} Check ${help.urlSetting}.`,
      404,
    );
  }
  const running = ["runs there", ...(help.withLicence === undefined ? [] : [help.withLicence])].join(" ");
  return new UnexpectedResponseError(
    `No ${name} API at this URL (HTTP 404).${unchanged} Check ${help.urlSetting}, and that ${name} ${running}.`,
    404,
  );
}

function isJson({ headers }: Response, body: unknown): boolean {
  const isEmpty = body === undefined || body === "";
  return isEmpty ? /\bjson\b/.test(headers.get("content-type") ?? "") : typeof body === "object";
}

function hasErrors(body: unknown): boolean {
  return typeof body === "object" && body !== null && ("errorMessages" in body || "errors" in body);
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

/** A redirect to the same API means that it has moved; any other leads to a login page, so the token was not accepted. */
function redirected({ name, help }: Service, { status, headers }: Response): TimesheetError {
  const location = headers.get("location") ?? "";
  const path = toUrl(location, "https://upstream.invalid")?.pathname ?? "";
  if (/\/(rest|4)\//.test(path)) {
    return new UnexpectedResponseError(
      `${name} redirects to another URL (HTTP ${status}). Redirects are not followed, to keep your token safe. ` +
        `Set ${help.urlSetting} to the final URL.`,
      status,
    );
  }
  return new UnauthorizedError(
    `${name} redirected to a login page (HTTP ${status}): it did not accept the token. ${help.renewToken}`,
    status,
  );
}

export function notJson(service: Service, effect: Effect): TimesheetError {
  const why = "is not JSON";
  return effect === "write"
    ? unusableAfterWrite(service, why)
    : new NonJsonResponseError(unusable(service, why));
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

function unusableAfterWrite(service: Service, why: string): TimesheetError {
  return outcomeUnknown(service, `reported success, but its response ${why}`);
}

function unusable({ name, help }: Service, why: string): string {
  return `${name}'s response ${why}. A proxy or login page may be intercepting it; check ${help.urlSetting}.`;
}
