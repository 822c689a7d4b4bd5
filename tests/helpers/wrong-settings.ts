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
  "is not an e-mail address: those have exactly one @, with text on both sides. Set it to the e-mail address of your Atlassian account.";
const QUOTED = "is wrapped in quote marks, which are now part of the value. Remove them.";
const EXAMPLE = "is still the value of an example. Set it to your own.";
const VARIABLE =
  "is the name of a variable, such as $NAME or %NAME%, which was not filled in. Set it to the value itself.";
const page = (path: string, base: string) =>
  `has a path that is not part of it (${path}). Set it to ${base}.`;
export const unread = (name: string, meant: string) =>
  `${name} is set, which TempoFiller does not read: rename it to ${meant}.`;
const partlyCloud = (names: string) =>
  `Tempo Cloud is only partly configured. Also set ${names}. ${HOW_TO_SET}`;
const MASKED =
  "is masked: signs such as *, • or … stand for its hidden characters. Set it to the whole token; if you have not kept it, create a " +
  "new one.";
const named = (found: string) =>
  `begins with the name ${found}, which is not part of the value. Set it to what follows the name.`;
const REFERENCE =
  "is a reference, such as $(…), {{…}} or op://…, which no program has filled in. Set it to the value itself.";
const BASIC =
  "is an e-mail address and a token in base64, as headers of basic authentication have it. Set it to the token alone.";
const SURROUNDED = "has a name or mailto: around the address. Set it to ada@example.com.";
const notEmails = (text: string) =>
  "must be e-mail addresses, separated by commas, such as you@example.com,you@users.noreply.github.com, not " +
  `"${text}".`;
const notFull = (text: string) =>
  `must be full paths of folders, separated by commas, such as ~/src,~/work, not "${text}".`;
const NOT_CALENDARS =
  "must be full paths of files in iCalendar format and https:// addresses, separated by commas.";
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

