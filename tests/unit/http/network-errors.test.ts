import { describe, expect, test } from "vitest";
import { networkError } from "../../../src/tempo/http/network-errors.ts";
import type { Effect } from "../../../src/tempo/http/service.ts";
import { SERVICE, type ShownError, shown } from "./service.ts";

const ORIGIN = "https://tempo.test:8443";
const UNCHANGED = "Nothing was changed by this request.";
const UNKNOWN = "so it is unknown whether the request took effect. Check your worklogs before retrying.";
const CHECK = "Check the network and TEMPO_URL, then try again.";

type Row = [what: string, effect: Effect, failure: unknown, error: ShownError];

const lost = (cause: unknown) => new TypeError("fetch failed", { cause });
const unavailable = (reason: string): ShownError => ({
  kind: "UnavailableError",
  message: `Tempo could not be reached at ${ORIGIN} (${reason}). ${CHECK}`,
});
const neverSent = (reason: string): ShownError => ({
  kind: "UnavailableError",
  message: `Tempo could not be reached at ${ORIGIN} (${reason}). ${UNCHANGED} ${CHECK}`,
});
const unknown = (what: string): ShownError => ({
  kind: "OutcomeUnknownError",
  message: `Tempo ${what}, ${UNKNOWN}`,
});
const untrusted = (code: string, unchanged = ""): ShownError => ({
  kind: "UntrustedCertificateError",
  message:
    `This machine does not trust Tempo's TLS certificate at ${ORIGIN} (${code}). Company networks often use their own ` +
    `certificate authority.${unchanged} Set CERTIFICATES to the path of a PEM file with that authority's certificate, which a file that is set already lacks; your IT department has it.`,
});

