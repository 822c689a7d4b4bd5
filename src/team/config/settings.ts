import { EVIDENCE_NAMES } from "../../config/draft-settings.ts";
import { type Environment, envChoice, envNumber, envText } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { unreadNames } from "../../config/other-names.ts";
import { butNot, readAll } from "../../config/read-all.ts";
import { SERVER_VARIABLES, type ServerVariableName } from "../../config/server-variables.ts";
import { MAX_FILE_BYTES, readNamedFile } from "../../config/text-file.ts";
import { isLoopback, isSafe } from "../../config/url.ts";
import {
  listVariables,
  NAMES,
  namesOfKind,
  spellingsOf,
  type VariableName,
} from "../../config/variable-names.ts";
import { toUrl } from "../../text/url.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { type DatabaseAddress, readDatabase } from "./database.ts";

export interface Address {
  /** An IPv6 address without brackets. */
  host: string;
  port: number;
}

/** The identity provider that issues access tokens. */
interface OrganisationSettings {
  issuer: string;
  audience: string;
  userClaim: string;
  /** Undefined to accept any user's credentials with a token. */
  jiraUserClaim: string | undefined;
  /** Undefined to accept a token of any lifetime. */
  maxTokenMinutes: number | undefined;
  scopePrefix: string;
}

/** Settings of the server over HTTP. */
export interface ServerSettings {
  address: Address;
  /** Undefined for a server that only this machine can reach. */
  publicUrl: URL | undefined;
  /** Undefined for a server that only this machine can reach. */
  tls: "proxy" | { certificateFile: string; keyFile: string } | undefined;
  accessKeysFile: string | undefined;
  organisation: OrganisationSettings | undefined;
  database: DatabaseAddress | undefined;
  internalAddress: Address | undefined;
  /** A secret. Undefined to show the metrics without one. */
  metricsToken: string | undefined;
  requestsPerSecond: number;
  /** Whether the tools of the set team may be offered. */
  teamTools: boolean;
}

/** Credentials, with which every request would be that of one user. */
const PERSONAL: VariableName[] = [NAMES.JIRA_EMAIL, ...namesOfKind("token").flatMap(spellingsOf)];

/** Settings that make sign-in stricter. Without an issuer they would have no effect, which must not go unnoticed. */
const STRICTER: ServerVariableName[] = ["TEMPOFILLER_IDP_PERSON_CLAIM", "TEMPOFILLER_TOKEN_MAX_MINUTES"];

const PATH = "/mcp";

/**
 * @param bind HOST:PORT, of `--http`
 * @throws SettingsError with every problem, above all if other machines could reach an open server
 */
export function readServerSettings(env: Environment, bind: string): ServerSettings {
  const settings = readAll({
    address: () => readAddress("--http", bind),
    publicUrl: () => readPublicUrl(envText(env, "TEMPOFILLER_PUBLIC_URL")),
    tls: () => readTls(env),
    accessKeysFile: () => envText(env, "TEMPOFILLER_ACCESS_KEYS_FILE") || undefined,
    organisation: () => readOrganisation(env),
    database: () => readDatabase(env),
    internalAddress: () => {
      const address = envText(env, "TEMPOFILLER_INTERNAL");
      return address === "" ? undefined : readAddress("TEMPOFILLER_INTERNAL", address);
    },
    metricsToken: () => readMetricsToken(envText(env, "TEMPOFILLER_METRICS_TOKEN_FILE")),
    requestsPerSecond: () => envNumber(env, "TEMPO_REQUESTS_PER_SECOND"),
    teamTools: () => envChoice(env, "TEMPOFILLER_TEAM_TOOLS") !== "off",
    personal: () => refusePersonal(env),
    evidence: () => refuseEvidence(env),
  });
  const { personal: _, evidence: __, ...read } = settings;
  const missing = missingForOthers(read);
  if (missing.length > 0) {
    throw new SettingsError(
      `Other machines can reach the server, so it also needs ${listed(missing)}. ` +
        "To try it on this machine alone, use --http 127.0.0.1:8080 without TEMPOFILLER_PUBLIC_URL. docs/teams.md shows each step.",
      ...unreadServerNames(env),
    );
  }
  return read;
}

