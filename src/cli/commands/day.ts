import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { printOutcome } from "../exit-codes.ts";
import { JSON_OUTPUT, SITE } from "../options.ts";

export const command = defineCommand({
  summary: "list the entries of a day, with their ids",
  arguments: { usage: "[DATES]", max: 1, choices: PERIOD_WORDS },
  options: { ...SITE, json: JSON_OUTPUT },
  details: [
    "Without DATES, today; DATES are such as yesterday, friday or last-week (tempofiller help dates). It only reads. The ids are for " +
      "tempofiller change and tempofiller delete. --json prints what get_worklogs replies.",
  ],
  async run({ args: [period], options }, cli) {
    const { showDays } = await import("../entries/show-days.ts");
    const { server, shell } = openShell(cli, options, { onlyReads: true });
    return printOutcome(await showDays({ ...shell, period, json: options.json }, server), server);
  },
});
