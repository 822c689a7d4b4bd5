import { defineCommand } from "../command.ts";
import { HOST } from "../hosts/hosts.ts";
import { SANDBOX, sandboxKind, YES } from "../options.ts";
import { UsageError } from "../usage-error.ts";

export const command = defineCommand({
  summary: "save your settings and register with your hosts",
  options: {
    sandbox: SANDBOX,
    yes: YES,
    host: HOST,
    name: {
      type: "string",
      setting: "TEMPO_PROFILE",
      usage: "--name NAME",
      description: "make or change this profile, for a further site: settings and an entry of its own",
    },
    team: {
      type: "string",
      usage: "--team URL",
      description: "use your team's server at this URL: asks for its access key and your own tokens",
    },
    datacenter: {
      type: "boolean",
      description: "with --team --print: for a team on Jira Data Center, not on Cloud",
    },
    replace: {
      type: "boolean",
      description: "replace the settings or the entry for another site, without keeping both",
    },
    tokens: {
      type: "string",
      usage: "--tokens -",
      description: "read settings from stdin, one NAME=value a line; tokens are never options",
    },
    print: { type: "boolean", description: "print what a host's file needs, and change nothing" },
    link: {
      type: "boolean",
      description: "print links that add the server to VS Code or Cursor with a click",
    },
    remove: { type: "boolean", description: "remove the server from the hosts again" },
  },
  details: [
    "Asks for your Jira and its tokens, and which sources drafts may read, checks them, and shows each change before it makes any. --yes asks nothing: the " +
      "settings then come from the environment, from stdin (--tokens -) and from the settings file.",
  ],
  async run({ options }, { env, stdin, stdout, log, settingsFile }) {
    const { name, profile } = options;
    if (name !== undefined && profile !== undefined && name !== profile)
      throw new UsageError("--name and --profile name different profiles. Leave one of them out.", "setup");
    if (options.datacenter && !(options.team !== undefined && options.print))
      throw new UsageError("--datacenter only works with --team and --print.", "setup");
    const chosen = { ...options, sandbox: sandboxKind({ sandbox: options.sandbox }) };
    const { setUp } = await import("../setup/setup.ts");
    return setUp(chosen, { env, stdin, stdout, log, file: settingsFile() });
  },
});
