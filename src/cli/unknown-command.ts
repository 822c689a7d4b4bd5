import { TOOL_NAMES } from "./call/find-tool.ts";
import type { Commands } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import { UsageError } from "./usage-error.ts";

/** An error that lists the commands. */
export function unknownCommand(name: string, commands: Commands): UsageError {
  const known = Object.keys(commands).filter(Boolean);
  const meant = didYouMean(name, known) || didYouMean(name, TOOL_NAMES, (tool) => `call ${tool}`);
  return new UsageError(`Unknown command '${name}'.${meant} Available: ${known.join(", ")}.`);
}
