import type { Deployment } from "../tempo/deployment.ts";
import { listed } from "./lists.ts";

interface Common {
  /** Both unless given. */
  deployment?: Deployment["kind"] | "both";
  /** Its deployment cannot be used without it. */
  required?: true;
  title: string;
  description: string;
  placeholder?: string;
  /** Whether the form of the MCPB bundle asks for it; the others can be set in the settings file. */
  inForm?: true;
  /** The program that reads it, if that is not TempoFiller itself. */
  readBy?: "node";
}

/** A `secret` value never appears in any output, and forms hide it. */
export type Variable = Common &
  (
    | { kind: "text" | "json" | "file" | "folder" | "profile" }
    | { kind: "url"; default?: string }
    /** Can be set by a file or a command as well: see `fileVariable` and `commandVariable`. */
    | { kind: "token"; secret: true }
    /** A line for a program without a shell: see `shellWords`. */
    | { kind: "command" }
    /** Has a lower-case spelling as well: see `lowerCase`. */
    | { kind: "proxy"; secret?: true }
    /** 1 or true, 0 or false. */
    | { kind: "flag"; default: false }
    | { kind: "choice"; values: readonly [string, string, ...string[]]; default: string }
    /** Some of the values, separated by commas; none unless set. */
    | { kind: "list"; values: readonly [string, ...string[]] }
    /** HH:mm. */
    | { kind: "time" }
    /** Full paths, and addresses where a setting takes them: see `pathsIn`. */
    | { kind: "paths"; secret?: true }
    /** E-mail addresses, separated by commas. */
    | { kind: "emails" }
    | { kind: "milliseconds"; min: number; max: number; default: number }
  );

/** A setting of `tempofiller serve --http` alone, which only the environment can set. */
export type ServerVariable = {
  /** It never appears in any output. */
  secret?: true;
  description: string;
  example: string;
} & (
  | { kind: "text"; default?: string }
  | { kind: "url" | "file" }
  /** HOST:PORT. */
  | { kind: "address" }
  | { kind: "choice"; values: readonly [string, ...string[]] }
  | { kind: "number"; min: number; max: number; default?: number }
);

/** Tempo fixes the scopes of a token when it is made, so all are named at once. */
export const TOKEN_SCOPES = {
  always: ["Worklogs (manage)", "Schemes (view)"],
  approvals: ["Periods (view)", "Approvals (manage)"],
  accounts: ["Accounts (view)"],
  teams: ["Teams (view)"],
  /** Needed if the use approvals, whose scope includes it, is not there. */
  teamsAlone: ["Approvals (view)"],
};

/** The scopes to tick where a token is made, each with what needs it, unless everything does. */
export const SCOPES_TO_TICK: readonly { scope: string; use?: string }[] = (
  [
    ["always", undefined],
    ["approvals", "tool set approvals"],
    ["teams", "tool set team"],
    ["teamsAlone", "tool set team"],
    ["accounts", "tool set details, @issue"],
  ] as const
).flatMap(([name, use]) => TOKEN_SCOPES[name].map((scope) => ({ scope, ...(use && { use }) })));

/** The scopes of a token, by what it is for, in a sentence. */
export const SCOPES_BY_USE =
  `the scopes ${listed(TOKEN_SCOPES.always)}; for the tool set approvals also ${listed(TOKEN_SCOPES.approvals)}, for team also ` +
  `${listed([...TOKEN_SCOPES.teams, ...TOKEN_SCOPES.teamsAlone])}, for details and @issue also ${listed(TOKEN_SCOPES.accounts)}`;

