import { openShell } from "../cli.ts";
import { defineCommand } from "../command.ts";
import { type Choice, JSON_OUTPUT, SITE } from "../options.ts";

/** A command that draws one week or month. @param which the one that it draws, as a sentence of its help */
export function defineCalendar(unit: "month" | "week", choices: readonly Choice[], which: string) {
  return defineCommand({
    summary: `draw your ${unit}: hours logged, hours missing`,
    arguments: { usage: `[${unit.toUpperCase()}]`, max: 1, choices },
    options: { ...SITE, json: JSON_OUTPUT },
    details: [
      `${which} (tempofiller help dates). Each day shows ` +
        "logged/required hours: ! marks missing hours up to today, a dot a day off. It only reads.",
    ],
    async run({ args: [period], options }, cli) {
      const { showCalendar } = await import("./show-calendar.ts");
      const { server, shell } = openShell(cli, options, { onlyReads: true });
      const print = (line: string) => cli.print(`${server.redact(line)}\n`);
      const { colour } = cli;
      await showCalendar({ ...shell, unit, period, json: options.json, colour, print }, server);
    },
  });
}
