import type { Tools } from "../generated/tool-shapes.ts";

type KeysOfEach<Type> = Type extends unknown ? keyof Type : never;

/** The arguments of all tools: `call` takes them as options, so none of our own options may have such a name. */
export type ToolArgument = KeysOfEach<Tools[keyof Tools]["input"]>;

interface OptionDeclaration {
  type: "string" | "boolean";
  short?: string;
  multiple?: true;
  default?: false;
  /** What it means without a value. A value is then given after an equals sign. */
  implied?: string;
  values?: readonly string[];
  /** How the help writes it, if not as its name alone. */
  usage?: string;
  description: string;
}

/** `parseArgs` of node:util reads this table; help and completion are rendered from it. */
export const OPTIONS = {
  sandbox: {
    type: "string",
    implied: "cloud",
    values: ["cloud", "datacenter"],
    usage: "--sandbox[=datacenter]",
    description: "use the embedded Tempo: no account needed, and nothing is kept",
  },
  datacenter: { type: "boolean", description: "use the embedded Jira Data Center" },
  "whole-month": { type: "boolean", description: "log the days of this month that are still to come, too" },
  toolsets: {
    type: "string",
    usage: "--toolsets LIST",
    description: "offer these sets of tools too: TEMPO_TOOLSETS",
  },
  missing: {
    type: "boolean",
    description: "print only the days that lack hours; exit code 11 if there are any",
  },
  format: { type: "string", usage: "--format FORMAT", description: "csv if left out" },
  by: { type: "string", usage: "--by WHAT", description: "print totals instead of worklogs" },
  list: { type: "boolean", description: "list the tools and their arguments; with a TOOL, only that one" },
  fields: {
    type: "string",
    multiple: true,
    usage: "--fields LIST",
    description: "print only these fields of the reply, such as summary,byIssue.totalHours; may be repeated",
  },
  json: { type: "boolean", description: "print one JSON object, for programs" },
  last: { type: "string", usage: "--last N", description: "show the last N entries; 50 if left out" },
  batch: {
    type: "string",
    usage: "--batch ID",
    description: "undo this batch; tempofiller journal shows its ID",
  },
  yes: { type: "boolean", short: "y", description: "do it without asking" },
  host: {
    type: "string",
    multiple: true,
    usage: "--host NAME",
    description: "the host to register with, or to check",
  },
  tokens: {
    type: "string",
    usage: "--tokens -",
    description: "read settings from stdin, one NAME=value a line; tokens are never options",
  },
  print: { type: "boolean", description: "print what a host's file needs, and change nothing" },
  link: { type: "boolean", description: "print links that add the server to VS Code or Cursor with a click" },
  remove: { type: "boolean", description: "remove the server from the hosts again" },
  http: {
    type: "string",
    usage: "--http HOST:PORT",
    description: "the address of a server for a team, such as 127.0.0.1:8080",
  },
  port: { type: "string", usage: "--port N", description: "port to listen on; any free port if left out" },
  debug: {
    type: "boolean",
    default: false,
    description: "check every reply against the contract and log requests to stderr",
  },
  help: { type: "boolean", short: "h", description: "print help; with a command, its own" },
  version: { type: "boolean", short: "v", description: "print the version" },
} as const satisfies Record<string, OptionDeclaration> & { [Name in ToolArgument]?: never };

export type OptionName = keyof typeof OPTIONS;

export const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

export type CommandName =
  | ""
  | "serve"
  | "setup"
  | "month"
  | "status"
  | "export"
  | "call"
  | "doctor"
  | "journal"
  | "undo"
  | "access-key"
  | "migrate"
  | "demo"
  | "sandbox"
  | "completion"
  | "help"
  | "version";

export const SHELLS = ["bash", "zsh", "fish", "pwsh"] as const;

/** What `tempofiller help` explains beside the commands. */
export const HELP_TOPICS = {
  settings: "every setting",
  "exit-codes": "what each exit code means",
} as const;

interface CommandDeclaration {
  /** One line. */
  summary: string;
  arguments?: { usage: string; min: number; max: number; missing: string };
  /** The options that work with it, beside those that work with every command. */
  options: readonly OptionName[];
}

/** Without a name, the server is started. */
export const COMMANDS: Record<CommandName, CommandDeclaration> = {
  "": {
    summary: "serve MCP on stdin and stdout; your MCP host starts it",
    options: ["sandbox", "toolsets"],
  },
  serve: {
    summary: "serve MCP over HTTP, for a team",
    options: ["http", "sandbox", "toolsets"],
  },
  setup: {
    summary: "write the settings file and register the server with your hosts",
    options: ["sandbox", "host", "tokens", "print", "link", "remove", "yes"],
  },
  month: {
    summary: "draw your month: hours logged, hours missing",
    arguments: { usage: "[YYYY-MM]", min: 0, max: 1, missing: "" },
    options: ["sandbox", "datacenter"],
  },
  status: {
    summary: "say in one line what is missing of your month",
    arguments: { usage: "[YYYY-MM]", min: 0, max: 1, missing: "" },
    options: ["sandbox", "datacenter", "missing", "json"],
  },
  export: {
    summary: "print a month of your worklogs for a spreadsheet, a program or a calendar",
    arguments: { usage: "[YYYY-MM]", min: 0, max: 1, missing: "" },
    options: ["sandbox", "datacenter", "format", "by"],
  },
  call: {
    summary: "run one tool and print its reply as one line of JSON",
    arguments: {
      usage: "TOOL [JSON|@FILE|-]",
      min: 1,
      max: 2,
      missing: "the name of a tool; call --list shows them",
    },
    options: ["sandbox", "list", "json", "fields"],
  },
  doctor: {
    summary: "check the settings and say what to fix",
    options: ["sandbox", "json", "host", "http"],
  },
  journal: {
    summary: "show what was sent, and what became of it",
    options: ["json", "last"],
  },
  undo: {
    summary: "delete what the last batch stored, after asking",
    options: ["batch", "yes"],
  },
  "access-key": {
    summary: "print a new access key for a server over HTTP",
    arguments: { usage: "NAME", min: 1, max: 1, missing: "a name for the key" },
    options: ["json"],
  },
  migrate: {
    summary: "set up the database of a server over HTTP",
    options: [],
  },
  demo: {
    summary: "watch a script fill a month of the embedded Tempo",
    options: ["sandbox", "datacenter", "whole-month", "toolsets"],
  },
  sandbox: {
    summary: "serve the embedded Tempo over HTTP on this machine",
    options: ["port"],
  },
  completion: {
    summary: "print a completion script for your shell",
    arguments: {
      usage: SHELLS.join("|"),
      min: 1,
      max: 1,
      missing: `the name of a shell: ${SHELLS.join(", ")}`,
    },
    options: [],
  },
  help: {
    summary: "print help, on a command or a tool as well",
    arguments: { usage: "[COMMAND [TOOL]]", min: 0, max: 2, missing: "" },
    options: [],
  },
  version: { summary: "print the version", options: [] },
};

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The commands that an option works with; none if it works with every one. */
export function commandsWith(option: OptionName): CommandName[] {
  return COMMAND_NAMES.filter((name) => COMMANDS[name].options.includes(option));
}

/** The options that a command takes: its own, and those of every command. */
export function optionsOf(command: CommandName): OptionName[] {
  const own = COMMANDS[command].options;
  return OPTION_NAMES.filter((name) => own.includes(name) || commandsWith(name).length === 0);
}
