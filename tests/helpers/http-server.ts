import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Fetch } from "../../src/tempo/upstream.ts";

/** Serves a fetch function over real HTTP on loopback until the running test ends, and answers its address. */
export async function serveOnLoopback(fetch: Fetch): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = incoming;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const request = new Request(`http://${headers.host}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...body,
    });
    const response = await fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
