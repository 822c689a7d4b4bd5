import { spawn } from "node:child_process";
import { once } from "node:events";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "./command.ts";

/** The built command as a server over HTTP, on a free port of loopback with the embedded Tempo. */
export interface ServedCommand {
  url: string;
  stop(): Promise<void>;
}

/** @param command what to start; the built command unless given */
export async function startServedCommand(
  options: string[] = [],
  [program, ...args]: [string, ...string[]] = [process.execPath, COMMAND],
): Promise<ServedCommand> {
  const child = spawn(program, [...args, "serve", "--http", "127.0.0.1:0", "--sandbox", ...options], {
    env: commandEnvironment(),
  });
  const ended = once(child, "close");
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      output += String(chunk);
      const [, found] = /MCP is at (\S+?)"/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    void ended.then(() => reject(new Error(`The server has ended:\n${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
