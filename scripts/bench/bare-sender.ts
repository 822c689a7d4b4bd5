import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { PlainRequest } from "./send-requests.ts";

/**
 * A process that sends requests by `fetch` and does nothing else. Like a measured server, it shares no process with the upstream: what
 * a call takes beyond it is the server's own work.
 */
export class BareSender {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, "send-requests.ts"));

  /** Sends these requests one after the other and returns the time until the last response was read, in milliseconds. */
  async send(requests: Request[]): Promise<number> {
    const plain = await Promise.all(
      requests.map(
        async (request): Promise<PlainRequest> => ({
          method: request.method,
          url: request.url,
          authorization: request.headers.get("authorization") ?? "",
          body: await request.text(),
        }),
      ),
    );
    const answer = once(this.#child, "message");
    this.#child.send(plain);
    const [milliseconds] = await answer;
    return milliseconds as number;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}
