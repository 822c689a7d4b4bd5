import { COMMANDS, type CommandName, OPTIONS, type OptionName, optionsOf } from "../command-table.ts";
import { OPTION_VALUES } from "../option-values.ts";
import { DETAILS } from "./details.ts";
import { paragraph, type Row, section } from "./layout.ts";

export function commandHelp(command: Exclude<CommandName, "">, width: number): string {
  const { summary, arguments: taken } = COMMANDS[command];
  return [
    paragraph(
      `Usage: ${["tempofiller", command, taken?.usage, "[OPTIONS]"].filter(Boolean).join(" ")}`,
      width,
    ),
    paragraph(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, width),
    ...(DETAILS[command] ?? []).map((text) => paragraph(text, width)),
    section("Options", optionsOf(command).map(optionRow), width),
  ].join("\n");
}

export function optionRow(name: OptionName): Row {
  const option = OPTIONS[name];
  const usage = "usage" in option ? option.usage : `--${name}`;
  const values = OPTION_VALUES[name]?.map((value) => value.name).join(", ");
  return [
    "short" in option ? `-${option.short}, ${usage}` : usage,
    values === undefined ? option.description : `${option.description}: ${values}`,
  ];
}
