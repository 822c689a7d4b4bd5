import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { today } from "../../runtime/today.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { VERSION } from "../version.ts";
import { playDemo } from "./script.ts";

interface DemoOptions {
  kind: Deployment["kind"];
  debug: boolean;
  wholeMonth: boolean;
  /** The value of the server's `--toolsets`. */
  toolsets: string | undefined;
  print(line: string): void;
  colour: boolean;
}

/** Starts `command` as an MCP host would. Returns the exit code: 0 only if the month is full at the end. */
export async function runDemo(command: string, options: DemoOptions): Promise<number> {
  const { kind, debug, wholeMonth, toolsets, print, colour } = options;
  const client = new Client({ name: "tempofiller-demo", version: VERSION });
  const args = [
    command,
    kind === "cloud" ? "--sandbox" : "--sandbox=datacenter",
    ...(debug ? ["--debug"] : []),
    ...(toolsets === undefined ? [] : [`--toolsets=${toolsets}`]),
  ];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
  try {
    return (await playDemo({ client, today: today(), wholeMonth, print, colour })) ? 0 : 1;
  } finally {
    await client.close();
  }
}
