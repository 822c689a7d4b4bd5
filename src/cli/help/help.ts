import { findTool } from "../call/tools.ts";
import { type Commands, loadCommands } from "../command.ts";
import { unknownCommand } from "../unknown-command.ts";
import { commandHelp } from "./command-help.ts";
import { generalHelp } from "./general-help.ts";
import { toolHelp } from "./tool-help.ts";
import { HELP_TOPICS } from "./topics.ts";

export interface HelpOptions {
  commands: Commands;
  /** Characters in a line. */
  width: number;
  /** The setting, which decides what a tool that posts says of itself. */
  duplicates(): "skip" | "allow";
}

/**
 * The help on a command, on a tool that a command takes, or on a topic; the general help without one.
 *
 * @throws InvalidInputError if there is no such command, topic or tool
 */
export async function help(
  [topic = "", tool]: readonly string[],
  { commands, width, duplicates }: HelpOptions,
): Promise<string> {
  if (topic === "") return generalHelp(await loadCommands(commands), width);
  if (Object.hasOwn(HELP_TOPICS, topic)) return HELP_TOPICS[topic]?.text(width) ?? "";
  const load = Object.hasOwn(commands, topic) ? commands[topic] : undefined;
  if (!load) throw unknownCommand(topic, commands);
  const { command } = await load();
  return command.takesTool && tool !== undefined
    ? toolHelp([topic, command], findTool(tool), duplicates(), width)
    : commandHelp(topic, command, width);
}
