import { today } from "../runtime/clock.ts";
import type { Tool } from "../tools/tool.ts";
import { findTool, TOOL_NAMES, toolArguments } from "./call/tools.ts";
import { type Command, type CommandLine, type Commands, loadCommands, optionsOf } from "./command.ts";
import { areDateWords, PERIOD_WORDS } from "./dates/choices.ts";
import type { OptionDeclarations } from "./options.ts";
import {
  checkNextWords,
  checkValues,
  type GivenOption,
  givenArguments,
  givenSettings,
  joinWords,
  optionValues,
  type ParsedLine,
  parseLine,
} from "./parse-line.ts";
import { didYouMean, UsageError } from "./usage-error.ts";

/** A command and what it was given. */
interface ReadCommandLine extends CommandLine {
  /** Its name; "" is the server's. */
  name: string;
  command: Command;
  /** The settings that options replace, by their names. */
  settings: Record<string, string>;
}

/**
 * Reads a command line, and loads its command alone unless something is wrong with the line.
 *
 * @throws UsageError if it names something unknown, lacks an argument, or combines what does not work together
 * @throws InvalidInputError if it calls an unknown tool
 */
export async function readCommandLine(
  words: readonly string[],
  commands: Commands,
): Promise<ReadCommandLine> {
  const { positionals, given } = await parse(words, commands);
  const names = given.map(({ name }) => name);
  const asked = names.includes("help") ? "help" : names.includes("version") ? "version" : undefined;
  const [name = "", ...typed] = asked ? [asked, ...positionals] : positionals;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  checkNextWords(given, load ? name : "");
  if ((name === "" && positionals.length > 0) || !load) throw unknownCommand(name, commands);
  const { command } = await load();
  const options = optionsOf(command);
  const args = takesDates(command) ? joinWords(typed, areDateWords) : typed;
  if (asked) return { name, command, args, ...valuesOf(options, []) };

  const tool = command.takesTool && args[0] !== undefined ? findTool(args[0]) : undefined;
  const wrong = given.find((option) => !(option.argument && tool) && !Object.hasOwn(options, option.name));
  if (wrong) throw await notAnOption(wrong, name, tool, commands);
  checkValues(given, options, topicOf(name, tool));
  await checkArguments({ name, command, args }, names, words, tool);
  return { name, command, args, ...valuesOf(options, given) };
}

/**
 * Which words are values of options, only the options of the command say; which word is the command, those before it. So the line is read
 * with the options of the first word that is a command, and with those of all commands if that does not explain it.
 */
async function parse(words: readonly string[], commands: Commands): Promise<ParsedLine> {
  const toolName = words.find((word) => TOOL_NAMES.includes(word));
  const tool = toolName === undefined ? undefined : findTool(toolName);
  const name = words.find((word) => Object.hasOwn(commands, word)) ?? "";
  const loaded = await commands[name]?.();
  if (loaded) {
    const options = optionsOf(loaded.command);
    const parsed = parseLine(words, options, tool);
    const isExplained = parsed.given.every(
      (option) => option.argument || Object.hasOwn(options, option.name),
    );
    if (isExplained && (parsed.positionals[0] ?? "") === name) return parsed;
  }
  const all = [...(await loadCommands(commands)).values()];
  return parseLine(words, Object.assign({}, ...all.map(optionsOf)), tool);
}

function valuesOf(
  options: OptionDeclarations,
  given: readonly GivenOption[],
): Pick<ReadCommandLine, "options" | "settings" | "toolArguments"> {
  return {
    options: optionValues(options, given) as CommandLine["options"],
    settings: givenSettings(options, given),
    toolArguments: givenArguments(given),
  };
}

async function notAnOption(
  { name, written }: GivenOption,
  command: string,
  tool: Tool | undefined,
  commands: Commands,
): Promise<UsageError> {
  const all = await loadCommands(commands);
  const takers = [...all].filter(([, { options }]) => Object.hasOwn(options, name));
  const ofTool = tool ? toolArguments(tool).map((argument) => argument.name) : [];
  const isNearTool = didYouMean(name, ofTool, String) !== "";
  // An argument that only other tools have is no option of the command with the same name.
  const isArgument = (of: Tool) => toolArguments(of).some((argument) => argument.name === name);
  const isOfTools = tool !== undefined && TOOL_NAMES.map(findTool).some(isArgument);
  if (takers.length === 0 || isNearTool || isOfTools) {
    const own = all.get(command);
    const known = isNearTool ? ofTool : [...Object.keys(own ? optionsOf(own) : {}), ...ofTool];
    return new UsageError(
      `Unknown option '${written}'.${didYouMean(name, known, (option) => `--${option}`)}`,
      topicOf(command, tool),
    );
  }
  const names = takers.map(([taker]) => taker || "the server").join(", ");
  const instead = all.get(command)?.instead?.[name];
  const otherwise = name === "datacenter" ? "; otherwise use --sandbox=datacenter" : "";
  return new UsageError(
    `--${name} only works with ${names}${instead === undefined ? `${otherwise}.` : `. ${instead}`}`,
    command,
  );
}

/** The topic of `tempofiller help` for a command, or for a tool that it calls. */
function topicOf(command: string, tool: Tool | undefined): string {
  return [command, tool?.name].filter(Boolean).join(" ");
}

async function checkArguments(
  { name, command, args }: Pick<ReadCommandLine, "name" | "command" | "args">,
  options: readonly string[],
  line: readonly string[],
  tool: Tool | undefined,
): Promise<void> {
  const { max = 0, missing, unless = "" } = command.arguments ?? {};
  if (missing !== undefined && args.length === 0 && !options.includes(unless))
    throw new UsageError(`${name} needs ${missing}.`, name);
  if (args.length <= max) return;
  const { checkOneWord, FORMS_OF_DATES } = await import("./dates/period.ts");
  const hasDate = Object.values(command.options).some(({ usage }) => usage?.endsWith(" DATE"));
  if (takesDates(command) || hasDate) checkOneWord(line, today(), name);
  const ofTool = tool ? " A value of several words needs quotes; a date is written as 2026-11-20." : "";
  const hint = takesDates(command) ? ` Dates are one word: ${FORMS_OF_DATES}` : ofTool;
  throw new UsageError(`Unexpected argument '${args[max]}'.${hint}`, topicOf(name, tool));
}

function takesDates({ arguments: declared }: Command): boolean {
  return declared?.choices?.some((choice) => PERIOD_WORDS.includes(choice)) ?? false;
}

/** An error that names the nearest command or tool, if one is near. */
export function unknownCommand(name: string, commands: Commands): UsageError {
  const known = Object.keys(commands).filter(Boolean);
  const meant = didYouMean(name, known) || didYouMean(name, TOOL_NAMES, (tool) => `call ${tool}`);
  return new UsageError(`Unknown command '${name}'.${meant}`);
}
