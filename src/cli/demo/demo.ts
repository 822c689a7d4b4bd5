import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { today } from "../../runtime/clock.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { playDemo } from "./script.ts";

interface DemoOptions {
  kind: Deployment["kind"];
  debug: boolean;
  wholeMonth: boolean;
  signal: AbortSignal;
  print(line: string): void;
  colour: boolean;
}

/** Starts `command` as an MCP host would, without the user's settings. Returns the exit code: 0 only if the month is full at the end. */
export async function runDemo(command: string, options: DemoOptions): Promise<ExitCode> {
  const { kind, debug, wholeMonth, signal, print, colour } = options;
  const client = new Client({ name: "tempofiller-demo", version: VERSION });
  const args = [
    command,
    kind === "cloud" ? "--sandbox" : "--sandbox=datacenter",
    ...(debug ? ["--debug"] : []),
  ];
  const settings = { TEMPO_CONFIG_FILE: "off" };
  const stopListening = onAbort(signal, () => void client.close());
  try {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: settings, stderr: "inherit" }),
    );
    const isFull = await playDemo({ client, today: today(), wholeMonth, print, colour });
    return isFull ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return EXIT_CODE_BY_ERROR.cancelled;
    throw error;
  } finally {
    stopListening();
    await client.close();
  }
}
