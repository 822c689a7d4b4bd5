import { DEPLOYMENT_NAMES, listVariables, type NamedVariable } from "../config/variable-names.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  commandsWith,
  OPTIONS,
  type OptionName,
} from "./command-table.ts";
import { EXIT_CODES } from "./exit-codes.ts";

const NAME_WIDTH = 28;
const TEXT_WIDTH = 78;

type Row = [name: string, text: string];

export const HELP = `TempoFiller: an MCP server that reads schedules and logs hours in Tempo, Jira's timesheet.

${section("Usage", COMMAND_NAMES.map(commandRow))}
${section("Options", (Object.keys(OPTIONS) as OptionName[]).map(optionRow))}
${section(`Settings for ${DEPLOYMENT_NAMES.cloud} (environment variables)`, settingRows("cloud"))}
${section(`Settings for ${DEPLOYMENT_NAMES.datacenter}`, settingRows("datacenter"))}
${section("Settings for both", settingRows("both"))}
${section("Exit codes", Object.entries(EXIT_CODES))}`;

function commandRow(name: CommandName): Row {
  const { summary, arguments: taken } = COMMANDS[name];
  return [["tempofiller", name, taken?.usage].filter(Boolean).join(" "), summary];
}

function optionRow(name: OptionName): Row {
  const option = OPTIONS[name];
  const usage = "usage" in option ? option.usage : `--${name}`;
  const commands = commandsWith(name);
  return [
    "short" in option ? `-${option.short}, ${usage}` : usage,
    // What works with the server too needs no explanation.
    commands.includes("") || commands.length === 0
      ? option.description
      : `with ${commands.join(", ")}: ${option.description}`,
  ];
}

function settingRows(deployment: NamedVariable["deployment"]): Row[] {
  return listVariables()
    .filter((variable) => variable.deployment === deployment)
    .map(({ name, kind, description }) => [kind === "flag" ? `${name}=1` : name, description]);
}

function section(title: string, rows: Row[]): string {
  return `${title}\n${rows.flatMap(lines).join("\n")}\n`;
}

function lines([name, text]: Row): string[] {
  const [first = "", ...others] = wrapped(text);
  const isWide = name.length > NAME_WIDTH - 2;
  const column = [...(isWide ? ["", first] : [first]), ...others];
  return column.map((line, index) => `  ${(index === 0 ? name : "").padEnd(NAME_WIDTH)}${line}`.trimEnd());
}

function wrapped(text: string): string[] {
  return text.match(new RegExp(`.{1,${TEXT_WIDTH}}(?:\\s|$)`, "g"))?.map((line) => line.trim()) ?? [];
}
