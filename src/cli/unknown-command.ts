import { TOOL_NAMES } from "./call/tools.ts";
import type { Commands } from "./command.ts";
import { didYouMean, UsageError } from "./usage-error.ts";

/** An error that names the nearest command or tool, if one is near. */
export function unknownCommand(name: string, commands: Commands): UsageError {
  const known = Object.keys(commands).filter(Boolean);
  const meant = didYouMean(name, known) || didYouMean(name, TOOL_NAMES, (tool) => `call ${tool}`);
  return new UsageError(`Unknown command '${name}'.${meant}`);
}
