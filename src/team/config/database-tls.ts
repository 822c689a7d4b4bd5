import { butNot } from "../../config/but-not.ts";
import { listed } from "../../config/lists.ts";
import { MAX_FILE_BYTES, readNamedFile } from "../../config/text-file.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** The encryption of a connection and what is verified of it, as node:tls takes it. PEM texts. */
export interface DatabaseTls {
  /** The authorities that are trusted; without it, those of Node.js. */
  ca?: string;
  cert?: string;
  key?: string;
  rejectUnauthorized: boolean;
  /** Accepts any host name. */
  checkServerIdentity?: () => undefined;
}

interface DatabaseTlsOptions {
  /** The name of what sets the mode: `sslmode` in the URL, or the driver's variable. */
  name: string;
  mode: string | undefined;
  /** Whether the host is this machine. */
  isLocal: boolean;
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
}

type Verified = "none" | "encryption" | "certificate" | "certificate and host name";

/**
 * The demands of each sslmode. `require` demands no less than `verify-full`, which the URLs of many providers mean by it. Modes that
 * leave open whether a connection is encrypted are missing.
 */
const MODES = new Map<string, Verified>([
  ["disable", "none"],
  ["no-verify", "encryption"],
  ["verify-ca", "certificate"],
  ["require", "certificate and host name"],
  ["verify-full", "certificate and host name"],
]);

const WHAT_TO_WRITE =
  "Write sslmode=verify-full, and let TEMPOFILLER_DATABASE_CA_FILE name the certificate of the authority, unless it is a public one.";

/** Everything is verified without a mode, unless the host is this machine. False for an unencrypted connection. @throws SettingsError */
export function readDatabaseTls({
  name,
  mode,
  isLocal,
  ca,
  ...own
}: DatabaseTlsOptions): DatabaseTls | false {
  const verified = MODES.get(mode || (isLocal && ca === undefined ? "disable" : "verify-full"));
  if (verified === undefined) {
    throw new SettingsError(
      `${name} of the database must be ${listed([...MODES.keys()], "or")}${/^[a-z-]*$/.test(mode ?? "") ? butNot(mode ?? "") : ""}. ${WHAT_TO_WRITE}`,
    );
  }
  if (!isLocal && (verified === "none" || verified === "encryption")) {
    throw new SettingsError(
      `With ${name}=${mode}, others could read and change what is sent: the database is not on this machine. ${WHAT_TO_WRITE}`,
    );
  }
  if (verified === "certificate" && ca === undefined) {
    throw new SettingsError(
      `${name}=verify-ca does not check the host name, so it needs an authority of your own: set TEMPOFILLER_DATABASE_CA_FILE, or ` +
        "write sslmode=verify-full.",
    );
  }
  if (verified === "none") return false;
  return {
    // Set either way: NODE_TLS_REJECT_UNAUTHORIZED decides otherwise.
    rejectUnauthorized: verified !== "encryption",
    ...(ca !== undefined && { ca }),
    ...(own.cert !== undefined && { cert: own.cert }),
    ...(own.key !== undefined && { key: own.key }),
    ...(verified === "certificate" && { checkServerIdentity: () => undefined }),
  };
}

/** The text of a PEM file. @param name of what names it. @throws SettingsError */
export function readCertificates(name: string, path: string): string {
  const text = readNamedFile(name, path, MAX_FILE_BYTES.certificates);
  if (text.includes("-----BEGIN ")) return text;
  throw new SettingsError(
    `${name} points to ${path}, which is not a PEM file. It must be a text with -----BEGIN in it.`,
  );
}
