import { parseArgs } from "node:util";
import type { Tool } from "../tools/tool.ts";
import { argumentValue, type ToolArgumentSchema, toolArguments } from "./call/tools.ts";
import type { OptionDeclarations } from "./options.ts";
import { UsageError } from "./usage-error.ts";

/** An option as given on the command line. */
export interface GivenOption {
  name: string;
  /** The option as the user wrote it, with its dashes. */
  written: string;
  value: string | undefined;
  /** Whether the value is an argument of its own. */
  isSeparate: boolean;
  /** The word after an option without a value, if that word would be a value of the option after an equals sign. */
  nextWord: string | undefined;
  argument: ToolArgumentSchema | undefined;
}

export interface ParsedLine {
  positionals: string[];
  given: GivenOption[];
}

/**
 * Splits a command line, and accepts unknown options.
 *
 * @param tool the tool of a call, whose arguments are options too
 */
export function parseLine(
  line: readonly string[],
  options: OptionDeclarations,
  tool: Tool | undefined,
): ParsedLine {
  const ofTool = new Map(tool ? toolArguments(tool).map((argument) => [argument.name, argument]) : []);
  const spellings = spellingsOf(options);
  const { positionals, tokens } = parseArgs({
    args: line.map((arg) => spellings.get(arg) ?? (NEGATIVE.test(arg) ? `${MARK}${arg}` : arg)),
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { ...optionsOfTool([...ofTool.values()]), ...options },
  });
  const given: GivenOption[] = [];
  for (const [position, token] of tokens.entries()) {
    if (token.kind !== "option") continue;
    const { name, rawName: written, inlineValue } = token;
    const value = unmarked(
      inlineValue && !written.startsWith("--") ? token.value.replace(/^=/, "") : token.value,
    );
    const argument = ofTool.get(name);
    const next = tokens[position + 1];
    const isAfterBlank = next?.kind === "positional" && !line[token.index]?.includes("=");
    const isValue = isAfterBlank && optionalValues(options[name]?.values, argument).includes(next.value);
    const nextWord = isValue ? next.value : undefined;
    given.push({ name, written, value, isSeparate: inlineValue === false, nextWord, argument });
  }
  return { positionals: positionals.map(unmarked), given };
}

/** A number below zero, such as a date as days ago. No option begins with a digit. */
const NEGATIVE = /^-\.?\d/;

/** Stands before a word that `parseArgs` would take for options. No argument of a process can hold it. */
const MARK = "\0";

function unmarked<Word extends string | undefined>(word: Word): Word {
  return (word?.startsWith(MARK) ? word.slice(MARK.length) : word) as Word;
}

/** Spellings that `parseArgs` does not know: a second letter, and options whose value may be left out. */
function spellingsOf(options: OptionDeclarations): Map<string, string> {
  const implied = Object.entries(options).flatMap(([name, option]): [string, string][] =>
    option.implied === undefined ? [] : [[`--${name}`, `--${name}=${option.implied}`]],
  );
  return new Map([["-V", "--version"], ...implied]);
}

function optionsOfTool(schemas: ToolArgumentSchema[]): Record<string, { type: "string" | "boolean" }> {
  return Object.fromEntries(
    schemas.map(({ name, type }) => [name, { type: type === "boolean" ? "boolean" : "string" }]),
  );
}

/** The values of an option that works without one too. */
function optionalValues(
  values: readonly string[] = [],
  argument: ToolArgumentSchema | undefined,
): readonly string[] {
  return argument?.type === "boolean" ? ["true", "false"] : values;
}

/**
 * @param topic what to ask `tempofiller help` for
 * @throws UsageError if the value of an option that works without one follows after a blank instead of an equals sign
 */
export function checkNextWords(given: readonly GivenOption[], topic: string): void {
  for (const { written, nextWord } of given) {
    if (nextWord === undefined) continue;
    throw new UsageError(`${written} takes its value after an equals sign: ${written}=${nextWord}.`, topic);
  }
}

/**
 * @param topic what to ask `tempofiller help` for
 * @throws UsageError if an option lacks a value, has one that it does not take, or is repeated
 */
export function checkValues(given: readonly GivenOption[], options: OptionDeclarations, topic: string): void {
  const seen = new Set<string>();
  for (const { name, written, value, isSeparate, argument } of given) {
    const declared = Object.hasOwn(options, name) ? options[name] : undefined;
    const takesValue = declared ? declared.type === "string" : argument?.type !== "boolean";
    if (takesValue && (value === undefined || (isSeparate && /^-\D/.test(value)))) {
      const inline = value === undefined ? "" : ` If it starts with a dash, write --${name}=${value}.`;
      throw new UsageError(`${written} needs a value.${inline}`, topic);
    }
    if (declared?.type === "boolean" && value !== undefined) {
      throw new UsageError(`${written} takes no value.`, topic);
    }
    if (takesValue && !declared?.multiple && seen.has(name)) {
      throw new UsageError(`${written} is given more than once.`, topic);
    }
    seen.add(name);
  }
}

/** The value of each declared option. They have been checked. */
export function optionValues(
  options: OptionDeclarations,
  given: readonly GivenOption[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => {
      const values = given.filter((option) => option.name === name).map(({ value }) => value);
      if (type === "boolean") return [name, values.length > 0];
      return [name, multiple && values.length > 0 ? values : values[0]];
    }),
  );
}

/** The settings that options replace. */
export function givenSettings(
  options: OptionDeclarations,
  given: readonly GivenOption[],
): Record<string, string> {
  return Object.fromEntries(
    given.flatMap(({ name, value }) => {
      const setting = options[name]?.setting;
      return setting === undefined || value === undefined ? [] : [[setting, value]];
    }),
  );
}

export function givenArguments(given: readonly GivenOption[]): Record<string, unknown> {
  return Object.fromEntries(
    given.flatMap(({ name, value, argument }) => (argument ? [[name, argumentValue(argument, value)]] : [])),
  );
}

/** Arguments of a command line, in which words that are one thing together are one argument, with blanks between them. */
export function joinWords(args: readonly string[], areOne: (words: string) => boolean): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const words = `${joined.at(-1) ?? ""} ${arg}`;
    if (areOne(words)) joined.splice(-1, 1, words);
    else joined.push(arg);
  }
  return joined;
}
