import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetch } from "../tempo/upstream.ts";

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
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = incoming;
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const response = await answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
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
