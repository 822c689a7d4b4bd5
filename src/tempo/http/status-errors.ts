import {
  CancelledError,
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  ProxyError,
  RejectedError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import type { Effect, Service } from "./service.ts";
import { tlsError } from "./tls-errors.ts";

/** Causes of a fetch that failed before anything was sent. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** As many characters of upstream's words as a person reads. */
const MAX_WORDS = 1000;

const HOW_TO_CHECK = "Check with get_worklogs what stands in Tempo before sending it again.";

/** The error for an answer with a status that is no success. `body` is its JSON, or its text where it is none. */
export function statusError(
  service: Service,
  effect: Effect,
  response: Response,
  body: unknown,
  wallClock: number,
): TimesheetError {
  const { status } = response;
  const { name } = service;
  const words = upstreamMessage(body);
  const said = words === "" ? "" : ` It says: "${words}".`;
  const unchanged = effect === "write" ? " Nothing was changed by this request." : "";
  if (status === 401) {
    return new UnauthorizedError(`${name} refused the token (HTTP 401). ${service.renewToken}`, status);
  }
  if (status === 403) {
    return new ForbiddenError(
      `${name} denies this to the owner of the token (HTTP 403).${said}${unchanged} ${service.permission}`,
      status,
    );
  }
  if (status === 404 && isOwnWord(body)) {
    return new NotFoundError(
      `${name} does not find this, or the token's owner may not see it (HTTP 404).${said}${unchanged} ` +
        `Check ${service.addressSetting}.`,
      status,
    );
  }
  if (status === 404) {
    return new UnexpectedResponseError(
      `${name} does not answer at this address (HTTP 404).${unchanged} ` +
        `Check ${service.addressSetting}, and that ${name} is there.`,
      status,
    );
  }
  if (status === 429) {
    return new UnavailableError(
      `${name} takes no more requests for now (HTTP 429).${unchanged} Try again in a minute.`,
      status,
      retryAfter(response, wallClock),
    );
  }
  if (status === 409) {
    return new UnavailableError(
      `${name} is busy with this (HTTP 409).${said}${unchanged} Try again in a minute.`,
      status,
    );
  }
  if (status >= 300 && status < 400) return redirected(service, response);
  if (status >= 500 || status === 408) {
    return effect === "write"
      ? doubt(service, `answered with HTTP ${status}`, status)
      : new UnavailableError(
          `${name} cannot answer now (HTTP ${status}).${said} Try again in a minute.`,
          status,
          retryAfter(response, wallClock),
        );
  }
  return new RejectedError(
    `${name} rejected this (HTTP ${status}).${said || " It gives no reason."}${unchanged} Correct it and try again.`,
    status,
  );
}

/** Whether a body says in upstream's own form that there is no such thing; other 404s come from whatever answers instead. */
function isOwnWord(body: unknown): boolean {
  return typeof body === "object" && body !== null && ("errorMessages" in body || "errors" in body);
}

/**
 * How long upstream asks to wait, in milliseconds: `Retry-After` in seconds or as a date, or the interval in which Data
 * Center fills up its tokens where it says that none remains.
 */
function retryAfter({ headers }: Response, wallClock: number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - wallClock) / 1000;
  return seconds > 0 ? seconds * 1000 : rateLimitReset(headers);
}

/** How long a Data Center that has no request left to give takes to have some again, in milliseconds, where it says so. */
export function rateLimitReset(headers: Headers): number | undefined {
  const interval = Number(headers.get("x-ratelimit-interval-seconds"));
  return headers.get("x-ratelimit-remaining") === "0" && interval > 0 ? interval * 1000 : undefined;
}

/**
 * A redirect is not followed, so that no token goes astray. One that leads to the same API means that the address has
 * moved; any other one leads to a page to log in on, which means that the token is not accepted.
 */
function redirected(
  { name, renewToken, addressSetting }: Service,
  { status, headers }: Response,
): TimesheetError {
  const location = headers.get("location") ?? "";
  const path = URL.canParse(location, "https://upstream.invalid")
    ? new URL(location, "https://upstream.invalid").pathname
    : "";
  if (/\/(rest|4)\//.test(path)) {
    return new UnexpectedResponseError(
      `${name} redirects elsewhere (HTTP ${status}), which is not followed, so that no token goes astray. ` +
        `Set ${addressSetting} to the address that answers itself.`,
      status,
    );
  }
  return new UnauthorizedError(
    `${name} sends to another page instead of answering (HTTP ${status}), as it does to who is not logged in: ` +
      `it does not accept the token. ${renewToken}`,
    status,
  );
}

