import { parseArgs } from "node:util";
import type { Deployment } from "../tempo/deployment.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import {
  COMMAND_NAMES,
  COMMANDS,
  type CommandName,
  commandsWith,
  isCommand,
  OPTIONS,
  type OptionName,
} from "./command-table.ts";

export class UsageError extends InvalidInputError {
  constructor(message: string) {
    super(`${message}. See tempofiller --help.`);
  }
}

export type Options = ReturnType<typeof parse>["values"];

interface CommandLine {
  command: CommandName;
  args: string[];
  options: Options;
}

/** @throws UsageError if it names something unknown, lacks an argument, or combines what does not work together */
export function readCommandLine(line: string[]): CommandLine {
  const { values: options, positionals } = parse(line);
  const [command = "", ...args] = positionals;
  if (options.help || options.version) return { command: "", args, options };
  if (positionals[0] === "" || !isCommand(command)) {
    const available = COMMAND_NAMES.filter(Boolean).join(", ");
    throw new UsageError(`Unknown command '${command}'. Available: ${available}`);
  }
  for (const option of Object.keys(options)) checkOption(option as OptionName, command);
  const { min, max, missing } = COMMANDS[command].arguments ?? { min: 0, max: 0, missing: "" };
  if (options.list && args.length > 0) throw new UsageError("--list takes no tool; it lists all of them");
  if (!options.list && args.length < min) throw new UsageError(`${command} needs ${missing}`);
  if (args.length > max) throw new UsageError(`Unexpected argument '${args[max]}'`);
  return { command, args, options };
}

function checkOption(option: OptionName, command: CommandName): void {
  const commands = commandsWith(option);
  if (commands.length === 0 || commands.includes(command)) return;
  const names = commands.map((name) => name || "the server").join(", ");
  const otherwise = option === "datacenter" ? "; otherwise use --sandbox=datacenter" : "";
  throw new UsageError(`--${option} only works with ${names}${otherwise}`);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      // parseArgs knows no option with an optional value.
      args: args.map((arg) => (arg === "--sandbox" ? "--sandbox=cloud" : arg)),
      allowPositionals: true,
      options: OPTIONS,
    });
  } catch (error) {
    // What follows the first sentence is about arguments that start with a dash.
    throw new UsageError(String((error as Error).message).split(/\. |\.?\n/)[0] ?? "");
  }
}

/** The form of an MCPB bundle gives true or false, or leaves its placeholder. */
export function sandboxKind({ sandbox }: Options): Deployment["kind"] | undefined {
  if (sandbox === "true") return "cloud";
  if (sandbox === "false" || sandbox?.startsWith("${")) return undefined;
  if (sandbox === undefined || sandbox === "cloud" || sandbox === "datacenter") return sandbox;
  throw new UsageError(`--sandbox takes cloud or datacenter, not '${sandbox}'`);
}

export function entryCount({ last = "50" }: Options): number {
  if (/^[1-9]\d{0,8}$/.test(last)) return Number(last);
  throw new UsageError(`--last takes a number from 1 on, not '${last}'`);
}
