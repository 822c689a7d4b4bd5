import { parseArgs } from "node:util";
import type { Deployment } from "../tempo/deployment.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

/** A command line that makes no sense. */
export class UsageError extends InvalidInputError {
  constructor(message: string) {
    super(`${message}. See tempofiller --help.`);
  }
}

/** The options that the command line gives. */
export type Options = ReturnType<typeof parse>["values"];

/** Each command and how many arguments it takes; serving is the one without a name. */
const MAX_ARGUMENTS = new Map([
  ["", 0],
  ["demo", 0],
  ["call", 2],
  ["doctor", 0],
  ["sandbox", 0],
]);

/** The commands that an option goes with; the others go with every one. */
const GOES_WITH: Partial<Record<keyof Options, string[]>> = {
  sandbox: ["", "demo", "call", "doctor"],
  datacenter: ["demo"],
  fields: ["call"],
  json: ["doctor"],
  list: ["call"],
  port: ["sandbox"],
};

/**
 * Reads a command line.
 *
 * @throws UsageError where it names what there is not, or what does not go together
 */
export function readCommandLine(line: string[]): {
  command: string | undefined;
  args: string[];
  options: Options;
} {
  const { values: options, positionals } = parse(line);
  const [command, ...args] = positionals;
  if (options.help || options.version) return { command, args, options };
  const maxArguments = command === "" ? undefined : MAX_ARGUMENTS.get(command ?? "");
  if (maxArguments === undefined) throw new UsageError(`Unknown command '${command}'`);
  if (args.length > maxArguments) throw new UsageError(`Unexpected argument '${args[maxArguments]}'`);
  for (const [option, commands] of Object.entries(GOES_WITH)) {
    if (options[option as keyof Options] === undefined || commands.includes(command ?? "")) continue;
    const otherwise = option === "datacenter" ? "; elsewhere, use --sandbox=datacenter" : "";
    const named = commands.filter(Boolean);
    const list = [named.slice(0, -1).join(", "), named.at(-1)].filter(Boolean).join(" and ");
    throw new UsageError(`--${option} goes with ${list}${otherwise}`);
  }
  return { command, args, options };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      // An option with an optional value is more than parseArgs knows.
      args: args.map((arg) => (arg === "--sandbox" ? "--sandbox=cloud" : arg)),
      allowPositionals: true,
      options: {
        sandbox: { type: "string" },
        datacenter: { type: "boolean" },
        fields: { type: "string" },
        json: { type: "boolean" },
        list: { type: "boolean" },
        port: { type: "string" },
        debug: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "V" },
      },
    });
  } catch (error) {
    throw new UsageError(String((error as Error).message).split("\n")[0] ?? "");
  }
}

/** The kind of embedded Tempo that `--sandbox` asks for. */
export function sandboxKind({ sandbox }: Options): Deployment["kind"] | undefined {
  if (sandbox === undefined || sandbox === "cloud") return sandbox;
  if (sandbox === "datacenter") return "datacenter";
  throw new UsageError(`--sandbox takes cloud or datacenter, not '${sandbox}'`);
}
