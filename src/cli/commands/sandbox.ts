import { createStderrLog } from "../../runtime/log.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  summary: "serve the sandbox over HTTP on this machine",
  options: {
    port: {
      type: "string",
      usage: "--port N",
      description: "port to listen on; any free port if left out",
    },
  },
  details: [
    "For developing a client of Tempo. GET / lists the operations. Ctrl-C ends it, and nothing is kept.",
  ],
  async run({ options: { port = "0" } }, { settings, print }) {
    const { serveSandbox } = await import("../sandbox/serve-sandbox.ts");
    const debug = settings().debug ? createStderrLog((text) => text) : undefined;
    await serveSandbox({ port, print, debug });
  },
});
