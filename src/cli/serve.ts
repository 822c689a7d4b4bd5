import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerContext } from "../server/context.ts";
import { createServer } from "../server/create-server.ts";
import { tools } from "../tools/index.ts";
import { VERSION } from "./version.ts";

export function serve(context: ServerContext, { readOnly }: { readOnly: boolean }): void {
  const { log } = context;
  if (process.stdin.isTTY) {
    log("waiting for an MCP host on stdin; see `tempofiller --help`, or try `tempofiller demo`");
  }
  serveStdio(() => createServer(context, { version: VERSION, tools, readOnly }), {
    onerror: (error) => log(`protocol: ${error.message.replaceAll(/\s+/g, " ")}`),
  });
}
