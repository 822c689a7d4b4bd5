import { tools } from "../../tools/index.ts";
import { toolArguments } from "../call/tool-arguments.ts";
import { type LoadedCommands, optionsOf } from "../command.ts";
import { HELP_TOPICS } from "../help/topics.ts";
import type { OptionDeclarations } from "../options.ts";

export interface Word {
  word: string;
  description: string;
}

/**
 * The completions after some words, which blanks separate: "" for the start of a line, "call get_schedule" for a tool, "setup --host"
 * for an option that takes one of a list. Completions after an option are for the next word only.
 */
export type WordsByPlace = ReadonlyMap<string, readonly Word[]>;

/** Every word that a command line may hold, as the commands declare them. No description has a quote, a `$` or a backslash. */
export function wordsByPlace(commands: LoadedCommands): WordsByPlace {
  const summaries = [...commands]
    .filter(([name]) => name !== "")
    .map(([name, { summary }]) => word(name, summary));
  const topics = Object.entries(HELP_TOPICS).map(([name, { summary }]) => word(name, summary));
  const callers = [...commands].filter(([, { takesTool }]) => takesTool);
  const toolNames = tools.map(({ name, title }) => word(name, title));
  const places = new Map<string, Word[]>();
  for (const [name, command] of commands) {
    const choices = command.arguments?.choices?.map((choice) => word(choice.name, choice.title)) ?? [];
    places.set(name, [...choices, ...options(optionsOf(command))]);
  }
  places.get("")?.unshift(...summaries);
  places.get("help")?.unshift(...summaries, ...topics);
  for (const [name] of callers) places.set(`help ${name}`, toolNames);
  for (const [command, { options: own }] of commands) {
    for (const [option, { choices }] of Object.entries(own)) {
      if (choices)
        places.set(
          `${command} --${option}`,
          choices.map(({ name, title }) => word(name, title)),
        );
    }
  }
  for (const [name, command] of callers) {
    for (const tool of tools) {
      const own = toolArguments(tool).map((argument) => word(`--${argument.name}`, argument.description));
      places.set(`${name} ${tool.name}`, [...own, ...options(optionsOf(command))]);
    }
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

/** Quotes each place for a shell, and joins them. */
export function quoted(places: readonly string[], separator: string): string {
  return places.map((place) => `'${place}'`).join(separator);
}

function options(declared: OptionDeclarations): Word[] {
  return Object.entries(declared).flatMap(([name, { implied, values = [], description }]) => {
    const others = values.filter((value) => value !== implied);
    return [`--${name}`, ...others.map((value) => `--${name}=${value}`)].map((each) =>
      word(each, description),
    );
  });
}

/** One line, up to the first sentence's end, without what a shell could take for its own. */
function word(name: string, description = ""): Word {
  const [sentence = ""] = description.split(/[.;:](?:\s|$)/);
  return { word: name, description: sentence.replaceAll(/['"`$\\]/g, "") };
}
