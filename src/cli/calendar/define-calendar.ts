import { defineCommand } from "../command.ts";
import { type Choice, DATACENTER, JSON_OUTPUT, SANDBOX, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

/** A command that draws one week or month. @param which the one that it draws, as a sentence of its help */
export function defineCalendar(unit: "month" | "week", choices: readonly Choice[], which: string) {
  return defineCommand({
    summary: `draw your ${unit}: hours logged, hours missing`,
    arguments: { usage: `[${unit.toUpperCase()}]`, max: 1, choices },
    options: { sandbox: SANDBOX, datacenter: DATACENTER, json: JSON_OUTPUT },
    details: [
      `${which} (tempofiller help dates). Each day shows ` +
        "logged/required hours: ! marks missing hours up to today, a dot a day off. It only reads.",
    ],
    async run({ args: [period], options }, { openServer, width, colour, print }) {
      const { showCalendar } = await import("./show-calendar.ts");
      const server = openServer(sandboxKind(options));
      const signal = cancellation(server.log, { onlyReads: true });
      const printLine = (line: string) => print(`${server.redact(line)}\n`);
      const { json } = options;
      await showCalendar({ unit, period, json, width, colour, signal, print: printLine }, server);
    },
  });
}
