import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { commandEnvironment } from "../../../scripts/lib/command-environment.ts";
import { COMMAND } from "../../helpers/command.ts";
import { freePort } from "../../helpers/free-port.ts";

/** A process of the built server, on two ports of its own that stay when it is started again. */
export interface Replica {
  port: number;
  internalPort: number;
  /** The URL of MCP. */
  url: URL;
  pid(): number;
  /** Everything that it wrote since it was started first. */
  log(): string;
  /** A page of the internal address. */
  internal(path: string): Promise<{ status: number; text: string }>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it without notice, as a crash of the machine would. */
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  terminate(): Promise<number | null>;
  /** Resolves when it takes requests. */
  start(): Promise<void>;
}

const START_MS = 30_000;

/** @param env settings without the addresses of the server itself */
export async function createReplica(env: Record<string, string>): Promise<Replica> {
  const [port, internalPort] = [await freePort(), await freePort()];
  const address = `127.0.0.1:${port}`;
  const internalAddress = `127.0.0.1:${internalPort}`;
  let child: ChildProcess | undefined;
  let output = "";
  const killAtExit = () => void child?.kill("SIGKILL");

  async function stop(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
    process.off("exit", killAtExit);
    return child.exitCode;
  }

  return {
    port,
    internalPort,
    url: new URL(`http://${address}/mcp`),
    pid: () => child?.pid ?? 0,
    log: () => output,
    async internal(path) {
      const response = await fetch(`http://${internalAddress}${path}`, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(5000),
      });
      return { status: response.status, text: await response.text() };
    },
    signal: (signal) => void child?.kill(signal),
    kill: async () => void (await stop("SIGKILL")),
    terminate: () => stop("SIGTERM"),
    async start() {
      const started = spawn(process.execPath, [COMMAND, "serve", "--http", address], {
        env: commandEnvironment({ TEMPOFILLER_INTERNAL: internalAddress, ...env }),
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      process.on("exit", killAtExit);
      let ownOutput = "";
      const read = (chunk: Buffer) => {
        ownOutput += String(chunk);
        output += String(chunk);
      };
      started.stdout.on("data", read);
      started.stderr.on("data", read);
      const until = performance.now() + START_MS;
      while (!ownOutput.includes("MCP is at")) {
        if (started.exitCode !== null || performance.now() > until)
          throw new Error(`The replica does not start: ${ownOutput}`);
        await sleep(20);
      }
    },
  };
}