/** A sentence for each name in the environment that can only be meant for a setting of the server, which is not set. */
export function unreadServerNames(env: Environment): string[] {
  const refused: readonly string[] = [...PERSONAL, ...EVIDENCE_NAMES];
  const common = listVariables().filter(({ name }) => !refused.includes(name));
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
  if (url && isPlain && isSafe(url) && url.pathname === PATH) return url;
  throw new SettingsError(
    `TEMPOFILLER_PUBLIC_URL must be an https:// URL that ends with ${PATH}, such as https://tempofiller.example.com${PATH}.`,
  );
}

function readTls(env: Environment): ServerSettings["tls"] {
  const mode = envChoice(env, "TEMPOFILLER_TLS");
  const certificateFile = envText(env, "TEMPOFILLER_TLS_CERT_FILE");
  const keyFile = envText(env, "TEMPOFILLER_TLS_KEY_FILE");
  if (mode === "proxy" && (certificateFile || keyFile)) {
    throw new SettingsError(
      "TEMPOFILLER_TLS=proxy and a server certificate are both set. Remove one of them.",
    );
  }
  if (mode === "proxy") return mode;
  if (certificateFile === "" && keyFile === "") return undefined;
  if (certificateFile !== "" && keyFile !== "") return { certificateFile, keyFile };
  throw new SettingsError(
    "Only one of TEMPOFILLER_TLS_CERT_FILE and TEMPOFILLER_TLS_KEY_FILE is set. Set both.",
  );
}

function readOrganisation(env: Environment): ServerSettings["organisation"] {
  const issuer = envText(env, "TEMPOFILLER_ISSUER");
  const audience = envText(env, "TEMPOFILLER_AUDIENCE") || envText(env, "TEMPOFILLER_PUBLIC_URL");
  const userClaim = envText(env, "TEMPOFILLER_PERSON_CLAIM");
  const maxTokenMinutes = envNumber(env, "TEMPOFILLER_TOKEN_MAX_MINUTES");
  const alone = STRICTER.filter((name) => envText(env, name) !== "");
  if (issuer === "" && alone.length > 0) {
    throw new SettingsError(
      `To use ${listed(alone)}, also set TEMPOFILLER_ISSUER, whose tokens they are about.`,
    );
  }
  if (issuer === "") return undefined;
  const url = toUrl(issuer);
  if (!url || !isSafe(url)) {
    throw new SettingsError(
      "TEMPOFILLER_ISSUER must be an https:// URL, exactly as your identity provider writes it in `iss`.",
    );
  }
  if (audience === "") {
    throw new SettingsError("TEMPOFILLER_ISSUER also needs TEMPOFILLER_AUDIENCE or TEMPOFILLER_PUBLIC_URL.");
  }
  return {
    issuer,
    audience,
    userClaim: userClaim || SERVER_VARIABLES.TEMPOFILLER_PERSON_CLAIM.default,
    jiraUserClaim: envText(env, "TEMPOFILLER_IDP_PERSON_CLAIM") || undefined,
    maxTokenMinutes,
    scopePrefix: envText(env, "TEMPOFILLER_SCOPE_PREFIX"),
  };
}

function readMetricsToken(file: string): string | undefined {
  if (file === "") return undefined;
  const name = "TEMPOFILLER_METRICS_TOKEN_FILE";
  const token = readNamedFile(name, file, MAX_FILE_BYTES.secret).trim();
  if (/^[\w.~+/-]{16,}=*$/.test(token)) return token;
  throw new SettingsError(
    `${name} points to ${file}, which does not hold a token of at least 16 letters and digits. Make one with openssl rand -hex 24.`,
  );
}

function refusePersonal(env: Environment): void {
  refuse(env, PERSONAL, "Over HTTP each user sends their own credentials.");
}

/** A calendar of one user must not become part of every user's draft. */
function refuseEvidence(env: Environment): void {
  const why =
    "The server's drafts are made of what Jira knows of each user; its own files and calendars are no user's.";
  refuse(env, EVIDENCE_NAMES, why);
}

function refuse(env: Environment, names: readonly string[], why: string): void {
  const found = names.filter((name) => (env[name] ?? "").trim() !== "");
  if (found.length === 0) return;
  const [are, them] = found.length === 1 ? ["is", "it"] : ["are", "these"];
  throw new SettingsError(`${listed(found)} ${are} set. ${why} Remove ${them} from the environment.`);
}
