import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";

/** The generations of the bridge between host and view. */
export const BRIDGES = ["2.x", "1.x"] as const;
export type Bridge = (typeof BRIDGES)[number];

/** The packages of the first generation, by those of the second that the host is written for. */
const FIRST_GENERATION = {
  "@modelcontextprotocol/ext-apps/app-bridge": "ext-apps-v1/app-bridge",
  "@modelcontextprotocol/client": "@modelcontextprotocol/sdk/client/index.js",
};

/** The files of the host's page and of its sandbox, by name. */
export type HostFiles = Record<"host.html" | "host.css" | "host.js" | "sandbox.html" | "sandbox.js", string>;

/** Bundles the host, with a generation of the bridge. */
export async function bundleHost(bridge: Bridge): Promise<HostFiles> {
  const read = (name: string) => readFile(join(import.meta.dirname, "browser", name), "utf8");
  const [host, sandbox, page, style, sandboxPage] = await Promise.all([
    bundle("main.ts", bridge === "1.x" ? FIRST_GENERATION : {}),
    bundle("sandbox.ts"),
    read("host.html"),
    read("host.css"),
    read("sandbox.html"),
  ]);
  return {
    "host.html": page,
    "host.css": style,
    "host.js": host,
    "sandbox.html": sandboxPage,
    "sandbox.js": sandbox,
  };
}

async function bundle(file: string, alias: Record<string, string> = {}): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, "browser", file),
    platform: "browser",
    resolve: { alias },
    write: false,
    output: { format: "iife", minify: true },
  });
  return output[0].code;
}
