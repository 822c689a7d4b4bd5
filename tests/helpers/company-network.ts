import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { seed } from "./seeds.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A proxy on loopback that records its requests, until the running test ends. Every tunnel leads to `upstream`. */
export async function startProxy(upstream?: string): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", ({ url = "" }, socket, head) => {
    asked.push(`CONNECT ${url}`);
    if (upstream === undefined) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const server = connect(Number(new URL(upstream).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.write(head);
      server.pipe(socket).pipe(server);
    });
    for (const end of [socket, server]) end.on("error", () => end.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

/** A Jira Data Center that only a proxy reaches, with a certificate of an authority that no machine knows. */
export async function companyNetwork() {
  const url = "https://jira.company.invalid";
  const { cert, private: key } = await generate([{ name: "commonName", value: "jira.company.invalid" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "jira.company.invalid" }] }],
  });
  const server = createTlsServer({ cert, key }, createRequestListener(createSandbox(seed({})).fetch));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const caFile = join(temporaryFolder(), "company-ca.pem");
  writeFileSync(caFile, cert);
  const proxy = await startProxy(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { url, caFile, proxy: proxy.address, asked: proxy.asked };
}
