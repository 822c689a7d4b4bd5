import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import { deploymentFile } from "./deployment-files.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The address at which a replica listens on this machine. */
export interface Replica {
  port: number;
  internalPort: number;
}

export interface RunningProxy {
  /** The URL of MCP. */
  url: URL;
  /** The certificate to trust. */
  certificate: string;
  /** HAProxy's warnings about its configuration. */
  warnings: string;
}

/** `deploy/haproxy.cfg` with the addresses of this machine and a new certificate, checked by HAProxy. */
async function writeConfiguration(port: number, [one, two]: readonly [Replica, Replica]) {
  const folder = temporaryFolder();
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  writeFileSync(join(folder, "tls.crt"), cert);
  writeFileSync(join(folder, "tls.key"), key);
  const path = join(folder, "haproxy.cfg");
  const text = deploymentFile("haproxy.cfg")
    .replace("/run/secrets/tls.crt", join(folder, "tls.crt"))
    .replace("bind :8443", `bind 127.0.0.1:${port}`)
    .replace("tempofiller-1:8080 check port 9090", `127.0.0.1:${one.port} check port ${one.internalPort}`)
    .replace("tempofiller-2:8080 check port 9090", `127.0.0.1:${two.port} check port ${two.internalPort}`);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync("haproxy", ["-c", "-f", path], { encoding: "utf8" });
  if (status !== 0)
    throw new Error(`haproxy -c fails (install it with apt-get): ${status} ${stdout}${stderr}`);
  return { path, certificate: cert, warnings: stderr };
}

/** Starts HAProxy as `deploy/haproxy.cfg` configures it, for the running test, and waits until it sees both replicas. */
export async function startProxy(replicas: readonly [Replica, Replica]): Promise<RunningProxy> {
  const port = await freePort();
  const { path, certificate, warnings } = await writeConfiguration(port, replicas);
  const haproxy = spawn("haproxy", ["-db", "-f", path]);
  // Unread output would fill the pipe and block HAProxy.
  haproxy.stdout.resume();
  haproxy.stderr.resume();
  const ended = once(haproxy, "close");
  onTestFinished(async () => {
    haproxy.kill();
    await ended;
  });
  // Servers count as up before their first check, which is a second away at most.
  await sleep(1500);
  return { url: new URL(`https://localhost:${port}/mcp`), certificate, warnings };
}
