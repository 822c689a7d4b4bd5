import { today } from "../../runtime/clock.ts";
import { printable } from "../../text/characters.ts";
import { defineCommand } from "../command.ts";
import { SITE, STDOUT, sandboxKind, YES } from "../options.ts";
import { cancellation } from "../shutdown.ts";

export const command = defineCommand({
  summary: "report how your Tempo answers, without your data",
  options: {
    ...SITE,
    list: { type: "boolean", description: "print the requests, and send none" },
    output: {
      type: "string",
      short: "o",
      usage: "--output FILE",
      description: "write the report to this file, which must not exist; - is stdout",
    },
    yes: YES,
  },
  details: [
    "For helping TempoFiller to work with a Tempo such as yours. It asks, sends at most 16 requests that only read to your own Tempo " +
      "and Jira, in less than a minute, and writes tempofiller-probe.json: statuses, names of headers, and the form of the answers. " +
      "Texts, names, keys, ids and figures are replaced, and dates are moved. Nothing is sent anywhere else.",
  ],
  async run({ options }, { settings, openServer, stdin, print, write, writeError }) {
    const [{ probe }, { resolveConnection }] = await Promise.all([
      import("../probe/probe.ts"),
      import("../../runtime/connection.ts"),
    ]);
    const { output: path = "tempofiller-probe.json", list, yes } = options;
    const isFile = path !== STDOUT;
    const sandbox = sandboxKind(options);
    const { log } = openServer(sandbox);
    return probe(await resolveConnection(settings(), sandbox, log), {
      path: isFile ? path : undefined,
      list,
      yes,
      upstream: sandbox ? "sandbox" : "site",
      today: today(),
      terminal: stdin.isTTY ? stdin : undefined,
      signal: cancellation(log, { onlyReads: true }),
      print: isFile || list ? print : (text) => writeError(printable(text)),
      write,
    });
  },
});
