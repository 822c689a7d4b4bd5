import { butNot } from "../../config/but-not.ts";
import type { Environment } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { unreadNames } from "../../config/other-names.ts";
import { readAll } from "../../config/read-all.ts";
import { SERVER_VARIABLES, type ServerVariableName } from "../../config/server-variables.ts";
import { isLoopback } from "../../config/url.ts";
import {
  fileVariable,
  listVariables,
  NAMES,
  namesOfKind,
  type VariableName,
} from "../../config/variable-names.ts";
import { toUrl } from "../../text/to-url.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { type DatabaseAddress, readDatabase } from "./database.ts";
import { readSecretFile, serverText } from "./text.ts";

export interface Address {
  /** An IPv6 address without brackets. */
  host: string;
  port: number;
}

/** The provider whose access tokens admit users. */
interface OrganisationSettings {
  issuer: string;
  audience: string;
  personClaim: string;
  /** Undefined to admit with a token whoever's credentials come with it. */
  jiraUserClaim: string | undefined;
  /** Undefined to take a token of any life. */
  maxTokenMinutes: number | undefined;
  scopePrefix: string;
}

/** Settings of the server over HTTP. */
export interface ServerSettings {
  address: Address;
  /** Undefined for a server that only this machine reaches. */
  publicUrl: URL | undefined;
  /** Undefined for a server that only this machine reaches. */
  tls: "proxy" | { certificateFile: string; keyFile: string } | undefined;
  accessKeysFile: string | undefined;
  organisation: OrganisationSettings | undefined;
  database: DatabaseAddress | undefined;
  internalAddress: Address | undefined;
  /** A secret. Undefined to show the metrics without one. */
  metricsToken: string | undefined;
  requestsPerSecond: number;
}

/** Settings that would make every request that of one person. */
const PERSONAL: VariableName[] = [
  NAMES.JIRA_EMAIL,
  ...namesOfKind("token").flatMap((name) => [name, fileVariable(name)]),
];

/** Settings that make sign-in stricter, so that one without an issuer would be missed. */
const STRICTER: ServerVariableName[] = ["TEMPOFILLER_IDP_PERSON_CLAIM", "TEMPOFILLER_TOKEN_MAX_MINUTES"];

const PATH = "/mcp";

/**
 * @param bind HOST:PORT, of `--http`
 * @throws SettingsError with everything that is wrong, above all if others than this machine could reach an open server
 */
export function readServerSettings(env: Environment, bind: string): ServerSettings {
  const text = (name: ServerVariableName) => serverText(env, name);
  const settings = readAll({
    address: () => readAddress("--http", bind),
    publicUrl: () => readPublicUrl(text("TEMPOFILLER_PUBLIC_URL")),
    tls: () => readTls(text),
    accessKeysFile: () => text("TEMPOFILLER_ACCESS_KEYS_FILE") || undefined,
    organisation: () => readOrganisation(text),
    database: () => readDatabase(env),
    internalAddress: () => {
      const address = text("TEMPOFILLER_INTERNAL");
      return address === "" ? undefined : readAddress("TEMPOFILLER_INTERNAL", address);
    },
    metricsToken: () => readMetricsToken(text("TEMPOFILLER_METRICS_TOKEN_FILE")),
    requestsPerSecond: () =>
      readNumber("TEMPO_REQUESTS_PER_SECOND", text) ?? SERVER_VARIABLES.TEMPO_REQUESTS_PER_SECOND.default,
    personal: () => refusePersonal(env),
  });
  const { personal: _, ...read } = settings;
  const missing = missingForOthers(read);
  if (missing.length > 0) {
    throw new SettingsError(
      `Others than this machine could reach the server, so it also needs ${listed(missing)}. ` +
        "To try it on this machine alone, use --http 127.0.0.1:8080 without TEMPOFILLER_PUBLIC_URL. docs/teams.md shows each step.",
      ...unreadServerNames(env),
    );
  }
  return read;
}

/** A sentence for each name in the environment that can only be meant for a setting of the server, which is not set. */
export function unreadServerNames(env: Environment): string[] {
  const common = listVariables().filter(({ name }) => !PERSONAL.some((personal) => personal === name));
  return unreadNames(env, [...Object.keys(SERVER_VARIABLES), ...common.map(({ name }) => name)]);
}

/** @param name of what the text is the value of. @throws SettingsError unless the text is HOST:PORT */
export function readAddress(name: string, text: string): Address {
  const found = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i.exec(text)?.groups;
  if (found?.host !== undefined && Number(found.port) <= 65_535)
    return { host: found.host.replaceAll(/[[\]]/g, ""), port: Number(found.port) };
  throw new SettingsError(
    `${name} must be HOST:PORT, such as 127.0.0.1:8080, without a scheme${butNot(text)}.`,
  );
}

export function isLoopbackAddress({ host }: Address): boolean {
  return isLoopback(new URL(`http://${host.includes(":") ? `[${host}]` : host}`));
}

