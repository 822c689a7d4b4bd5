import { defineCommand } from "../command.ts";
import { DATACENTER, SANDBOX, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "draw your month: hours logged, hours missing",
  arguments: { usage: "[YYYY-MM]", max: 1 },
  options: { sandbox: SANDBOX, datacenter: DATACENTER },
  details: [
    "Without YYYY-MM, the current month. Each day shows logged/required hours: ! marks missing hours up to today, a dot a " +
      "day off. It only reads.",
  ],
  async run({ args: [month], options }, { openServer, width, colour, print }) {
    const { showMonth } = await import("../month/month.ts");
    const server = openServer(sandboxKind(options));
    const signal = cancellation(server.log);
    const printLine = (line: string) => print(`${server.redact(line)}\n`);
    await showMonth({ month, width, colour, signal, print: printLine }, server);
  },
});
