import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "../helpers/root.ts";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the mailbox's command. */
export async function runProgram(args: string[], input = ""): Promise<Outcome> {
  const child = spawn(process.execPath, ["evals/programs/mailbox.mjs", ...args], { cwd: ROOT });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}
