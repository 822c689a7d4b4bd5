import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "./command.ts";

export interface SandboxCommand {
  child: ChildProcess;
  address: string;
  port: string;
  /** Everything written so far. */
  output: { stdout: string; stderr: string };
}

/** Starts the built command's sandbox until the running test ends, and answers what it printed once it listens. */
export async function startSandbox(...args: string[]): Promise<SandboxCommand> {
  const child = spawn(process.execPath, [COMMAND, "sandbox", ...args], { env: commandEnvironment() });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += String(chunk);
  });
  await expect.poll(() => output.stdout, { timeout: 30_000 }).toMatch(/Try it:\n.+\n/);
  const [address = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout) ?? [];
  return { child, address, port: new URL(address).port, output };
}

/** The settings that it printed under a heading. */
export function settingsUnder(heading: string, { output }: SandboxCommand): Record<string, string> {
  const [, block = ""] = output.stdout.split(`${heading}\n`);
  const lines = block.split("\n\n")[0]?.split("\n") ?? [];
  return Object.fromEntries(
    lines.map((line) => line.trim().split(/=(.*)/)).map(([name, text]) => [name, text]),
  );
}
