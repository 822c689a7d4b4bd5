import { spawn } from "node:child_process";
import { once } from "node:events";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "./command.ts";

interface Options {
  /** The embedded Tempo unless given. */
  options?: readonly string[];
  env?: Record<string, string>;
  /** The built command unless given. */
  program?: readonly [string, ...string[]];
}

/** Starts the command as a server over HTTP on a free port of loopback, and resolves once it listens. */
export async function startServedCommand({
  options = ["--sandbox"],
  env = {},
  program: [program, ...args] = [process.execPath, COMMAND],
}: Options = {}) {
  const child = spawn(program, [...args, "serve", "--http", "127.0.0.1:0", ...options], {
    env: commandEnvironment(env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  let log = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      log += String(chunk);
      const [, found] = /MCP is at (\S+?)"/.exec(log) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("error", reject);
    void ended.then(() => reject(new Error(`The server has ended:\n${log}`)));
  });
  return {
    url,
    child,
    ended,
    log: () => log,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export type ServedCommand = Awaited<ReturnType<typeof startServedCommand>>;
