import { spawn } from "node:child_process";
import { once } from "node:events";
import { commandEnvironment } from "../../../scripts/lib/command-environment.ts";
import type { BulkPostWorklogsResponse } from "../../../src/generated/responses.ts";
import type { Results } from "../../faults/upstream/tally.ts";
import { COMMAND } from "../../helpers/command.ts";
import { HANDSHAKE, linesOf } from "../../helpers/raw-stdio.ts";

/** The report of a process. */
export interface Report {
  /** A row for each entry; undefined if there was no reply. */
  results: Results | undefined;
  /** Whether the process has ended well. */
  isSuccess: boolean;
  /** Why there was no reply, as the process said it. */
  error: string;
  /** The time between its start and its reply, or its end if there is no reply. */
  milliseconds: number;
}

/** The interruption of a process. */

export type Interruption = "SIGKILL" | "SIGTERM" | "stdin closed" | "stdout closed";

/** A process that posts a batch: `tempofiller call`, or the server as a host starts it. */
export interface ClientProcess {
  interrupt(how: Interruption): void;
  signal(signal: NodeJS.Signals): void;
  /** When the process has ended. */
  report: Promise<Report>;
}

export type ClientCommand = "call" | "server";

/** Starts the built command, and calls a tool. */
export function startClient(
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
    child.stdin.write(linesOf([...HANDSHAKE, { id: 2, method: "tools/call", params }]));
  }
  return {
    signal: (signal) => child.kill(signal),
    interrupt(how) {
      if (how === "stdin closed") child.stdin.end();
      else if (how === "stdout closed") child.stdout.destroy();
      else child.kill(how);
    },
    report: once(child, "close").then(() => ({
      ...readReply(command, output),
      isSuccess: child.exitCode === 0,
      milliseconds: (repliedAt ?? performance.now()) - startedAt,
    })),
  };
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
