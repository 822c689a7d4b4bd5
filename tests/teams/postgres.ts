import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../helpers/free-port.ts";

/** The folder in which Debian's package keeps the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

/** A PostgreSQL of its own, on a free port of 127.0.0.1, with its data in a temporary folder. */
export interface Postgres {
  /** The folder of its Unix socket. */
  folder: string;
  /** A new, empty database. Returns its URL. */
  createDatabase(): Promise<string>;
  /** `immediate` is as a crash. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** Again, on the same port, with the same data; does nothing while it runs. */
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT to all of its processes: it accepts connections, and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Stops it, and removes its data. */
  close(): Promise<void>;
}

/** PostgreSQL refuses to run as root; its own user does it then. */
function userOfServer(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const idOf = (option: string) => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function binaries(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  if (newest === undefined) throw new Error("These tests need the Debian package postgresql");
  return join(VERSIONS, String(newest), "bin");
}

export interface PostgresOptions {
  /** Its certificate and key; without them it offers no TLS. */
  tls?: { cert: string; key: string };
  /** Lines of pg_hba.conf before those that let every user in without a password. */
  access?: string[];
}

export async function startPostgres({ tls, access = [] }: PostgresOptions = {}): Promise<Postgres> {
  const bin = binaries();
  const user = userOfServer();
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-pg-"));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const options = { cwd: folder, ...user, env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" } };
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...options, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const write = (name: string, text: string) => {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (user) chownSync(join(data, name), user.uid, user.gid);
  };
  const rules = readFileSync(join(data, "pg_hba.conf"), "utf8");
  write("pg_hba.conf", [...access, rules].join("\n"));
  if (tls) {
    write("server.crt", tls.cert);
    write("server.key", tls.key);
  }
  let server: ChildProcess | undefined;
  let databases = 0;
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;

  async function start(): Promise<void> {
    if (server && server.exitCode === null && server.signalCode === null) return;
    // A crash of PostgreSQL loses nothing without fsync; only one of the machine does.
    const settings = [
      "fsync=off",
      "max_connections=100",
      "autovacuum_naptime=5s",
      ...(tls ? ["ssl=on"] : []),
    ];
    server = spawn(
      join(bin, "postgres"),
      [
        "-D",
        data,
        "-h",
        "127.0.0.1",
        "-p",
        String(port),
        "-k",
        folder,
        ...settings.flatMap((it) => ["-c", it]),
      ],
      { ...options, stdio: "ignore" },
    );
    for (let tries = 0; !(await answers()); tries += 1) {
      if (tries === 300 || server.exitCode !== null) throw new Error("PostgreSQL does not start");
      await sleep(50);
    }
  }

  async function answers(): Promise<boolean> {
    return onServer("SELECT 1").then(
      () => true,
      () => false,
    );
  }

  async function onServer(sql: string): Promise<void> {
    const client = new Client({ connectionString: urlOf("postgres"), connectionTimeoutMillis: 2000 });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  function signalAll(signal: NodeJS.Signals): void {
    const parent = server?.pid;
    if (parent === undefined) return;
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" });
    const children = stdout.split("\n").map(Number).filter(Boolean);
    for (const pid of [parent, ...children])
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
  }

  async function stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  }

  await start();
  return {
    folder,
    start,
    stop,
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await onServer(`CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async close() {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
