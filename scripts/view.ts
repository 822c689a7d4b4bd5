/**
 * Shows the view in a browser, as a host of MCP Apps does, on the embedded Tempo: prints an address, and opens it if
 * `--open` is given. Everything else goes to the command, such as `--datacenter` and `--toolsets=all`.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { commandEnvironment } from "./lib/command-environment.ts";
import { bundleHost } from "./view/bundle-host.ts";
import { serveHost } from "./view/serve-host.ts";

const COMMAND = join(import.meta.dirname, "../dist/tempofiller.cjs");
const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

const args = process.argv.slice(2);
const server = await serveHost(await bundleHost("2.x"), {
  args: [COMMAND, "--sandbox", ...args.filter((arg) => arg !== "--open")],
  env: commandEnvironment(),
  log: (text) => process.stderr.write(text),
});
console.log(`The view is at ${server.address}/\nCtrl-C ends this.`);
if (args.includes("--open")) open(server.address);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => server.close());

function open(address: string): void {
  const [command = "", ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...before, address], { stdio: "ignore", detached: true });
  opener.on("error", () => console.log("No browser could be opened."));
  opener.unref();
}
