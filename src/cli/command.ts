import type { ReadStream, WriteStream } from "node:tty";
import type { Environment } from "../config/environment.ts";
import type { Settings } from "../config/settings.ts";
import type { SettingsFile } from "../config/settings-file.ts";
import type { ServerContext } from "../server/context.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { type Choice, COMMON_OPTIONS, type OptionDeclarations, type OptionValues } from "./options.ts";

/**
 * A command, named in `commands.ts`; parsing, help and completion read it. They may load every command, so its file holds no more than
 * this object, and `run` loads what does the work.
 */
export interface Command<Options extends OptionDeclarations = OptionDeclarations> {
  /** One line. */
  summary: string;
  /** A command without it takes options only. */
  arguments?: ArgumentsDeclaration;
  /** Its own, in the order of its help. */
  options: Options;
  /** Paragraphs that its help adds. */
  details?: readonly string[];
  /** A sentence that names another way, by the name of an option that only other commands take. */
  instead?: Readonly<Record<string, string>>;
  /** Whether its first argument names a tool, whose arguments it takes as options too. */
  takesTool?: true;
  /** Returns the exit code, if it is another than 0. */
  run(line: CommandLine<Options>, cli: Cli): Promise<number> | Promise<void>;
}

/** The words of a command beside its options. */
interface ArgumentsDeclaration {
  usage: string;
  max: number;
  /** Names the first argument in the error for its absence; without this, every argument is optional. */
  missing?: string;
  /** The flag that makes the first argument optional. */
  unless?: string;
  /** Whether the first ones name profiles, which completion offers. */
  areProfiles?: true;
  /** Words that completion offers. */
  choices?: readonly Choice[];
}

/** The parsed command line: the command's own options and the common ones. */
export interface CommandLine<Options extends OptionDeclarations = OptionDeclarations> {
  args: readonly string[];
  options: OptionValues<Options & typeof COMMON_OPTIONS>;
  /** The arguments of a tool that were given as options, by their names. */
  toolArguments: Readonly<Record<string, unknown>>;
}

/** The process and its settings, as a command sees them. */
export interface Cli {
  commands: Commands;
  /** The environment, with what options of the command line replace in it. */
  env: Environment;
  /** The words of the command line. */
  words: readonly string[];
  /** Path of the command that runs, as it was started. */
  script: string;
  stdin: ReadStream;
  stdout: WriteStream;
  /** Characters in a line. */
  width: number;
  colour: boolean;
  settings(): Settings;
  settingsFile(): SettingsFile | undefined;
  /** The same process with the settings of a profile, for a command that uses several. */
  ofProfile(name: string): Cli;
  /** A server in this process, on the embedded Tempo if a kind is given. */
  openServer(sandbox?: Deployment["kind"]): ServerContext;
  /** Prints the last message of a command to stderr, without secrets. */
  log(line: string): void;
  /** Prints to stdout; whatever reaches a terminal is seen and does not drive it. */
  print(text: string): void;
  /** Prints to stdout as it is, for a program. */
  write(text: string): void;
  /** Prints to stderr as it is, for a program. */
  writeError(text: string): void;
}

/** Loaders of the commands by name, in the order of the help. The command without a name is the server. */
export type Commands = Readonly<Record<string, () => Promise<{ command: Command }>>>;

/** Commands by their names. */
export type LoadedCommands = ReadonlyMap<string, Command>;

/** Returns the command as it is, so that the types of its options are inferred. */
export function defineCommand<const Options extends OptionDeclarations>(
  command: Command<Options>,
): Command<Options> {
  return command;
}

/** Loads every command: help, completion and errors need them, the others load one. */
export async function loadCommands(commands: Commands): Promise<LoadedCommands> {
  const loaded = Object.entries(commands).map(
    async ([name, load]) => [name, (await load()).command] as const,
  );
  return new Map(await Promise.all(loaded));
}

/** The options that a command takes: its own, and those of every command. */
export function optionsOf({ options }: Command): OptionDeclarations {
  return { ...options, ...COMMON_OPTIONS };
}
