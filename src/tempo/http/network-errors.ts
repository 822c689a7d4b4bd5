import { SEND_AGAIN, words } from "../../text/words.ts";
import {
  CancelledError,
  NoAnswerError,
  OutcomeUnknownError,
  ProxyError,
  SettingsError,
  type TimesheetError,
  TlsError,
  UnavailableError,
  UntrustedCertificateError,
} from "../../timesheet/errors.ts";
import { type Effect, originOf, type Service } from "./service.ts";

/** System calls before there is a connection. */
const BEFORE_CONNECTION = new Set(["connect", "getaddrinfo"]);

export function unchangedAfter(effect: Effect): string {
  return effect === "write" ? " Nothing was changed by this request." : "";
}

const CHECK_FIRST = { next: "Check your worklogs before retrying." };

/** `what` completes "Tempo …"; `says` is a sentence that quotes it. */
export function outcomeUnknown(
  { name }: Service,
  what: string,
  status?: number,
  says = "",
): OutcomeUnknownError {
  const facts = `${name} ${what}, so it is unknown whether the request took effect.${says}`;
  return new OutcomeUnknownError(facts, status, CHECK_FIRST);
}

/** The same where Tempo may still be working on the request. */
export function noAnswer({ name }: Service, what: string, status?: number): NoAnswerError {
  const facts = `${name} ${what}, so it is unknown whether the request took effect.`;
  return new NoAnswerError(facts, status, CHECK_FIRST);
}

/** @param name the service, or what else was waited for */
export function cancelledWhileWaiting(name: string): CancelledError {
  return new CancelledError(
    words`Cancelled while waiting for ${name}. Nothing was changed. ${SEND_AGAIN} if it is still wanted.`,
  );
}

export function networkError(service: Service, effect: Effect, error: unknown): TimesheetError {
  const { name, help } = service;
  const origin = originOf(service);
  const unchanged = unchangedAfter(effect);
  // A caller may cancel with a reason of its own, and fetch then fails with that reason.
  const failure: NetworkFailure = error instanceof Error ? (error as NetworkFailure) : { name: "AbortError" };
  const proxyStatus = statusOfProxy(failure.cause);
  if (proxyStatus) return refusedByProxy(service, proxyStatus);
  if (wantsSignIn(failure.cause)) return signInWanted(service);
  // The caller's signal never cuts a write, only its timeout does.
  if (failure.name === "AbortError" && effect === "read") {
    return cancelledWhileWaiting(name);
  }
  const cause = causeOf(failure.cause);
  if (cause.message === "bad port") {
    return new SettingsError(
      `${name} can never be reached at ${origin}: HTTP clients block this port, which belongs to another kind of service. ` +
        `Correct the port in ${help.urlSetting}.`,
    );
  }
  const { code, reason } = describeCause(cause);
  const tlsError =
    certificateError(service, code, unchanged) ??
    (effect === "read" ? handshakeError(service, code) : undefined);
  if (tlsError) return tlsError;
  const isTimeout = failure.name === "TimeoutError";
  if (effect === "write" && !neverConnected(cause)) {
    return isTimeout
      ? noAnswer(service, "did not respond in time")
      : outcomeUnknown(service, `did not respond (${reason})`);
  }
  const isCut = !isTimeout && !neverConnected(cause);
  const next = (isCut && perhapsTls(service)) || `Check the network and ${help.urlSetting}, then try again.`;
  return new UnavailableError(
    `${name} could not be reached at ${origin} (${isTimeout ? "no response in time" : reason}).`,
    undefined,
    undefined,
    { next: `${unchanged} ${next}`.trimStart() },
  );
}

/** The error for HTTP 407 as the answer to the request itself. */
export function signInWanted(service: Service): ProxyError {
  const { name, help } = service;
  return new ProxyError(
    `${name} could not be reached at ${originOf(service)}: a proxy wants a sign-in (HTTP 407). Set the proxy's address with its user ` +
      `name and password in ${help.proxySettings}, or ask your network's administrator.`,
  );
}

/** @param status that of the proxy's answer */
function refusedByProxy(service: Service, status: string): ProxyError {
  const { name, help } = service;
  return new ProxyError(
    `${name} could not be reached at ${originOf(service)}: the proxy in ${help.proxySettings} refused the connection ` +
      `(HTTP ${status}). Check the proxy's address, user name and password, or add the host to ${help.noProxySetting}.`,
  );
}

