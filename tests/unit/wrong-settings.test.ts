import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Environment } from "../../src/config/env.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile } from "../../src/config/settings-file.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";

const HOW_TO_SET =
  "tempofiller setup asks for them and keeps them in your settings file; or add them to the `env` block of this server in your MCP " +
  "host's configuration. Then restart the server. To try TempoFiller without an account, start it with --sandbox.";

const REGIONS = "https://api.tempo.io, https://api.eu.tempo.io or https://api.us.tempo.io.";

const NOT_EMAIL =
  "JIRA_EMAIL is not an e-mail address: those have exactly one @, with text on both sides. Set it to the e-mail address of your " +
  "Atlassian account.";

const quoted = (name: string) =>
  `${name} is wrapped in quote marks, which are now part of the value. Remove them.`;
const example = (name: string) => `${name} is still the value of an example. Set it to your own.`;
const variable = (name: string) =>
  `${name} is the name of a variable, such as $NAME or %NAME%, which was not filled in. Set it to the value itself.`;
const page = (name: string, path: string, base: string) =>
  `${name} has a path that is not part of it (${path}). Set it to ${base}.`;
const unread = (name: string, meant: string) =>
  `${name} is set, which TempoFiller does not read: rename it to ${meant}.`;
const partlyCloud = (names: string) =>
  `Tempo Cloud is only partly configured. Also set ${names}. ${HOW_TO_SET}`;