/** Settings reader, `tempofiller help settings`, the table in the documents, `server.json` and the MCPB form follow from this list. */
export const VARIABLES = {
  TEMPO_API_TOKEN: {
    deployment: "cloud",
    kind: "token",
    required: true,
    secret: true,
    inForm: true,
    title: "Tempo API token",
    description: `API token from Tempo (Settings, API integration) with ${SCOPES_BY_USE}.`,
  },
  JIRA_BASE_URL: {
    deployment: "cloud",
    kind: "url",
    required: true,
    inForm: true,
    title: "Jira site URL",
    description: "URL of your Jira site.",
    placeholder: "https://your-site.atlassian.net",
  },
  JIRA_EMAIL: {
    deployment: "cloud",
    kind: "text",
    required: true,
    inForm: true,
    title: "Atlassian account e-mail",
    description: "E-mail address of your Atlassian account.",
    placeholder: "you@example.com",
  },
  JIRA_API_TOKEN: {
    deployment: "cloud",
    kind: "token",
    required: true,
    secret: true,
    inForm: true,
    title: "Jira API token",
    description:
      "API token of your Atlassian account. Hours are logged for its owner, who must also own the Tempo token.",
  },
  TEMPO_API_URL: {
    deployment: "cloud",
    kind: "url",
    default: "https://api.tempo.io",
    inForm: true,
    title: "Tempo API URL",
    description:
      "Region of your Tempo data: https://api.tempo.io, https://api.eu.tempo.io or https://api.us.tempo.io.",
    placeholder: "https://api.eu.tempo.io",
  },
  ATLASSIAN_API_URL: {
    deployment: "cloud",
    kind: "url",
    default: "https://api.atlassian.com",
    title: "Atlassian API URL",
    description: "Atlassian's API, through which a Jira token with scopes works.",
  },
  TEMPO_BASE_URL: {
    deployment: "datacenter",
    kind: "url",
    required: true,
    inForm: true,
    title: "Jira Data Center URL",
    description: "URL of your Jira, including its context path if it has one.",
    placeholder: "https://jira.example.com/jira",
  },
  TEMPO_PAT: {
    deployment: "datacenter",
    kind: "token",
    required: true,
    secret: true,
    inForm: true,
    title: "Jira personal access token",
    description: "Personal access token from Jira (Profile, Personal Access Tokens).",
  },
  TEMPO_WORK_ATTRIBUTES: {
    kind: "json",
    title: "Work attributes",
    description:
      "JSON object of work attribute keys and values to set on every posted worklog. The value @issue is the account of the worklog's issue or project; on Data Center, a list's value may be given by its name.",
    placeholder: '{"_Activity_":"dev","_Account_":"@issue"}',
  },
  TEMPO_START_TIME: {
    kind: "time",
    title: "Start time",
    description:
      "Time of day from which on the posted worklogs of a date start, one after another; without it they have no start time.",
    placeholder: "09:00",
  },
  TEMPO_ALLOW_HTTP: {
    kind: "flag",
    default: false,
    title: "Allow plain HTTP",
    description: "Allow http:// URLs of other machines, for an internal Jira without TLS.",
  },
  TEMPO_DUPLICATES: {
    kind: "choice",
    values: ["skip", "allow"],
    default: "skip",
    title: "Duplicates",
    description: "What to do with an entry equal to an existing worklog: skip it, or allow storing it again.",
  },
  TEMPO_TIMEOUT_MS: {
    kind: "milliseconds",
    min: 1000,
    max: 600_000,
    default: 30_000,
    title: "Request timeout (ms)",
    description:
      "Timeout of one request that reads, in milliseconds; shorter when little of the call's time is left. A request that writes is never cut.",
  },
  TEMPO_CALL_BUDGET_MS: {
    kind: "milliseconds",
    min: 1000,
    max: 600_000,
    default: 50_000,
    title: "Call time limit (ms)",
    description: "Time limit of one tool call in milliseconds; hosts give up after a minute and call again.",
  },
  TEMPO_READ_ONLY: {
    kind: "flag",
    default: false,
    inForm: true,
    title: "Read-only",
    description: "Offer only the tools and prompts that read; none that log or delete hours.",
  },
  TEMPO_TOOLSETS: {
    kind: "list",
    values: ["fill", "edit", "approvals", "find", "draft", "reports", "team", "details"],
    inForm: true,
    title: "Tool sets",
    description: "Sets of further tools to offer, separated by commas, or all of them.",
    placeholder: "fill,edit",
  },
  TEMPO_CONFIRM: {
    kind: "choice",
    values: ["digest", "form"],
    default: "digest",
    title: "Confirmation",
    description:
      "How a planned change is confirmed: by a second call with the plan's digest, or by a form that the host shows, if it can.",
  },
  TEMPO_GIT_FOLDERS: {
    kind: "paths",
    title: "Folders of git repositories",
    description:
      "Full paths of folders, separated by commas. Drafts read your commits in the repositories up to three levels below them.",
    placeholder: "~/src,~/work",
  },
  TEMPO_GIT_EMAILS: {
    kind: "emails",
    title: "Your e-mail addresses",
    description:
      "Addresses of your commits and invitations, separated by commas. Default: each repository's user.email.",
    placeholder: "you@example.com,you@users.noreply.github.com",
  },
  TEMPO_CALENDARS: {
    kind: "paths",
    secret: true,
    title: "Calendars",
    description:
      "Calendars in iCalendar format that drafts read your meetings from: full paths of files and https:// addresses, separated by commas. An address is a secret.",
    placeholder: "~/calendars/work.ics",
  },
  TEMPO_SESSIONS: {
    kind: "list",
    values: ["claude-code", "codex", "copilot"],
    title: "Sessions of coding assistants",
    description:
      "Coding assistants whose sessions drafts read, separated by commas: their times, folders and branches, and no text.",
    placeholder: "claude-code",
  },
  TEMPO_STEP_MINUTES: {
    kind: "choice",
    values: ["1", "5", "6", "10", "15", "30"],
    default: "15",
    title: "Step of drafted hours (minutes)",
    description: "Minutes of which the hours of a draft are multiples.",
  },
  TEMPO_DRAFT_TITLES: {
    kind: "choice",
    values: ["on", "off"],
    default: "on",
    title: "Titles in drafts",
    description:
      "Whether a draft shows titles of meetings and of work and makes comments of them, or issue keys and hours only.",
  },
  TEMPO_CONFIG_FILE: {
    kind: "file",
    inForm: true,
    title: "Settings file",
    description:
      "File of settings in the form NAME=value, which the environment overrides; off reads none. Default: settings.env in your user's configuration folder for tempofiller.",
    placeholder: "off",
  },
  TEMPO_PROFILE: {
    kind: "profile",
    title: "Profile",
    description:
      "Name of the profile whose settings file is read, for several sites: client-b.env beside settings.env for client-b. Not together with TEMPO_CONFIG_FILE.",
    placeholder: "client-b",
  },
  TEMPO_STATE_DIR: {
    kind: "folder",
    title: "State folder",
    description:
      "Folder where TempoFiller keeps which process posts for you and what was sent, so that nothing is logged twice; off keeps nothing. Default: your user's state folder.",
    placeholder: "off",
  },
  TEMPO_STRUCTURED_CONTENT: {
    kind: "choice",
    values: ["on", "off"],
    default: "on",
    title: "Structured content",
    description:
      "Whether replies are sent as structured content too and their schemas published, or as text only.",
  },
  TEMPO_SUMMARY_FIRST: {
    kind: "flag",
    default: false,
    title: "Summary first",
    description:
      "Put the summary before the lists in the replies of the five tools too, for hosts that truncate long replies.",
  },
  HTTPS_PROXY: {
    kind: "proxy",
    secret: true,
    title: "Proxy for https:// URLs",
    description: "Proxy for https:// URLs; it may include a user name and password.",
    placeholder: "http://proxy.example.com:8080",
  },
  HTTP_PROXY: {
    kind: "proxy",
    secret: true,
    title: "Proxy for http:// URLs",
    description: "Proxy for http:// URLs; it may include a user name and password.",
    placeholder: "http://proxy.example.com:8080",
  },
  NO_PROXY: {
    kind: "proxy",
    title: "Hosts without proxy",
    description: "Hosts to reach without the proxy, separated by commas.",
    placeholder: "localhost,jira.example.com",
  },
  NODE_EXTRA_CA_CERTS: {
    kind: "file",
    readBy: "node",
    title: "Extra CA certificates",
    description: "PEM file of additional certificate authorities to trust, such as your company's.",
  },
  TEMPO_DEBUG: {
    kind: "flag",
    default: false,
    title: "Debug log",
    description: "Check every reply against the contract and log each request to stderr, without secrets.",
  },
} as const satisfies Record<string, Variable>;