const TABLES: Record<string, Row[]> = {
  "the reason of a failed read": [
    ["is its code", "read", lost({ code: "ECONNRESET", message: "reset" }), unavailable("ECONNRESET")],
    ["is its message if it has no code", "read", lost({ message: "reset" }), unavailable("reset")],
    ["is named even if it is unknown", "read", lost({}), unavailable("the connection failed")],
    ["is named even without a cause", "read", lost(undefined), unavailable("the connection failed")],
    [
      "is the cause of one with a numeric code",
      "read",
      lost({ code: 20, message: "cancelled", cause: { code: "ECONNRESET" } }),
      unavailable("ECONNRESET"),
    ],
    [
      "is one with a numeric code if that has no cause",
      "read",
      lost({ code: 20, message: "cut off" }),
      unavailable("cut off"),
    ],
    [
      "is not the cause of one with a code",
      "read",
      lost({ code: "ECONNRESET", cause: { code: "EPIPE" } }),
      unavailable("ECONNRESET"),
    ],
    [
      "is its timeout",
      "read",
      new DOMException("No response in time", "TimeoutError"),
      unavailable("no response in time"),
    ],
  ],
  "a blocked port": [
    ...(["read", "write"] as const).map(
      (effect): Row => [
        `is a wrong setting at a ${effect}, which no retry helps`,
        effect,
        lost({ message: "bad port" }),
        {
          kind: "SettingsError",
          message:
            `Tempo can never be reached at ${ORIGIN}: HTTP clients block this port, which belongs to another kind of service. ` +
            "Correct the port in TEMPO_URL.",
        },
      ],
    ),
  ],
  "a write": [
    [
      "without a response has an unknown outcome",
      "write",
      lost({ code: "ECONNRESET" }),
      unknown("did not respond (ECONNRESET)"),
    ],
    [
      "that timed out has an unknown outcome",
      "write",
      new DOMException("No response in time", "TimeoutError"),
      { ...unknown("did not respond in time"), kind: "NoAnswerError" },
    ],
    [
      "that was cut off has an unknown outcome",
      "write",
      new DOMException("Cancelled", "AbortError"),
      unknown("did not respond (the connection failed)"),
    ],
    ...["connect", "getaddrinfo"].map(
      (syscall): Row => [
        `that failed in ${syscall} was never sent`,
        "write",
        lost({ code: "EHOSTUNREACH", syscall }),
        neverSent("EHOSTUNREACH"),
      ],
    ),
    ...[{ code: "EHOSTUNREACH", syscall: "read" }, { code: "ECONNREFUSED" }].map(
      (cause): Row => [
        `that failed with ${JSON.stringify(cause)} has an unknown outcome`,
        "write",
        lost(cause),
        unknown(`did not respond (${cause.code})`),
      ],
    ),
    [
      "whose connection was never opened was never sent",
      "write",
      lost({ code: "UND_ERR_CONNECT_TIMEOUT" }),
      neverSent("UND_ERR_CONNECT_TIMEOUT"),
    ],
    [
      "that failed at every address was never sent",
      "write",
      lost({ code: "ECONNREFUSED", errors: [{ syscall: "connect" }, { syscall: "connect" }] }),
      neverSent("ECONNREFUSED"),
    ],
    [
      "that failed later at one address has an unknown outcome",
      "write",
      lost({
        code: "ECONNREFUSED",
        syscall: "connect",
        errors: [{ syscall: "connect" }, { syscall: "read" }],
      }),
      unknown("did not respond (ECONNREFUSED)"),
    ],
    [
      "whose handshake failed has an unknown outcome",
      "write",
      lost({ code: "EPROTO" }),
      unknown("did not respond (EPROTO)"),
    ],
  ],
  "a read that was cancelled": [
    ...[new DOMException("Cancelled", "AbortError"), "a reason of the caller's own"].map(
      (failure): Row => [
        `says that nothing was changed (${failure})`,
        "read",
        failure,
        {
          kind: "CancelledError",
          message:
            "Cancelled while waiting for Tempo. Nothing was changed. Send the same call again if it is still wanted.",
        },
      ],
    ),
  ],
  "a proxy": [
    ...[
      { message: "Proxy response (407) !== 200 when HTTP Tunneling" },
      { code: 20, cause: { message: "Proxy response (407)" } },
    ].map(
      (cause): Row => [
        `that refuses is named with its status: ${JSON.stringify(cause)}`,
        "write",
        lost(cause),
        {
          kind: "ProxyError",
          message:
            `Tempo could not be reached at ${ORIGIN}: the proxy in PROXY refused the connection (HTTP 407). Check the proxy's ` +
            "address, user name and password, or add the host to NO_PROXY.",
        },
      ],
    ),
    ...["No Proxy response (407)", "Proxy response ()"].map(
      (message): Row => [
        `has not refused if the message is "${message}"`,
        "read",
        lost({ message }),
        unavailable(message),
      ],
    ),
  ],
  "a certificate": [
    ...[
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "CERT_UNTRUSTED",
    ].map((code): Row => [`is not trusted: ${code}`, "read", lost({ code }), untrusted(code)]),
    [
      "that is not trusted means that a write was not sent",
      "write",
      lost({ code: "CERT_UNTRUSTED" }),
      untrusted("CERT_UNTRUSTED", ` ${UNCHANGED}`),
    ],
    ...["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"].map(
      (code): Row => [
        `is not valid today: ${code}`,
        "write",
        lost({ code }),
        {
          kind: "TlsError",
          message:
            `Tempo's TLS certificate at ${ORIGIN} is not valid today (${code}). ${UNCHANGED} Check this machine's clock; ` +
            "if it is right, ask the server's administrator to renew the certificate.",
        },
      ],
    ),
    [
      "is for another host",
      "write",
      lost({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }),
      {
        kind: "TlsError",
        message:
          `Tempo's TLS certificate at ${ORIGIN} is for another host name (ERR_TLS_CERT_ALTNAME_INVALID). ${UNCHANGED} ` +
          "Set TEMPO_URL to the host name in the certificate.",
      },
    ],
    ...["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"].map(
      (code): Row => [
        `was never shown in a handshake that failed: ${code}`,
        "read",
        lost({ code }),
        {
          kind: "TlsError",
          message:
            `The TLS handshake with Tempo at ${ORIGIN} failed (${code}). Check the port in TEMPO_URL and that the server ` +
            "uses HTTPS; a proxy may interfere.",
        },
      ],
    ),
    ["has no part in other failures", "read", lost({ code: "X_ERR_SSL_" }), unavailable("X_ERR_SSL_")],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", (_, effect, failure, error) => {
    expect(shown(networkError(SERVICE, effect, failure))).toEqual(error);
  });
});
