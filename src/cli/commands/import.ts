import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { BILLABLE, isBillable, JSON_OUTPUT, NO_BILLABLE, SITE, sandboxKind, YES } from "../options.ts";

export const command = defineCommand({
  summary: "log the rows of a CSV or JSON file, after asking",
  arguments: { usage: "FILE", max: 1, missing: "a file, as in tempofiller import november.csv" },
  options: {
    ...SITE,
    columns: {
      type: "string",
      usage: "--columns LIST",
      description: "the headings, such as issue=Task,hours=Duration; known ones need none",
    },
    dates: {
      type: "string",
      usage: "--dates FORM",
      description: "how dates are written, such as dd.mm.yyyy; 2026-11-20 needs none",
    },
    user: {
      type: "string",
      usage: "--user NAME",
      description: "whose rows count, if there are several users",
    },
    billable: BILLABLE,
    "no-billable": NO_BILLABLE,
    yes: YES,
    json: JSON_OUTPUT,
  },
  details: [
    "FILE is a CSV (comma, semicolon or tab; UTF-8 or UTF-16) or JSON lines; - is stdin. It knows the headings of Toggl, Clockify, Harvest and of export; --columns names others: date, " +
      "hours, issue, comment, start, billable, account, user. A row without an issue takes the only key in its comment, or that of a rule " +
      "(tempofiller help map).",
    "It shows what it would log and what is refused, with lines, and asks. What exists is never logged again. Without a terminal, --yes " +
      "logs it.",
  ],
  async run({ args: [path = ""], options }, cli) {
    const { columns, dates, user, yes, json } = options;
    const isGiven = options.billable || options["no-billable"];
    const billable = isGiven ? isBillable(options, "import") : undefined;
    const { importFile } = await import("../import/import.ts");
    const { printOutcome } = await import("../exit-codes.ts");
    const { server, shell } = openShell(cli, options);
    const { stdin, words } = cli;
    const isKept = cli.settings().stateFolder !== undefined && sandboxKind(options) === undefined;
    const undo = isKept ? ["undo", ...shell.site] : undefined;
    const wanted = { path, columns, dates, user, billable, yes, json, stdin, words, undo };
    return printOutcome(await importFile({ ...shell, ...wanted }, server), server);
  },
});