/** The error for a request without an answer: the connection failed, the time ran out, or the caller withdrew. */
export function networkError(service: Service, effect: Effect, error: unknown): TimesheetError {
  // A caller may withdraw with a reason of its own, which then is what the request fails with.
  const { name, cause } =
    error instanceof Error ? (error as NetworkError) : { name: "AbortError", cause: undefined };
  const refusal = proxyRefusal(cause);
  if (refusal) {
    return new ProxyError(
      `${service.name} cannot be reached: the proxy of HTTPS_PROXY or HTTP_PROXY refuses the connection (HTTP ${refusal}). ` +
        "Check the proxy's address, user name and password, or name the host in NO_PROXY.",
    );
  }
  const { code, words } = causeOf(cause);
  const reason = name === "TimeoutError" ? "no answer in time" : words;
  // A write is cut by nobody but us, when its time is out.
  if (name === "AbortError" && effect === "read") {
    return new CancelledError(
      `Cancelled while ${service.name} was asked. Nothing was changed. Send the same call again if it is wanted.`,
    );
  }
  const insecure = tlsError(service, effect, code);
  if (insecure) return insecure;
  if (effect === "write" && !NEVER_CONNECTED.has(code)) return doubt(service, `did not answer (${reason})`);
  return new UnavailableError(
    `${service.name} cannot be reached (${reason}).${effect === "write" ? " Nothing was changed by this request." : ""} ` +
      `Check the network and ${service.addressSetting}, then try again.`,
  );
}

/** The error for a success whose body cannot be used. */
export function invalidResponse(
  service: Service,
  effect: Effect,
  why: string,
  Kind: typeof UnexpectedResponseError = UnexpectedResponseError,
): TimesheetError {
  if (effect === "write") return doubt(service, `answered with success, but ${why}`);
  return new Kind(
    `${service.name}'s answer cannot be read: ${why}. A proxy or a login page may stand between; ` +
      `check ${service.addressSetting}.`,
  );
}

/** The error for an issue to filter by that Jira does not show. */
export function filterIssueNotFound(issueKey: string): NotFoundError {
  return new NotFoundError(
    `Jira has no issue ${issueKey}, or you may not see it. Check the key, or leave issueKey out to read all worklogs.`,
  );
}

interface Cause {
  code?: string | number;
  message?: string;
  cause?: Cause;
}

interface NetworkError extends Error {
  cause?: Cause;
}

/**
 * The status with which a proxy refused to connect, before anything was sent. undici, which is bundled at one version, tells
 * it in the text alone.
 */
function proxyRefusal(cause: Cause | undefined): string | undefined {
  const refused = /^Proxy response \((\d+)\)/.exec(cause?.message ?? "");
  return refused?.[1] ?? (cause?.cause && proxyRefusal(cause.cause));
}

/** What broke a connection: its code, or what a person makes more of. A code that is a number wraps the cause that tells. */
function causeOf({ code, message, cause }: Cause = {}): { code: string; words: string } {
  if (typeof code === "number" && cause) return causeOf(cause);
  const text = typeof code === "string" ? code : "";
  return { code: text, words: text || message || "the connection failed" };
}

function doubt(service: Service, what: string, status?: number): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${service.name} ${what}: whether it took effect is unknown. ${HOW_TO_CHECK}`,
    status,
  );
}

/**
 * Upstream's own words, from every body shape that has been seen: `errors` as array or object of messages,
 * `errorMessages`, `errors` by field, `message`. Empty for HTML and anything else.
 */
export function upstreamMessage(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const { errorMessages, errors, message } = body as Record<string, unknown>;
  const words = [...textsIn(errorMessages), ...textsIn(errors), ...textsIn(message)]
    .map((text) =>
      text
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean)
    .join("; ");
  return words.length > MAX_WORDS
    ? `${words.slice(0, MAX_WORDS)}… (${words.length} characters in all)`
    : words;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("message" in value) return textsIn(value.message);
  return Object.entries(value).flatMap(([field, text]) => textsIn(text).map((words) => `${field}: ${words}`));
}
