import { defineCommand } from "../command.ts";
import { refuseProfile, SITE, sandboxKind } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "watch a script fill a month in the sandbox",
  options: {
    ...SITE,
    "whole-month": {
      type: "boolean",
      description: "log the days of this month that are still to come, too",
    },
  },
  async run({ options }, { script, log, width, colour, print }) {
    refuseProfile(options.profile, "demo");
    const { runDemo } = await import("../demo/demo.ts");
    return runDemo(script, {
      kind: sandboxKind(options) ?? "cloud",
      debug: options.debug,
      wholeMonth: options["whole-month"],
      signal: cancellation(log, { onlyReads: true }),
      print: (text) => print(`${text}\n`),
      width,
      colour,
    });
  },
});
