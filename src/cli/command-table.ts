interface OptionDeclaration {
  type: "string" | "boolean";
  short?: string;
  multiple?: true;
  default?: false;
  /** How `--help` writes it, if not as its name alone. */
  usage?: string;
  description: string;
}

/** `parseArgs` of node:util reads this table, and `--help` prints it. */
export const OPTIONS = {
  sandbox: {
    type: "string",
    usage: "--sandbox[=datacenter]",
    description: "use the embedded Tempo: no account needed, and nothing is kept",
  },
  datacenter: { type: "boolean", description: "use the embedded Jira Data Center" },
  list: { type: "boolean", description: "list the tools and their arguments" },
  fields: {
    type: "string",
    multiple: true,
    usage: "--fields LIST",
    description: "print only these fields of the reply, such as summary,byIssue.totalHours; may be repeated",
  },
  json: { type: "boolean", description: "print one JSON object, for programs" },
  last: { type: "string", usage: "--last N", description: "show the last N entries; 50 if left out" },
  yes: { type: "boolean", short: "y", description: "delete without asking" },
  port: { type: "string", usage: "--port N", description: "port to listen on; any free port if left out" },
  debug: {
    type: "boolean",
    default: false,
    description: "check every reply against the contract and log requests to stderr",
  },
  help: { type: "boolean", short: "h", description: "print this text" },
  version: { type: "boolean", short: "V", description: "print the version" },
} as const satisfies Record<string, OptionDeclaration>;

export type OptionName = keyof typeof OPTIONS;

export type CommandName = "" | "demo" | "call" | "journal" | "undo" | "sandbox" | "doctor";

interface CommandDeclaration {
  summary: string;
  arguments?: { usage: string; min: number; max: number; missing: string };
  /** The options that work with it, beside those that work with every command. */
  options: readonly OptionName[];
}

/** Without a name, the server is started. */
export const COMMANDS: Record<CommandName, CommandDeclaration> = {
  "": {
    summary: "serve MCP on stdin and stdout; your MCP host starts it this way",
    options: ["sandbox"],
  },
  demo: {
    summary: "watch an assistant fill a month of the embedded Tempo",
    options: ["sandbox", "datacenter"],
  },
  call: {
    summary:
      "run one tool and print its reply as one line of JSON. The arguments are a JSON object: inline, in a file, or from " +
      "stdin. PowerShell may strip the quotes of inline JSON: use '@FILE', in quotes, or - there",
    arguments: {
      usage: "TOOL [JSON|@FILE|-]",
      min: 1,
      max: 2,
      missing: "the name of a tool; call --list shows them",
    },
    options: ["sandbox", "list", "fields"],
  },
  journal: {
    summary:
      "show what was sent, from whichever process, and what became of it; sends nothing and needs no token",
    options: ["json", "last"],
  },
  undo: {
    summary: "delete what the last batch has stored, after showing it and asking",
    options: ["yes"],
  },
  sandbox: {
    summary: "serve the embedded Tempo over HTTP on this machine, for developing a client",
    options: ["port"],
  },
  doctor: {
    summary: "report what keeps TempoFiller from working, and how to fix it; changes nothing",
    options: ["sandbox", "json"],
  },
};

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The commands that an option works with; none if it works with every one. */
export function commandsWith(option: OptionName): CommandName[] {
  return COMMAND_NAMES.filter((name) => COMMANDS[name].options.includes(option));
}
