import { whichSite } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { PERIOD_WORDS } from "../dates/choices.ts";
import { printOutcome } from "../exit-codes.ts";
import { DATACENTER, JSON_OUTPUT, SANDBOX, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "list the entries of a day, with their ids",
  arguments: { usage: "[DATES]", max: 1, choices: PERIOD_WORDS },
  options: { sandbox: SANDBOX, datacenter: DATACENTER, json: JSON_OUTPUT },
  details: [
    "Without DATES, today; DATES are such as yesterday, friday or last-week (tempofiller help dates). It only reads. The ids are for " +
      "tempofiller change and tempofiller delete. --json prints what get_worklogs replies.",
  ],
  async run({ args: [period], options }, { env, openServer, width, print }) {
    const { showDays } = await import("../entries/show-days.ts");
    const server = openServer(sandboxKind(options));
    const signal = cancellation(server.log, { onlyReads: true });
    const { json } = options;
    const outcome = await showDays(
      { period, json, width, where: whichSite(env, server), signal, print },
      server,
    );
    return printOutcome(outcome, server);
  },
});
