import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "./command.ts";

/** The messages with which a host that speaks the protocol by hand opens a session. */
export const HANDSHAKE = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    },
  },
  { method: "notifications/initialized" },
];

/** Messages as they are written, one a line. */
export function linesOf(messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

interface Message {
  id?: number | null;
  method?: string;
  params?: unknown;
  error?: unknown;
  result?: unknown;
}

/** A server with an open session, until the running test ends. A protocol without one needs no handshake. */
export async function startRaw(
  env: Record<string, string> = {},
  args: string[] = [],
  handshake: object[] = HANDSHAKE,
) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: commandEnvironment(env),
    timeout: 25_000,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const lines: string[] = [];
  const messages: Message[] = [];
  createInterface(child.stdout).on("line", (line) => {
    lines.push(line);
    messages.push(JSON.parse(line));
  });
  const send = (...sent: object[]) => child.stdin.write(linesOf(sent));
  const answered = async (id: number | null) => {
    await expect.poll(() => messages.some((message) => message.id === id), { timeout: 10_000 }).toBe(true);
    return messages.find((message) => message.id === id);
  };
  if (handshake.length > 0) {
    send(...handshake);
    await answered(1);
  }
  return { child, lines, messages, send, answered, stderr: () => stderr };
}
