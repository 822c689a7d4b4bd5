import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** The longest that a keyring may live, if a test does not end it. */
const LIMIT_MS = 120_000;

const PACKAGES = "Install the Debian packages that .ci/debian-packages names.";

/** A session bus that starts no programs: neither another keyring nor a window for a password takes part. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=FOLDER</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow receive_sender="*" eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** The variables with which the command reaches this machine's own keychain on macOS. */
const OF_SYSTEM = ["HOME", "USER", "LOGNAME"];

/**
 * The environment of a user who has logged in: on Linux, one with a session bus and a keyring of its own, both of which end with the
 * running test; elsewhere, the user who runs it. The settings are in a folder of the test's own.
 */
export async function loggedIn(): Promise<{ home: string; env: Record<string, string> }> {
  const home = temporaryFolder();
  const settings = {
    TEMPO_CONFIG_FILE: join(home, "settings.env"),
    XDG_CONFIG_HOME: join(home, ".config"),
  };
  if (process.platform !== "linux") {
    const given = OF_SYSTEM.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
    return { home, env: { ...Object.fromEntries(given), ...settings } };
  }
  const folder = join(home, "run");
  mkdirSync(folder, { mode: 0o700 });
  const config = join(home, "bus.conf");
  writeFileSync(config, BUS.replace("FOLDER", folder));
  const own = { HOME: home, XDG_RUNTIME_DIR: folder };
  const bus = start("dbus-daemon", [`--config-file=${config}`, "--nofork", "--print-address=1"], own);
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) };
  const keyring = start("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], env);
  keyring.stdin.end("password of the keyring");
  await expect.poll(() => secretTool(env, "search", "service", "none").status, { timeout: 20_000 }).toBe(0);
  return { home, env: { ...env, ...settings } };
}

/** Runs it as a user would. */
export function secretTool(env: Record<string, string>, ...args: string[]) {
  return spawnSync("secret-tool", args, { env: commandEnvironment(env), encoding: "utf8", timeout: 10_000 });
}

function start(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, {
    env: commandEnvironment(env),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  child.on("error", () => {});
  const ended = once(child, "close").catch(() => {});
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return child;
}

async function firstLine({ stdout, spawnfile }: ReturnType<typeof start>): Promise<string> {
  for await (const line of createInterface(stdout)) return line;
  throw new Error(`${spawnfile} did not start. ${PACKAGES}`);
}
