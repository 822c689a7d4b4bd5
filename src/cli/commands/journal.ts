import { systemClock } from "../../runtime/clock.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { defineCommand } from "../command.ts";
import { JSON_OUTPUT, SANDBOX_FORGETS } from "../options.ts";
import { UsageError } from "../usage-error.ts";

export const command = defineCommand({
  summary: "show what was sent, and what became of it",
  options: {
    json: JSON_OUTPUT,
    last: { type: "string", usage: "--last N", description: "show the last N entries; 50 if left out" },
  },
  instead: { sandbox: SANDBOX_FORGETS, datacenter: SANDBOX_FORGETS },
  details: ["Shows what any process on this machine sent. It sends nothing and needs no token."],
  async run({ options }, { settings, print }) {
    const last = entryCount(options.last);
    const { showJournal } = await import("../journal/journal.ts");
    const { stateFolder, secrets } = settings();
    const redact = createRedactor(secrets);
    showJournal({
      stateFolder,
      clock: systemClock,
      last,
      json: options.json,
      print: (line) => print(`${redact(line)}\n`),
    });
  },
});

function entryCount(last = "50"): number {
  if (/^[1-9]\d{0,8}$/.test(last)) return Number(last);
  throw new UsageError(`--last takes a number from 1 on, not '${last}'.`, "journal");
}
