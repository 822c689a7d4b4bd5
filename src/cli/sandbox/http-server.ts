import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetch } from "../../tempo/http/client.ts";

/** Something served over HTTP. */
export interface HttpServer {
  /** Its origin, `http://127.0.0.1:<port>`. */
  address: string;
  /** Ends it, open connections included. */
  close(): Promise<void>;
}

/**
 * Serves what answers requests over HTTP on this machine alone.
 *
 * @param port 0 for any that is free
 * @throws where the port is taken
 */
export async function serveOverHttp(answer: Fetch, port = 0): Promise<HttpServer> {
  const server = createServer((incoming, outgoing) => {
    respond(answer, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(answer: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await toRequest(incoming).then(
    // Whatever fails must not end the process, which others are talking to.
    (request) => answer(request).catch((error) => refusal(500, error)),
    (error) => refusal(400, error),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/** @throws where it is no request by the platform's rules, such as a GET with a body, or its path cannot be decoded */
async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "GET", url = "/", headers } = incoming;
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  decodeURIComponent(new URL(request.url).pathname);
  return request;
}

function refusal(status: number, error: unknown): Response {
  return new Response(`This cannot be answered: ${error}\n`, { status });
}
