import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../../timesheet/clock.ts";
import type { EndReason } from "../observability/metrics.ts";
import { networkOf } from "./caller-address.ts";

/** Each may send a body of 1 MiB, and all of them together at most half of the memory that `deploy/kubernetes` gives. */
export const MAX_CONNECTIONS = 256;

/** The most connections of one address that have not sent the head of a request. Users behind one address need a few of them, for moments. */
export const MAX_SILENT = 32;

/** The time that a client has to read a response: twice that in which it must send a request. */
export const READ_MS = 60_000;

/** The most that all responses together keep in memory until their clients read them. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

const CHECK_MS = 1000;

interface Connection {
  socket: Socket;
  ends: string;
  network: string;
  /** Silent until it has sent the head of a request, and idle between two. */
  state: "silent" | "idle" | "in_progress";
  response?: ServerResponse;
  unreadSince?: number | undefined;
}

/**
 * The open connections. A newer one takes the place of one that has no request in progress, so clients get in however many strangers
 * are silent. Each has at most one request in progress, and ends if its client does not read the response in time.
 */
export class Connections {
  /** Those that have waited longest for a request come first. */
  readonly #open = new Set<Connection>();

  get size(): number {
    return this.#open.size;
  }

  in(state: Connection["state"]): Connection[] {
    return [...this.#open].filter((each) => (isRefused(each) ? "silent" : each.state) === state);
  }

  /** Adds an accepted connection, before its TLS handshake. Ends one if there are too many, and returns why. */
  open(socket: Socket, isBehindProxy: boolean): EndReason | undefined {
    const network = networkOf(socket.remoteAddress ?? "") ?? "";
    const connection: Connection = { socket, ends: endsOf(socket), network, state: "silent" };
    this.#open.add(connection);
    socket.once("close", () => this.#open.delete(connection));
    const [silent, idle] = [this.in("silent"), this.in("idle")];
    const ofAddress = isBehindProxy ? [] : silent.filter((each) => each.network === network);
    if (ofAddress.length > MAX_SILENT) return this.#end("address", ofAddress);
    if (this.size <= MAX_CONNECTIONS) return undefined;
    // The larger group, so that silent connections cannot close all idle ones, and idle ones not all that are about to send.
    return this.#end("full", silent.length > idle.length ? silent : idle);
  }

  /** Ends the first of the connections. */
  #end(reason: EndReason, [connection]: Connection[]): EndReason {
    if (connection) this.#open.delete(connection);
    connection?.socket.destroy();
    return reason;
  }

  /** Returns false if the last response of the request's connection is not sent yet. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const ends = endsOf(socket);
    const connection = [...this.#open].find((each) => each.ends === ends);
    if (!connection || connection.state === "in_progress") return false;
    Object.assign(connection, { state: "in_progress", response, unreadSince: undefined });
    response.once("close", () => {
      connection.state = "idle";
      if (this.#open.delete(connection)) this.#open.add(connection);
    });
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
    for (const each of this.in("in_progress")) {
      const { response } = each;
      each.unreadSince = response?.writableLength ? (each.unreadSince ?? now) : undefined;
      if (response && each.unreadSince !== undefined) unread.push({ response, since: each.unreadSince });
    }
    return unread.sort((one, other) => other.since - one.since);
  }
}

/** Whether a request was answered before it was read: the rest is dropped, and nothing waits for it. */
function isRefused({ state, response }: Connection): boolean {
  return state === "in_progress" && response?.headersSent === true && !response.req.complete;
}

/** The addresses of both ends are all that a TLS socket has in common with the accepted one below it. */
function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return [remoteAddress, remotePort, localAddress].join(" ");
}
