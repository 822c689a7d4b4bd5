import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../helpers/free-port.ts";

export interface Pooler {
  /** The URL of the same database through PgBouncer. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode, with two connections to a database, until the running test ends. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { port: databasePort, pathname, username } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-pgbouncer-"));
  // It refuses to run as root, and its other user reads the file.
  chmodSync(folder, 0o755);
  const path = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `${name} = host=127.0.0.1 port=${databasePort} dbname=${name} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 2",
  ];
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o644 });
  let child: ChildProcess | undefined;

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  }

  async function start(): Promise<void> {
    const user = userInfo().uid === 0 ? ["-u", "postgres"] : [];
    const started = spawn("pgbouncer", ["-q", ...user, path], { stdio: "ignore" });
    child = started;
    await once(started, "spawn");
    for (let tries = 0; !(await listens(port)); tries += 1) {
      if (tries === 100 || started.exitCode !== null)
        throw new Error("PgBouncer does not start; these tests need the Debian package pgbouncer");
      await sleep(50);
    }
  }

  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  await start();
  return { url: `postgresql://${username}@127.0.0.1:${port}/${name}`, start, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
