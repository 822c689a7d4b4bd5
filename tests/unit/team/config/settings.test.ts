import { describe, expect, test } from "vitest";
import { readServerSettings } from "../../../../src/team/config/settings.ts";
import { addressOf } from "../../../helpers/database-address.ts";
import { secretFile } from "../../../helpers/temporary-folder.ts";

const PUBLIC = {
  TEMPOFILLER_PUBLIC_URL: "https://tempo.example.com/mcp",
  TEMPOFILLER_TLS: "proxy",
  TEMPOFILLER_ACCESS_KEYS_FILE: "/etc/keys",
};
const NONE = {
  publicUrl: undefined,
  tls: undefined,
  accessKeysFile: undefined,
  organisation: undefined,
  database: undefined,
  internalAddress: undefined,
  metricsToken: undefined,
  requestsPerSecond: 5,
  teamTools: true,
};

test.each([
  ["127.0.0.1:8080", { host: "127.0.0.1", port: 8080 }],
  ["localhost:0", { host: "localhost", port: 0 }],
  ["[::1]:8080", { host: "::1", port: 8080 }],
])("on loopback %s nothing else is needed", (bind, address) => {
  expect(readServerSettings({}, bind)).toEqual({ ...NONE, address });
});

test("everything that a server for others can have is read", () => {
  const env = {
    ...PUBLIC,
    TEMPOFILLER_ISSUER: "https://login.example.com/tenant",
    TEMPOFILLER_PERSON_CLAIM: "oid",
    TEMPOFILLER_TOKEN_MAX_MINUTES: "60",
    TEMPOFILLER_IDP_PERSON_CLAIM: "email",
    TEMPOFILLER_DATABASE_URL: "postgres://u:p@db:5433/tempofiller",
    TEMPOFILLER_INTERNAL: "[::]:9090",
    TEMPO_REQUESTS_PER_SECOND: "15",
    TEMPOFILLER_TEAM_TOOLS: "off",
  };
  expect(readServerSettings(env, "0.0.0.0:8080")).toEqual({
    address: { host: "0.0.0.0", port: 8080 },
    publicUrl: new URL("https://tempo.example.com/mcp"),
    tls: "proxy",
    accessKeysFile: "/etc/keys",
    organisation: {
      issuer: "https://login.example.com/tenant",
      audience: "https://tempo.example.com/mcp",
      userClaim: "oid",
      jiraUserClaim: "email",
      maxTokenMinutes: 60,
      scopePrefix: "",
    },
    database: {
      host: "db",
      port: 5433,
      user: "u",
      password: "p",
      database: "tempofiller",
      options: undefined,
      ssl: { rejectUnauthorized: true },
    },
    internalAddress: { host: "::", port: 9090 },
    metricsToken: undefined,
    requestsPerSecond: 15,
    teamTools: false,
  });
});

test("the database's URL may be in a file", () => {
  const path = secretFile("postgres://db/x\n");
  const { database } = readServerSettings({ TEMPOFILLER_DATABASE_URL_FILE: path }, "127.0.0.1:0");
  expect(database).toEqual(addressOf("postgres://db/x"));
});

test("the token of the metrics is in a file", () => {
  const path = secretFile("S3CRET-of-the-metrics\n");
  const { metricsToken } = readServerSettings({ TEMPOFILLER_METRICS_TOKEN_FILE: path }, "127.0.0.1:0");
  expect(metricsToken).toBe("S3CRET-of-the-metrics");
});

test.each(["", "short", "two S3CRET words of a text", `S3CRET-of-a\nS3CRET-of-b`, "S3CRET-with-\u00fcmlaut"])(
  "a file of %j is no token of the metrics, and is not shown",
  (content) => {
    const path = secretFile(content);
    expect(() => readServerSettings({ TEMPOFILLER_METRICS_TOKEN_FILE: path }, "127.0.0.1:0")).toThrow(
      /^TEMPOFILLER_METRICS_TOKEN_FILE points to \S+, which does not hold a token of at least 16 letters and digits\. [^3]*$/,
    );
  },
);

describe("the server does not start", () => {
  const { TEMPOFILLER_PUBLIC_URL, TEMPOFILLER_TLS, TEMPOFILLER_ACCESS_KEYS_FILE } = PUBLIC;

  test.each<[string, string, Record<string, string>, string]>([
    ["on all addresses of IPv6", "[::]:8080", {}, "it also needs"],
    ["on a name", "tempo.example.com:8080", {}, "it also needs"],
    [
      "without a public URL",
      "0.0.0.0:80",
      { TEMPOFILLER_TLS, TEMPOFILLER_ACCESS_KEYS_FILE },
      "needs TEMPOFILLER_PUBLIC_URL.",
    ],
    ["without TLS", "0.0.0.0:80", { TEMPOFILLER_PUBLIC_URL, TEMPOFILLER_ACCESS_KEYS_FILE }, "needs TLS ("],
    [
      "without a check of users",
      "0.0.0.0:80",
      { TEMPOFILLER_PUBLIC_URL, TEMPOFILLER_TLS },
      "needs a check of who may use it",
    ],
    [
      "on loopback behind a public URL alone",
      "127.0.0.1:80",
      { TEMPOFILLER_PUBLIC_URL },
      "it also needs TLS",
    ],
    [
      "with a public URL without TLS",
      "0.0.0.0:80",
      { ...PUBLIC, TEMPOFILLER_PUBLIC_URL: "http://tempo.example.com/mcp" },
      "must be an https:// URL that ends with /mcp",
    ],
    [
      "with a life of tokens and no issuer",
      "127.0.0.1:80",
      { TEMPOFILLER_TOKEN_MAX_MINUTES: "60", TEMPOFILLER_IDP_PERSON_CLAIM: "email" },
      "To use TEMPOFILLER_IDP_PERSON_CLAIM and TEMPOFILLER_TOKEN_MAX_MINUTES, also set TEMPOFILLER_ISSUER",
    ],
    ["with a port beyond 65535", "127.0.0.1:70000", {}, "--http must be HOST:PORT"],
    [
      "with a file of a user's token",
      "127.0.0.1:80",
      { JIRA_API_TOKEN_FILE: "/x" },
      "JIRA_API_TOKEN_FILE is set. Over HTTP each user",
    ],
    [
      "with files of its own machine",
      "127.0.0.1:80",
      { TEMPO_GIT_FOLDERS: "~", TEMPO_GIT_EMAILS: "a@b", TEMPO_SESSIONS: "all", TEMPO_STEP_MINUTES: "5" },
      "TEMPO_GIT_FOLDERS, TEMPO_GIT_EMAILS and TEMPO_SESSIONS are set. The server's drafts",
    ],
  ])("%s", (_, bind, env, message) => {
    expect(() => readServerSettings(env, bind)).toThrow(message);
  });

  test("and all that is wrong is said at once, without a secret", () => {
    const env = {
      TEMPOFILLER_DATABASE_URL: "mysql://u:S3CRET@db",
      TEMPO_PAT: "S3CRET",
      TEMPOFILLER_INTERNAL: "9090",
    };
    const problems = (() => {
      try {
        readServerSettings(env, "8080");
      } catch (error) {
        return (error as { problems: string[] }).problems;
      }
      return [];
    })();
    expect(problems).toHaveLength(4);
    expect(problems.join(" ")).not.toContain("S3CRET");
  });
});
