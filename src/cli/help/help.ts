import { findTool } from "../call/find-tool.ts";
import { unknownCommand } from "../command-line.ts";
import { type HELP_TOPICS, isCommand } from "../command-table.ts";
import { commandHelp } from "./command-help.ts";
import { exitCodesHelp, generalHelp, settingsHelp } from "./general-help.ts";
import { toolHelp } from "./tool-help.ts";

export interface HelpOptions {
  /** In characters, of a line. */
  width: number;
  /** The setting, which decides what a tool that posts says of itself. */
  duplicates(): "skip" | "allow";
}

const TOPICS: Record<keyof typeof HELP_TOPICS, (width: number) => string> = {
  settings: settingsHelp,
  "exit-codes": exitCodesHelp,
};

/**
 * The help on a command, on a tool of `call`, or on a topic; the general help without one.
 *
 * @throws InvalidInputError if there is no such command, topic or tool
 */
export function help([topic = "", tool]: readonly string[], { width, duplicates }: HelpOptions): string {
  if (topic === "") return generalHelp(width);
  if (Object.hasOwn(TOPICS, topic)) return TOPICS[topic as keyof typeof TOPICS](width);
  if (!isCommand(topic) || topic === "") throw unknownCommand(topic);
  return topic === "call" && tool !== undefined
    ? toolHelp(findTool(tool), duplicates(), width)
    : commandHelp(topic, width);
}
