import { createServer } from "node:net";
import type { Environment } from "../../config/env.ts";
import { endOf } from "../../team/auth/access-key-lines.ts";
import { type KeyUse, openAccessKeys } from "../../team/auth/access-keys.ts";
import { findKeySet, ProviderError } from "../../team/auth/discovery.ts";
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
import type { Fetch } from "../../tempo/http/client.ts";
import { networkError } from "../../tempo/http/network-errors.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { SettingsError, TimesheetError, UnavailableError } from "../../timesheet/errors.ts";
import { serviceAt } from "../setup/site.ts";
import { checkCertificate } from "./certificate.ts";
import { recogniseJira, recogniseTempo } from "./known-services.ts";
import { type Finding, failed, ok, unknown } from "./report.ts";
import type { CheckDefinition } from "./run-checks.ts";

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

type Check = CheckDefinition<ServerCheckContext>;

const TIMEOUT_MS = 10_000;

/** Tokens of identity providers are taken within 30 s of their times. */
const MAX_CLOCK_DIFFERENCE_MS = 20_000;

const SOON_MS = 30 * 86_400_000;

export const SERVER_CHECKS: Check[] = [
  { check: "settings", needs: [], run: (context) => finding(() => checkSettings(context)) },
  { check: "address", needs: ["settings"], run: (context) => finding(() => checkAddresses(context)) },
  { check: "tls", needs: ["settings"], run: (context) => finding(() => checkTls(context)) },
  { check: "access_keys", needs: ["settings"], run: (context) => finding(() => checkKeys(context)) },
  {
    check: "identity_provider",
    needs: ["settings"],
    run: (context) => finding(() => checkProvider(context)),
  },
  { check: "database", needs: ["settings"], run: (context) => finding(() => checkDatabase(context)) },
  { check: "jira_connection", needs: ["settings"], run: (context) => finding(() => checkSite(context)) },
  { check: "tempo_connection", needs: ["settings"], run: (context) => finding(() => checkTempo(context)) },
  { check: "clock", needs: ["jira_connection"], run: (context) => finding(() => checkClock(context)) },
];

async function finding(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TimesheetError) return failed(error);
    throw error;
  }
}

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

async function checkSite(context: ServerCheckContext): Promise<Finding> {
  // A HEAD of the address says why it cannot be reached.
  await responseOf(siteOf(context), context);
  try {
    return await recogniseJira(siteOf(context), kindOf(context), asking(context));
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new SettingsError(
      `${siteOf(context)} responds, but its /rest/api/2/serverInfo does not. Try again in a minute.`,
    );
  }
}

async function checkTempo(context: ServerCheckContext): Promise<Finding> {
  const deployment = context.team?.deployment;
  const site = deployment?.kind === "cloud" ? deployment.tempoUrl : siteOf(context);
  return recogniseTempo(site, kindOf(context), asking(context));
}

async function checkClock(context: ServerCheckContext): Promise<Finding> {
  const before = context.clock.wallClock();
  const { headers } = await responseOf(siteOf(context), context);
  const theirs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(theirs))
    return unknown(`${siteOf(context)} does not say its time. Check that this machine uses NTP.`);
  const difference = Math.abs(theirs - (before + context.clock.wallClock()) / 2);
  if (difference <= MAX_CLOCK_DIFFERENCE_MS) return ok("Within 20 seconds of Jira's clock.");
  throw new SettingsError(
    `The clock of this machine differs from that of ${siteOf(context)} by ${Math.round(difference / 1000)} seconds. Access tokens ` +
      "would be refused, and hours logged on the wrong day. Set up NTP.",
  );
}

function siteOf({ team }: ServerCheckContext): string {
  const deployment = team?.deployment;
  return (deployment?.kind === "cloud" ? deployment.jiraUrl : deployment?.baseUrl) ?? "";
}

function kindOf({ team }: ServerCheckContext): TeamSettings["kind"] {
  return team?.kind ?? "cloud";
}

function asking(context: ServerCheckContext): Parameters<typeof recogniseTempo>[2] {
  return { ...context, statusOf: async (url) => (await responseOf(url, context, "GET", "Tempo")).status };
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
