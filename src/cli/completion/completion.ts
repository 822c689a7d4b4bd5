import type { LoadedCommands } from "../command.ts";
import { didYouMean } from "../did-you-mean.ts";
import { UsageError } from "../usage-error.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { pwshScript } from "./pwsh.ts";
import { SHELLS } from "./shells.ts";
import { type WordsByPlace, wordsByPlace } from "./words.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS: Record<(typeof SHELLS)[number], (places: WordsByPlace, profilesFolder: string) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  pwsh: pwshScript,
};

/**
 * The script that teaches a shell to complete commands, options, tools and their arguments, and the names of profiles.
 *
 * @param profilesFolder the folder of the settings files
 * @throws UsageError
 */
export function completionScript(shell: string, commands: LoadedCommands, profilesFolder: string): string {
  const known = SHELLS.find((name) => name === shell);
  if (known) return SCRIPTS[known](wordsByPlace(commands), profilesFolder);
  throw new UsageError(
    `completion takes ${SHELLS.join(", ")}, not '${shell}'.${didYouMean(shell, SHELLS)}`,
    "completion",
  );
}
