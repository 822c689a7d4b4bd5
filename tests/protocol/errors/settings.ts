import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { migrateDatabase } from "../../../src/cli/migrate/migrate-database.ts";
import type { Environment } from "../../../src/config/env.ts";
import { readSettings } from "../../../src/config/settings.ts";
import { readSettingsFile } from "../../../src/config/settings-file.ts";
import { settingsFileOf } from "../../../src/config/user-folders.ts";
import { openAccessKeys } from "../../../src/team/auth/access-keys.ts";
import type { Query } from "../../../src/team/database/connect.ts";
import { describeTables, migrate } from "../../../src/team/database/migrate.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { TOOL_SETS } from "../../../src/tools/tool.ts";
import { POST } from "../../helpers/inputs.ts";
import { ACTIVITY } from "../../helpers/seeds.ts";
import { CLOUD, DATA_CENTER } from "../../helpers/settings.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { HOW_TO_SET, WRONG_SETTINGS } from "../../helpers/wrong-settings.ts";
import { calling, type Entry, failing, invalidSettings, settingUp } from "./entry.ts";

/** The environment of a user who has no profile. */
const NO_PROFILES = {
  TEMPO_PROFILE: "b",
  XDG_CONFIG_HOME: "/no/such/folder",
  APPDATA: "/no/such/folder",
};

const PACKAGE_FILE = resolve(import.meta.dirname, "../../../package.json");

const OPTIONAL = { ...ACTIVITY, required: false };

const ACCOUNT = { id: 9, key: "_Account_", name: "Account", required: true, type: "ACCOUNT" } as const;

const unusable = (cause: string, env: Environment, text: string): Entry => ({
  cause,
  meet: settingUp(env),
  code: "invalid_settings",
  text,
});

/** Answers the queries about the tables as a database user with these rights sees them. */
const finding =
  (found: Partial<Record<"areThere" | "mayMigrate" | "mayUseAll", boolean>>, version = 1): Query =>
  async <Row extends object>(text: string) =>
    (text.startsWith("SELECT coalesce(max(version)")
      ? [{ version }]
      : [{ mayEnter: true, mayReadVersion: true, ...found }]) as Row[];

const migrating = (query: Query) =>
  failing(() => migrate({ query, transaction: (run) => run(query) }, [{ version: 2, sql: "" }]));

const readingKeys = (path: string) =>
  failing(() => openAccessKeys(path, { clock: virtualClock(), log: () => {} }));

/** A settings file that others can write; on Windows, which has no such modes, the same sentence. */
const readingWritable = failing(() => {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-settings-"));
  const path = join(folder, "settings.env");
  writeFileSync(path, "");
  chmodSync(path, 0o666);
  const { error } = readSettingsFile({ TEMPO_CONFIG_FILE: path }) ?? {};
  rmSync(folder, { recursive: true });
  throw new SettingsError((error?.message ?? WRITABLE).replaceAll(path, "/settings.env"));
});

const WRITABLE =
  "The settings file /settings.env is not used, since other users can write to it. Look at what it contains, then run: " +
  "chmod go-w /settings.env";

