import type { Schema } from "../../generated/schemas.ts";
import { descriptionOf, type Tool } from "../../tools/tool.ts";
import { type ToolArgumentSchema, toolArguments } from "../call/tool-arguments.ts";
import { optionsOf } from "../command-table.ts";
import { optionRow } from "./command-help.ts";
import { paragraph, type Row, section } from "./layout.ts";

export function toolHelp(tool: Tool, duplicates: "skip" | "allow", width: number): string {
  const rows = toolArguments(tool);
  return [
    paragraph(`Usage: tempofiller call ${tool.name} [JSON|@FILE|-] [OPTIONS]`, width),
    paragraph(descriptionOf(tool, duplicates), width),
    section("Arguments, as options or as keys of a JSON object", rows.flatMap(argumentRows), width),
    section("Options", optionsOf("call").map(optionRow), width),
  ].join("\n");
}

/** An argument, and those of the objects in its list. */
function argumentRows(argument: ToolArgumentSchema): Row[] {
  const { name, isRequired, items } = argument;
  const { properties = {}, required = [] } = items ?? {};
  return [
    [`--${name}${VALUES[argument.type ?? ""] ?? ""}`, rules(argument, isRequired)],
    ...Object.entries(properties).map(
      ([key, schema]): Row => [`  ${key}`, `${schema.type}, ${rules(schema, required.includes(key))}`],
    ),
  ];
}

const VALUES: Record<string, string> = {
  string: " TEXT",
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
