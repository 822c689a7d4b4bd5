import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../src/config/env.ts";
import { CLOUD, DATA_CENTER } from "./settings.ts";

type WrongSetting = [what: string, env: Environment, ...problems: string[]];

const TOKEN = "ATATT3xFfGF0S3CRETkQmTz7LwXyVuB2hNp";

const base64 = (text: string) => Buffer.from(text).toString("base64");

export const HOW_TO_SET =
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
export const unread = (name: string, meant: string) =>
  `${name} is set, which TempoFiller does not read: rename it to ${meant}.`;
const partlyCloud = (names: string) =>
  `Tempo Cloud is only partly configured. Also set ${names}. ${HOW_TO_SET}`;

const masked = (name: string) =>
  `${name} is masked: signs such as *, • or … stand for its hidden characters. Set it to the whole token; if you have not kept it, ` +
  "create a new one.";
const named = (name: string, found = name) =>
  `${name} begins with the name ${found}, which is not part of the value. Set it to what follows the name.`;
const reference = (name: string) =>
  `${name} is a reference, such as $(…), {{…}} or op://…, which no program has filled in. Set it to the value itself.`;
const basic =
  "JIRA_API_TOKEN is an e-mail address and a token in base64, as headers of basic authentication have it. Set it to the token alone.";
const surrounded = "JIRA_EMAIL has a name or mailto: around the address. Set it to ada@example.com.";

const NOT_EMAILS = (text: string) =>
  "TEMPO_GIT_EMAILS must be e-mail addresses, separated by commas, such as you@example.com,you@users.noreply.github.com, not " +
  `"${text}".`;
const notFull = (text: string) =>
  `TEMPO_GIT_FOLDERS must be full paths of folders, separated by commas, such as ~/src,~/work, not "${text}".`;
const NOT_CALENDARS =
  "TEMPO_CALENDARS must be full paths of files in iCalendar format and https:// addresses, separated by commas.";
const CALENDAR_PAGE =
  "An address in TEMPO_CALENDARS is a page that shows a calendar, and not the calendar itself. In the calendar's settings, copy the " +
  "secret address in iCal format, or the ICS link.";

/** Each between two letters of a token. */
const INVISIBLE = (
  [
    ["\u00a0", "a no-break space (U+00A0)"],
    ["\u00ad", "a soft hyphen (U+00AD)"],
    ["\u200b", "a zero-width space (U+200B)"],
    ["\u200d", "a zero-width joiner (U+200D)"],
    ["\u200e", "a left-to-right mark (U+200E)"],
    ["\u202e", "a bidirectional control (U+202E)"],
    ["\u2028", "a line separator (U+2028)"],
    ["\u2060", "a word joiner (U+2060)"],
    ["\ufe0f", "a variation selector (U+FE0F)"],
    ["\ufeff", "a byte order mark (U+FEFF)"],
    ["\u{e0041}", "a tag character (U+E0041)"],
    ["\u2063", "U+2063"],
    ["\t", "a tab (U+0009)"],
    ["\u001b", "a control character (U+001B)"],
  ] as const
).flatMap(([character, called]): WrongSetting[] => [
  [
    `${called} in a token`,
    { ...CLOUD, JIRA_API_TOKEN: `S3${character}CRET` },
    `JIRA_API_TOKEN contains ${called} at position 3. Remove it.`,
  ],
]);

