import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** The command that a page connects to. */
export interface CommandLine {
  /** Arguments of `node`. */
  args: string[];
  env: Record<string, string>;
  /** Takes what the commands write to stderr. */
  log(text: string): void;
}

/** The most time that a command may take to end once its stdin is closed, in milliseconds; then it is killed. */
const TIME_TO_END = 5000;

/** The commands of the pages that are open. */
export class PageCommands {
  readonly #commandLine: CommandLine;
  readonly #running = new Map<string, ChildProcess>();

  constructor(commandLine: CommandLine) {
    this.#commandLine = commandLine;
  }

  /** GET starts a command and returns what it prints for as long as the page reads it; POST writes to its stdin. */
  async handle(id: string, request: Request): Promise<Response> {
    if (request.method === "GET") return this.#start(id, request.signal);
    const text = await request.text();
    const isWritten = this.#running.get(id)?.stdin?.write(text);
    return new Response(null, { status: isWritten === undefined ? 410 : 204 });
  }

  /** Ends all commands as hosts do, by closing their stdin. */
  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map(end));
  }

  #start(id: string, signal: AbortSignal): Response {
    const { args, env, log } = this.#commandLine;
    const command = spawn(process.execPath, args, { env });
    this.#running.set(id, command);
    command.on("close", () => this.#running.delete(id));
    command.stdin.on("error", () => {});
    command.stderr.on("data", (chunk) => log(String(chunk)));
    signal.addEventListener("abort", () => void end(command));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        // The response begins with its first byte, and the command says nothing before it is asked.
        controller.enqueue(Buffer.from("\n"));
        command.stdout.on("data", (chunk) => signal.aborted || controller.enqueue(chunk));
        command.stdout.on("end", () => signal.aborted || controller.close());
      },
    });
    return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  }
}

async function end(command: ChildProcess): Promise<void> {
  if (command.exitCode !== null || command.signalCode !== null) return;
  const ended = once(command, "close");
  const timer = setTimeout(() => command.kill("SIGKILL"), TIME_TO_END);
  command.stdin?.end();
  await ended;
  clearTimeout(timer);
}
