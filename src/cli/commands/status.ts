import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { JSON_OUTPUT, SITE } from "../options.ts";

export const command = defineCommand({
  summary: "print in one line which hours are missing",
  arguments: { usage: "[DATES]", max: 1, choices: PERIOD_WORDS },
  options: {
    ...SITE,
    missing: {
      type: "boolean",
      description: "print only the days that lack hours; exit code 11 if there are any",
    },
    json: JSON_OUTPUT,
  },
  details: [
    "Without DATES, the current month; DATES are such as 2026-11, last or this-week (tempofiller help dates). It counts up to today, and " +
      "only reads. For cron and a shell prompt: --missing prints nothing and ends with 0 if no hours are missing.",
  ],
  async run({ args: [period], options }, cli) {
    const { showStatus } = await import("../status/status.ts");
    const { missing, json } = options;
    const { server, shell } = openShell(cli, options, { onlyReads: true });
    const print = (line: string) => cli.print(`${server.redact(line)}\n`);
    return showStatus({ ...shell, period, missing, json, print }, server);
  },
});