function missingForOthers({
  address,
  publicUrl,
  tls,
  accessKeysFile,
  organisation,
}: ServerSettings): string[] {
  if (isLoopbackAddress(address) && !publicUrl) return [];
  return [
    ...(publicUrl ? [] : ["TEMPOFILLER_PUBLIC_URL"]),
    ...(tls
      ? []
      : ["TLS (TEMPOFILLER_TLS_CERT_FILE and TEMPOFILLER_TLS_KEY_FILE, or TEMPOFILLER_TLS=proxy)"]),
    ...(accessKeysFile || organisation
      ? []
      : ["a check of who may use it (TEMPOFILLER_ACCESS_KEYS_FILE or TEMPOFILLER_ISSUER)"]),
  ];
}

function readPublicUrl(text: string): URL | undefined {
  if (text === "") return undefined;
  const url = toUrl(text);
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
  if (url && isPlain && isSafe && url.pathname === PATH) return url;
  throw new SettingsError(
    `TEMPOFILLER_PUBLIC_URL must be an https:// URL that ends with ${PATH}, such as https://tempofiller.example.com${PATH}.`,
  );
}

function readTls(text: (name: ServerVariableName) => string): ServerSettings["tls"] {
  const [mode, certificateFile, keyFile] = [
    text("TEMPOFILLER_TLS").toLowerCase(),
    text("TEMPOFILLER_TLS_CERT_FILE"),
    text("TEMPOFILLER_TLS_KEY_FILE"),
  ];
  if (mode !== "" && mode !== "proxy")
    throw new SettingsError(`TEMPOFILLER_TLS must be proxy or not set${butNot(mode)}.`);
  if (mode === "proxy" && (certificateFile || keyFile)) {
    throw new SettingsError(
      "TEMPOFILLER_TLS=proxy is set, and a certificate of the server's own too. Remove one of them.",
    );
  }
  if (mode === "proxy") return mode;
  if (certificateFile === "" && keyFile === "") return undefined;
  if (certificateFile !== "" && keyFile !== "") return { certificateFile, keyFile };
  throw new SettingsError(
    "Only one of TEMPOFILLER_TLS_CERT_FILE and TEMPOFILLER_TLS_KEY_FILE is set. Set both.",
  );
}

function readOrganisation(text: (name: ServerVariableName) => string): ServerSettings["organisation"] {
  const [issuer, audience, personClaim] = [
    text("TEMPOFILLER_ISSUER"),
    text("TEMPOFILLER_AUDIENCE") || text("TEMPOFILLER_PUBLIC_URL"),
    text("TEMPOFILLER_PERSON_CLAIM") || SERVER_VARIABLES.TEMPOFILLER_PERSON_CLAIM.default,
  ];
  const maxTokenMinutes = readNumber("TEMPOFILLER_TOKEN_MAX_MINUTES", text);
  const alone = STRICTER.filter((name) => text(name) !== "");
  if (issuer === "" && alone.length > 0) {
    throw new SettingsError(
      `To use ${listed(alone)}, also set TEMPOFILLER_ISSUER, whose tokens they are about.`,
    );
  }
  if (issuer === "") return undefined;
  const url = toUrl(issuer);
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)))) {
    throw new SettingsError(
      "TEMPOFILLER_ISSUER must be an https:// URL, exactly as your identity provider writes it in `iss`.",
    );
  }
  if (audience === "") {
    throw new SettingsError("TEMPOFILLER_ISSUER also needs TEMPOFILLER_AUDIENCE or TEMPOFILLER_PUBLIC_URL.");
  }
  const jiraUserClaim = text("TEMPOFILLER_IDP_PERSON_CLAIM") || undefined;
  return {
    issuer,
    audience,
    personClaim,
    jiraUserClaim,
    maxTokenMinutes,
    scopePrefix: text("TEMPOFILLER_SCOPE_PREFIX"),
  };
}

function readMetricsToken(file: string): string | undefined {
  if (file === "") return undefined;
  const name = "TEMPOFILLER_METRICS_TOKEN_FILE";
  const token = readSecretFile(name, file);
  if (/^[\w.~+/-]{16,}=*$/.test(token)) return token;
  throw new SettingsError(
    `${name} points to ${file}, which does not hold a token of at least 16 letters and digits. Make one with openssl rand -hex 24.`,
  );
}

/** Undefined if it is not set. */
function readNumber(
  name: "TEMPO_REQUESTS_PER_SECOND" | "TEMPOFILLER_TOKEN_MAX_MINUTES",
  text: (name: ServerVariableName) => string,
): number | undefined {
  const { min, max } = SERVER_VARIABLES[name];
  const value = text(name);
  if (value === "") return undefined;
  if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw new SettingsError(`${name} must be a number from ${min} to ${max}${butNot(value)}.`);
}

function refusePersonal(env: Environment): void {
  const found = PERSONAL.filter((name) => (env[name] ?? "").trim() !== "");
  if (found.length === 0) return;
  throw new SettingsError(
    `${listed(found)} ${found.length === 1 ? "is" : "are"} set, but over HTTP each person's own credentials come with each request, ` +
      "and nobody's are taken from the environment. Remove them.",
  );
}
