import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Fetch } from "../../tempo/http/client.ts";

export interface HttpServer {
  /** `http://127.0.0.1:<port>` */
  address: string;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/** The most time that a client may take to send the headers of a request, and all of it, in milliseconds; then it is answered with 408. */
const TIME_LIMITS = { headersTimeout: 5000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 };

/** Serves this machine only; port 0 is any free one. Aborts a request whose client disconnects. @throws if the port is taken */
export async function serveOverHttp(handle: Fetch, port = 0): Promise<HttpServer> {
  const respond = async (request: Request): Promise<Response> => {
    try {
      return await handle(request);
    } catch (error) {
      return failure(error instanceof URIError ? 400 : 500, error);
    }
  };
  const server = createServer(
    TIME_LIMITS,
    createRequestListener(respond, {
      // Only what cannot be read as a Request is left: the client's mistake.
      onError: (error) => failure(400, error),
    }),
  );
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

function failure(status: number, error: unknown): Response {
  return Response.json({ errors: [{ message: `The request failed: ${error}` }] }, { status });
}
