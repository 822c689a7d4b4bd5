import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
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
} from "../options.ts";

export const command = defineCommand({
  summary: "change hours, issue, date or comment of an entry",
  arguments: {
    usage: "ID",
    max: 1,
    missing: "the id of an entry, as tempofiller day shows it",
  },
  options: {
    ...SITE,
    hours: { type: "string", usage: "--hours HOURS", description: "its hours, such as 2h or 1:20" },
    issue: { type: "string", usage: "--issue KEY", description: "the issue that it is moved to" },
    date: { type: "string", usage: "--date DATE", description: "its date, such as yesterday" },
    message: { ...MESSAGE, description: "its comment; an empty one removes it" },
    start: { type: "string", usage: "--start HH:MM", description: "the time of day at which it starts" },
    account: { ...ACCOUNT, description: "its account, by key or name; an empty one removes it" },
    attribute: {
      ...ATTRIBUTE,
      description: "its work attribute; an empty value removes it; may be repeated",
    },
    billable: { ...BILLABLE, description: "make its hours billable" },
    "no-billable": { ...NO_BILLABLE, description: "make its hours not billable" },
    json: JSON_OUTPUT,
  },
  instead: {
    yes: "It changes the entry at once, and prints the line that undoes it.",
  },
  details: [
    "What is left out stays. It changes the entry at once, and prints what it was and the line that undoes it. tempofiller undo keeps " +
      "entries that were changed. -m - reads the comment from stdin. --json prints what update_worklog replies.",
  ],
  async run({ args: [id = ""], options }, cli) {
    const { billable, "no-billable": isNot } = options;
    const isEither = isBillable(options, "change");
    const { changeEntry } = await import("../entries/change-entry.ts");
    const { hours, issue, date, message, start, account, attribute, json } = options;
    const { server, shell } = openShell(cli, options);
    const written = {
      hours,
      issue,
      date,
      message,
      start,
      account,
      attribute,
      billable: billable || isNot ? isEither : undefined,
    };
    return printOutcome(await changeEntry({ ...shell, id, written, json, stdin: cli.stdin }, server), server);
  },
});
