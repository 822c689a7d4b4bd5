import { type Command, optionsOf } from "../command.ts";
import type { OptionDeclarations } from "../options.ts";
import { paragraph, type Row, section } from "./layout.ts";

export function commandHelp(name: string, command: Command, width: number): string {
  const { summary, arguments: taken, details = [] } = command;
  return [
    paragraph(`Usage: ${["tempofiller", name, taken?.usage, "[OPTIONS]"].filter(Boolean).join(" ")}`, width),
    paragraph(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, width),
    ...details.map((text) => paragraph(text, width)),
    section("Options", optionRows(optionsOf(command)), width),
  ].join("\n");
}

export function optionRows(options: OptionDeclarations): Row[] {
  return Object.entries(options).map(([name, { short, usage = `--${name}`, description, choices }]) => [
    short === undefined ? usage : `-${short}, ${usage}`,
    choices ? `${description}: ${choices.map((choice) => choice.name).join(", ")}` : description,
  ]);
}
