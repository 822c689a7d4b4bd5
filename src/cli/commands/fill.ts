import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { printOutcome } from "../exit-codes.ts";
import { BILLABLE, isBillable, JSON_OUTPUT, MESSAGE, NO_BILLABLE, SITE, YES } from "../options.ts";

export const command = defineCommand({
  summary: "plan what is missing on issues, ask, and log it",
  arguments: {
    usage: "[DATES] ISSUE...",
    max: 21,
    missing: "an issue, as in tempofiller fill last-week PROJ-7",
    choices: PERIOD_WORDS,
  },
  options: {
    ...SITE,
    message: MESSAGE,
    billable: BILLABLE,
    "no-billable": NO_BILLABLE,
    yes: YES,
    confirm: {
      type: "string",
      usage: "--confirm DIGEST",
      description: "log the plan that has this digest, without asking; of any other one, log nothing",
    },
    json: JSON_OUTPUT,
  },
  details: [
    "Without DATES, the current month; a week or month that today is in counts up to today, a range such as monday..friday as it is " +
      "written (tempofiller help dates). ISSUE is a key, with =HOURS and @DAYS or without; one without hours takes what is left of a day: fill " +
      "PROJ-4=0:30@mon-fri PROJ-7 gives each day half an hour and the rest. No day gets more than required.",
    "Without a terminal it shows the plan, logs nothing, and says what to type; --yes logs it. --json prints what fill_days replies, and " +
      "never asks.",
  ],
  async run({ args, options }, cli) {
    const billable = isBillable(options, "fill");
    const { fillHours } = await import("../fill/fill.ts");
    const { message, yes, confirm, json } = options;
    const { server, shell } = openShell(cli, options);
    const filled = await fillHours({ ...shell, args, message, billable, yes, confirm, json }, server);
    return printOutcome(filled, server);
  },
});
