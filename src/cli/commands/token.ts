import { defineCommand } from "../command.ts";
import type { Choice } from "../options.ts";
import { UsageError } from "../usage-error.ts";

const PLACES: readonly Choice[] = [
  { name: "keychain", title: "to the keychain of this system" },
  { name: "file", title: "to the settings file" },
];

export const command = defineCommand({
  summary: "say where your tokens are, or move them",
  options: {
    move: {
      type: "string",
      usage: "--move keychain|file",
      choices: PLACES,
      description: "move the settings file's tokens to the keychain, or from there into the file",
    },
  },
  details: [
    "The keychain is that of macOS, the Secret Service of a Linux desktop (by secret-tool), or the Windows Credential Manager. The " +
      "settings file then says NAME=keychain: instead of the token. A token is removed from one place only once it was read back from the other.",
  ],
  async run({ options: { move } }, { env, settingsFile, print }) {
    if (move !== undefined && !PLACES.some(({ name }) => name === move))
      throw new UsageError(`--move takes keychain or file, not '${move}'.`, "token");
    const { runToken } = await import("../token/token.ts");
    return runToken(move, { env, file: settingsFile(), print: (line) => print(`${line}\n`) });
  },
});
