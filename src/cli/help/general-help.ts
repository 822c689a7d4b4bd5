import { listed } from "../../config/lists.ts";
import { DEPLOYMENT_NAMES, isRequired, namesOfDeployment } from "../../config/variable-names.ts";
import { type Command, type LoadedCommands, optionsOf } from "../command.ts";
import { optionRows } from "./command-help.ts";
import { paragraph, type Row, section } from "./layout.ts";
import { HELP_TOPICS } from "./topics.ts";

/** One screen: the rest has a help of its own. */
export function generalHelp(commands: LoadedCommands, width: number): string {
  const rows = [...commands].filter(([name]) => name !== "").map(commandRow);
  const server = commands.get("");
  const settings = (["cloud", "datacenter"] as const).map(
    (kind): Row => [DEPLOYMENT_NAMES[kind], namesOfDeployment(kind).filter(isRequired).join(", ")],
  );
  return [
    paragraph("TempoFiller: an MCP server that logs hours in Tempo, Jira's timesheet.", width),
    paragraph(`Usage: tempofiller [COMMAND] [OPTIONS]. Without a command: ${server?.summary}.`, width),
    section("Commands", rows, width),
    section("Options", server ? optionRows(optionsOf(server)) : [], width),
    section("Settings (environment variables, or a settings file)", settings, width),
    section(
      "More",
      [
        ["tempofiller help COMMAND", "its options; help call TOOL: a tool's arguments"],
        ["tempofiller help TOPIC", `on ${listed(Object.keys(HELP_TOPICS))}`],
      ],
      width,
    ),
  ].join("\n");
}

function commandRow([name, { summary, arguments: taken }]: readonly [string, Command]): Row {
  return [[name, taken?.usage].filter(Boolean).join(" "), summary];
}
