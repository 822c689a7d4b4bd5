import { listServerVariables } from "../../config/server-variables.ts";
import {
  DEPLOYMENT_NAMES,
  isRequired,
  listVariables,
  type NamedVariable,
  namesOfDeployment,
} from "../../config/variable-names.ts";
import { COMMAND_NAMES, COMMANDS, type CommandName, HELP_TOPICS, optionsOf } from "../command-table.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { optionRow } from "./command-help.ts";
import { paragraph, type Row, section } from "./layout.ts";

/** One screen: the rest has a help of its own. */
export function generalHelp(width: number): string {
  const commands = COMMAND_NAMES.filter(Boolean).map(commandRow);
  const settings = (["cloud", "datacenter"] as const).map(
    (kind): Row => [DEPLOYMENT_NAMES[kind], namesOfDeployment(kind).filter(isRequired).join(", ")],
  );
  return [
    paragraph(
      "TempoFiller: an MCP server that reads schedules and logs hours in Tempo, Jira's timesheet.",
      width,
    ),
    paragraph(`Usage: tempofiller [COMMAND] [OPTIONS]. Without a command: ${COMMANDS[""].summary}.`, width),
    section("Commands", commands, width),
    section("Options", optionsOf("").map(optionRow), width),
    section("Settings (environment variables, or a settings file)", settings, width),
    section(
      "More",
      [
        ["tempofiller help COMMAND", "its options"],
        ["tempofiller help call TOOL", "the arguments of a tool"],
        ...Object.entries(HELP_TOPICS).map(([topic, text]): Row => [`tempofiller help ${topic}`, text]),
      ],
      width,
    ),
  ].join("\n");
}

function commandRow(name: CommandName): Row {
  const { summary, arguments: taken } = COMMANDS[name];
  return [[name, taken?.usage].filter(Boolean).join(" "), summary];
}

export function settingsHelp(width: number): string {
  return [
    section(
      `Settings for ${DEPLOYMENT_NAMES.cloud} (environment variables, or a settings file)`,
      settingRows("cloud"),
      width,
    ),
    section(`Settings for ${DEPLOYMENT_NAMES.datacenter}`, settingRows("datacenter"), width),
    section("Settings for both", settingRows("both"), width),
    section(
      "Settings of tempofiller serve (environment variables only)",
      listServerVariables().map(({ name, description }): Row => [name, description]),
      width,
    ),
  ].join("\n");
}

export function exitCodesHelp(width: number): string {
  return section("Exit codes", Object.entries(EXIT_CODES), width);
}

function settingRows(deployment: NamedVariable["deployment"]): Row[] {
  return listVariables()
    .filter((variable) => variable.deployment === deployment)
    .map(({ name, kind, description }) => [kind === "flag" ? `${name}=1` : name, description]);
}
