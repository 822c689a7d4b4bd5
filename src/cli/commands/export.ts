import { printable } from "../../text/characters.ts";
import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { FORMATS, GROUPINGS, SPREADSHEETS } from "../export/choices.ts";
import { SITE, STDOUT, YES } from "../options.ts";

export const command = defineCommand({
  summary: "print your worklogs for a spreadsheet or calendar",
  arguments: { usage: "[DATES]", max: 1, choices: PERIOD_WORDS },
  options: {
    ...SITE,
    format: { type: "string", choices: FORMATS, usage: "--format FORMAT", description: "csv if left out" },
    by: {
      type: "string",
      choices: GROUPINGS,
      usage: "--by WHAT",
      description: "print totals instead of worklogs",
    },
    for: {
      type: "string",
      choices: SPREADSHEETS,
      usage: "--for EXCEL",
      description: "separate a csv as Excel in a language or country does, such as",
    },
    output: {
      type: "string",
      short: "o",
      usage: "--output FILE",
      description: "write to this file; one that exists is replaced only after asking; - is stdout",
    },
    yes: YES,
  },
  details: [
    "Without DATES, the current month; DATES are such as 2026-11, last-week or 2026-10-01..yesterday (tempofiller help dates). It only " +
      "reads, and prints to stdout: tempofiller export 2026-11 > november.csv, or with -o november.csv to a file. " +
      "A comment that a spreadsheet would take for a formula gets an apostrophe in front.",
  ],
  async run({ args: [period], options }, cli) {
    const { exportWorklogs, forTerminal } = await import("../export/export.ts");
    const { format, by, for: spreadsheet, output, yes } = options;
    const { server, shell } = openShell(cli, options, { onlyReads: true });
    const wanted = { ...shell, period, format, by, spreadsheet };
    if (output !== undefined && output !== STDOUT) {
      const { exportToFile } = await import("../export/output-file.ts");
      const terminal = cli.stdin.isTTY ? cli.stdin : undefined;
      return exportToFile({ ...wanted, path: output, yes, terminal }, server);
    }
    const { text } = await exportWorklogs(wanted, server);
    cli.write(cli.stdout.isTTY === true ? printable(forTerminal(text)) : text);
    return 0;
  },
});
