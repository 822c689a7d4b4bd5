import { defineCommand } from "../command.ts";
import { JSON_OUTPUT } from "../options.ts";

export const command = defineCommand({
  summary: "print a new access key for a server over HTTP",
  arguments: { usage: "NAME", max: 1, missing: "a name for the key" },
  options: {
    expires: {
      type: "string",
      usage: "--expires DATE",
      description: "the last day on which the key is valid, in UTC, such as 2027-06-30",
    },
    note: { type: "string", usage: "--note TEXT", description: "a note for those who read the file" },
    json: JSON_OUTPUT,
  },
  details: [
    "First the key, for a user or a program of your team; it is shown only now. Then the line for the file that " +
      "TEMPOFILLER_ACCESS_KEYS_FILE names on the server. NAME says in that file whose it is. Nothing is written to disk.",
  ],
  async run({ args: [name = ""], options: { expires, note, json } }, { print }) {
    const { printAccessKey } = await import("../access-key/access-key.ts");
    printAccessKey({ name, expires, note, json, print: (line) => print(`${line}\n`) });
  },
});
