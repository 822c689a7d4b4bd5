import { defineCommand } from "../command.ts";
import { JSON_OUTPUT } from "../options.ts";

export const command = defineCommand({
  summary: "print a new access key for a server over HTTP",
  arguments: { usage: "NAME", max: 1, missing: "a name for the key" },
  options: { json: JSON_OUTPUT },
  details: [
    "First the key, for a user or a program of your team; it is shown only now. Then the line for the file that " +
      "TEMPOFILLER_ACCESS_KEYS_FILE names on the server. NAME says in that file whose it is. Nothing is written to disk.",
  ],
  async run({ args: [name = ""], options: { json } }, { print }) {
    const { printAccessKey } = await import("../access-key/access-key.ts");
    printAccessKey({ name, json, print: (line) => print(`${line}\n`) });
  },
});
