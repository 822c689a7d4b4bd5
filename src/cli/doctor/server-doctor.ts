import { createPrivateKey, X509Certificate } from "node:crypto";
import { createServer } from "node:net";
import type { Environment } from "../../config/env.ts";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { endOf, type KeyUse, openAccessKeys } from "../../team/auth/access-keys.ts";
import { findKeySet, ProviderError } from "../../team/auth/jwks.ts";
import {
  type Address,
  readServerSettings,
  type ServerSettings,
  unreadServerNames,
} from "../../team/config/settings.ts";
import { readTeamSettings, type TeamSettings } from "../../team/config/user-settings.ts";
import { openDatabase } from "../../team/database/connect.ts";
import { toSettingsError } from "../../team/database/database-error.ts";
import { describeTables } from "../../team/database/migrate.ts";
import { openMetricsWarning } from "../../team/http/internal.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { networkError } from "../../tempo/http/network-errors.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { SettingsError, UnavailableError } from "../../timesheet/errors.ts";
import { counted } from "../lines.ts";
import { deploymentAt, serviceAt } from "../setup/site.ts";
import {
  type CheckDefinition,
  type Finding,
  type Output,
  ok,
  openReport,
  runChecks,
  unknown,
} from "./report.ts";

/**
 * Checks what `tempofiller serve --http` needs, as it would start at this address. It sends no credentials, and changes
 * nothing. Returns the exit code: 0 only if no check failed.
 */
export async function runServerDoctor(bind: string, env: Environment, output: Output): Promise<number> {
  const redact = createRedactor([env.TEMPOFILLER_DATABASE_URL ?? ""].filter((text) => text !== ""));
  const report = openReport({}, redact, output);
  const context: ServerCheckContext = {
    bind,
    env,
    clock: systemClock,
    fetch: (request) => fetch(request),
    log: createStderrLog(redact),
  };
  await runChecks(SERVER_CHECKS, context, report.add);
  return report.end(context.team?.kind);
}

export interface ServerCheckContext {
  /** HOST:PORT. */
  bind: string;
  env: Environment;
  clock: Clock;
  fetch: Fetch;
  log(line: string): void;
  /** Read by the first check, which the others need. */
  server?: ServerSettings;
  team?: TeamSettings;
}

const TIMEOUT_MS = 10_000;

/** Tokens of identity providers are taken within 30 s of their times. */
const MAX_CLOCK_DIFFERENCE_MS = 20_000;

const SOON_MS = 30 * 86_400_000;

export const SERVER_CHECKS: CheckDefinition<ServerCheckContext>[] = [
  { check: "settings", needs: [], run: checkSettings },
  { check: "address", needs: ["settings"], run: checkAddresses },
  { check: "tls", needs: ["settings"], run: checkTls },
  { check: "access_keys", needs: ["settings"], run: checkKeys },
  { check: "identity_provider", needs: ["settings"], run: checkProvider },
  { check: "database", needs: ["settings"], run: checkDatabase },
  { check: "jira_connection", needs: ["settings"], run: checkJira },
  { check: "tempo_connection", needs: ["settings"], run: checkTempo },
  { check: "clock", needs: ["jira_connection"], run: checkClock },
];

async function checkSettings(context: ServerCheckContext): Promise<Finding> {
  const server = readServerSettings(context.env, context.bind);
  const team = await readTeamSettings(context.env, undefined);
  Object.assign(context, { server, team });
  const name = team.kind === "cloud" ? "Tempo Cloud" : "Tempo on Jira Data Center";
  const configured = `${name} is configured for a team; ${server.publicUrl?.href ?? "only this machine can reach it"}.`;
  const unread = unreadServerNames(context.env);
  return unread.length === 0 ? ok(configured) : unknown([configured, ...unread].join(" "));
}

async function checkAddresses({ server }: ServerCheckContext): Promise<Finding> {
  const addresses = [server?.address, server?.internalAddress].filter((address) => address !== undefined);
  for (const address of addresses) await tryAddress(address);
  const message = `The server can listen on ${addresses.map(({ host, port }) => `${host}:${port}`).join(" and ")}.`;
  const warning = server && openMetricsWarning(server);
  if (warning) return unknown(`${message} ${warning}`);
  return ok(server?.metricsToken === undefined ? message : `${message} /metrics asks for its token.`);
}

function tryAddress({ host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          `The server cannot listen on ${host}:${port} (${code}). If it is running already, that is why; else choose another address.`,
        ),
      ),
    );
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

async function checkTls({ server, clock }: ServerCheckContext): Promise<Finding> {
  if (!server?.tls) return ok("None is needed: only this machine can reach the server.");
  if (server.tls === "proxy") {
    return unknown(
      "A proxy ends TLS (TEMPOFILLER_TLS=proxy). Check that nothing else can reach the server, and that the proxy sets " +
        "X-Forwarded-For and deletes what clients send of it.",
    );
  }
  return checkCertificate(server.tls, server.publicUrl?.hostname, clock.wallClock());
}

