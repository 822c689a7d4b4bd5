import { createStderrLog } from "../../runtime/log.ts";
import { defineCommand } from "../command.ts";
import { refuseProfile } from "../options.ts";
import { QUIRKS } from "../sandbox/quirks.ts";

const BOTH_KINDS = "tempofiller sandbox serves both kinds at once.";

export const command = defineCommand({
  summary: "serve the sandbox over HTTP on this machine",
  options: {
    port: {
      type: "string",
      usage: "--port N",
      description: "port to listen on; any free port if left out",
    },
    quirk: {
      type: "string",
      multiple: true,
      usage: "--quirk NAME[=N]",
      description: "behave as some Tempos do; may be repeated",
      choices: QUIRKS,
    },
  },
  instead: { sandbox: BOTH_KINDS, datacenter: BOTH_KINDS },
  details: [
    "For developing a client of Tempo. GET / lists the operations. Ctrl-C ends it, and nothing is kept.",
  ],
  async run({ options: { port = "0", quirk = [], profile } }, { settings, print }) {
    refuseProfile(profile, "sandbox");
    const { serveSandbox } = await import("../sandbox/serve-sandbox.ts");
    const debug = settings().debug ? createStderrLog((text) => text) : undefined;
    await serveSandbox({ port, quirks: quirk, print, debug });
  },
});
