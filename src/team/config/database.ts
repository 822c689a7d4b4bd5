import { type Environment, envText } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { butNot } from "../../config/read-all.ts";
import { MAX_FILE_BYTES, readNamedFile } from "../../config/text-file.ts";
import { isLoopback } from "../../config/url.ts";
import { toUrl } from "../../text/url.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** A PostgreSQL, and how to reach it. What is undefined has the driver's default. */
export interface DatabaseAddress {
  /** A path is the folder of a Unix socket. The driver takes this host alone, whatever its own variables say. */
  host: string;
  port: number | undefined;
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** Options that the server applies to each connection. */
  options: string | undefined;
  ssl: DatabaseTls | false;
}

/** Parts of a URL that other programs read and this one does not, each with what to write in its place. */
const UNREAD = { ssl: "sslmode=verify-full", hostaddr: "host" };

/** Undefined if none is set. @throws SettingsError, above all if what is sent could be read or changed on the way */
export function readDatabase(env: Environment): DatabaseAddress | undefined {
  const url = readDatabaseUrl(env);
  const caFile = envText(env, "TEMPOFILLER_DATABASE_CA_FILE");
  const trusted = caFile === "" ? undefined : readCertificates("TEMPOFILLER_DATABASE_CA_FILE", caFile);
  if (!url) return undefined;
  const { searchParams } = url;
  for (const [name, instead] of Object.entries(UNREAD))
    if (searchParams.has(name))
      throw new SettingsError(
        `The database URL has ${name}, which TempoFiller does not read. Write ${instead} instead.`,
      );
  const part = (name: string, text = "") => searchParams.get(name) || decoded(text) || undefined;
  const host = part("host", url.hostname.replace(/^\[(.+)\]$/, "$1")) ?? "";
  if (host === "") throw notPostgres();
  if (host.includes(",")) throw new SettingsError("The database URL names several hosts. Name one.");
  const file = (name: string) => {
    const path = searchParams.get(name);
    return path === null ? undefined : readCertificates(`${name} in the database URL`, path);
  };
  const port = part("port", url.port);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new SettingsError("The database URL has no valid port. Write a number from 1 to 65535.");
  return {
    host,
    port: port === undefined ? undefined : Number(port),
    user: part("user", url.username),
    password: part("password", url.password),
    database: decoded(url.pathname.slice(1)) || undefined,
    options: part("options"),
    ssl: host.startsWith("/")
      ? false
      : readDatabaseTls({
          ...(searchParams.has("sslmode")
            ? { name: "sslmode", mode: searchParams.get("sslmode") ?? undefined }
            : { name: "PGSSLMODE", mode: env.PGSSLMODE }),
          isLocal: isLoopback({ hostname: host.includes(":") ? `[${host}]` : host.toLowerCase() }),
          ca: trusted ?? file("sslrootcert"),
          cert: file("sslcert"),
          key: file("sslkey"),
        }),
  };
}

function readDatabaseUrl(env: Environment): URL | undefined {
  const given = (env.TEMPOFILLER_DATABASE_URL ?? "").trim();
  const file = envText(env, "TEMPOFILLER_DATABASE_URL_FILE");
  if (given !== "" && file !== "") {
    throw new SettingsError(
      "TEMPOFILLER_DATABASE_URL and TEMPOFILLER_DATABASE_URL_FILE are both set. Remove one of them.",
    );
  }
  const text =
    file === "" ? given : readNamedFile("TEMPOFILLER_DATABASE_URL_FILE", file, MAX_FILE_BYTES.secret).trim();
  if (text === "" && file === "") return undefined;
  if (text === "") {
    throw new SettingsError(
      `TEMPOFILLER_DATABASE_URL_FILE points to ${file}, which is empty. Write the database URL into it.`,
    );
  }
  const url = /^postgres(ql)?:\/\/[^/]/.test(text) ? toUrl(text) : undefined;
  if (url) return url;
  throw notPostgres();
}

function notPostgres(): SettingsError {
  return new SettingsError(
    "The database URL must be a PostgreSQL URL, such as postgres://tempofiller@db.example.com/tempofiller; in its password, write " +
      "# / ? @ and : as %23 %2F %3F %40 and %3A.",
  );
}

/** A password with a percent sign of its own is taken as it is. */
function decoded(text: string): string {
  return text.replaceAll(/(%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}

/** The encryption of a connection and what is verified of it, as node:tls takes it. PEM texts. */
interface DatabaseTls {
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
function readDatabaseTls({ name, mode, isLocal, ca, ...own }: DatabaseTlsOptions): DatabaseTls | false {
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