async function checkKeys({ server, clock }: ServerCheckContext): Promise<Finding> {
  if (server?.accessKeysFile === undefined) return ok("No access keys are used.");
  const said: string[] = [];
  const keys = openAccessKeys(server.accessKeysFile, { clock, log: (line) => said.push(line) });
  said.push(...describeExpiry(keys.list(), clock.wallClock()));
  return said.length === 0
    ? ok(`The keys in ${server.accessKeysFile} can be used.`)
    : unknown(said.join(" "));
}

function describeExpiry(keys: readonly KeyUse[], now: number): string[] {
  const dated = keys
    .flatMap(({ name, expires }) => (expires === undefined ? [] : [{ name, expires }]))
    .sort((a, b) => a.expires.localeCompare(b.expires));
  const expired = dated.filter(({ expires }) => endOf(expires) <= now);
  const soon = dated.filter(({ expires }) => endOf(expires) > now && endOf(expires) <= now + SOON_MS);
  const named = (found: typeof dated) => found.map(({ name, expires }) => `${name} (${expires})`).join(", ");
  return [
    ...(expired.length === 0 ? [] : [`Expired keys: ${named(expired)}. Remove their lines.`]),
    ...(soon.length === 0
      ? []
      : [
          `Keys that expire within 30 days: ${named(soon)}. Make new ones with tempofiller access-key NAME --expires DATE.`,
        ]),
  ];
}

async function checkProvider({ server, fetch, clock }: ServerCheckContext): Promise<Finding> {
  if (!server?.organisation) return ok("No identity provider is used.");
  const { issuer, audience, jiraUserClaim } = server.organisation;
  try {
    const keys = await findKeySet(issuer, { fetch, clock });
    const message = `${issuer} publishes its keys at ${keys}. Its tokens must have the audience ${audience}.`;
    if (jiraUserClaim === undefined) return ok(message);
    const bound = `${message} Their claim ${jiraUserClaim} must be the Jira user whose credentials come with them.`;
    return server.accessKeysFile === undefined
      ? ok(bound)
      : unknown(`${bound} Access keys are bound to no Jira user: whoever has one may use any credentials.`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new SettingsError(
      `The metadata of ${issuer} cannot be used: ${error.message}. Set TEMPOFILLER_ISSUER exactly as the provider writes it.`,
    );
  }
}

async function checkDatabase({ server, clock, log }: ServerCheckContext): Promise<Finding> {
  const { database: address } = server ?? {};
  if (!address) return ok("None: there may be one replica only, which keeps leases and journals in files.");
  const database = openDatabase({ address, clock, log: () => {} });
  try {
    const [row] = await database.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    const connection = await database.describeConnection();
    return ok(
      `PostgreSQL ${row?.version ?? ""} answers. The connection is ${connection}. ${await describeTables(database.query)}`,
    );
  } catch (error) {
    throw toSettingsError(error);
  } finally {
    await database.close().catch((error: unknown) => log(`the database connection did not close: ${error}`));
  }
}

/** Jira by its public server info. */
async function checkJira(context: ServerCheckContext): Promise<Finding> {
  const { site, kind } = siteOf(context);
  // A HEAD of the address says why it cannot be reached.
  await responseOf(site, context);
  const found = await serverInfo(site, kind, context).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error;
    throw new SettingsError(
      `${site} responds, but its /rest/api/2/serverInfo does not. Try again in a minute.`,
    );
  });
  if (found === kind) return ok(`${TITLES[kind]} responds at ${site}.`);
  const setting = kind === "cloud" ? "JIRA_BASE_URL" : "TEMPO_BASE_URL";
  if (found) {
    const others = found === "cloud" ? "JIRA_BASE_URL and TEMPO_API_URL" : "TEMPO_BASE_URL";
    throw new SettingsError(
      `${site} is ${TITLES[found]}, but ${setting} is for ${TITLES[kind]}. Set ${others} instead.`,
    );
  }
  throw new SettingsError(
    `${site} responds, but not as Jira: it has no ${site}/rest/api/2/serverInfo. Correct ${setting}, with the context path if Jira has one.`,
  );
}

async function serverInfo(site: string, kind: Deployment["kind"], context: ServerCheckContext) {
  const ofCloud = kind === "cloud" ? await deploymentAt(site, context, 3) : undefined;
  return ofCloud ?? (await deploymentAt(site, context));
}

