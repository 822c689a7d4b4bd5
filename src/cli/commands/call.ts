import type { GetWorkAttributesResponse } from "../../generated/responses.ts";
import type { Tools } from "../../generated/tool-shapes.ts";
import { tools } from "../../tools/index.ts";
import { toolList } from "../call/tools.ts";
import { openShellServer } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { printOutcome } from "../exit-codes.ts";
import { JSON_OUTPUT, type OptionDeclaration, SANDBOX, sandboxKind } from "../options.ts";

type KeysOfEach<Type> = Type extends unknown ? keyof Type : never;

/** The arguments of all tools are options of this command too, so none of its own may have such a name. */
type ToolArgument = KeysOfEach<Tools[keyof Tools]["input"]>;

const OPTIONS = {
  sandbox: SANDBOX,
  list: {
    type: "boolean",
    description: "list the tools and their arguments; with a TOOL, only that one",
  },
  fields: {
    type: "string",
    multiple: true,
    usage: "--fields LIST",
    description: "print only these fields of the reply, such as summary,byIssue.totalHours; may be repeated",
  },
  json: JSON_OUTPUT,
} as const satisfies Record<string, OptionDeclaration> & { [Name in ToolArgument]?: never };

export const command = defineCommand({
  summary: "run one tool and print its reply as JSON",
  arguments: {
    usage: "TOOL [JSON|@FILE|-]",
    max: 2,
    missing: "the name of a tool; call --list shows them",
    unless: "list",
    choices: tools,
  },
  takesTool: true,
  options: OPTIONS,
  details: [
    "The arguments are options of the tool's own (--startDate 2026-01-05), a JSON object (inline, @FILE or - for stdin), or " +
      "both, if no argument is in both. A list such as worklogs is JSON either way.",
    "PowerShell may strip the quotes of inline JSON: use options, '@FILE' in quotes, or - there.",
  ],
  async run({ args: [toolName, json = "{}"], options, toolArguments }, cli) {
    if (options.list || toolName === undefined) {
      cli.print(toolList(toolName, options.json, cli.settings()));
      return 0;
    }
    const { call } = await import("../call/call.ts");
    const sandbox = sandboxKind(options);
    const server = openShellServer(cli, sandbox);
    const { readOnly, stateFolder } = cli.settings();
    const fields = options.fields?.join();
    const outcome = await call(
      { toolName, args: json, given: toolArguments, fields, stdin: cli.stdin, readOnly, words: cli.words },
      server,
    );
    const { attributes } = (outcome.reply ?? {}) as Partial<GetWorkAttributesResponse>;
    if (
      toolName === "get_work_attributes" &&
      !fields &&
      attributes &&
      !sandbox &&
      stateFolder !== undefined
    ) {
      const { rememberAttributes } = await import("../completion/remembered.ts");
      rememberAttributes(attributes, cli.env);
    }
    if (outcome.reply !== undefined) cli.print(`${JSON.stringify(outcome.reply)}\n`);
    return printOutcome(outcome, server);
  },
});
