import { defineCommand } from "../command.ts";
import { SCRIPTS } from "../completion/scripts.ts";
import { didYouMean, UsageError } from "../usage-error.ts";

const SHELLS = Object.keys(SCRIPTS);

export const command = defineCommand({
  summary: "print a completion script for your shell",
  arguments: {
    usage: "SHELL",
    max: 1,
    missing: `the name of a shell: ${SHELLS.join(", ")}`,
    choices: SHELLS.map((name) => ({ name, title: `for ${name}` })),
  },
  options: {},
  details: [
    `SHELL is one of ${SHELLS.join(", ")}.`,
    'For bash, add this to ~/.bashrc: eval "$(tempofiller completion bash)". docs/cli.md has the line for each shell.',
  ],
  async run({ args: [shell = ""] }, { print }) {
    if (SHELLS.includes(shell)) return print(SCRIPTS[shell] ?? "");
    throw new UsageError(
      `completion takes ${SHELLS.join(", ")}, not '${shell}'.${didYouMean(shell, SHELLS)}`,
      "completion",
    );
  },
});
