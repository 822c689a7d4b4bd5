import { promises as fs } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Environment } from "../../config/env.ts";
import { today } from "../../runtime/clock.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { evidenceSettings, makeEvidence } from "./make-evidence.ts";
import { playDemo } from "./script.ts";

interface DemoOptions {
  kind: Deployment["kind"];
  debug: boolean;
  wholeMonth: boolean;
  /** The value of the server's `--toolsets`. */
  toolsets: string | undefined;
  /** The environment of programs that the demo starts. */
  env: Environment;
  signal: AbortSignal;
  print(line: string): void;
  colour: boolean;
}

/**
 * Starts `command` as an MCP host would, without the user's settings: drafts read what the demo makes in a folder of its own, which is
 * removed at the end. Returns the exit code: 0 only if the month is full at the end.
 */
export async function runDemo(command: string, options: DemoOptions): Promise<ExitCode> {
  const { kind, debug, wholeMonth, toolsets, env, signal, print, colour } = options;
  const client = new Client({ name: "tempofiller-demo", version: VERSION });
  const args = [
    command,
    kind === "cloud" ? "--sandbox" : "--sandbox=datacenter",
    ...(debug ? ["--debug"] : []),
    ...(toolsets === undefined ? [] : [`--toolsets=${toolsets}`]),
  ];
  const folder = await fs.mkdtemp(join(tmpdir(), "tempofiller-demo-"));
  const settings = { TEMPO_CONFIG_FILE: "off", ...evidenceSettings(folder) };
  const stopListening = onAbort(signal, () => void client.close());
  try {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: settings, stderr: "inherit" }),
    );
    const isFull = await playDemo({
      client,
      today: today(),
      wholeMonth,
      makeEvidence: (range) => makeEvidence(folder, range, env),
      print,
      colour,
    });
    return isFull ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return EXIT_CODE_BY_ERROR.cancelled;
    throw error;
  } finally {
    stopListening();
    await client.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
}
