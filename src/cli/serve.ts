import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer } from "../server/create-server.ts";
import type { ToolRunner } from "../server/run-tool.ts";
import { tools } from "../tools/index.ts";
import { VERSION } from "./version.ts";

/**
 * Serves MCP on stdin and stdout until stdin ends.
 *
 * @param readOnly offers only what reads
 */
export function serve(runner: ToolRunner, { readOnly }: { readOnly: boolean }): void {
  const { log } = runner;
  if (process.stdin.isTTY) {
    log(
      "waiting for an MCP host on stdin; `tempofiller --help` tells more, `tempofiller demo` shows it at work",
    );
  }
  serveStdio(() => createServer({ version: VERSION, tools, readOnly, ...runner }), {
    onerror: (error) => log(`protocol: ${error.message.replaceAll(/\s+/g, " ")}`),
  });
}
