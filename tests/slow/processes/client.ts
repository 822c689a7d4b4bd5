import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { commandEnvironment } from "../../../scripts/lib/command-environment.ts";
import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import { COMMAND } from "../../helpers/command.ts";
import type { BatchEntry } from "./batch.ts";

export type Result = BulkPostWorklogsResponse["results"][number] & { possibleDuplicateId?: string };

/** The report of a process. */
export interface Report {
  /** A row for each entry; undefined if there was no reply. */
  results: Result[] | undefined;
  /** Whether the process has ended well. */
  isSuccess: boolean;
  /** Why there was no reply, as the process said it. */
  error: string;
  /** The time between its start and its reply, or its end if there is no reply. */
  milliseconds: number;
}

/** The interruption of a process. */
export const INTERRUPTIONS = ["SIGKILL", "SIGTERM", "stdin closed", "stdout closed"] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

/** A process that posts a batch: `tempofiller call`, or the server as a host starts it. */
export interface ClientProcess {
  interrupt(how: Interruption): void;
  signal(signal: NodeJS.Signals): void;
  /** When the process has ended. */
  report: Promise<Report>;
}

export type ClientCommand = "call" | "server";

const MESSAGES = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "tempofiller-tests", version: "1.0.0" },
    },
  },
  { method: "notifications/initialized" },
];

/** Starts the built command with a batch. */
export function startClient(
  command: ClientCommand,
  worklogs: readonly BatchEntry[],
  env: Record<string, string>,
): ClientProcess {
  return start(command, { name: "bulk_post_worklogs", arguments: { worklogs } }, env);
}

/** Starts `tempofiller call` with a tool. */
export function startCall(name: string, args: object, env: Record<string, string>): ClientProcess {
  return start("call", { name, arguments: args }, env);
}

function start(
  command: ClientCommand,
  call: { name: string; arguments: object },
  env: Record<string, string>,
): ClientProcess {
  const startedAt = performance.now();
  const args = command === "call" ? ["call", call.name, "-"] : [];
  const child = spawn(process.execPath, [COMMAND, ...args], { env: commandEnvironment(env) });
  const output = { stdout: "", stderr: "" };
  let repliedAt: number | undefined;
  child.stdout.on("data", (chunk) => {
    output.stdout += String(chunk);
    if (command === "server" && !output.stdout.includes('"id":2')) return;
    repliedAt ??= performance.now();
    if (output.stdout.endsWith("\n")) child.stdin.end();
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += String(chunk);
  });
  // A process that was killed reads nothing more.
  child.stdin.on("error", () => {});
  if (command === "call") child.stdin.end(JSON.stringify(call.arguments));
  else {
    const params = { ...call, _meta: { progressToken: "p" } };
    for (const message of [...MESSAGES, { id: 2, method: "tools/call", params }])
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  return {
    signal: (signal) => child.kill(signal),
    interrupt: (how) => interrupt(child, how),
    report: once(child, "close").then(() => ({
      ...readReply(command, output),
      isSuccess: child.exitCode === 0,
      milliseconds: (repliedAt ?? performance.now()) - startedAt,
    })),
  };
}

function interrupt(child: ChildProcess, how: Interruption): void {
  if (how === "stdin closed") child.stdin?.end();
  else if (how === "stdout closed") child.stdout?.destroy();
  else child.kill(how);
}

function readReply(
  command: ClientCommand,
  { stdout, stderr }: { stdout: string; stderr: string },
): Pick<Report, "results" | "error"> {
  const lines = stdout.split("\n").flatMap(parse);
  if (command === "call") return { results: lines[0]?.results, error: stderr.trim() };
  const reply = lines.find(({ id }) => id === 2)?.result;
  const error = reply && !reply.structuredContent ? JSON.stringify(reply.content) : stderr.trim();
  return { results: reply?.structuredContent?.results, error };
}

/** A reply of `call`, or a message of the server. */
interface Line extends Partial<BulkPostWorklogsResponse> {
  id?: number;
  result?: { structuredContent?: BulkPostWorklogsResponse; content?: unknown };
}

/** The object of a line; nothing for one that was cut. */
function parse(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