export const SETTINGS: Entry[] = [
  invalidSettings("the settings file can be written by other users", readingWritable, WRITABLE),
  invalidSettings(
    "the access keys file is missing",
    readingKeys("/no/such/keys"),
    `The access keys file ${resolve("/no/such/keys")} cannot be read (ENOENT). Let the server's user read it, or set ` +
      "TEMPOFILLER_ACCESS_KEYS_FILE to another.",
  ),
  invalidSettings(
    "the access keys file is another file",
    readingKeys(import.meta.filename),
    `Line 1 of the access keys file ${import.meta.filename} is not a name and a hash, with a date after expires= if it has one. Replace it by what ` +
      "tempofiller access-key NAME prints in its second line; a comment starts with #.",
  ),
  invalidSettings(
    "a newer version has set up the database",
    migrating(finding({ areThere: true }, 7)),
    "The database was set up by a newer TempoFiller: its tables have version 7, and this one knows them up to version 2. Install " +
      "the newer version here too, or set TEMPOFILLER_DATABASE_URL to another database.",
  ),
  invalidSettings(
    "the database has no tables, and its user may not make them",
    failing(() => describeTables(finding({}))),
    "The database answers, but has no tables of TempoFiller, and its user may not make them. Run tempofiller migrate with the URL " +
      "of a user that may: one with CREATE on the database, or the owner of the schema tempofiller.",
  ),
  invalidSettings(
    "the tables are older than the program, and the user may not change them",
    migrating(finding({ areThere: true, mayUseAll: true })),
    "The tables in the database have version 1, this TempoFiller needs 2, and its user may not change them. Run tempofiller migrate " +
      "with the URL of a user that may: one with CREATE on the database, or the owner of the schema tempofiller.",
  ),
  invalidSettings(
    "the database's user may not use the tables",
    failing(() => describeTables(finding({ areThere: true }))),
    "The database answers, but its user may not use the tables in the schema tempofiller. Let their owner run the statements that " +
      "tempofiller help migrate shows.",
  ),
  invalidSettings(
    "a database is to be migrated that is not set",
    failing(() => migrateDatabase({ env: {}, clock: virtualClock(), print: () => {} })),
    "tempofiller migrate needs a database. Set TEMPOFILLER_DATABASE_URL or TEMPOFILLER_DATABASE_URL_FILE.",
  ),
  ...WRONG_SETTINGS.map(([cause, env, ...problems]) => {
    const refused = failing(() => {
      throw readSettings(env).deployment;
    });
    return invalidSettings(cause, refused, problems.join(" "));
  }),
  unusable(
    "only a part of Tempo Cloud is set",
    { TEMPO_API_TOKEN: "t", JIRA_EMAIL: "ada@example.com" },
    `Tempo Cloud is only partly configured. Also set JIRA_BASE_URL and JIRA_API_TOKEN. ${HOW_TO_SET}`,
  ),
  unusable(
    "only a part of Data Center is set",
    { TEMPO_PAT: "pat" },
    `Tempo on Jira Data Center is only partly configured. Also set TEMPO_BASE_URL. ${HOW_TO_SET}`,
  ),
  unusable(
    "both are set",
    { ...CLOUD, TEMPO_PAT: "pat" },
    "Both Cloud and Data Center are configured. For Tempo Cloud, remove TEMPO_PAT. For Tempo on Jira Data Center, remove " +
      "TEMPO_API_TOKEN, JIRA_BASE_URL, JIRA_EMAIL and JIRA_API_TOKEN.",
  ),
  unusable(
    "a token is set directly and by a file",
    { ...CLOUD, TEMPO_API_TOKEN_FILE: "token.txt" },
    "TEMPO_API_TOKEN and TEMPO_API_TOKEN_FILE are both set. Remove one of them.",
  ),
  unusable(
    "a token's command fails",
    {
      TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL,
      TEMPO_PAT_COMMAND: `'${process.execPath}' -e 'process.exit(3)'`,
    },
    "TEMPO_PAT_COMMAND gave no token: it ended with exit code 3. Run its command in a terminal to see why, then start TempoFiller again.",
  ),
  unusable(
    "a token's file cannot be read",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: tmpdir() },
    `TEMPO_PAT_FILE points to ${tmpdir()}, which cannot be read (EISDIR). Set it to a file that contains only the token.`,
  ),
  unusable(
    "a token was pasted with a line break",
    { ...DATA_CENTER, TEMPO_PAT: "a\nb" },
    "TEMPO_PAT contains a line break. Copy it again.",
  ),
  unusable(
    "a URL contains a password",
    { ...CLOUD, JIRA_BASE_URL: "https://a:b@acme.atlassian.net" },
    "JIRA_BASE_URL contains a user name or password. Remove them; tokens have their own settings.",
  ),
  unusable(
    "a URL contains a query",
    { ...DATA_CENTER, TEMPO_BASE_URL: "https://jira.example.com/jira?x=1" },
    "TEMPO_BASE_URL contains a query or fragment. Set it to https://jira.example.com/jira.",
  ),
  unusable(
    "a time is not a number",
    { ...CLOUD, TEMPO_TIMEOUT_MS: "30s" },
    'TEMPO_TIMEOUT_MS must be a number of milliseconds from 1000 to 600000, not "30s".',
  ),
  unusable(
    "a choice is not one of its values",
    { ...CLOUD, TEMPO_DUPLICATES: "no" },
    'TEMPO_DUPLICATES must be skip or allow, not "no".',
  ),
  unusable(
    "a start time is no time of day",
    { ...CLOUD, TEMPO_START_TIME: "9am" },
    'TEMPO_START_TIME must be a time of day from 00:00 to 23:59, such as 09:00, not "9am".',
  ),
  unusable(
    "a tool set is unknown",
    { ...CLOUD, TEMPO_TOOLSETS: "fil" },
    `TEMPO_TOOLSETS must be one or more of ${TOOL_SETS.join(", ")}, all, separated by commas, not "fil".`,
  ),
  unusable(
    "the switch for read-only is set under another name, and everything could write",
    { ...CLOUD, TEMPO_READONLY: "1" },
    "TEMPO_READONLY is set, which TempoFiller does not read: rename it to TEMPO_READ_ONLY.",
  ),
  unusable(
    "the name of a setting contains a character that cannot be seen",
    { ...CLOUD, JIRA_EMAIL: undefined, "JIRA_EMAIL\u200b": "ada@example.com" },
    `Tempo Cloud is only partly configured. Also set JIRA_EMAIL. ${HOW_TO_SET} A name that contains a zero-width space (U+200B) at its ` +
      "end is set, which TempoFiller does not read: rename it to JIRA_EMAIL.",
  ),
  unusable(
    "the work attributes are not JSON",
    { ...CLOUD, TEMPO_WORK_ATTRIBUTES: "a=b" },
    'TEMPO_WORK_ATTRIBUTES must be a JSON object of work attribute keys and values, such as {"_Activity_":"dev"}.',
  ),
  unusable(
    "the proxy is not a URL",
    { ...CLOUD, HTTPS_PROXY: "proxy example" },
    "The proxy in HTTPS_PROXY or HTTP_PROXY is not a valid URL. Set it to one such as http://proxy.example.com:8080.",
  ),
  invalidSettings(
    "the settings file cannot be read",
    settingUp(CLOUD, readSettingsFile({ TEMPO_CONFIG_FILE: tmpdir() })),
    `The settings file ${tmpdir()} cannot be read (EISDIR). Set TEMPO_CONFIG_FILE to a file that you can read, to a new one ` +
      "that tempofiller setup makes, or to off.",
  ),
  invalidSettings(
    "a name that no profile can have",
    settingUp(CLOUD, readSettingsFile({ TEMPO_PROFILE: "../b" })),
    "A profile's name has letters, digits and single hyphens between them, at most 40, and is not default or settings, not " +
      '"../b". Choose one such as client-b.',
  ),
  invalidSettings(
    "a profile and a settings file",
    settingUp(CLOUD, readSettingsFile({ TEMPO_PROFILE: "b", TEMPO_CONFIG_FILE: "/a.env" })),
    "TEMPO_PROFILE (or --profile) and TEMPO_CONFIG_FILE both say which settings to read. Remove one of them.",
  ),
  invalidSettings(
    "a profile that does not exist",
    settingUp(CLOUD, readSettingsFile(NO_PROFILES)),
    `There is no profile b: ${settingsFileOf("b", NO_PROFILES)} does not exist. tempofiller setup --name b makes it.`,
  ),
  invalidSettings(
    "the settings file is JSON",
    settingUp(CLOUD, readSettingsFile({ TEMPO_CONFIG_FILE: PACKAGE_FILE })),
    `The settings file ${PACKAGE_FILE} is JSON, from line 1 on, so nothing in it can be read. Write one NAME=value a line instead, ` +
      "or move it away: tempofiller setup writes a new one.",
  ),
  invalidSettings(
    "the certificates that the settings file names cannot be read",
    settingUp(CLOUD, {
      path: "settings.env",
      exists: true,
      values: { NODE_EXTRA_CA_CERTS: tmpdir() },
      unknown: [],
      misspelt: [],
      unread: [],
      faults: [],
    }),
    `NODE_EXTRA_CA_CERTS points to ${tmpdir()}, which cannot be read (EISDIR). Set it to a PEM file, or run tempofiller setup to choose one.`,
  ),
  invalidSettings(
    "a work attribute that the instance does not have",
    calling("post_worklog", POST, {
      seed: { workAttributes: [OPTIONAL] },
      workAttributes: { _Nope_: "x" },
    }),
    "TEMPO_WORK_ATTRIBUTES names _Nope_, which this Tempo does not have. It has: _Activity_ (Activity type). Correct or remove it.",
  ),
  invalidSettings(
    "a work attribute without a name",
    calling("post_worklog", POST, {
      seed: { workAttributes: [OPTIONAL] },
      workAttributes: { "": "x" },
    }),
    "TEMPO_WORK_ATTRIBUTES gives a value to an attribute without a name. This Tempo has: _Activity_ (Activity type). Name one of them, or remove the value.",
  ),
  {
    cause: "an account of the settings that Tempo does not have",
    meet: calling("post_worklog", POST, {
      seed: { workAttributes: [ACCOUNT] },
      workAttributes: { _Account_: "NOPE" },
    }),
    code: "rejected",
    text:
      "Tempo rejected this (HTTP 400). It says: \"Account 'NOPE' not found\". Nothing was changed by this request. " +
      "TEMPO_WORK_ATTRIBUTES sets _Account_ to NOPE. If that is the reason, correct it there.",
  },
  invalidSettings(
    "a work attribute's value that is not in its list",
    calling("post_worklog", POST, {
      seed: { workAttributes: [OPTIONAL] },
      workAttributes: { _Activity_: "x" },
    }),
    "TEMPO_WORK_ATTRIBUTES sets _Activity_ to x, which is not an allowed value (dev (Development), ops (Operations)). Set it to one of them.",
  ),
  invalidSettings(
    "the account of the issue as a work attribute that is no account",
    calling("post_worklog", POST, {
      seed: { workAttributes: [OPTIONAL] },
      workAttributes: { _Activity_: "@issue" },
    }),
    "TEMPO_WORK_ATTRIBUTES sets _Activity_ to @issue, which only an attribute of type ACCOUNT can have; _Activity_ is of type " +
      "STATIC_LIST. Set it to a value.",
  ),
  invalidSettings(
    "the account of the issue, of which there are several",
    calling("post_worklog", POST, {
      seed: {
        workAttributes: [ACCOUNT],
        accounts: [
          { id: 1, key: "ACME", name: "Acme Ltd", projects: ["PROJ"] },
          { id: 2, key: "BETA", name: "Beta Ltd", projects: ["PROJ"] },
        ],
      },
      workAttributes: { _Account_: "@issue" },
    }),
    "Not sent: TEMPO_WORK_ATTRIBUTES sets _Account_ to the account of the issue, and several are open to PROJ-123: " +
      "ACME (Acme Ltd), BETA (Beta Ltd). Make one the default of its project in Tempo, or set the value of _Account_ in TEMPO_WORK_ATTRIBUTES to the key of one.",
  ),
  invalidSettings(
    "the account of the issue, of which there is none",
    calling("post_worklog", POST, {
      seed: { workAttributes: [ACCOUNT] },
      workAttributes: { _Account_: "@issue" },
    }),
    "Not sent: TEMPO_WORK_ATTRIBUTES sets _Account_ to the account of the issue, and no account is open to PROJ-123. Link one to " +
      "its project in Tempo, or set the value of _Account_ in TEMPO_WORK_ATTRIBUTES to the key of an account.",
  ),
];
