import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { commandEnvironment } from "../lib/command-environment.ts";

/** The time to wait for a response before the measurement fails, in milliseconds. */
const TIMEOUT_MS = 120_000;

const HANDSHAKE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "tempofiller-bench", version: "1.0.0" },
};

/**
 * The least that speaks MCP to a process over stdio. The SDK's clients check every reply against its schema, and that is
 * not to be measured here.
 */
export class StdioClient {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  #lastId = 0;

  /** Starts `node` with these arguments. */
  constructor(args: string[], env: Record<string, string | undefined> = {}) {
    this.#child = spawn(process.execPath, args, {
      stdio: ["pipe", "pipe", "inherit"],
      env: commandEnvironment(env),
    });
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Opens the session and returns the list of tools. */
  async open(): Promise<unknown> {
    const opened = this.request("initialize", HANDSHAKE);
    this.#send({ method: "notifications/initialized" });
    const listed = this.request("tools/list");
    await opened;
    return listed;
  }

  /** @throws if the call fails */
  async call(name: string, args: object): Promise<{ structuredContent: Record<string, unknown> }> {
    const result = (await this.request("tools/call", { name, arguments: args })) as {
      isError?: boolean;
      content: { text: string }[];
      structuredContent: Record<string, unknown>;
    };
    if (result.isError) throw new Error(`${name} failed: ${result.content[0]?.text}`);
    return result;
  }

  /** @throws if the request fails or times out */
  request(method: string, params?: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.#child.kill();
        reject(new Error(`no answer to ${method}`));
      }, TIMEOUT_MS);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timeout);
        if (error) reject(new Error(JSON.stringify(error)));
        else resolve(result);
      });
      this.#send({ id, method, ...(params && { params }) });
    });
  }

  /** Ends the process as a host does: by closing its stdin. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin?.end();
    await ended;
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
