import { parseArgs } from "node:util";
import type { Tool } from "../tools/tool.ts";
import { argumentValue, type ToolArgumentSchema, toolArguments } from "./call/tool-arguments.ts";
import { OPTIONS, type OptionName } from "./command-table.ts";
import { UsageError } from "./usage-error.ts";

/** An option as somebody wrote it. */
export interface GivenOption {
  name: string;
  /** With its dashes. */
  written: string;
  value: string | undefined;
  /** Whether the value is an argument of its own. */
  isSeparate: boolean;
  argument: ToolArgumentSchema | undefined;
}

interface ParsedLine {
  positionals: string[];
  given: GivenOption[];
}

/** Spellings that `parseArgs` does not know: a second letter, and options whose value may be left out. */
const SPELLINGS = new Map([
  ["-V", "--version"],
  ["--sandbox", `--sandbox=${OPTIONS.sandbox.implied}`],
]);

/**
 * Splits a command line, and accepts unknown options.
 *
 * @param tool the tool of a call, whose arguments are options too
 * @throws UsageError if the value of `--sandbox` or of a flag follows after a blank instead of an equals sign
 */
export function parseLine(line: readonly string[], tool: Tool | undefined): ParsedLine {
  const ofTool = new Map(tool ? toolArguments(tool).map((argument) => [argument.name, argument]) : []);
  const { positionals, tokens } = parseArgs({
    args: line.map((arg) => SPELLINGS.get(arg) ?? arg),
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { ...optionsOfTool([...ofTool.values()]), ...OPTIONS },
  });
  const given: GivenOption[] = [];
  for (const [position, token] of tokens.entries()) {
    if (token.kind !== "option") continue;
    const { name, rawName: written, value, inlineValue } = token;
    const argument = ofTool.get(name);
    const next = tokens[position + 1];
    if (next?.kind === "positional" && !line[token.index]?.includes("=")) {
      checkNextWord(written, optionalValues(name, argument), next.value);
    }
    given.push({ name, written, value, isSeparate: inlineValue === false, argument });
  }
  return { positionals, given };
}

function optionsOfTool(schemas: ToolArgumentSchema[]): Record<string, { type: "string" | "boolean" }> {
  return Object.fromEntries(
    schemas.map(({ name, type }) => [name, { type: type === "boolean" ? "boolean" : "string" }]),
  );
}

/** The values of an option that works without one too. */
function optionalValues(name: string, argument: ToolArgumentSchema | undefined): readonly string[] {
  if (name === "sandbox") return OPTIONS.sandbox.values;
  return argument?.type === "boolean" ? ["true", "false"] : [];
}

function checkNextWord(option: string, values: readonly string[], word: string): void {
  if (values.includes(word)) {
    throw new UsageError(`${option} takes its value after an equals sign: ${option}=${word}.`);
  }
}

/** @throws UsageError if an option lacks a value, has one that it does not take, or is repeated */
export function checkValues(given: readonly GivenOption[]): void {
  const seen = new Set<string>();
  for (const { name, written, value, isSeparate, argument } of given) {
    const declared = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as OptionName] : undefined;
    const takesValue = declared ? declared.type === "string" : argument?.type !== "boolean";
    if (takesValue && (value === undefined || (isSeparate && /^-\D/.test(value)))) {
      const inline = value === undefined ? "" : ` If it starts with a dash, write ${written}=${value}.`;
      throw new UsageError(`${written} needs a value.${inline}`);
    }
    if (declared?.type === "boolean" && value !== undefined) {
      throw new UsageError(`${written} takes no value.`);
    }
    if (takesValue && !(declared && "multiple" in declared) && seen.has(name)) {
      throw new UsageError(`${written} is given more than once.`);
    }
    seen.add(name);
  }
}

export type Options = ReturnType<typeof ownOptions>;

/** Our own options, typed. They have been checked. */
export function ownOptions(given: readonly GivenOption[]) {
  const args = given
    .filter(({ name }) => Object.hasOwn(OPTIONS, name))
    .map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
  return parseArgs({ args, options: OPTIONS }).values;
}

export function givenArguments(given: readonly GivenOption[]): Record<string, unknown> {
  return Object.fromEntries(
    given.flatMap(({ name, value, argument }) => (argument ? [[name, argumentValue(argument, value)]] : [])),
  );
}
