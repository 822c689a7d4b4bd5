import { whichSite } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { printOutcome } from "../exit-codes.ts";
import { DATACENTER, JSON_OUTPUT, SANDBOX, sandboxKind, YES } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "delete entries by their ids, after asking",
  arguments: {
    usage: "ID...",
    // More than are deleted at once, which has an error of its own.
    max: 1000,
    missing: "the id of an entry, as tempofiller day shows it",
  },
  options: { sandbox: SANDBOX, datacenter: DATACENTER, yes: YES, json: JSON_OUTPUT },
  instead: { batch: "To delete a whole batch: tempofiller undo --batch ID." },
  details: [
    "Shows the entries as Tempo holds them, asks, and deletes them if they still are as shown. It cannot be undone. To delete what the last " +
      "command stored: tempofiller undo. --json prints what delete_worklogs replies, and never asks.",
  ],
  async run({ args, options }, { env, settings, openServer, stdin, width, print }) {
    const { deleteEntries } = await import("../entries/delete-entries.ts");
    const { yes, json } = options;
    const server = openServer(sandboxKind(options));
    const signal = cancellation(server.log);
    const terminal = stdin.isTTY ? stdin : undefined;
    const { readOnly } = settings();
    const outcome = await deleteEntries(
      { ids: args, yes, json, readOnly, width, where: whichSite(env, server), terminal, signal, print },
      server,
    );
    return printOutcome(outcome, server);
  },
});
