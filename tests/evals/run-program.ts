import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "../helpers/root.ts";

/** Runs the mailbox's command, and returns what it prints. */
export async function runProgram(args: string[], input = ""): Promise<string> {
  const child = spawn(process.execPath, ["evals/programs/mailbox.mjs", ...args], {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(input);
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  return printed;
}