/** Tempo by a path that asks for credentials, beside one that does not exist. */
async function checkTempo(context: ServerCheckContext): Promise<Finding> {
  const { tempo, kind } = siteOf(context);
  const url = tempo + TEMPO_PATHS[kind];
  const [status, other] = [await statusOf(url, context), await statusOf(`${url}-of-no-api`, context)];
  if (status === 401 && other === 404) return ok(`Tempo responds at ${tempo}.`);
  if (status === 401 && other === 401) {
    return unknown(
      `${tempo} asks for credentials at every path, so that nothing shows whether it is Tempo. Send a call with a user's own tokens.`,
    );
  }
  const change =
    kind === "cloud"
      ? "Correct TEMPO_API_URL."
      : "Check that Tempo is installed in this Jira, and its licence.";
  const difference =
    status === 401
      ? `a path beside ${url} that does not exist answers HTTP ${other} instead of 404`
      : `${url} answers HTTP ${status} instead of 401`;
  throw new SettingsError(
    `${tempo} responds, but not as Tempo: without credentials, ${difference}. ${change}`,
  );
}

async function checkClock(context: ServerCheckContext): Promise<Finding> {
  const { site } = siteOf(context);
  const before = context.clock.wallClock();
  const { headers } = await responseOf(site, context);
  const theirs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirs))
    return unknown(`${site} does not say its time. Check that this machine uses NTP.`);
  const difference = Math.abs(theirs - (before + context.clock.wallClock()) / 2);
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return ok("Within 20 seconds of Jira's clock.");
  throw new SettingsError(
    `The clock of this machine differs from that of ${site} by ${Math.round(difference / 1000)} seconds. Access tokens ` +
      "would be refused, and hours logged on the wrong day. Set up NTP.",
  );
}

/** The addresses of Jira and Tempo. */
function siteOf({ team }: ServerCheckContext): { kind: Deployment["kind"]; site: string; tempo: string } {
  const deployment = team?.deployment;
  if (deployment?.kind === "cloud")
    return { kind: "cloud", site: deployment.jiraUrl, tempo: deployment.tempoUrl };
  const site = deployment?.baseUrl ?? "";
  return { kind: "datacenter", site, tempo: site };
}

async function statusOf(url: string, context: ServerCheckContext): Promise<number> {
  return (await responseOf(url, context, "GET", "Tempo")).status;
}

/** Sends no credentials. The body is not read. */
async function responseOf(
  site: string,
  { clock, fetch: send }: ServerCheckContext,
  method = "HEAD",
  name: "Jira" | "Tempo" = "Jira",
): Promise<Response> {
  try {
    return await withTimeout(clock, TIMEOUT_MS, async (signal) => {
      const response = await send(new Request(site, { method, redirect: "manual", signal }));
      await response.body?.cancel();
      return response;
    });
  } catch (error) {
    throw networkError(serviceAt(site, name), "read", error);
  }
}

const TITLES: Record<Deployment["kind"], string> = { cloud: "Jira Cloud", datacenter: "Jira Data Center" };

/** A path of Tempo's API that asks for credentials, and how the names of paths beside it begin. */
const TEMPO_PATHS: Record<Deployment["kind"], string> = {
  cloud: "/4/work-attributes",
  datacenter: "/rest/tempo-core/1/work-attribute",
};

interface CertificateFiles {
  certificateFile: string;
  keyFile: string;
}

const DAY_MS = 24 * 3_600_000;

/** A certificate that expires sooner should be renewed. */
const WARN_DAYS = 14;

/** @throws SettingsError if hosts would not trust the server with it */
export function checkCertificate(
  { certificateFile, keyFile }: CertificateFiles,
  hostname: string | undefined,
  wallClock: number,
): Finding {
  const certificate = parsed(
    "TEMPOFILLER_TLS_CERT_FILE",
    certificateFile,
    (text) => new X509Certificate(text),
  );
  const key = parsed("TEMPOFILLER_TLS_KEY_FILE", keyFile, createPrivateKey);
  if (!certificate.checkPrivateKey(key))
    throw new SettingsError("TEMPOFILLER_TLS_KEY_FILE is not the key of the certificate.");
  if (hostname !== undefined && certificate.checkHost(hostname) === undefined) {
    throw new SettingsError(
      `The certificate is not for ${hostname}, the host of TEMPOFILLER_PUBLIC_URL. It is for ${certificate.subjectAltName ?? "none"}.`,
    );
  }
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (wallClock < from || wallClock > to) {
    throw new SettingsError(
      `The certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, and not today.`,
    );
  }
  const days = Math.floor((to - wallClock) / DAY_MS);
  const message = `The certificate is valid for another ${counted(days, "day")}.`;
  return days < WARN_DAYS
    ? unknown(`${message} Renew it; the server takes the new files without a restart.`)
    : ok(message);
}

function parsed<Result>(name: string, path: string, parse: (text: string) => Result): Result {
  let text: string;
  try {
    text = readTextFile(path, MAX_FILE_BYTES.certificates);
  } catch (error) {
    throw new SettingsError(`${name} points to ${path}, which cannot be read (${whyUnreadable(error)}).`);
  }
  try {
    return parse(text);
  } catch {
    throw new SettingsError(`${name} points to ${path}, which is not the PEM file that it should be.`);
  }
}
