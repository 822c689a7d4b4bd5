import { listed } from "../../config/lists.ts";
import { DEPLOYMENT_NAMES, isRequired, namesOfDeployment } from "../../config/variable-names.ts";
import type { Schema } from "../../generated/schemas.ts";
import { descriptionOf, type Tool } from "../../tools/tool.ts";
import { findTool, type ToolArgumentSchema, toolArguments, typeName } from "../call/tools.ts";
import { type Command, type Commands, type LoadedCommands, loadCommands, optionsOf } from "../command.ts";
import { unknownCommand } from "../command-line.ts";
import { paragraph, type Row, section } from "../lines.ts";
import type { OptionDeclarations } from "../options.ts";
import { HELP_TOPICS } from "./topics.ts";

interface HelpOptions {
  commands: Commands;
  /** Characters in a line. */
  width: number;
  /** The setting, which decides what a tool that posts says of itself. */
  duplicates(): "skip" | "allow";
}

/**
 * The help on a command, on a tool that a command takes, or on a topic; the general help without one.
 *
 * @throws InvalidInputError if there is no such command, topic or tool
 */
export async function help(
  [topic = "", tool]: readonly string[],
  { commands, width, duplicates }: HelpOptions,
): Promise<string> {
  if (topic === "") return generalHelp(await loadCommands(commands), width);
  if (Object.hasOwn(HELP_TOPICS, topic)) return HELP_TOPICS[topic]?.text(width) ?? "";
  const load = Object.hasOwn(commands, topic) ? commands[topic] : undefined;
  if (!load) throw unknownCommand(topic, commands);
  const { command } = await load();
  return command.takesTool && tool !== undefined
    ? toolHelp(topic, command, findTool(tool), duplicates(), width)
    : commandHelp(topic, command, width);
}

/** One screen: the rest has a help of its own. */
function generalHelp(commands: LoadedCommands, width: number): string {
  const rows = [...commands].flatMap(([name, { summary, arguments: taken }]): Row[] =>
    name === "" ? [] : [[[name, taken?.usage].filter(Boolean).join(" "), summary]],
  );
  const server = commands.get("");
  const settings = (["cloud", "datacenter"] as const).map(
    (kind): Row => [DEPLOYMENT_NAMES[kind], namesOfDeployment(kind).filter(isRequired).join(", ")],
  );
  const more: Row[] = [
    ["tempofiller help COMMAND", "its options; help call TOOL: a tool's arguments"],
    ["tempofiller help TOPIC", `on ${listed(Object.keys(HELP_TOPICS))}`],
  ];
  return [
    paragraph("TempoFiller: an MCP server that logs hours in Tempo, Jira's timesheet.", width) +
      paragraph(`Usage: tempofiller [COMMAND] [OPTIONS]. Without a command: ${server?.summary}.`, width),
    section("Commands", rows, width),
    section("Options", server ? optionRows(optionsOf(server)) : [], width),
    section("Settings (environment variables, or a settings file)", settings, width),
    section("More", more, width),
  ].join("\n");
}

function commandHelp(name: string, command: Command, width: number): string {
  const { summary, arguments: taken, details = [] } = command;
  return [
    paragraph(`Usage: ${["tempofiller", name, taken?.usage, "[OPTIONS]"].filter(Boolean).join(" ")}`, width),
    paragraph(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, width),
    ...details.map((text) => paragraph(text, width)),
    section("Options", optionRows(optionsOf(command)), width),
  ].join("\n");
}

function toolHelp(
  name: string,
  command: Command,
  tool: Tool,
  duplicates: "skip" | "allow",
  width: number,
): string {
  const rows = toolArguments(tool).flatMap(argumentRows);
  return [
    paragraph(`Usage: tempofiller ${name} ${tool.name} [JSON|@FILE|-] [OPTIONS]`, width),
    paragraph(descriptionOf(tool, duplicates), width),
    section("Arguments, as options or as keys of a JSON object", rows, width),
    section("Options", optionRows(optionsOf(command)), width),
  ].join("\n");
}

function optionRows(options: OptionDeclarations): Row[] {
  return Object.entries(options).map(([name, { short, usage = `--${name}`, description, choices }]) => [
    short === undefined ? usage : `-${short}, ${usage}`,
    choices ? `${description}: ${choices.map((choice) => choice.name).join(", ")}` : description,
  ]);
}

/** An argument, and those of the objects in its list. */
function argumentRows(argument: ToolArgumentSchema): Row[] {
  const { name, isRequired, items } = argument;
  const { properties = {}, required = [] } = items ?? {};
  return [
    [`--${name}${VALUES[typeName(argument)] ?? ""}`, rules(argument, isRequired)],
    ...Object.entries(properties).map(
      ([key, schema]): Row => [`  ${key}`, `${typeName(schema)}, ${rules(schema, required.includes(key))}`],
    ),
  ];
}

const VALUES: Record<string, string> = {
  string: " TEXT",
  date: " DATE",
  number: " NUMBER",
  integer: " NUMBER",
  boolean: "[=false]",
  array: " JSON",
  object: " JSON",
};

/** The description says formats and bounds. */
function rules({ description = "" }: Schema, isRequired: boolean): string {
  return `${isRequired ? "required" : "optional"}. ${description}`;
}
