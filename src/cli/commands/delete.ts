import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { printOutcome } from "../exit-codes.ts";
import { JSON_OUTPUT, SITE, YES } from "../options.ts";

export const command = defineCommand({
  summary: "delete entries by their ids, after asking",
  arguments: {
    usage: "ID...",
    // More than are deleted at once, which has an error of its own.
    max: 1000,
    missing: "the id of an entry, as tempofiller day shows it",
  },
  options: { ...SITE, yes: YES, json: JSON_OUTPUT },
  instead: { batch: "To delete a whole batch: tempofiller undo --batch ID." },
  details: [
    "Shows the entries as Tempo holds them, asks, and deletes them if they still are as shown. It cannot be undone. To delete what the last " +
      "command stored: tempofiller undo. --json prints what delete_worklogs replies, and never asks.",
  ],
  async run({ args, options }, cli) {
    const { deleteEntries } = await import("../entries/delete-entries.ts");
    const { yes, json } = options;
    const { server, shell } = openShell(cli, options);
    return printOutcome(await deleteEntries({ ...shell, ids: args, yes, json }, server), server);
  },
});
