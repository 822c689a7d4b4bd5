import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { DATE_WORDS } from "../dates/choices.ts";
import { printOutcome } from "../exit-codes.ts";
import {
  ACCOUNT,
  ATTRIBUTE,
  BILLABLE,
  isBillable,
  JSON_OUTPUT,
  MESSAGE,
  NO_BILLABLE,
  SITE,
  YES,
} from "../options.ts";

export const command = defineCommand({
  summary: "log hours on an issue, today or on another date",
  arguments: {
    usage: "ISSUE HOURS [DATE]",
    // More than three, since words of a comment without quotes have an error of their own.
    max: 1000,
    missing: "an issue and hours, as in tempofiller log PROJ-123 2h",
    choices: DATE_WORDS,
  },
  options: {
    ...SITE,
    message: MESSAGE,
    start: {
      type: "string",
      usage: "--start HH:MM",
      description: "the time of day at which it starts",
    },
    account: ACCOUNT,
    attribute: ATTRIBUTE,
    billable: BILLABLE,
    "no-billable": NO_BILLABLE,
    yes: YES,
    json: JSON_OUTPUT,
  },
  details: [
    "HOURS are such as 2h, 1h30, 90m, 1.5 or 0:45 (tempofiller help hours). DATE is such as yesterday, -3 or friday (tempofiller help " +
      "dates); of a range such as monday..today, each working day gets the hours. -m - reads the comment from stdin.",
    "It logs at once, as post_worklog does: the same hours with the same comment are not logged twice. It names upcoming days first, and " +
      "asks on a terminal if a range such as monday..friday leads to some. It shows what was stored and what each day has then; " +
      "tempofiller undo deletes it again.",
  ],
  async run({ args, options }, cli) {
    const billable = isBillable(options, "log");
    const { logHours } = await import("../log/log-hours.ts");
    const { message, start, account, attribute, yes, json } = options;
    const { server, shell } = openShell(cli, options);
    const { stdin } = cli;
    return printOutcome(
      await logHours(
        { ...shell, args, message, start, account, attribute, billable, yes, json, stdin },
        server,
      ),
      server,
    );
  },
});
