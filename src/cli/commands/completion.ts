import { dirname } from "node:path";
import { settingsFileOf } from "../../config/user-folders.ts";
import { defineCommand, loadCommands } from "../command.ts";
import { SHELLS } from "../completion/shells.ts";

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
  async run({ args: [shell = ""] }, { commands, env, print }) {
    const { completionScript } = await import("../completion/completion.ts");
    const profilesFolder = dirname(settingsFileOf(undefined, env));
    print(completionScript(shell, await loadCommands(commands), profilesFolder));
  },
});
