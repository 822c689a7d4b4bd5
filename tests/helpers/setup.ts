import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { HostServer } from "./host-snippets.ts";
import { serveOnLoopback } from "./http-server.ts";
import { seed } from "./seeds.ts";
import { connectOverStdio } from "./stdio.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The environment of a user with an empty home folder, in which no command keeps its compiled code. */
export function emptyHome(): { home: string; env: Record<string, string> } {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "AppData"),
    XDG_CONFIG_HOME: join(home, ".config"),
    TEMPO_CONFIG_FILE: join(home, "settings.env"),
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  return { home, env };
}

/** Starts the server exactly as a host's file says, in an environment of the host's own, and calls a tool. */
export async function callThrough(path: string, name = "tempofiller", env: Record<string, string> = {}) {
  const file = parse(readFileSync(path, "utf8")) as Record<string, Record<string, HostServer>>;
  const entry = (file.mcpServers ?? file.servers)?.[name];
  if (!entry) throw new Error(`${path} has no entry ${name}`);
  const client = await connectOverStdio({ ...entry, env: { ...env, ...entry.env } });
  const call = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };
  return (await client.callTool(call)).structuredContent;
}

const { jiraEmail, jiraToken } = SANDBOX_CREDENTIALS;

/** An embedded Jira and Tempo at an address each, and the secrets that each was sent. The first check of a token takes as long as `delay`. */
export async function twoServices(kind: "Cloud" | "Server", delay: () => Promise<void> = async () => {}) {
  const { fetch } = createSandbox(seed({}));
  const basic = Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64");
  let delayed: Promise<void> | undefined;
  const received = { jira: new Set<string>(), tempo: new Set<string>() };
  const serve = (log: Set<string>) =>
    serveOnLoopback(async (request) => {
      const authorization = request.headers.get("authorization");
      if (authorization !== null) log.add(authorization);
      if (new URL(request.url).pathname === "/rest/api/2/serverInfo") {
        return Response.json({ deploymentType: kind });
      }
      delayed ??= delay();
      await delayed;
      return fetch(request);
    });
  return {
    jira: await serve(received.jira),
    tempo: await serve(received.tempo),
    received: () => ({ jira: [...received.jira], tempo: [...received.tempo] }),
    basic,
  };
}
