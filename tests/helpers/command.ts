import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/server";
import { expect, onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { type AnswerForm, type ClientKind, connectClient, type TestClient } from "./clients.ts";

/** The built command, as a package manager would start it. */
export const COMMAND = join(import.meta.dirname, "../../dist/tempofiller.cjs");

export interface RunningCommand {
  client: TestClient;
  pid: number | null;
  /** Everything written to stderr so far. */
  stderr(): string;
}

/** Secrets that no output of a command may hold: its tokens, plain and as basic authentication writes them, and its proxy's password. */
function secretsOf(env: Record<string, string>): string[] {
  const tokens = Object.entries(env).flatMap(([name, value]) =>
    /(TOKEN|PAT)$/.test(name) && value ? [value] : [],
  );
  if (env.HTTPS_PROXY?.includes("@")) tokens.push(env.HTTPS_PROXY.replace(/^.*:(.*)@.*$/, "$1"));
  const basic = Buffer.from(`${env.JIRA_EMAIL}:${env.JIRA_API_TOKEN}`).toString("base64");
  return env.JIRA_API_TOKEN ? [...tokens, basic] : tokens;
}

/** Starts the built command and connects a client to it over stdio, until the running test ends. */
export async function startCommand(
  args: string[],
  env: Record<string, string> = {},
  kind: ClientKind = "sdk 1.x",
  script: string[] = [COMMAND],
  onForm?: AnswerForm,
): Promise<RunningCommand> {
  const Stdio = kind === "sdk 1.x" ? LegacyStdio : ModernStdio;
  const transport = new Stdio({
    command: process.execPath,
    args: [...script, ...args],
    env: commandEnvironment(env),
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const client = await connectClient(kind, transport as Transport, onForm);
  const results: string[] = [];
  onTestFinished(async () => {
    await client.close();
    for (const secret of secretsOf(env)) expect(`${stderr}${results.join()}`).not.toContain(secret);
  });
  return {
    client: {
      ...client,
      async callTool(call, options) {
        const result = await client.callTool(call, options);
        results.push(JSON.stringify(result));
        return result;
      },
    },
    pid: transport.pid,
    stderr: () => stderr,
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  milliseconds: number;
}

/** Runs the built command to its end, which a timeout forces. Its stdin is closed once it has answered so many lines. */
export async function runCommand(
  args: string[],
  {
    env = {},
    input = "",
    lines = 0,
    timeout,
    command = COMMAND,
    uid,
  }: {
    env?: Record<string, string | undefined>;
    input?: string | Uint8Array;
    lines?: number;
    timeout?: number;
    command?: string;
    /** The user that it runs as; only root can choose one. */
    uid?: number;
  } = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [command, ...args], {
    env: commandEnvironment(env),
    ...(uid !== undefined && { uid, gid: uid }),
    timeout,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  let endedAt: number | undefined;
  const endStdin = () => {
    if (endedAt !== undefined || output.stdout.split("\n").length <= lines) return;
    endedAt = performance.now();
    child.stdin.end();
  };
  child.stdout.on("data", (chunk) => {
    output.stdout += String(chunk);
    endStdin();
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += String(chunk);
  });
  child.stdin.write(input);
  endStdin();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output, milliseconds: performance.now() - (endedAt ?? 0) };
}
