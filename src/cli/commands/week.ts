import { defineCommand } from "../command.ts";
import { WEEK_WORDS } from "../dates/choices.ts";
import { DATACENTER, JSON_OUTPUT, SANDBOX, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "draw your week: hours logged, hours missing",
  arguments: { usage: "[WEEK]", max: 1, choices: WEEK_WORDS },
  options: { sandbox: SANDBOX, datacenter: DATACENTER, json: JSON_OUTPUT },
  details: [
    "Without WEEK, the current one; WEEK is such as 2026-W47 or last-week, or a date in it (tempofiller help dates). Each day shows " +
      "logged/required hours: ! marks missing hours up to today, a dot a day off. It only reads.",
  ],
  async run({ args: [period], options }, { openServer, width, colour, print }) {
    const { showCalendar } = await import("../calendar/show-calendar.ts");
    const server = openServer(sandboxKind(options));
    const signal = cancellation(server.log);
    const printLine = (line: string) => print(`${server.redact(line)}\n`);
    const { json } = options;
    await showCalendar({ unit: "week", period, json, width, colour, signal, print: printLine }, server);
  },
});
