import type { Deployment } from "../tempo/deployment.ts";
import { isCalendarMonth } from "../timesheet/calendar-month.ts";
import type { Tool } from "../tools/tool.ts";
import { findTool, TOOL_NAMES } from "./call/find-tool.ts";
import { toolArguments } from "./call/tool-arguments.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  commandsWith,
  isCommand,
  OPTIONS,
  type OptionName,
  optionsOf,
} from "./command-table.ts";
import { didYouMean } from "./did-you-mean.ts";
import {
  checkValues,
  type GivenOption,
  givenArguments,
  type Options,
  ownOptions,
  parseLine,
} from "./parse-line.ts";
import { UsageError } from "./usage-error.ts";

export interface CommandLine {
  command: CommandName;
  args: string[];
  options: Options;
  /** What `call` was given as options, by the arguments' names. */
  toolArguments: Record<string, unknown>;
}

/**
 * @throws UsageError if it names something unknown, lacks an argument, or combines what does not work together
 * @throws InvalidInputError if it calls an unknown tool
 */
export function readCommandLine(line: readonly string[]): CommandLine {
  const toolName = line.find((arg) => TOOL_NAMES.includes(arg));
  const { positionals, given } = parseLine(line, toolName === undefined ? undefined : findTool(toolName));
  const names = given.map(({ name }) => name);
  const asked = names.includes("help") ? "help" : names.includes("version") ? "version" : undefined;
  if (asked) return { command: asked, args: positionals, options: ownOptions([]), toolArguments: {} };

  const [command = "", ...args] = positionals;
  if (positionals[0] === "" || !isCommand(command)) throw unknownCommand(command);
  const called = command === "call" && args[0] !== undefined ? findTool(args[0]) : undefined;
  for (const option of given) checkOption(option, command, called);
  checkValues(given);
  const options = ownOptions(given);
  const { min, max, missing } = COMMANDS[command].arguments ?? { min: 0, max: 0, missing: "" };
  if (!options.list && args.length < min) throw new UsageError(`${command} needs ${missing}.`, command);
  if (args.length > max) throw new UsageError(`Unexpected argument '${args[max]}'.`, command);
  return { command, args, options, toolArguments: givenArguments(given) };
}

/** @throws UsageError that lists the commands */
export function unknownCommand(name: string): UsageError {
  const known = COMMAND_NAMES.filter(Boolean);
  const meant = didYouMean(name, known) || didYouMean(name, TOOL_NAMES, (tool) => `call ${tool}`);
  return new UsageError(`Unknown command '${name}'.${meant} Available: ${known.join(", ")}.`);
}

function checkOption({ name, written, argument }: GivenOption, command: CommandName, tool?: Tool): void {
  if (argument && tool) return;
  if (!Object.hasOwn(OPTIONS, name)) {
    const known = [...optionsOf(command), ...(tool ? toolArguments(tool).map((each) => each.name) : [])];
    throw new UsageError(
      `Unknown option '${written}'.${didYouMean(name, known, (option) => `--${option}`)}`,
      [command, tool?.name].filter(Boolean).join(" "),
    );
  }
  const commands = commandsWith(name as OptionName);
  if (commands.length === 0 || commands.includes(command)) return;
  const names = commands.map((each) => each || "the server").join(", ");
  const otherwise = name === "datacenter" ? "; otherwise use --sandbox=datacenter" : "";
  throw new UsageError(`--${name} only works with ${names}${otherwise}.`, command);
}

/** The form of an MCPB bundle gives true or false, or leaves its placeholder. */
export function sandboxKind({ sandbox, datacenter }: Options): Deployment["kind"] | undefined {
  if (datacenter) return "datacenter";
  if (sandbox === "true") return "cloud";
  if (sandbox === "false" || sandbox?.startsWith("${")) return undefined;
  if (sandbox === undefined || sandbox === "cloud" || sandbox === "datacenter") return sandbox;
  throw new UsageError(`--sandbox takes cloud or datacenter, not '${sandbox}'.`);
}

export function entryCount({ last = "50" }: Options): number {
  if (/^[1-9]\d{0,8}$/.test(last)) return Number(last);
  throw new UsageError(`--last takes a number from 1 on, not '${last}'.`, "journal");
}

/** A month as an argument of a command. */
export function calendarMonth(month: string, command: CommandName): string {
  if (isCalendarMonth(month)) return month;
  throw new UsageError(`The month must be a calendar month, written YYYY-MM, not '${month}'.`, command);
}

/** The host that the doctor checks, if one is named. */
export function hostName({ host = [] }: Options): string | undefined {
  if (host.length > 1) throw new UsageError("doctor checks one --host at a time.", "doctor");
  return host[0];
}
