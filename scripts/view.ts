/**
 * Shows the view in a browser, as a host of MCP Apps does, on the sandbox. Prints the page's address, and opens it with
 * `--open`:
 *
 *   npm run build && npx tsx scripts/view.ts [--open] [--datacenter] [--toolsets=SETS]
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commandEnvironment } from "./lib/command-environment.ts";
import { bundleHost } from "./view/bundle-host.ts";
import { serveHost } from "./view/serve-host.ts";

const COMMAND = join(import.meta.dirname, "../dist/tempofiller.cjs");

/** The command that opens an address in the browser, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

const {
  open,
  datacenter,
  toolsets = "draft",
} = parseArgs({
  options: { open: { type: "boolean" }, datacenter: { type: "boolean" }, toolsets: { type: "string" } },
}).values;

const server = await serveHost(await bundleHost("2.x"), {
  args: [COMMAND, datacenter ? "--sandbox=datacenter" : "--sandbox", `--toolsets=${toolsets}`],
  env: commandEnvironment(),
  log: (text) => process.stderr.write(text),
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => server.close());
console.log(`The view is at ${server.address}/\nCtrl-C ends this.`);
if (open) openInBrowser(server.address);

function openInBrowser(address: string): void {
  const [command = "", ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  opener.on("error", () => console.log("No browser could be opened: open the address yourself."));
  opener.unref();
}
