import { tools } from "../../tools/index.ts";
import { toolArguments } from "../call/tool-arguments.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  HELP_TOPICS,
  OPTIONS,
  type OptionName,
  optionsOf,
  SHELLS,
} from "../command-table.ts";
import { OPTION_VALUES } from "../option-values.ts";

export interface Word {
  word: string;
  description: string;
}

/**
 * What can follow some words, which are separated by blanks: "" for the start of a line, "call get_schedule" for a tool, "setup --host"
 * for an option that takes one of a list. What follows an option is for the next word only.
 */
export type WordsByPlace = ReadonlyMap<string, readonly Word[]>;

/** What a command line may hold, from the same tables as parsing and help. No description has a quote, a `$` or a backslash. */
export function wordsByPlace(): WordsByPlace {
  const commands = COMMAND_NAMES.filter(Boolean).map((name) => word(name, COMMANDS[name].summary));
  const toolNames = tools.map(({ name, title }) => word(name, title));
  const topics = Object.entries(HELP_TOPICS).map(([name, text]) => word(name, text));
  const places = new Map<string, Word[]>([["", [...commands, ...options("")]]]);
  for (const command of COMMAND_NAMES.filter(Boolean)) places.set(command, options(command));
  places.get("call")?.unshift(...toolNames);
  places.get("completion")?.unshift(...SHELLS.map((shell) => word(shell, `for ${shell}`)));
  places.get("help")?.unshift(...commands, ...topics);
  places.set("help call", toolNames);
  for (const command of COMMAND_NAMES) {
    for (const option of optionsOf(command)) {
      const values = OPTION_VALUES[option]?.map(({ name, title }) => word(name, title));
      if (values) places.set(`${command} --${option}`, values);
    }
  }
  for (const tool of tools) {
    const own = toolArguments(tool).map(({ name, description = "" }) => word(`--${name}`, description));
    places.set(`call ${tool.name}`, [...own, ...options("call")]);
  }
  return places;
}

/** The places that the words after them leave as they are. */
export function lastingPlaces(places: WordsByPlace): string[] {
  return [...places.keys()].filter((place) => place !== "" && !isAfterOption(place));
}

/** The places right after an option. */
export function valuePlaces(places: WordsByPlace): string[] {
  return [...places.keys()].filter(isAfterOption);
}

function isAfterOption(place: string): boolean {
  return place.includes(" --");
}

/** For a shell: each in quotes. */
export function quoted(places: readonly string[], separator: string): string {
  return places.map((place) => `'${place}'`).join(separator);
}

function options(command: CommandName): Word[] {
  return optionsOf(command).flatMap((name: OptionName) => {
    const { description, ...option } = OPTIONS[name];
    const values = "implied" in option ? option.values.filter((value) => value !== option.implied) : [];
    return [`--${name}`, ...values.map((value) => `--${name}=${value}`)].map((each) =>
      word(each, description),
    );
  });
}

/** One line, up to the first sentence's end, without what a shell could take for its own. */
function word(name: string, description: string): Word {
  const [sentence = ""] = description.split(/[.;:](?:\s|$)/);
  return { word: name, description: sentence.replaceAll(/['"`$\\]/g, "") };
}