/** Values that one setting cannot have, and what is wrong with each: the sentence begins with the setting's name. */
const WRONG_VALUES: [name: string, value: string, problem: string][] = [
  ["JIRA_EMAIL", "ada", NOT_EMAIL],
  ["JIRA_EMAIL", "ATATT-S3CRET", NOT_EMAIL],
  ["JIRA_EMAIL", "@example.com", NOT_EMAIL],
  ["JIRA_EMAIL", "ada@", NOT_EMAIL],
  ["JIRA_EMAIL", "ada@home@example.com", NOT_EMAIL],
  [
    "TEMPO_BASE_URL",
    "https://jira.example.com/jira/browse/DEMO-1?a=b",
    page("/jira/browse/DEMO-1", "https://jira.example.com/jira"),
  ],
  [
    "JIRA_BASE_URL",
    "https://jira.example.com/secure/Dashboard.jspa",
    page("/secure/Dashboard.jspa", "https://jira.example.com"),
  ],
  ["JIRA_BASE_URL", "https://jira.example.com/wiki", page("/wiki", "https://jira.example.com")],
  ["JIRA_API_TOKEN", base64(`ada@example.com:${TOKEN}`), BASIC],
  ["JIRA_API_TOKEN", `Authorization: Basic ${base64(`ada@example.com:${TOKEN}`)}`, BASIC],
  ["JIRA_API_TOKEN", `JIRA_API_TOKEN=${TOKEN}`, named("JIRA_API_TOKEN")],
  ["JIRA_API_TOKEN", "JIRA_TOKEN=S3CRET", named("JIRA_TOKEN")],
  ["JIRA_EMAIL", "export JIRA_EMAIL=ada@example.com", named("JIRA_EMAIL")],
  ["JIRA_EMAIL", "jira_email: ada@example.com", named("jira_email")],
  ["JIRA_BASE_URL", "JIRA_BASE_URL=https://acme.atlassian.net", named("JIRA_BASE_URL")],
  ["TEMPO_READ_ONLY", "TEMPO_READ_ONLY=1", named("TEMPO_READ_ONLY")],
  ["JIRA_EMAIL", "Ada Lovelace <ada@example.com>", SURROUNDED],
  ["JIRA_EMAIL", "mailto:ada@example.com", SURROUNDED],
  ["TEMPO_GIT_FOLDERS", "~/src,../work", notFull("../work")],
  ["TEMPO_GIT_FOLDERS", "src", notFull("src")],
  ["TEMPO_GIT_EMAILS", "Ada <ada@x.com>", notEmails("ada")],
  ["TEMPO_GIT_EMAILS", "<ada@x.com>", notEmails("<ada@x.com>")],
  ["TEMPO_CALENDARS", "S3CRET.ics", NOT_CALENDARS],
  ["TEMPO_CALENDARS", "caldav://calendar.example.com/S3CRET", NOT_CALENDARS],
  ["TEMPO_CALENDARS", "https://a.example/S3CRET https://b.example", NOT_CALENDARS],
  ["JIRA_BASE_URL", "acme", "is not a full URL. Set it to one such as https://acme.atlassian.net."],
  ["TEMPO_BASE_URL", "jira", "is not a full URL. Set it to one such as https://jira.example.com/jira."],
  [
    "JIRA_BASE_URL",
    "ATATT-S3CRET-S3CRET-S3CRET",
    "is not a full URL. Set it to one such as https://your-site.atlassian.net.",
  ],
  ["JIRA_BASE_URL", '"https://acme.atlassian.net"', QUOTED],
  ["TEMPO_DUPLICATES", "'allow'", QUOTED],
  ["TEMPO_WORK_ATTRIBUTES", `'{"_A_":"x"}'`, QUOTED],
  ["TEMPO_PAT", "“S3CRET”", QUOTED],
  ["JIRA_BASE_URL", "https://<site>.atlassian.net", EXAMPLE],
  ["JIRA_BASE_URL", "https://your-site.atlassian.net", EXAMPLE],
  ["JIRA_EMAIL", "you@example.com", EXAMPLE],
  ["JIRA_EMAIL", "ada @example.com", "contains a space. Copy it again."],
  ["TEMPO_API_TOKEN", "your-tempo-token", EXAMPLE],
  ["TEMPO_API_TOKEN", "%TEMPO_API_TOKEN%", VARIABLE],
  ["TEMPO_API_TOKEN", "$TEMPO_API_TOKEN", VARIABLE],
  ["JIRA_EMAIL", "$env:JIRA_EMAIL", VARIABLE],
  [
    "TEMPO_PAT",
    "ATATT-S3CRET",
    "begins with ATATT, as API tokens of Atlassian accounts do, and those work on Jira Cloud only. Set it to a personal access token (Jira, Profile, Personal Access Tokens).",
  ],
  ["TEMPO_API_TOKEN", "Bearer S3CRET", "begins with Bearer. Leave that word out: set the token alone."],
  ["JIRA_API_TOKEN", "basic S3CRET", "begins with basic. Leave that word out: set the token alone."],
  ["JIRA_API_TOKEN", "S3CRET x", "contains a space. Copy it again."],
  ["JIRA_API_TOKEN", "S3CR\u0415T", "contains U+0415 at position 5, which is not ASCII. Copy it again."],
  [
    "TEMPO_API_URL",
    "https://app.tempo.io",
    `is app.tempo.io, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  [
    "TEMPO_API_URL",
    "https://acme.atlassian.net",
    `is acme.atlassian.net, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  ["TEMPO_DUPLICATES", "S3CRET-S3CRET-S3CRET-S3CRET", "must be skip or allow."],
  ["JIRA_EMAIL", "\u00adada@example.com", "contains a soft hyphen (U+00AD) at its beginning. Remove it."],
  ["TEMPO_READ_ONLY", "1\u200b", "contains a zero-width space (U+200B) at its end. Remove it."],
  [
    "JIRA_API_TOKEN",
    "S3\u2013CRET",
    "contains an en dash (U+2013) at position 3, which some programs put in place of a hyphen. Write - instead.",
  ],
  ["JIRA_API_TOKEN", "••••••••", MASKED],
  ["JIRA_API_TOKEN", "ATATT3xF****S3CRET", MASKED],
  ["JIRA_API_TOKEN", "ATATT3xF…S3CRET", MASKED],
  ["TEMPO_PAT", "[secret]", MASKED],
  ["TEMPO_API_TOKEN", "xxxxxxxx", EXAMPLE],
  [
    "JIRA_API_TOKEN",
    `ada@example.com:${TOKEN}`,
    "begins with an e-mail address. Set it to what follows the colon.",
  ],
  [
    "JIRA_API_TOKEN",
    base64(TOKEN),
    "is a token in base64, as Kubernetes shows the values of secrets. Set it to the decoded token.",
  ],
  ["JIRA_API_TOKEN", `{"token":"${TOKEN}"}`, "is JSON. Set it to the token alone."],
  ["JIRA_API_TOKEN", "ada@example.com", "is an e-mail address. Set it to the token."],
  ["TEMPO_API_TOKEN", "https://acme.atlassian.net/plugins/servlet/ac", "is a URL. Set it to the token."],
  ["TEMPO_PAT", "/run/secrets/pat", "is the path of a file. Set TEMPO_PAT_FILE to it instead."],
  [
    "TEMPO_STATE_DIR",
    "$HOME/state",
    "begins with a variable, which only a shell replaces. Set it to the whole path.",
  ],
  ["JIRA_API_TOKEN", `${TOKEN},`, "ends with a comma or semicolon, which no token does. Remove it."],
  ["JIRA_API_TOKEN", `"${TOKEN}`, "has a quote mark at one end, which is now part of the value. Remove it."],
  ["JIRA_API_TOKEN", "$(cat token)", REFERENCE],
  ["JIRA_API_TOKEN", "op://Private/jira/token", REFERENCE],
  ["JIRA_EMAIL", "{{ jira_email }}", REFERENCE],
  [
    "TEMPO_PAT",
    "ada:S3CRET",
    "contains a colon, as a user name with a password does. Set it to a personal access token (Jira, Profile, Personal " +
      "Access Tokens).",
  ],
  [
    "JIRA_EMAIL",
    "712020:0e9a4b1c-5a5b-4b52-9a44-0123456789ab",
    "is the id of an Atlassian account. Set it to the account's e-mail address.",
  ],
  [
    "JIRA_EMAIL",
    "https://acme.atlassian.net",
    "is a URL. Set it to the e-mail address of your Atlassian account.",
  ],
  [
    "JIRA_EMAIL",
    "ada@example,com",
    "contains a comma or semicolon. Set it to one e-mail address, with dots.",
  ],
  [
    "TEMPO_API_URL",
    "http://api.eu.tempo.io/4",
    "must start with https://: tokens are not sent over unencrypted connections. Set it to https://api.eu.tempo.io.",
  ],
  [
    "JIRA_BASE_URL",
    "https://https://acme.atlassian.net",
    "begins with https:// twice. Set it to https://acme.atlassian.net.",
  ],
  ["JIRA_BASE_URL", "https://acme.atlassian.net,", "ends with a comma or semicolon. Remove it."],
  [
    "TEMPO_BASE_URL",
    "https://jira.example.com/jira\u200b",
    "contains a zero-width space (U+200B) at its end. Remove it.",
  ],
  ["JIRA_BASE_URL", "https://acme corp.atlassian.net", "contains a space. Remove it."],
  [
    "JIRA_BASE_URL",
    "acme.jira.com/browse/DEMO-1",
    "is acme.jira.com, a former address of a Jira Cloud site. Set it to https://acme.atlassian.net.",
  ],
  [
    "TEMPO_BASE_URL",
    "https://acme.jira.com",
    "is acme.jira.com, a former address of a Jira Cloud site. For Tempo Cloud, set JIRA_BASE_URL to https://acme.atlassian.net instead.",
  ],
  [
    "JIRA_BASE_URL",
    "https://api.tempo.io",
    "is api.tempo.io, which is Tempo's and not your Jira. Set it to your Jira site, such as https://your-site.atlassian.net.",
  ],
  [
    "TEMPO_BASE_URL",
    "https://api.eu.tempo.io/4",
    "is api.eu.tempo.io, which is Tempo Cloud's and not your Jira Data Center. Set it to your Jira, such as " +
      "https://jira.example.com/jira; for Tempo Cloud, set JIRA_BASE_URL instead.",
  ],
  [
    "JIRA_BASE_URL",
    "ada@example.com",
    "is an e-mail address. Set it to a URL such as https://your-site.atlassian.net.",
  ],
  [
    "JIRA_BASE_URL",
    "https%3A%2F%2Facme.atlassian.net",
    "is percent-encoded. Set it to https://acme.atlassian.net.",
  ],
  [
    "TEMPO_API_URL",
    "https://api.tempo.io/core/3",
    "has a path that is not part of it (/core/3). Set it to https://api.tempo.io.",
  ],
  [
    "TEMPO_API_URL",
    "https://api.eu.tempo.com",
    `is api.eu.tempo.com, which is not Tempo's API. Set it to the region of your data: ${REGIONS}`,
  ],
  ["TEMPO_API_URL", "US", "is not a full URL. Set it to one such as https://api.us.tempo.io."],
  [
    "ATLASSIAN_API_URL",
    "https://acme.atlassian.net",
    "is acme.atlassian.net, a Jira site and not Atlassian's API. Remove it: https://api.atlassian.com is used unless " +
      "it is set.",
  ],
  ["TEMPO_BASE_URL", "jira:8443", "is not a full URL. Set it to one such as https://jira:8443."],
  [
    "TEMPO_GIT_FOLDERS",
    "~/work,$HOME/src",
    "begins with a variable, which only a shell replaces. Set it to the whole path.",
  ],
  ["TEMPO_GIT_FOLDERS", '"~/src,~/work"', QUOTED],
  [
    "TEMPO_SESSIONS",
    "claude",
    'must be one or more of claude-code, codex, copilot, all, separated by commas, not "claude".',
  ],
  ["TEMPO_STEP_MINUTES", "7", 'must be 1, 5, 6, 10, 15 or 30, not "7".'],
  ["TEMPO_DRAFT_TITLES", "no", 'must be on or off, not "no".'],
];

/** Wrong settings of a user, and each sentence that reports one. Secrets contain S3CRET. */
export const WRONG_SETTINGS: WrongSetting[] = [
  ...WRONG_VALUES.map(
    ([name, value, problem]): WrongSetting => [
      `${name}=${value}`,
      { ...(name in DATA_CENTER ? DATA_CENTER : CLOUD), [name]: value },
      `${name} ${problem}`,
    ],
  ),
  [
    "an ellipsis as the token",
    { ...CLOUD, TEMPO_API_TOKEN: "…", JIRA_API_TOKEN: "ATATT3..." },
    `TEMPO_API_TOKEN ${MASKED}`,
    `JIRA_API_TOKEN ${MASKED}`,
  ],
  [
    "both tokens in quotes",
    { ...CLOUD, TEMPO_API_TOKEN: '"S3CRET"', JIRA_API_TOKEN: "'S3CRET'" },
    `TEMPO_API_TOKEN ${QUOTED}`,
    `JIRA_API_TOKEN ${QUOTED}`,
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
    "a Cloud site for Data Center",
    { TEMPO_BASE_URL: "https://acme.atlassian.net/browse/DEMO-1", TEMPO_PAT: "S3CRET" },
    "TEMPO_BASE_URL is https://acme.atlassian.net, a Jira Cloud site, but it is for Jira Data Center only. For Tempo Cloud, rename " +
      "TEMPO_BASE_URL to JIRA_BASE_URL; set TEMPO_API_TOKEN, JIRA_EMAIL and JIRA_API_TOKEN; remove TEMPO_PAT.",
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
  ...INVISIBLE,
  [
    "the same token twice",
    { ...CLOUD, TEMPO_API_TOKEN: "S3CRET-0123456789-abcdef", JIRA_API_TOKEN: "S3CRET-0123456789-abcdef" },
    "TEMPO_API_TOKEN and JIRA_API_TOKEN are the same token, but Tempo and Atlassian accept only their own. Create the one that you lack, " +
      "in Tempo, Settings, API integration, or among the API tokens of your Atlassian account.",
  ],
  [
    "e-mail address and token exchanged",
    { ...CLOUD, JIRA_EMAIL: TOKEN, JIRA_API_TOKEN: "ada@example.com" },
    "JIRA_EMAIL and JIRA_API_TOKEN look swapped: JIRA_API_TOKEN is an e-mail address. Exchange the two.",
  ],
  [
    "a token as the path of its file",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: "NjYzNDk4MTk2ODA1OhkXnFiS3CRET" },
    "TEMPO_PAT_FILE looks like a token, and there is no file of that name. Set TEMPO_PAT to the token instead, or TEMPO_PAT_FILE to " +
      "the path of a file.",
  ],
  [
    "a token as its command",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_COMMAND: "NjYzNDk4MTk2ODA1OhkXnFiS3CRET" },
    "TEMPO_PAT_COMMAND looks like a token. Set TEMPO_PAT to it instead, or TEMPO_PAT_COMMAND to a command that prints it.",
  ],
  [
    "a command for a shell",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_COMMAND: "pass show S3CRET | head -1" },
    "TEMPO_PAT_COMMAND runs without a shell, so quote signs such as |, $ and \\, or put its line into a script.",
  ],
  [
    "a token and its command",
    { ...DATA_CENTER, TEMPO_PAT_COMMAND: "pass show S3CRET" },
    "TEMPO_PAT and TEMPO_PAT_COMMAND are both set. Remove one of them.",
  ],
  [
    "a path with a tilde",
    { TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: "~/pat" },
    `TEMPO_PAT_FILE begins with ~, which only a shell replaces. Set it to ${join(homedir(), "pat")}.`,
  ],
  ...[undefined, "1"].map(
    (TEMPO_ALLOW_HTTP): WrongSetting => [
      `plain http to a Cloud site, http permitted by ${TEMPO_ALLOW_HTTP}`,
      { ...CLOUD, JIRA_BASE_URL: "http://acme.atlassian.net/browse/DEMO-1", TEMPO_ALLOW_HTTP },
      "JIRA_BASE_URL must start with https://: tokens are not sent over unencrypted connections. Set it to https://acme.atlassian.net.",
    ],
  ),
  ...["https//acme.atlassian.net/", "htps://acme.atlassian.net", "ttps://acme.atlassian.net/browse/A-1"].map(
    (JIRA_BASE_URL): WrongSetting => [
      `a scheme with a letter or its colon missing: ${JIRA_BASE_URL}`,
      { ...CLOUD, JIRA_BASE_URL },
      "JIRA_BASE_URL does not begin with https:// and its colon. Set it to https://acme.atlassian.net.",
    ],
  ),
  ...[",", " ", ""].map(
    (separator): WrongSetting => [
      `two addresses with "${separator}" between`,
      { ...CLOUD, JIRA_BASE_URL: `https://acme.atlassian.net${separator}https://beta.atlassian.net` },
      "JIRA_BASE_URL contains 2 addresses. Set it to one of them, such as https://your-site.atlassian.net.",
    ],
  ),
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
  ...["[acme](https://acme.atlassian.net)", "<https://acme.atlassian.net/>"].map(
    (JIRA_BASE_URL): WrongSetting => [
      `a link as chats write it: ${JIRA_BASE_URL}`,
      { ...CLOUD, JIRA_BASE_URL },
      "JIRA_BASE_URL has signs around the address. Set it to https://acme.atlassian.net.",
    ],
  ),
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
  [
    "a calendar without TLS",
    { ...CLOUD, TEMPO_CALENDARS: "~/a.ics,http://calendar.example.com/S3CRET" },
    "An address in TEMPO_CALENDARS starts with http://. It admits to the calendar as a password would, so it is not sent over an " +
      "unencrypted connection. Set it to the calendar's https:// address.",
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
];
