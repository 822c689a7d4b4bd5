import { defineCommand } from "../command.ts";
import { SANDBOX, sandboxKind, TOOLSETS } from "../options.ts";
import { serve } from "../serve.ts";

/** The command line without a command, which hosts start. */
export const command = defineCommand({
  summary: "serve MCP to a host",
  options: { sandbox: SANDBOX, toolsets: TOOLSETS },
  async run({ options }, cli) {
    const server = cli.openServer(sandboxKind(options));
    const settings = cli.settings();
    if (settings.optionsError) server.log(`every call will fail: ${settings.optionsError.message}`);
    serve(server, settings);
  },
});