/** What a person set, and each sentence that it gets. Secrets contain S3CRET. */
const TABLE: [what: string, env: Environment, ...problems: string[]][] = [
  [
    "a site's name alone",
    { ...CLOUD, JIRA_BASE_URL: "acme" },
    "JIRA_BASE_URL is not a full URL. Set it to one such as https://acme.atlassian.net.",
  ],
  [
    "a server's name alone",
    { ...DATA_CENTER, TEMPO_BASE_URL: "jira" },
    "TEMPO_BASE_URL is not a full URL. Set it to one such as https://jira.example.com/jira.",
  ],
  [
    "a token as the URL",
    { ...CLOUD, JIRA_BASE_URL: "ATATT-S3CRET-S3CRET-S3CRET" },
    "JIRA_BASE_URL is not a full URL. Set it to one such as https://your-site.atlassian.net.",
  ],
  ["a URL in quotes", { ...CLOUD, JIRA_BASE_URL: '"https://acme.atlassian.net"' }, quoted("JIRA_BASE_URL")],
  ["an option in quotes", { ...CLOUD, TEMPO_DUPLICATES: "'allow'" }, quoted("TEMPO_DUPLICATES")],
  [
    "work attributes in quotes",
    { ...CLOUD, TEMPO_WORK_ATTRIBUTES: `'{"_A_":"x"}'` },
    quoted("TEMPO_WORK_ATTRIBUTES"),
  ],
  ["a token in typographic quotes", { ...DATA_CENTER, TEMPO_PAT: "“S3CRET”" }, quoted("TEMPO_PAT")],
  [
    "a site in angle brackets",
    { ...CLOUD, JIRA_BASE_URL: "https://<site>.atlassian.net" },
    example("JIRA_BASE_URL"),
  ],
  [
    "the site of the examples",
    { ...CLOUD, JIRA_BASE_URL: "https://your-site.atlassian.net" },
    example("JIRA_BASE_URL"),
  ],
  ["the e-mail address of the examples", { ...CLOUD, JIRA_EMAIL: "you@example.com" }, example("JIRA_EMAIL")],
  ["a user name as the e-mail address", { ...CLOUD, JIRA_EMAIL: "ada" }, NOT_EMAIL],
  ["a token as the e-mail address", { ...CLOUD, JIRA_EMAIL: "ATATT-S3CRET" }, NOT_EMAIL],
  ["an e-mail address without its name", { ...CLOUD, JIRA_EMAIL: "@example.com" }, NOT_EMAIL],
  ["an e-mail address without its domain", { ...CLOUD, JIRA_EMAIL: "ada@" }, NOT_EMAIL],
  ["an e-mail address with two @", { ...CLOUD, JIRA_EMAIL: "ada@home@example.com" }, NOT_EMAIL],
  [
    "an e-mail address with a space",
    { ...CLOUD, JIRA_EMAIL: "ada @example.com" },
    "JIRA_EMAIL contains a space. Copy it again.",
  ],
  [
    "the token of the examples",
    { ...CLOUD, TEMPO_API_TOKEN: "your-tempo-token" },
    example("TEMPO_API_TOKEN"),
  ],
  [
    "an ellipsis as the token",
    { ...CLOUD, TEMPO_API_TOKEN: "…", JIRA_API_TOKEN: "ATATT3..." },
    example("TEMPO_API_TOKEN"),
    example("JIRA_API_TOKEN"),
  ],
  ["a variable of cmd", { ...CLOUD, TEMPO_API_TOKEN: "%TEMPO_API_TOKEN%" }, variable("TEMPO_API_TOKEN")],
  ["a variable of a shell", { ...CLOUD, TEMPO_API_TOKEN: "$TEMPO_API_TOKEN" }, variable("TEMPO_API_TOKEN")],
  ["a variable of PowerShell", { ...CLOUD, JIRA_EMAIL: "$env:JIRA_EMAIL" }, variable("JIRA_EMAIL")],
  [
    "an issue's page",
    { ...DATA_CENTER, TEMPO_BASE_URL: "https://jira.example.com/jira/browse/DEMO-1?a=b" },
    page("TEMPO_BASE_URL", "/jira/browse/DEMO-1", "https://jira.example.com/jira"),
  ],
  [
    "the dashboard",
    { ...CLOUD, JIRA_BASE_URL: "https://jira.example.com/secure/Dashboard.jspa" },
    page("JIRA_BASE_URL", "/secure/Dashboard.jspa", "https://jira.example.com"),
  ],
  [
    "the wiki",
    { ...CLOUD, JIRA_BASE_URL: "https://jira.example.com/wiki" },
    page("JIRA_BASE_URL", "/wiki", "https://jira.example.com"),
  ],
  [
    "both tokens in quotes",
    { ...CLOUD, TEMPO_API_TOKEN: '"S3CRET"', JIRA_API_TOKEN: "'S3CRET'" },
    quoted("TEMPO_API_TOKEN"),
    quoted("JIRA_API_TOKEN"),
  ],
  [
    "the tokens swapped",
    { ...CLOUD, TEMPO_API_TOKEN: "ATATT-S3CRET", JIRA_API_TOKEN: "S3CRET" },
    "TEMPO_API_TOKEN and JIRA_API_TOKEN look swapped: TEMPO_API_TOKEN begins with ATATT, as API tokens of Atlassian accounts do. Exchange the two.",
  ],
  [
    "Atlassian's token twice",
    { ...CLOUD, TEMPO_API_TOKEN: "ATATT-S3CRET", JIRA_API_TOKEN: "ATATT-S3CRET" },
    "TEMPO_API_TOKEN begins with ATATT, as API tokens of Atlassian accounts do. Set it to a token of Tempo (Tempo, Settings, API integration).",
  ],
  [
    "Atlassian's token for Data Center",
    { ...DATA_CENTER, TEMPO_PAT: "ATATT-S3CRET" },
    "TEMPO_PAT begins with ATATT, as API tokens of Atlassian accounts do, and those work on Jira Cloud only. Set it to a personal access token (Jira, Profile, Personal Access Tokens).",
  ],
  [
    "a token with Bearer",
    { ...CLOUD, TEMPO_API_TOKEN: "Bearer S3CRET" },
    "TEMPO_API_TOKEN begins with Bearer. Leave that word out: set the token alone.",
  ],
  [
    "a token with Basic",
    { ...CLOUD, JIRA_API_TOKEN: "basic S3CRET" },
    "JIRA_API_TOKEN begins with basic. Leave that word out: set the token alone.",
  ],
  [
    "a token with a space",
    { ...CLOUD, JIRA_API_TOKEN: "S3CRET x" },
    "JIRA_API_TOKEN contains a space. Copy it again.",
  ],
  [
    "a token with a special character",
    { ...CLOUD, JIRA_API_TOKEN: "S3CRET\u200b" },
    "JIRA_API_TOKEN contains a non-ASCII character. Copy it again.",
  ],
  [
    "a Cloud site for Data Center",
    { TEMPO_BASE_URL: "https://acme.atlassian.net/browse/DEMO-1", TEMPO_PAT: "S3CRET" },
    "TEMPO_BASE_URL is https://acme.atlassian.net, a Jira Cloud site, but it is for Jira Data Center only. For Tempo Cloud, rename " +
      "TEMPO_BASE_URL to JIRA_BASE_URL; set TEMPO_API_TOKEN, JIRA_EMAIL and JIRA_API_TOKEN; remove TEMPO_PAT.",
  ],
  [
    "Tempo's web application as its API",
    { ...CLOUD, TEMPO_API_URL: "https://app.tempo.io" },
    `TEMPO_API_URL is app.tempo.io, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  [
    "the site as Tempo's API",
    { ...CLOUD, TEMPO_API_URL: "https://acme.atlassian.net" },
    `TEMPO_API_URL is acme.atlassian.net, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  [
    "Cloud's URL with Data Center's token",
    { JIRA_BASE_URL: "https://jira.example.com", TEMPO_PAT: "S3CRET" },
    "Settings of Cloud and of Data Center are mixed. For Tempo Cloud, set TEMPO_API_TOKEN, JIRA_EMAIL and JIRA_API_TOKEN; remove " +
      "TEMPO_PAT. For Tempo on Jira Data Center, rename JIRA_BASE_URL to TEMPO_BASE_URL.",
  ],
  [
    "a Cloud site's URL with Data Center's token",
    { JIRA_BASE_URL: "acme.atlassian.net", TEMPO_PAT: "S3CRET" },
    "Settings of Cloud and of Data Center are mixed. For Tempo Cloud, set TEMPO_API_TOKEN, JIRA_EMAIL and JIRA_API_TOKEN; remove " +
      "TEMPO_PAT.",
  ],
  [
    "Cloud's token with Data Center's URL",
    { TEMPO_BASE_URL: "https://jira.example.com", TEMPO_API_TOKEN: "S3CRET" },
    "Settings of Cloud and of Data Center are mixed. For Tempo Cloud, rename TEMPO_BASE_URL to JIRA_BASE_URL; set JIRA_EMAIL and " +
      "JIRA_API_TOKEN. For Tempo on Jira Data Center, set TEMPO_PAT; remove TEMPO_API_TOKEN.",
  ],
  [
    "the names of other servers",
    {
      JIRA_URL: "https://acme.atlassian.net",
      JIRA_USERNAME: "ada",
      JIRA_API_TOKEN: "S3CRET",
      TEMPO_API_TOKEN: "S3CRET",
    },
    partlyCloud("JIRA_BASE_URL and JIRA_EMAIL"),
    unread("JIRA_URL", "JIRA_BASE_URL"),
    unread("JIRA_USERNAME", "JIRA_EMAIL"),
  ],
  [
    "names in lower case",
    { ...CLOUD, JIRA_EMAIL: undefined, jira_email: "ada@example.com" },
    partlyCloud("JIRA_EMAIL"),
    unread("jira_email", "JIRA_EMAIL"),
  ],
  [
    "nothing but the names of other servers",
    { ATLASSIAN_SITE_NAME: "acme", JIRA_PERSONAL_TOKEN: "S3CRET" },
    "Tempo is not configured. For Tempo Cloud, set TEMPO_API_TOKEN, JIRA_BASE_URL, JIRA_EMAIL and JIRA_API_TOKEN. For Tempo on " +
      `Jira Data Center, set TEMPO_BASE_URL and TEMPO_PAT. ${HOW_TO_SET}`,
    unread("ATLASSIAN_SITE_NAME", "JIRA_BASE_URL or TEMPO_BASE_URL"),
    unread("JIRA_PERSONAL_TOKEN", "TEMPO_PAT"),
  ],
  [
    "wrong values and wrong options",
    {
      ...CLOUD,
      JIRA_BASE_URL: "ftp://acme.example.com",
      JIRA_API_TOKEN: "a b",
      TEMPO_READ_ONLY: "yes",
      TEMPO_TIMEOUT_MS: "5",
    },
    "JIRA_BASE_URL must start with https://: tokens are not sent over unencrypted connections. For an internal server without TLS, " +
      "set TEMPO_ALLOW_HTTP=1.",
    "JIRA_API_TOKEN contains a space. Copy it again.",
    'TEMPO_TIMEOUT_MS must be a number of milliseconds from 1000 to 600000, not "5".',
    'TEMPO_READ_ONLY must be 1 or true to turn it on, or 0 or false to turn it off, not "yes".',
  ],
  [
    "a token as an option",
    { ...CLOUD, TEMPO_DUPLICATES: "S3CRET-S3CRET-S3CRET-S3CRET" },
    "TEMPO_DUPLICATES must be skip or allow.",
  ],
];

describe("a wrong setting gets its own sentence, offline and without a secret", () => {
  test.each(TABLE)("%s", (_, env, ...problems) => {
    const { deployment } = readSettings(env);
    expect(deployment).toEqual(new SettingsError(...problems));
    expect((deployment as SettingsError).message).toBe(problems.join(" "));
    expect(JSON.stringify(deployment)).not.toContain("S3CRET");
  });
});

describe("the settings file", () => {
  function readFile(content: string) {
    const folder = mkdtempSync(join(tmpdir(), "tempofiller-settings-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const TEMPO_CONFIG_FILE = join(folder, "settings.env");
    writeFileSync(TEMPO_CONFIG_FILE, content, { mode: 0o600 });
    return { path: TEMPO_CONFIG_FILE, settings: readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE })) };
  }

  test("is searched for settings under another name, too", () => {
    const { settings } = readFile("JIRA_URL=https://jira.example.com\nTEMPO_PAT=S3CRET\n");
    expect(settings.deployment).toEqual(
      new SettingsError(
        `Tempo on Jira Data Center is only partly configured. Also set TEMPO_BASE_URL. ${HOW_TO_SET}`,
        unread("JIRA_URL", "TEMPO_BASE_URL"),
      ),
    );
    expect(settings.warnings).toEqual([]);
  });

  test("that works is reported with each name that has no effect", () => {
    const { path, settings } = readFile(
      "TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT=x\ntempo_debug=1\nTEMPO_FAST=1\n",
    );
    expect(settings.warnings).toEqual([
      {
        risk: "unknown_setting",
        message: `The settings file ${path} sets TEMPO_FAST, which TempoFiller does not read.`,
      },
      {
        risk: "unknown_setting",
        message: `The settings file ${path} sets tempo_debug, which TempoFiller does not read. Did you mean TEMPO_DEBUG?`,
      },
    ]);
  });

  // From Node 22 on, a line without an equals sign is no longer the beginning of the next line's name.
  const isJoined = Object.keys(parseEnv("a\nB=1")).length === 1 && !("B" in parseEnv("a\nB=1"));

  test.each([
    [
      "alone on a line",
      "ATATT3xFfGF0-S3CRET\nTEMPO_FAST=1",
      isJoined ? "a name of 30 characters" : "TEMPO_FAST",
    ],
    ["alone on a line, with an equals sign", "ATATT3xFfGF0S3CRET=1A2B", "a name of 18 characters"],
  ])("shows no token %s", (_, line, name) => {
    const { path, settings } = readFile(`TEMPO_BASE_URL=https://jira.example.com\nTEMPO_PAT=x\n${line}\n`);
    expect(settings.warnings).toEqual([
      {
        risk: "unknown_setting",
        message: `The settings file ${path} sets ${name}, which TempoFiller does not read.`,
      },
    ]);
  });
});