/** Wrong settings of a user, and each sentence that reports one. Secrets contain S3CRET. */
export const WRONG_SETTINGS: WrongSetting[] = [
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
    masked("TEMPO_API_TOKEN"),
    masked("JIRA_API_TOKEN"),
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
    "a token with a letter of another alphabet",
    { ...CLOUD, JIRA_API_TOKEN: "S3CR\u0415T" },
    "JIRA_API_TOKEN contains U+0415 at position 5, which is not ASCII. Copy it again.",
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
  ...INVISIBLE,
  [
    "a soft hyphen at the beginning of the e-mail address",
    { ...CLOUD, JIRA_EMAIL: "\u00adada@example.com" },
    "JIRA_EMAIL contains a soft hyphen (U+00AD) at its beginning. Remove it.",
  ],
  [
    "a zero-width space after an option",
    { ...CLOUD, TEMPO_READ_ONLY: "1\u200b" },
    "TEMPO_READ_ONLY contains a zero-width space (U+200B) at its end. Remove it.",
  ],
  [
    "an en dash in place of a hyphen",
    { ...CLOUD, JIRA_API_TOKEN: "S3\u2013CRET" },
    "JIRA_API_TOKEN contains an en dash (U+2013) at position 3, which some programs put in place of a hyphen. Write - instead.",
  ],
  ["a token of bullets", { ...CLOUD, JIRA_API_TOKEN: "••••••••" }, masked("JIRA_API_TOKEN")],
  ["a token with asterisks", { ...CLOUD, JIRA_API_TOKEN: "ATATT3xF****S3CRET" }, masked("JIRA_API_TOKEN")],
  ["a shortened token", { ...CLOUD, JIRA_API_TOKEN: "ATATT3xF…S3CRET" }, masked("JIRA_API_TOKEN")],
  ["a token as logs show it", { ...DATA_CENTER, TEMPO_PAT: "[secret]" }, masked("TEMPO_PAT")],
  ["a token of the letter x", { ...CLOUD, TEMPO_API_TOKEN: "xxxxxxxx" }, example("TEMPO_API_TOKEN")],
  [
    "the value of basic authentication",
    { ...CLOUD, JIRA_API_TOKEN: base64(`ada@example.com:${TOKEN}`) },
    basic,
  ],
  [
    "the header of basic authentication",
    { ...CLOUD, JIRA_API_TOKEN: `Authorization: Basic ${base64(`ada@example.com:${TOKEN}`)}` },
    basic,
  ],
  [
    "a token after its e-mail address",
    { ...CLOUD, JIRA_API_TOKEN: `ada@example.com:${TOKEN}` },
    "JIRA_API_TOKEN begins with an e-mail address. Set it to what follows the colon.",
  ],
  [
    "a token in base64",
    { ...CLOUD, JIRA_API_TOKEN: base64(TOKEN) },
    "JIRA_API_TOKEN is a token in base64, as Kubernetes shows the values of secrets. Set it to the decoded token.",
  ],
  [
    "the same token twice",
    { ...CLOUD, TEMPO_API_TOKEN: "S3CRET-0123456789-abcdef", JIRA_API_TOKEN: "S3CRET-0123456789-abcdef" },
    "TEMPO_API_TOKEN and JIRA_API_TOKEN are the same token, but Tempo and Atlassian accept only their own. Create the one that you lack, " +
      "in Tempo, Settings, API integration, or among the API tokens of your Atlassian account.",
  ],
  [
    "a token after its name",
    { ...CLOUD, JIRA_API_TOKEN: `JIRA_API_TOKEN=${TOKEN}` },
    named("JIRA_API_TOKEN"),
  ],
  [
    "a token after another name",
    { ...CLOUD, JIRA_API_TOKEN: "JIRA_TOKEN=S3CRET" },
    named("JIRA_API_TOKEN", "JIRA_TOKEN"),
  ],
  [
    "an address after export",
    { ...CLOUD, JIRA_EMAIL: "export JIRA_EMAIL=ada@example.com" },
    named("JIRA_EMAIL"),
  ],
  [
    "an address as YAML has it",
    { ...CLOUD, JIRA_EMAIL: "jira_email: ada@example.com" },
    named("JIRA_EMAIL", "jira_email"),
  ],
  [
    "a URL after its name",
    { ...CLOUD, JIRA_BASE_URL: "JIRA_BASE_URL=https://acme.atlassian.net" },
    named("JIRA_BASE_URL"),
  ],
  ["an option after its name", { ...CLOUD, TEMPO_READ_ONLY: "TEMPO_READ_ONLY=1" }, named("TEMPO_READ_ONLY")],
  [
    "JSON as a token",
    { ...CLOUD, JIRA_API_TOKEN: `{"token":"${TOKEN}"}` },
    "JIRA_API_TOKEN is JSON. Set it to the token alone.",
  ],
  [
    "an e-mail address as a token",
    { ...CLOUD, JIRA_API_TOKEN: "ada@example.com" },
    "JIRA_API_TOKEN is an e-mail address. Set it to the token.",
  ],
  [
    "e-mail address and token exchanged",
    { ...CLOUD, JIRA_EMAIL: TOKEN, JIRA_API_TOKEN: "ada@example.com" },
    "JIRA_EMAIL and JIRA_API_TOKEN look swapped: JIRA_API_TOKEN is an e-mail address. Exchange the two.",
  ],
  [
    "a page as a token",
    { ...CLOUD, TEMPO_API_TOKEN: "https://acme.atlassian.net/plugins/servlet/ac" },
    "TEMPO_API_TOKEN is a URL. Set it to the token.",
  ],
  [
    "a path as a token",
    { ...DATA_CENTER, TEMPO_PAT: "/run/secrets/pat" },
    "TEMPO_PAT is the path of a file. Set TEMPO_PAT_FILE to it instead.",
  ],
  [
    "a token as the path of its file",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: "NjYzNDk4MTk2ODA1OhkXnFiS3CRET" },
    "TEMPO_PAT_FILE looks like a token, and there is no file of that name. Set TEMPO_PAT to the token instead, or TEMPO_PAT_FILE to " +
      "the path of a file.",
  ],
  [
    "a path with a tilde",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: "~/pat" },
    `TEMPO_PAT_FILE begins with ~, which only a shell replaces. Set it to ${join(homedir(), "pat")}.`,
  ],
  [
    "a folder with a variable",
    { ...CLOUD, TEMPO_STATE_DIR: "$HOME/state" },
    "TEMPO_STATE_DIR begins with a variable, which only a shell replaces. Set it to the whole path.",
  ],
  [
    "a token with the comma after it",
    { ...CLOUD, JIRA_API_TOKEN: `${TOKEN},` },
    "JIRA_API_TOKEN ends with a comma or semicolon, which no token does. Remove it.",
  ],
  [
    "a token with one quote mark",
    { ...CLOUD, JIRA_API_TOKEN: `"${TOKEN}` },
    "JIRA_API_TOKEN has a quote mark at one end, which is now part of the value. Remove it.",
  ],
  ["a command of a shell", { ...CLOUD, JIRA_API_TOKEN: "$(cat token)" }, reference("JIRA_API_TOKEN")],
  [
    "a reference of 1Password",
    { ...CLOUD, JIRA_API_TOKEN: "op://Private/jira/token" },
    reference("JIRA_API_TOKEN"),
  ],
  ["a field of a template", { ...CLOUD, JIRA_EMAIL: "{{ jira_email }}" }, reference("JIRA_EMAIL")],
  [
    "user name and password as a personal access token",
    { ...DATA_CENTER, TEMPO_PAT: "ada:S3CRET" },
    "TEMPO_PAT contains a colon, as a user name with a password does. Set it to a personal access token (Jira, Profile, Personal " +
      "Access Tokens).",
  ],
  [
    "a name around the e-mail address",
    { ...CLOUD, JIRA_EMAIL: "Ada Lovelace <ada@example.com>" },
    surrounded,
  ],
  ["the link of an e-mail address", { ...CLOUD, JIRA_EMAIL: "mailto:ada@example.com" }, surrounded],
  [
    "an account's id as the e-mail address",
    { ...CLOUD, JIRA_EMAIL: "712020:0e9a4b1c-5a5b-4b52-9a44-0123456789ab" },
    "JIRA_EMAIL is the id of an Atlassian account. Set it to the account's e-mail address.",
  ],
  [
    "a URL as the e-mail address",
    { ...CLOUD, JIRA_EMAIL: "https://acme.atlassian.net" },
    "JIRA_EMAIL is a URL. Set it to the e-mail address of your Atlassian account.",
  ],
  [
    "an e-mail address with a comma",
    { ...CLOUD, JIRA_EMAIL: "ada@example,com" },
    "JIRA_EMAIL contains a comma or semicolon. Set it to one e-mail address, with dots.",
  ],
  ...[undefined, "1"].map(
    (TEMPO_ALLOW_HTTP): WrongSetting => [
      `plain http to a Cloud site, http permitted by ${TEMPO_ALLOW_HTTP}`,
      { ...CLOUD, JIRA_BASE_URL: "http://acme.atlassian.net/browse/DEMO-1", TEMPO_ALLOW_HTTP },
      "JIRA_BASE_URL must start with https://: tokens are not sent over unencrypted connections. Set it to https://acme.atlassian.net.",
    ],
  ),
  [
    "plain http to Tempo",
    { ...CLOUD, TEMPO_API_URL: "http://api.eu.tempo.io/4" },
    "TEMPO_API_URL must start with https://: tokens are not sent over unencrypted connections. Set it to https://api.eu.tempo.io.",
  ],
  ...["https//acme.atlassian.net/", "htps://acme.atlassian.net", "ttps://acme.atlassian.net/browse/A-1"].map(
    (JIRA_BASE_URL): WrongSetting => [
      `a scheme with a letter or its colon missing: ${JIRA_BASE_URL}`,
      { ...CLOUD, JIRA_BASE_URL },
      "JIRA_BASE_URL does not begin with https:// and its colon. Set it to https://acme.atlassian.net.",
    ],
  ),
  [
    "a scheme twice",
    { ...CLOUD, JIRA_BASE_URL: "https://https://acme.atlassian.net" },
    "JIRA_BASE_URL begins with https:// twice. Set it to https://acme.atlassian.net.",
  ],
  ...[",", " ", ""].map(
    (separator): WrongSetting => [
      `two addresses with "${separator}" between`,
      { ...CLOUD, JIRA_BASE_URL: `https://acme.atlassian.net${separator}https://beta.atlassian.net` },
      "JIRA_BASE_URL contains 2 addresses. Set it to one of them, such as https://your-site.atlassian.net.",
    ],
  ),
  [
    "an address with the comma after it",
    { ...CLOUD, JIRA_BASE_URL: "https://acme.atlassian.net," },
    "JIRA_BASE_URL ends with a comma or semicolon. Remove it.",
  ],
  [
    "a zero-width space in a path",
    { ...DATA_CENTER, TEMPO_BASE_URL: "https://jira.example.com/jira\u200b" },
    "TEMPO_BASE_URL contains a zero-width space (U+200B) at its end. Remove it.",
  ],
  [
    "an address with a space",
    { ...CLOUD, JIRA_BASE_URL: "https://acme corp.atlassian.net" },
    "JIRA_BASE_URL contains a space. Remove it.",
  ],
  [
    "the former address of a Cloud site",
    { ...CLOUD, JIRA_BASE_URL: "acme.jira.com/browse/DEMO-1" },
    "JIRA_BASE_URL is acme.jira.com, a former address of a Jira Cloud site. Set it to https://acme.atlassian.net.",
  ],
  [
    "the former address of a Cloud site for Data Center",
    { ...DATA_CENTER, TEMPO_BASE_URL: "https://acme.jira.com" },
    "TEMPO_BASE_URL is acme.jira.com, a former address of a Jira Cloud site. For Tempo Cloud, set JIRA_BASE_URL to https://acme.atlassian.net instead.",
  ],
  ...[
    "acme.atlassian.com",
    "acme.atlasian.net",
    "acme.altassian.net",
    "acme.atlassian.nt",
    "acme.atlasian.com",
  ].map(
    (host): WrongSetting => [
      `nearly a Cloud site: ${host}`,
      { ...CLOUD, JIRA_BASE_URL: `https://${host}` },
      `JIRA_BASE_URL is ${host}, but Jira Cloud sites end with .atlassian.net. Set it to https://acme.atlassian.net.`,
    ],
  ),
  ...[
    "atlassian.net",
    "www.atlassian.com",
    "id.atlassian.com",
    "home.atlassian.com",
    "admin.atlassian.com",
    "api.atlassian.com",
  ].map(
    (host): WrongSetting => [
      `a page of Atlassian's: ${host}`,
      { ...CLOUD, JIRA_BASE_URL: `https://${host}/manage-profile/security/api-tokens` },
      `JIRA_BASE_URL is ${host}, which is Atlassian's and not your Jira site. Open Jira in a browser and set it to the address there, ` +
        "such as https://your-site.atlassian.net.",
    ],
  ),
  [
    "Tempo's API as the site",
    { ...CLOUD, JIRA_BASE_URL: "https://api.tempo.io" },
    "JIRA_BASE_URL is api.tempo.io, which is Tempo's and not your Jira. Set it to your Jira site, such as https://your-site.atlassian.net.",
  ],
  [
    "Tempo Cloud's API for Data Center",
    { ...DATA_CENTER, TEMPO_BASE_URL: "https://api.eu.tempo.io/4" },
    "TEMPO_BASE_URL is api.eu.tempo.io, which is Tempo Cloud's and not your Jira Data Center. Set it to your Jira, such as " +
      "https://jira.example.com/jira; for Tempo Cloud, set JIRA_BASE_URL instead.",
  ],
  [
    "an e-mail address as the site",
    { ...CLOUD, JIRA_BASE_URL: "ada@example.com" },
    "JIRA_BASE_URL is an e-mail address. Set it to a URL such as https://your-site.atlassian.net.",
  ],
  ...["[acme](https://acme.atlassian.net)", "<https://acme.atlassian.net/>"].map(
    (JIRA_BASE_URL): WrongSetting => [
      `a link as chats write it: ${JIRA_BASE_URL}`,
      { ...CLOUD, JIRA_BASE_URL },
      "JIRA_BASE_URL has signs around the address. Set it to https://acme.atlassian.net.",
    ],
  ),
  [
    "a percent-encoded address",
    { ...CLOUD, JIRA_BASE_URL: "https%3A%2F%2Facme.atlassian.net" },
    "JIRA_BASE_URL is percent-encoded. Set it to https://acme.atlassian.net.",
  ],
  [
    "an earlier version of Tempo's API",
    { ...CLOUD, TEMPO_API_URL: "https://api.tempo.io/core/3" },
    "TEMPO_API_URL has a path that is not part of it (/core/3). Set it to https://api.tempo.io.",
  ],
  [
    "Tempo's API under another ending",
    { ...CLOUD, TEMPO_API_URL: "https://api.eu.tempo.com" },
    `TEMPO_API_URL is api.eu.tempo.com, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  [
    "a region's name alone",
    { ...CLOUD, TEMPO_API_URL: "US" },
    "TEMPO_API_URL is not a full URL. Set it to one such as https://api.us.tempo.io.",
  ],
  [
    "the site as Atlassian's API",
    { ...CLOUD, ATLASSIAN_API_URL: "https://acme.atlassian.net" },
    "ATLASSIAN_API_URL is acme.atlassian.net, a Jira site and not Atlassian's API. Remove it: https://api.atlassian.com is used unless " +
      "it is set.",
  ],
  [
    "a host and its port alone",
    { ...DATA_CENTER, TEMPO_BASE_URL: "jira:8443" },
    "TEMPO_BASE_URL is not a full URL. Set it to one such as https://jira:8443.",
  ],
  ...[
    ["TEMPO_API_TOKN", "TEMPO_API_TOKEN"],
    ["JIRA_BASEURL", "JIRA_BASE_URL"],
    ["TEMPO_EMAIL", "JIRA_EMAIL"],
    ["TEMPOFILLER_JIRA_EMAIL", "JIRA_EMAIL"],
    ["jira-api-tokens", "JIRA_API_TOKEN"],
  ].map(
    ([name = "", meant = ""]): WrongSetting => [
      `a name that is nearly a setting: ${name}`,
      { ...CLOUD, [meant]: undefined, [name]: "S3CRET" },
      partlyCloud(meant),
      unread(name, meant),
    ],
  ),
  ["a folder that is no full path", { ...CLOUD, TEMPO_GIT_FOLDERS: "~/src,../work" }, notFull("../work")],
  ["a folder by its name", { ...CLOUD, TEMPO_GIT_FOLDERS: "src" }, notFull("src")],
  [
    "a folder that begins with a variable",
    { ...CLOUD, TEMPO_GIT_FOLDERS: "~/work,$HOME/src" },
    "TEMPO_GIT_FOLDERS begins with a variable, which only a shell replaces. Set it to the whole path.",
  ],
  ["folders in quotes", { ...CLOUD, TEMPO_GIT_FOLDERS: '"~/src,~/work"' }, quoted("TEMPO_GIT_FOLDERS")],
  ["a name among the user's addresses", { ...CLOUD, TEMPO_GIT_EMAILS: "Ada <ada@x.com>" }, NOT_EMAILS("ada")],
  ["an address in angle brackets", { ...CLOUD, TEMPO_GIT_EMAILS: "<ada@x.com>" }, NOT_EMAILS("<ada@x.com>")],
  [
    "a calendar without TLS",
    { ...CLOUD, TEMPO_CALENDARS: "~/a.ics,http://calendar.example.com/S3CRET" },
    "An address in TEMPO_CALENDARS starts with http://. It admits to the calendar as a password would, so it is not sent over an " +
      "unencrypted connection. Set it to the calendar's https:// address.",
  ],
  ["a calendar that is no full path", { ...CLOUD, TEMPO_CALENDARS: "S3CRET.ics" }, NOT_CALENDARS],
  [
    "a calendar of CalDAV",
    { ...CLOUD, TEMPO_CALENDARS: "caldav://calendar.example.com/S3CRET" },
    NOT_CALENDARS,
  ],
  [
    "two calendars without a comma",
    { ...CLOUD, TEMPO_CALENDARS: "https://a.example/S3CRET https://b.example" },
    NOT_CALENDARS,
  ],
  [
    "a calendar with a password",
    { ...CLOUD, TEMPO_CALENDARS: "https://ada:S3CRET@cloud.example.com/a.ics" },
    "An address in TEMPO_CALENDARS contains a user name or password. Use the calendar's secret address instead.",
  ],
  [
    "a page of Google Calendar",
    { ...CLOUD, TEMPO_CALENDARS: "https://calendar.google.com/calendar/u/0/r" },
    CALENDAR_PAGE,
  ],
  [
    "a page of Outlook",
    { ...CLOUD, TEMPO_CALENDARS: "https://outlook.office365.com/owa/calendar/S3CRET/calendar.html" },
    CALENDAR_PAGE,
  ],
  [
    "an unknown assistant",
    { ...CLOUD, TEMPO_SESSIONS: "claude" },
    'TEMPO_SESSIONS must be one or more of claude-code, codex, all, separated by commas, not "claude".',
  ],
  [
    "a step that no hour is a multiple of",
    { ...CLOUD, TEMPO_STEP_MINUTES: "7" },
    'TEMPO_STEP_MINUTES must be 1, 5, 6, 10, 15 or 30, not "7".',
  ],
  [
    "titles of drafts neither on nor off",
    { ...CLOUD, TEMPO_DRAFT_TITLES: "no" },
    'TEMPO_DRAFT_TITLES must be on or off, not "no".',
  ],
];
