import type { Schema } from "../../generated/schemas.ts";
import { descriptionOf, type Tool } from "../../tools/tool.ts";
import { type ToolArgumentSchema, toolArguments, typeName } from "../call/tools.ts";
import { type Command, optionsOf } from "../command.ts";
import { optionRows } from "./command-help.ts";
import { paragraph, type Row, section } from "./layout.ts";

/** The help on a tool of the command that takes its name. */
export function toolHelp(
  [name, command]: readonly [name: string, Command],
  tool: Tool,
  duplicates: "skip" | "allow",
  width: number,
): string {
  const rows = toolArguments(tool);
  return [
    paragraph(`Usage: tempofiller ${name} ${tool.name} [JSON|@FILE|-] [OPTIONS]`, width),
    paragraph(descriptionOf(tool, duplicates), width),
    section("Arguments, as options or as keys of a JSON object", rows.flatMap(argumentRows), width),
    section("Options", optionRows(optionsOf(command)), width),
  ].join("\n");
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
  date: " YYYY-MM-DD",
  number: " NUMBER",
  integer: " NUMBER",
  boolean: "[=false]",
  array: " JSON",
  object: " JSON",
};

function rules({ minimum, maximum, description = "" }: Schema, isRequired: boolean): string {
  const bounds = minimum === undefined || maximum === undefined ? [] : [`from ${minimum} to ${maximum}`];
  return `${[isRequired ? "required" : "optional", ...bounds].join(", ")}. ${description}`;
}
