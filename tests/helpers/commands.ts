import type { Cli } from "../../src/cli/command.ts";
import { loadCommands, optionsOf } from "../../src/cli/command.ts";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { COMMANDS } from "../../src/cli/commands.ts";

/** Every command, loaded; the server has the name "". */
export const loadedCommands = await loadCommands(COMMANDS);

/** The names that a user may write. */
export const COMMAND_NAMES = Object.keys(COMMANDS).filter(Boolean);

/** The names of the options that a command takes. */
export function optionNamesOf(name: string): string[] {
  const command = loadedCommands.get(name);
  return command ? Object.keys(optionsOf(command)) : [];
}

/** Runs a command line up to where it needs more of the process than `cli` has. */
export async function runLine(words: readonly string[], cli: Partial<Cli> = {}): Promise<unknown> {
  const { command, ...line } = await readCommandLine(words, COMMANDS);
  return command.run(line, cli as Cli);
}
