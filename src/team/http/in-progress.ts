import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../../timesheet/clock.ts";

/** The time that a client has to read a response: twice that in which it must send a request. */
export const READ_MS = 60_000;

/** The most that all responses together keep in memory until their clients read them. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

const CHECK_MS = 1000;

/** The requests in progress, at most one for each connection. Ends the connections of clients that do not read their responses in time. */
export class RequestsInProgress {
  readonly #bySocket = new Map<Socket, { response: ServerResponse; unreadSince: number | undefined }>();

  get size(): number {
    return this.#bySocket.size;
  }

  /** Whether the last response of the request's connection is not sent yet. */
  has({ socket }: IncomingMessage): boolean {
    return this.#bySocket.has(socket);
  }

  /** Returns false, and ends the connection, if its last response is not sent yet: no client of MCP sends requests ahead. */
  add({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (this.#bySocket.has(socket)) {
      socket.destroy();
      return false;
    }
    this.#bySocket.set(socket, { response, unreadSince: undefined });
    response.once("close", () => this.#bySocket.delete(socket));
    return true;
  }

  /** Ends connections whose responses are not read, until the signal aborts. */
  async endUnread(clock: Clock, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(CHECK_MS, signal);
      const now = clock.now();
      let unsent = 0;
      for (const { response, since } of this.#unread(now)) {
        unsent += response.writableLength;
        if (unsent > MAX_UNSENT_BYTES || now - since >= READ_MS) response.destroy();
      }
    }
  }

  /** Those whose clients have not read all, the latest first. */
  #unread(now: number): { response: ServerResponse; since: number }[] {
    const unread = [];
    for (const each of this.#bySocket.values()) {
      const { response } = each;
      each.unreadSince = response.writableLength > 0 ? (each.unreadSince ?? now) : undefined;
      if (each.unreadSince !== undefined) unread.push({ response, since: each.unreadSince });
    }
    return unread.sort((one, other) => other.since - one.since);
  }
}
