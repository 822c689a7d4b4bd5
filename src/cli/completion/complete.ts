import type { Environment } from "../../config/environment.ts";
import { DEFAULT_PROFILE, listProfiles } from "../../config/profile.ts";
import { NAMES } from "../../config/variable-names.ts";
import { type ToolArgumentSchema, toolArguments, tools } from "../call/tools.ts";
import { type Command, type LoadedCommands, optionsOf } from "../command.ts";
import { HELP_TOPICS } from "../help/topics.ts";
import type { Choice } from "../options.ts";
import { rememberedChoices } from "./remembered.ts";

/** The lines by which a shell completes the last of some words. Of the user's files, only the names of profiles' are read, and the attributes of the last answer. */
export function complete(
  shell: string,
  typed: readonly string[],
  commands: LoadedCommands,
  env: Environment,
): string[] {
  const words = shell === "bash" ? joined(typed) : [...typed];
  const last = words.pop() ?? "";
  // PowerShell leaves out empty words, so its script puts a full stop before it.
  const current = shell === "pwsh" ? last.slice(1) : last;
  const [option = ""] = /^--[^=]+(?==)/.exec(current) ?? [];
  const named = words.filter((word) => commands.has(word));
  const command = commands.get(named[0] ?? "") as Command;
  const tool = command.takesTool && tools.find(({ name }) => words.includes(name));
  const toolOptions = tool ? toolArguments(tool) : [];
  const valuesOf = (name: string) =>
    isRemembered(name, command)
      ? rememberedChoices(name, env, profileIn(words))
      : valuesAfter(name, command, toolOptions, env);
  const offered = valuesOf(words.at(-1) ?? "") ?? [
    ...(tool ? [] : argumentsOf(named, commands, env)),
    ...optionsIn(command, toolOptions),
    ...(valuesOf(option) ?? []).map(({ name, title }) => ({ name: `${option}=${name}`, title })),
  ];
  return offered
    .filter(({ name }) => name.startsWith(current))
    .map(({ name, title }) => {
      // Bash completes the part behind the last equals sign.
      if (shell === "bash") return name.slice(current.lastIndexOf("=") + 1);
      const [sentence = ""] = title.split(/[.;:](?:\s|$)/);
      return shell === "zsh" ? `${name.replaceAll(":", "\\:")}:${sentence}` : `${name}\t${sentence}`;
    });
}

/** Whether the last of some words is to be the path of a file. */
export function takesFile(typed: readonly string[], commands: LoadedCommands): boolean {
  const words = joined(typed);
  const command = commands.get(words.find((word) => commands.has(word)) ?? "") as Command;
  const current = words.at(-1) ?? "";
  const [option] = /^--[^=]+(?==)/.exec(current) ?? [];
  const declared = declarationOf(option ?? words.at(-2) ?? "", command);
  if (declared?.type === "string") return declared.usage?.endsWith(" FILE") === true;
  return command.arguments?.usage === "FILE" && words.length > 1 && !current.startsWith("-");
}

function declarationOf(option: string, command: Command) {
  const [, declared] =
    Object.entries(optionsOf(command)).find(([name, { short }]) =>
      [`--${name}`, `-${short}`].includes(option),
    ) ?? [];
  return declared;
}

/** Whether the last answer of Tempo has what an option takes. */
function isRemembered(option: string, command: Command): boolean {
  return ["--account", "--attribute"].includes(option) && declarationOf(option, command) !== undefined;
}

function profileIn(words: readonly string[]): string | undefined {
  const at = words.findLastIndex((word) => /^--profile(=|$)/.test(word));
  return at < 0 ? undefined : (words[at]?.split("=")[1] ?? words[at + 1]);
}

/** Bash splits words at `=`. */
function joined(typed: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of typed) {
    const last = words.at(-1) ?? "";
    const isOption = last.startsWith("--") || words.at(-2) === "--attribute";
    if (isOption && (word === "=" || last.endsWith("="))) words[words.length - 1] = last + word;
    else words.push(word);
  }
  return words;
}

/** The values that an option is known to take, which may be none; undefined if it takes no value after a blank. */
function valuesAfter(
  option: string,
  command: Command,
  toolOptions: readonly ToolArgumentSchema[],
  env: Environment,
): readonly Choice[] | undefined {
  if (option === "--profile" || declarationOf(option, command)?.setting === NAMES.TEMPO_PROFILE)
    return profileChoices(env);
  if (toolOptions.some(({ name, type }) => option === `--${name}` && type !== "boolean")) return [];
  const declared = declarationOf(option, command);
  return declared?.type === "string" && declared.implied === undefined ? (declared.choices ?? []) : undefined;
}

function profileChoices(env: Environment): Choice[] {
  return [DEFAULT_PROFILE, ...listProfiles(env)].map((name) => ({ name, title: "a profile" }));
}

function argumentsOf(
  [name = "", topic = ""]: readonly string[],
  commands: LoadedCommands,
  env: Environment,
): readonly Choice[] {
  const ofTopic = commands.get(topic);
  if (name === "help" && ofTopic?.takesTool) return ofTopic.arguments?.choices ?? [];
  if (name !== "" && name !== "help") {
    const { areProfiles, choices = [] } = commands.get(name)?.arguments ?? {};
    return areProfiles ? [...profileChoices(env), ...choices] : choices;
  }
  const topics = Object.entries(name === "" ? {} : HELP_TOPICS);
  return [...[...commands].slice(1), ...topics].map(([it, { summary }]) => ({ name: it, title: summary }));
}

function optionsIn(command: Command, toolOptions: readonly ToolArgumentSchema[]): Choice[] {
  const declared = Object.entries(optionsOf(command)).flatMap(
    ([name, { implied, values = [], description }]) =>
      ["", ...values.filter((value) => value !== implied).map((value) => `=${value}`)].map((value) => ({
        name: `--${name}${value}`,
        title: description,
      })),
  );
  return [
    ...toolOptions.map(({ name, description = "" }) => ({ name: `--${name}`, title: description })),
    ...declared,
  ];
}
