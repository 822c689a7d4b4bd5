import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { type CheckName, runChecks } from "../../../src/cli/doctor/report.ts";
import {
  checkCertificate,
  SERVER_CHECKS,
  type ServerCheckContext,
} from "../../../src/cli/doctor/server-doctor.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import type { Source } from "../../../src/team/auth/attempts.ts";
import { checkJiraUser } from "../../../src/team/auth/jwt.ts";
import { readServerSettings } from "../../../src/team/config/settings.ts";
import { readCredentials, readTeamSettings } from "../../../src/team/config/user-settings.ts";
import { listen } from "../../../src/team/http/listener.ts";
import { openStorage } from "../../../src/team/storage.ts";
import { TokenUser } from "../../../src/team/user.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { UnauthorizedError } from "../../../src/timesheet/errors.ts";
import { addressOf } from "../../helpers/database-address.ts";
import { type Entry, failing, invalidSettings, type Met } from "./entry.ts";

const starting = (bind: string, env: Record<string, string>) => failing(() => readServerSettings(env, bind));

const folder = mkdtempSync(join(tmpdir(), "tempofiller-errors-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const emptyFile = join(folder, "empty");
writeFileSync(emptyFile, "");

const VALID = {
  notBeforeDate: new Date("2026-01-01T00:00:00Z"),
  notAfterDate: new Date("2026-03-01T00:00:00Z"),
};
const JANUARY = Date.parse("2026-01-15T00:00:00Z");

let made: ReturnType<typeof makeCertificate> | undefined;
const certificate = () => (made ??= makeCertificate());

/** The files of a certificate for tempo.example.com, and of another key. */
async function makeCertificate() {
  const made = await generate([{ name: "commonName", value: "tempo.example.com" }], {
    ...VALID,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "tempo.example.com" }] }],
  });
  const other = await generate([{ name: "commonName", value: "other" }], VALID);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    certificateFile: write("tls.crt", made.cert),
    keyFile: write("tls.key", made.private),
    otherKey: write("other.key", other.private),
  };
}

/** Runs one check of the doctor for a server on loopback. */
const checking =
  (name: CheckName, context: Partial<ServerCheckContext>, env: Record<string, string> = {}) =>
  async (): Promise<Met> => {
    const found = SERVER_CHECKS.find(({ check }) => check === name);
    const address = { host: "192.0.2.1", port: 8080 };
    const server = { ...readServerSettings(env, "127.0.0.1:8080"), address };
    const team = await readTeamSettings({ JIRA_BASE_URL: "https://jira.example.com" }, undefined);
    const given = {
      bind: "",
      env,
      clock: systemClock,
      fetch: unreachable,
      log() {},
      server,
      team,
      ...context,
    };
    const [finding] = await runChecks(found ? [{ ...found, needs: [] }] : [], given);
    return { text: finding?.message ?? "", ...(finding?.code && { code: finding.code }) };
  };

const unreachable: Fetch = () =>
  Promise.reject(
    new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
  );

const away = "postgres://127.0.0.1:1/tempofiller";

/** The second call with credentials that Jira has refused. */
async function callAgain(): Promise<void> {
  const refusal = new UnauthorizedError("Jira refused the token (HTTP 401).", 401);
  const user = new TokenUser({
    settings: readSettings({ TEMPO_STATE_DIR: "off" }),
    id: "id",
    tempoToken: undefined,
    key: Buffer.from("key"),
    upstream: {
      clock: systemClock,
      writers: { run: () => Promise.reject(refusal) },
      log() {},
      limiterOf: () => (start) => start(),
      wrapFetch: (fetch) => fetch,
    },
  });
  const source: Source = { attempt: (run) => run(), recordRefusal() {} };
  user.callFailed(refusal, source);
  await user.openTimesheet(source, undefined);
}

