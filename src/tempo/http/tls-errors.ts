import { TlsError } from "../../timesheet/errors.ts";
import type { Effect, Service } from "./service.ts";

/** Node's codes for a certificate that nobody whom this machine trusts has signed. */
const UNKNOWN_SIGNER = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_UNTRUSTED",
]);

const OUT_OF_DATE = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

const OTHER_NAME = "ERR_TLS_CERT_ALTNAME_INVALID";

/** The error for a connection that broke before anything was sent, because it could not be made secure; undefined for any other. */
export function tlsError(
  { name, addressSetting }: Service,
  effect: Effect,
  code: string,
): TlsError | undefined {
  const unchanged = effect === "write" ? "Nothing was changed by this request. " : "";
  if (UNKNOWN_SIGNER.has(code)) {
    return new TlsError(
      `${name} shows a certificate that this machine does not trust (${code}), as companies do that sign their own. ` +
        `${unchanged}Set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of the signer; your IT department has it.`,
    );
  }
  if (OUT_OF_DATE.has(code)) {
    return new TlsError(
      `${name} shows a certificate that is not valid today (${code}). ` +
        `${unchanged}Check this machine's clock; if it is right, ask whoever runs the server to renew the certificate.`,
    );
  }
  if (code === OTHER_NAME) {
    return new TlsError(
      `${name} shows a certificate for another host name (${code}). ` +
        `${unchanged}Set ${addressSetting} to the host name that the certificate is for.`,
    );
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO") {
    return new TlsError(
      `${name} and this machine do not agree on a secure connection (${code}). ` +
        `${unchanged}Check the port in ${addressSetting}, and that https:// is what it speaks; a proxy may stand between.`,
    );
  }
  return undefined;
}