interface Cause {
  code?: string | number;
  message?: string;
  syscall?: string;
  /** One for each address that was tried. */
  errors?: Cause[];
  cause?: Cause;
}

interface NetworkFailure {
  name: string;
  cause?: Cause;
}

/** The status with which a proxy refused to connect. undici, which is bundled at one version, puts it only into the message. */
function statusOfProxy(cause: Cause | undefined): string | undefined {
  const refused = /^Proxy response \((\d+)\)/.exec(cause?.message ?? "");
  return refused?.[1] ?? (cause?.cause && statusOfProxy(cause.cause));
}

/**
 * Whether the answer was HTTP 407, of which Node's fetch makes an error without words. The only others are of requests without CORS and of
 * redirects that are followed, and there are none.
 */
function wantsSignIn(cause: Cause | undefined): boolean {
  if (!(cause instanceof Error) || cause.constructor !== Error || cause.code !== undefined) return false;
  return cause.cause === undefined && ["", "proxy authentication required"].includes(cause.message);
}

/** Whether a request that failed so has never left. */
export function neverSent(failure: unknown): boolean {
  return failure instanceof Error && neverConnected(causeOf((failure as NetworkFailure).cause));
}

/** A numeric code wraps the cause that counts. */
function causeOf(failure: Cause = {}): Cause {
  return typeof failure.code === "number" && failure.cause ? causeOf(failure.cause) : failure;
}

function describeCause({ code, message }: Cause): { code: string; reason: string } {
  const text = typeof code === "string" ? code : "";
  return { code: text, reason: text || message || "the connection failed" };
}

/** The code alone does not say so: an open connection fails with EHOSTUNREACH too if its network goes away. */
function neverConnected({ code, syscall = "", errors = [] }: Cause): boolean {
  if (errors.length > 0) return errors.every(neverConnected);
  return BEFORE_CONNECTION.has(syscall) || code === "UND_ERR_CONNECT_TIMEOUT";
}

/** Node's codes for a certificate of an authority that this machine does not trust. */
const UNTRUSTED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

/** Whether a connection has failed because of an authority that was not trusted. */
export function isUntrusted(code: string | undefined): boolean {
  return code !== undefined && UNTRUSTED.has(code);
}

const NOT_VALID_TODAY = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

const OTHER_HOST_NAME = "ERR_TLS_CERT_ALTNAME_INVALID";

/** The error for a code of a certificate, after which nothing was sent; undefined for any other code. */
function certificateError(service: Service, code: string, unchanged: string): TlsError | undefined {
  const { name, help } = service;
  const origin = originOf(service);
  if (isUntrusted(code)) {
    const next = `Set ${help.certificatesSetting} to the path of a PEM file with that authority's certificate, which a file that is set already lacks; your IT department has it.`;
    return new UntrustedCertificateError(
      `This machine does not trust ${name}'s TLS certificate at ${origin} (${code}). Company networks often use their own ` +
        `certificate authority.${unchanged}`,
      undefined,
      { next },
    );
  }
  if (NOT_VALID_TODAY.has(code)) {
    return new TlsError(
      `${name}'s TLS certificate at ${origin} is not valid today (${code}).${unchanged} ` +
        "Check this machine's clock; if it is right, ask the server's administrator to renew the certificate.",
    );
  }
  if (code === OTHER_HOST_NAME) {
    return new TlsError(
      `${name}'s TLS certificate at ${origin} is for another host name (${code}).${unchanged} ` +
        `Set ${help.urlSetting} to the host name in the certificate.`,
    );
  }
  return undefined;
}

/**
 * The next step if a server that was asked without TLS may expect it, after which it closes the connection or answers HTTP 400 that is
 * no JSON; undefined if TLS was used.
 */
export function perhapsTls({ baseUrl, help }: Service): string | undefined {
  if (!baseUrl.startsWith("http:")) return undefined;
  return `If that port expects TLS, ${help.urlSetting} must start with https://; otherwise check the network, then try again.`;
}

/** The error for a failed read. An open connection can fail with these codes too, so a write may have arrived. */
function handshakeError(service: Service, code: string): TlsError | undefined {
  const { name, help } = service;
  if (!code.startsWith("ERR_SSL_") && code !== "EPROTO") return undefined;
  return new TlsError(
    `The TLS handshake with ${name} at ${originOf(service)} failed (${code}). ` +
      `Check the port in ${help.urlSetting} and that the server uses HTTPS; a proxy may interfere.`,
  );
}