/** Errors of `tempofiller serve --http`, at its start, of a request, and of its doctor. */
export const TEAM_SERVER: Entry[] = [
  invalidSettings(
    "other machines can reach an open server",
    starting("0.0.0.0:8080", {}),
    "Other machines can reach the server, so it also needs TEMPOFILLER_PUBLIC_URL, TLS (TEMPOFILLER_TLS_CERT_FILE and TEMPOFILLER_TLS_KEY_FILE, or TEMPOFILLER_TLS=proxy) and a check of who may use it (TEMPOFILLER_ACCESS_KEYS_FILE or TEMPOFILLER_ISSUER). To try it on this machine alone, use --http 127.0.0.1:8080 without TEMPOFILLER_PUBLIC_URL. docs/teams.md shows each step.",
  ),
  invalidSettings(
    "the address to listen on has no port",
    starting("127.0.0.1", {}),
    '--http must be HOST:PORT, such as 127.0.0.1:8080, without a scheme, not "127.0.0.1".',
  ),
  invalidSettings(
    "the public URL is not that of MCP",
    starting("127.0.0.1:8080", { TEMPOFILLER_PUBLIC_URL: "https://tempo.example.com/" }),
    "TEMPOFILLER_PUBLIC_URL must be an https:// URL that ends with /mcp, such as https://tempofiller.example.com/mcp.",
  ),
  invalidSettings(
    "unknown TEMPOFILLER_TLS",
    starting("127.0.0.1:8080", { TEMPOFILLER_TLS: "off" }),
    'TEMPOFILLER_TLS must be proxy or not set, not "off".',
  ),
  invalidSettings(
    "the server and a proxy both end TLS",
    starting("127.0.0.1:8080", { TEMPOFILLER_TLS: "proxy", TEMPOFILLER_TLS_CERT_FILE: "tls.crt" }),
    "TEMPOFILLER_TLS=proxy and a server certificate are both set. Remove one of them.",
  ),
  invalidSettings(
    "the certificate has no key",
    starting("127.0.0.1:8080", { TEMPOFILLER_TLS_CERT_FILE: "tls.crt" }),
    "Only one of TEMPOFILLER_TLS_CERT_FILE and TEMPOFILLER_TLS_KEY_FILE is set. Set both.",
  ),
  invalidSettings(
    "the issuer has no TLS",
    starting("127.0.0.1:8080", { TEMPOFILLER_ISSUER: "http://login.example.com" }),
    "TEMPOFILLER_ISSUER must be an https:// URL, exactly as your identity provider writes it in `iss`.",
  ),
  invalidSettings(
    "the issuer has no audience",
    starting("127.0.0.1:8080", { TEMPOFILLER_ISSUER: "https://login.example.com" }),
    "TEMPOFILLER_ISSUER also needs TEMPOFILLER_AUDIENCE or TEMPOFILLER_PUBLIC_URL.",
  ),
  invalidSettings(
    "the life of tokens is bounded, and no issuer is set",
    starting("127.0.0.1:8080", { TEMPOFILLER_TOKEN_MAX_MINUTES: "60" }),
    "To use TEMPOFILLER_TOKEN_MAX_MINUTES, also set TEMPOFILLER_ISSUER, whose tokens they are about.",
  ),
  invalidSettings(
    "the database's URL is set twice",
    starting("127.0.0.1:8080", {
      TEMPOFILLER_DATABASE_URL: "postgres://db/x",
      TEMPOFILLER_DATABASE_URL_FILE: "url",
    }),
    "TEMPOFILLER_DATABASE_URL and TEMPOFILLER_DATABASE_URL_FILE are both set. Remove one of them.",
  ),
  invalidSettings(
    "the file of the database's URL is missing",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL_FILE: "/no/such/url" }),
    "TEMPOFILLER_DATABASE_URL_FILE points to /no/such/url, which cannot be read (ENOENT).",
  ),
  invalidSettings(
    "the file of the database's URL is empty",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL_FILE: emptyFile }),
    `TEMPOFILLER_DATABASE_URL_FILE points to ${emptyFile}, which is empty. Write the database URL into it.`,
  ),
  invalidSettings(
    "not a PostgreSQL URL",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "mysql://db/x" }),
    "The database URL must be a PostgreSQL URL, such as postgres://tempofiller@db.example.com/tempofiller; in its password, write " +
      "# / ? @ and : as %23 %2F %3F %40 and %3A.",
  ),
  invalidSettings(
    "the file of the metrics' token holds none",
    starting("127.0.0.1:8080", { TEMPOFILLER_METRICS_TOKEN_FILE: emptyFile }),
    `TEMPOFILLER_METRICS_TOKEN_FILE points to ${emptyFile}, which does not hold a token of at least 16 letters and digits. Make one with openssl rand -hex 24.`,
  ),
  {
    cause: "every client could read the metrics, by the doctor",
    meet: checking("address", {
      server: readServerSettings({ TEMPOFILLER_INTERNAL: "0.0.0.0:0" }, "127.0.0.1:0"),
    }),
    text: "The server can listen on 127.0.0.1:0 and 0.0.0.0:0. Every client that can reach 0.0.0.0:0 can read /metrics. Let only your monitoring reach it, or set TEMPOFILLER_METRICS_TOKEN_FILE.",
  },
  invalidSettings(
    "the database's port is invalid",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://db/x?port=abc" }),
    "The database URL has no valid port. Write a number from 1 to 65535.",
  ),
  invalidSettings(
    "the database is elsewhere and without TLS",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://db/x?sslmode=disable" }),
    "With sslmode=disable, others could read and change what is sent: the database is not on this machine. Write sslmode=verify-full, and let TEMPOFILLER_DATABASE_CA_FILE name the certificate of the authority, unless it is a public one.",
  ),
  invalidSettings(
    "it is left open whether the database has TLS",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://db/x?sslmode=prefer" }),
    'sslmode of the database must be disable, no-verify, verify-ca, require or verify-full, not "prefer". Write sslmode=verify-full, and let TEMPOFILLER_DATABASE_CA_FILE name the certificate of the authority, unless it is a public one.',
  ),
  invalidSettings(
    "the database may be any host that a public authority knows",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://db/x?sslmode=verify-ca" }),
    "sslmode=verify-ca does not check the host name, so it needs an authority of your own: set TEMPOFILLER_DATABASE_CA_FILE, or write sslmode=verify-full.",
  ),
  invalidSettings(
    "the database's URL is written for another program",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://db/x?ssl=true" }),
    "The database URL has ssl, which TempoFiller does not read. Write sslmode=verify-full instead.",
  ),
  invalidSettings(
    "the database's URL names several hosts",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_URL: "postgres://one,two/x" }),
    "The database URL names several hosts. Name one.",
  ),
  invalidSettings(
    "the file of the database's authority is missing",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_CA_FILE: "/no/such/ca" }),
    "TEMPOFILLER_DATABASE_CA_FILE points to /no/such/ca, which cannot be read (ENOENT).",
  ),
  invalidSettings(
    "the file of the database's authority is another file",
    starting("127.0.0.1:8080", { TEMPOFILLER_DATABASE_CA_FILE: "package.json" }),
    "TEMPOFILLER_DATABASE_CA_FILE points to package.json, which is not a PEM file. It must be a text with -----BEGIN in it.",
  ),
  invalidSettings(
    "the rate is out of bounds",
    starting("127.0.0.1:8080", { TEMPO_REQUESTS_PER_SECOND: "0" }),
    'TEMPO_REQUESTS_PER_SECOND must be a number from 1 to 100, not "0".',
  ),
  invalidSettings(
    "a user's credentials are in the environment",
    starting("127.0.0.1:8080", { JIRA_EMAIL: "ada@example.com", TEMPO_PAT: "x" }),
    "JIRA_EMAIL and TEMPO_PAT are set. Over HTTP each user sends their own credentials. Remove these from the environment.",
  ),
  invalidSettings(
    "evidence of the server's own machine is in the environment",
    starting("127.0.0.1:8080", { TEMPO_CALENDARS: "/srv/team.ics" }),
    "TEMPO_CALENDARS is set. The server's drafts are made of what Jira knows of each user; its own files and calendars are no user's. " +
      "Remove it from the environment.",
  ),
  invalidSettings(
    "the server is given no site",
    failing(() => readTeamSettings({}, undefined)),
    "The server does not know your Jira. For Tempo Cloud, set JIRA_BASE_URL, and TEMPO_API_URL if your data is in another region than api.tempo.io; for Jira Data Center, set TEMPO_BASE_URL. To try it without either, add --sandbox.",
  ),
  invalidSettings(
    "the server is given two sites",
    failing(() =>
      readTeamSettings(
        { JIRA_BASE_URL: "https://a.example.com", TEMPO_BASE_URL: "https://b.example.com" },
        undefined,
      ),
    ),
    "JIRA_BASE_URL and TEMPO_BASE_URL are both set. Keep the first for Jira Cloud, the second for Jira Data Center.",
  ),
  invalidSettings(
    "a request over HTTP lacks credentials",
    failing(() => readCredentials({ "tempofiller-jira-email": "ada@example.com" }, "cloud")),
    "This request lacks your own credentials for Tempo: the headers Tempofiller-Jira-Token and Tempofiller-Tempo-Token. Add them to the headers of this server in your MCP host's configuration, then connect again. The server stores none of them.",
  ),
  invalidSettings(
    "the sandbox is served although a real site is set",
    failing(() => readTeamSettings({ JIRA_BASE_URL: "https://acme.atlassian.net" }, "cloud")),
    "With --sandbox nothing is kept, but JIRA_BASE_URL is set. Leave one of them out.",
  ),
  invalidSettings(
    "a header of a request over HTTP is longer than any token",
    failing(() => readCredentials({ "tempofiller-jira-pat": "x".repeat(513) }, "datacenter")),
    "The header Tempofiller-Jira-Pat has more than 512 characters, so it is no token. Check it in your MCP host's configuration.",
  ),
  invalidSettings(
    "the key of the server's certificate is that of another one",
    failing(async () => {
      const { certificateFile, otherKey: keyFile } = await certificate();
      await listen({
        address: { host: "127.0.0.1", port: 0 },
        certificate: { certificateFile, keyFile },
        clock: systemClock,
        handle: async () => {},
        log() {},
      });
    }),
    "The certificate in TEMPOFILLER_TLS_CERT_FILE or the key in TEMPOFILLER_TLS_KEY_FILE cannot be used (key values mismatch). Both must be PEM files, and the key must be that of the certificate.",
  ),
  invalidSettings(
    "the address of the server is not this machine's",
    failing(() =>
      listen({
        address: { host: "192.0.2.1", port: 8080 },
        clock: systemClock,
        handle: async () => {},
        log() {},
      }),
    ),
    "The server cannot listen on 192.0.2.1:8080 (EADDRNOTAVAIL). Choose another address.",
  ),
  invalidSettings(
    "the doctor cannot listen on the server's address",
    checking("address", {}),
    "The server cannot listen on 192.0.2.1:8080 (EADDRNOTAVAIL). If it is running already, that is why; else choose another address.",
  ),
  invalidSettings(
    "the identity provider does not respond",
    checking(
      "identity_provider",
      {},
      { TEMPOFILLER_ISSUER: "https://login.example.com", TEMPOFILLER_AUDIENCE: "hours" },
    ),
    "The metadata of https://login.example.com cannot be used: https://login.example.com/.well-known/oauth-authorization-server cannot be read (ECONNREFUSED); https://login.example.com/.well-known/openid-configuration cannot be read (ECONNREFUSED). Set TEMPOFILLER_ISSUER exactly as the provider writes it.",
  ),
  invalidSettings(
    "the database does not answer the doctor",
    checking("database", {}, { TEMPOFILLER_DATABASE_URL: away }),
    "The database of TEMPOFILLER_DATABASE_URL cannot be used (ECONNREFUSED: nothing listens at its address). Check that it runs, and its address, user and password.",
  ),
  invalidSettings(
    "the database does not answer the server",
    failing(() =>
      openStorage({
        address: addressOf(away),
        folder: undefined,
        requestsPerSecond: 5,
        clock: systemClock,
        log() {},
      }),
    ),
    "The database of TEMPOFILLER_DATABASE_URL cannot be used (ECONNREFUSED: nothing listens at its address). Check that it runs, and its address, user and password.",
  ),
  {
    cause: "Jira cannot be reached by the server",
    meet: checking("jira_connection", {}),
    code: "unavailable",
    text: "Jira could not be reached at https://jira.example.com (ECONNREFUSED). Check the network and the address, then try again.",
  },
  invalidSettings(
    "another server answers instead of Jira",
    checking("jira_connection", { fetch: async () => new Response("hello") }),
    "https://jira.example.com responds, but not as Jira: it has no https://jira.example.com/rest/api/2/serverInfo. Correct JIRA_BASE_URL, with the context path if Jira has one.",
  ),
  invalidSettings(
    "Jira Data Center answers instead of Cloud",
    checking("jira_connection", { fetch: async () => Response.json({ deploymentType: "Server" }) }),
    "https://jira.example.com is Jira Data Center, but JIRA_BASE_URL is for Jira Cloud. Set TEMPO_BASE_URL instead.",
  ),
  invalidSettings(
    "Jira answers the doctor once, and then no more",
    checking("jira_connection", {
      fetch: async ({ method }) =>
        method === "HEAD" ? new Response(null) : Promise.reject(new Error("gone")),
    }),
    "https://jira.example.com responds, but its /rest/api/2/serverInfo does not. Try again in a minute.",
  ),
  invalidSettings(
    "another server answers instead of Tempo",
    checking("tempo_connection", { fetch: async () => new Response(null, { status: 404 }) }),
    "https://api.tempo.io responds, but not as Tempo: without credentials, https://api.tempo.io/4/work-attributes answers HTTP 404 instead of 401. Correct TEMPO_API_URL.",
  ),
  invalidSettings(
    "another server answers at every path beside Tempo's",
    checking("tempo_connection", {
      fetch: async ({ url }) => new Response(null, { status: url.endsWith("work-attributes") ? 401 : 200 }),
    }),
    "https://api.tempo.io responds, but not as Tempo: without credentials, a path beside https://api.tempo.io/4/work-attributes that does not exist answers HTTP 200 instead of 404. Correct TEMPO_API_URL.",
  ),
  invalidSettings(
    "the server's clock is wrong",
    checking("clock", {
      clock: { ...systemClock, wallClock: () => 0 },
      fetch: async () => new Response("", { headers: { date: "Thu, 01 Jan 1970 01:00:00 GMT" } }),
    }),
    "The clock of this machine differs from that of https://jira.example.com by 3600 seconds. Access tokens would be refused, and hours logged on the wrong day. Set up NTP.",
  ),
  {
    cause: "refused credentials are used again at once",
    meet: failing(callAgain),
    code: "unauthorized",
    text: "Jira refused the token (HTTP 401). These credentials are tried again in a minute.",
  },
  {
    cause: "the credentials are another user's than the sign-in says",
    meet: failing(() => checkJiraUser({ claim: "email", value: "ada@example.com" }, ["bert@example.com"])),
    code: "forbidden",
    text: 'The Jira and Tempo tokens of this request are not those of the user who signed in: Jira knows their owner neither by e-mail address nor by name or id as the sign-in\'s claim "email" says. Nothing was read from Tempo or logged. Use your own tokens; if they are, ask your administrator to check TEMPOFILLER_IDP_PERSON_CLAIM.',
  },
  invalidSettings(
    "the certificate is for another host",
    failing(async () => checkCertificate(await certificate(), "hours.example.com", JANUARY)),
    "The certificate is not for hours.example.com, the host of TEMPOFILLER_PUBLIC_URL. It is for DNS:tempo.example.com.",
  ),
  invalidSettings(
    "the certificate has expired",
    failing(async () => checkCertificate(await certificate(), undefined, Date.parse("2026-04-01"))),
    "The certificate is valid from Jan  1 00:00:00 2026 GMT to Mar  1 00:00:00 2026 GMT, and not today.",
  ),
  invalidSettings(
    "the key is of another certificate",
    failing(async () => {
      const { otherKey, ...files } = await certificate();
      return checkCertificate({ ...files, keyFile: otherKey }, undefined, JANUARY);
    }),
    "TEMPOFILLER_TLS_KEY_FILE is not the key of the certificate.",
  ),
  invalidSettings(
    "the certificate's file is another file",
    failing(() =>
      checkCertificate({ certificateFile: import.meta.filename, keyFile: "" }, undefined, JANUARY),
    ),
    `TEMPOFILLER_TLS_CERT_FILE points to ${import.meta.filename}, which is not the PEM file that it should be.`,
  ),
];
