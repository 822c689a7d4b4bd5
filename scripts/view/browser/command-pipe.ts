import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Connects a client in the page to a command of its own, which the page's server starts and ends with the connection. */
export class CommandPipe implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #address = `/commands/${crypto.randomUUID()}`;
  readonly #ended = new AbortController();
  #sent: Promise<unknown> = Promise.resolve();

  async start(): Promise<void> {
    const { body } = await fetch(this.#address, { signal: this.#ended.signal });
    if (body) void this.#read(body);
  }

  /** Messages arrive in the order in which they were sent. */
  async send(message: JSONRPCMessage): Promise<void> {
    const body = `${JSON.stringify(message)}\n`;
    this.#sent = this.#sent.then(() => fetch(this.#address, { method: "POST", body }));
    await this.#sent;
  }

  async close(): Promise<void> {
    this.#ended.abort();
  }

  async #read(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const reader = stdout.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = `${rest}${part.value}`.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) this.onmessage?.(JSON.parse(line));
      }
    } catch (error) {
      if (!this.#ended.signal.aborted) this.onerror?.(new Error(String(error)));
    }
    this.onclose?.();
  }
}
