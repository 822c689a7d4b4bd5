import { defineCommand } from "../command.ts";
import { FORMATS, GROUPINGS } from "../export/choices.ts";
import { DATACENTER, SANDBOX, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "print a month for a spreadsheet or a calendar",
  arguments: { usage: "[YYYY-MM]", max: 1 },
  options: {
    sandbox: SANDBOX,
    datacenter: DATACENTER,
    format: { type: "string", choices: FORMATS, usage: "--format FORMAT", description: "csv if left out" },
    by: {
      type: "string",
      choices: GROUPINGS,
      usage: "--by WHAT",
      description: "print totals instead of worklogs",
    },
  },
  details: [
    "Without YYYY-MM, the current month. It only reads, and prints to stdout: tempofiller export 2026-11 > november.csv. " +
      "A comment that a spreadsheet would take for a formula gets an apostrophe in front.",
  ],
  async run({ args: [month], options }, { openServer, stdout, print, write }) {
    const { exportMonth } = await import("../export/export.ts");
    const { format, by } = options;
    const server = openServer(sandboxKind(options));
    const signal = cancellation(server.log);
    const isTerminal = stdout.isTTY === true;
    await exportMonth({ month, format, by, isTerminal, signal, print: isTerminal ? print : write }, server);
  },
});
