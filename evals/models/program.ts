import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Conversation, Model, ModelSession, Step } from "./model.ts";

/**
 * A program as model, one process for each conversation: it reads the conversation as one line of JSON from stdin and writes what it does
 * next as one line of JSON to stdout, again and again. One that ends after its answer is started anew.
 */
export function programModel(command: string, name: string, timeoutMs: number): Model {
  return { name, open: () => new ProgramSession(command, timeoutMs) };
}

class ProgramSession implements ModelSession {
  readonly #command: string;
  readonly #timeoutMs: number;
  #child: ChildProcess | undefined;
  #settle: { resolve(line: string): void; reject(error: Error): void } | undefined;
  #seen = 0;
  #steps = 0;

  constructor(command: string, timeoutMs: number) {
    this.#command = command;
    this.#timeoutMs = timeoutMs;
  }

  async next(conversation: Conversation): Promise<Step> {
    const child = this.#child ?? this.#start();
    const answer = new Promise<string>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    const timer = setTimeout(() => this.#fail("did not answer in time"), this.#timeoutMs);
    child.stdin?.write(`${JSON.stringify({ ...conversation, seen: this.#seen })}\n`);
    const line = await answer.finally(() => clearTimeout(timer));
    this.#seen = conversation.messages.length + 1;
    this.#steps += 1;
    return readStep(line, this.#steps);
  }

  /** Whether its process runs. */
  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  close(): void {
    this.#child?.stdin?.end();
  }

  #start(): ChildProcess {
    const child = spawn(this.#command, { shell: true, stdio: ["pipe", "pipe", "inherit"] });
    this.#child = child;
    createInterface({ input: child.stdout }).on("line", (line) => this.#settle?.resolve(line));
    child.stdin.on("error", () => {});
    child.once("error", () => this.#fail("cannot be started"));
    child.once("close", () => {
      this.#child = undefined;
      this.#fail("ended without an answer");
    });
    return child;
  }

  #fail(how: string): void {
    this.#settle?.reject(new Error(`the program ${how}`));
  }
}

/** @throws if it is no step, or ends the conversation */
function readStep(line: string, number: number): Step {
  const { say = "", calls = [], stop } = parse(line) ?? {};
  if (typeof stop === "string") throw new Error(stop);
  const isStep =
    typeof say === "string" &&
    Array.isArray(calls) &&
    calls.every((call) => typeof call?.name === "string") &&
    (say !== "" || calls.length > 0);
  if (!isStep) throw new Error(`the program answered ${line.slice(0, 200)}, with neither "say" nor "calls"`);
  return {
    text: say,
    calls: calls.map((call, index) => ({
      id: `call-${number}-${index + 1}`,
      name: call.name,
      arguments: call.arguments ?? {},
    })),
  };
}

interface Answer {
  say?: unknown;
  calls?: { name: string; arguments?: Record<string, unknown> }[];
  /** The reason for which it does not go on. */
  stop?: unknown;
}

function parse(line: string): Answer | null {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`the program answered ${line.slice(0, 200)}, which is not JSON`);
  }
}
