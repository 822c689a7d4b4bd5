import { SettingsError } from "../../timesheet/errors.ts";

const NOT_TRUSTED =
  "its certificate is not signed by a trusted authority; set TEMPOFILLER_DATABASE_CA_FILE to the certificate of yours";

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens at its address",
  ECONNRESET: "the connection was cut",
  EAI_AGAIN: "its host name cannot be looked up now",
  ENOENT: "there is no such socket",
  ENOTFOUND: "its host name is not known",
  ETIMEDOUT: "no answer in time",
  timeout: "no answer in time",
  clearTextPassword:
    "it asks for the password in clear text, which is sent over verified TLS only; let it use scram-sha-256",
  noTls: "it does not offer TLS, which it must unless it is on this machine; turn ssl on there",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is not for the host in the database URL",
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  "28000": "the user may not log in, or not without TLS",
  "28P01": "wrong user or password",
  "3D000": "there is no such database",
  "42501": "the user lacks a right",
  "53300": "it has too many connections",
  "57P01": "it was stopped",
  "57P03": "it is starting or stopping",
};

/** Messages of the driver that come without a code. Its other messages may name the host or the user. */
const CODES_BY_MESSAGE: [RegExp, string][] = [
  [/time(d? ?out)/i, "timeout"],
  [/^Connection terminated unexpectedly$/, "ECONNRESET"],
  [/^The server does not support SSL connections$/, "noTls"],
];

/** The message has a code, and never the URL, the user or the password. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** The code, and what it means if that is known. */
  readonly reason: string;

  /** @param code of PostgreSQL (SQLSTATE), of the network or of TLS, or one of our own, such as `timeout` */
  constructor(code: string) {
    const reason = code in REASONS ? `${code}: ${REASONS[code]}` : code;
    super(`The database does not answer as it should (${reason})`);
    this.reason = reason;
  }
}

/** The error that tells the operator why a database cannot be used at all. Any other error but a DatabaseError stays as it is. */
export function toSettingsError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return new SettingsError(
    `The database of TEMPOFILLER_DATABASE_URL cannot be used (${error.reason}). Check that it runs, and its address, user and password.`,
  );
}

/** Wraps any exception of the driver; a `DatabaseError` is returned as it is. */
export function toDatabaseError(error: unknown): DatabaseError {
  return error instanceof DatabaseError ? error : new DatabaseError(codeOf(error));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return CODES_BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1] ?? "unknown";
}
