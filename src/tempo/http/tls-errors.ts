import { TlsError, UntrustedCertificateError } from "../../timesheet/errors.ts";
import { originOf, type Service } from "./service.ts";

/** Node's codes for a certificate of an authority that this machine does not trust. */
const UNTRUSTED = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

const NOT_VALID_TODAY = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

const OTHER_HOST_NAME = "ERR_TLS_CERT_ALTNAME_INVALID";

/** The error for a code of a certificate, after which nothing was sent; undefined for any other code. */
export function certificateError(service: Service, code: string, unchanged: string): TlsError | undefined {
  const { name, help } = service;
  const origin = originOf(service);
  if (UNTRUSTED.has(code)) {
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
export function handshakeError(service: Service, code: string): TlsError | undefined {
  const { name, help } = service;
  if (!code.startsWith("ERR_SSL_") && code !== "EPROTO") return undefined;
  return new TlsError(
    `The TLS handshake with ${name} at ${originOf(service)} failed (${code}). ` +
      `Check the port in ${help.urlSetting} and that the server uses HTTPS; a proxy may interfere.`,
  );
}
