import { defineCommand } from "../command.ts";
import { SANDBOX_FORGETS, YES } from "../options.ts";
import { cancellation } from "../shutdown.ts";
import { UsageError } from "../usage-error.ts";

export const command = defineCommand({
  summary: "delete what the last batch stored, after asking",
  options: {
    batch: {
      type: "string",
      usage: "--batch ID",
      description: "undo this batch; tempofiller journal shows its ID",
    },
    yes: YES,
  },
  instead: {
    sandbox: SANDBOX_FORGETS,
    datacenter: SANDBOX_FORGETS,
    last: "To undo an older batch, name it: tempofiller journal shows the ids, tempofiller undo --batch ID deletes one.",
  },
  details: [
    "Shows what Tempo holds now, asks, and deletes it. What was changed since is kept. A request without an outcome is waited for; " +
      "if it stays unknown, nothing is deleted for ten minutes.",
    "Run it again to undo the batch before. Where a command may be repeated, name the batch: tempofiller undo --batch ID --yes " +
      "deletes nothing else.",
  ],
  async run({ options: { batch, yes } }, { settings, openServer, stdin, print }) {
    checkId(batch);
    const [{ undo }, { checkStateFolder }] = await Promise.all([
      import("../undo/undo.ts"),
      import("../state-folder.ts"),
    ]);
    const { stateFolder, readOnly } = settings();
    // A folder that takes no files does not know which batch was the last.
    if (batch === undefined && stateFolder !== undefined && !readOnly) checkStateFolder(stateFolder);
    const server = openServer();
    const terminal = stdin.isTTY ? stdin : undefined;
    const signal = cancellation(server.log);
    return undo({ stateFolder, readOnly, batch, yes, terminal, signal, print }, server);
  },
});

function checkId(batch: string | undefined): void {
  if (batch === undefined || /^\d+$/.test(batch)) return;
  throw new UsageError(
    `--batch takes the id of a batch, such as 1000001, not '${batch}'; tempofiller journal shows the ids.`,
    "undo",
  );
}
