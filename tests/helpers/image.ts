import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "./root.ts";

/** The runtime configuration of an image. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
}

export interface Image {
  /** Its files. */
  folder: string;
  config: ImageConfig;
  remove(): void;
}

/** Builds `deploy/Containerfile` on the Node that runs this, with nothing else in the base than what that needs. Wants root. */
export function buildImage(): Image {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-image-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const storage = ["--storage-driver=vfs", `--root=${folder}/store`, `--runroot=${folder}/run`];
  const buildah = (...args: string[]) =>
    execFileSync("buildah", [...storage, ...args], { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  const bud = (...args: string[]) => buildah("bud", "--isolation=chroot", "--quiet", ...args);
  try {
    bud("--tag=base", "--file", writeBase(folder), join(folder, "base"));
    bud("--tag=tempofiller", "--build-arg=BASE=localhost/base", "--file=deploy/Containerfile", ".");
    const inspected = JSON.parse(buildah("inspect", "--type=image", "localhost/tempofiller"));
    const container = buildah("from", "localhost/tempofiller");
    return { folder: buildah("mount", container), config: inspected.OCIv1.config, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Node, its libraries, and folders to mount on. */
function writeBase(folder: string): string {
  const libraries = execFileSync("ldd", [process.execPath], { encoding: "utf8" }).match(/\/\S+/g) ?? [];
  const files = [[process.execPath, "/usr/local/bin/node"], ...libraries.map((path) => [path, path])];
  for (const [from = "", to = ""] of files) {
    const target = join(folder, "base", to);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(from, target);
  }
  mkdirSync(join(folder, "base/proc"));
  const path = join(folder, "Containerfile");
  writeFileSync(path, "FROM scratch\nCOPY . /\n");
  return path;
}

export interface Container {
  /** The log so far. */
  log(): string;
  /** A field of `/proc/PID/status`. */
  status(field: string): string;
  /** The options with which its root is mounted, such as `ro,relatime`. */
  rootOptions(): string;
  /** Sends SIGTERM to its process 1. */
  stop(): void;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
}

/**
 * Runs an image for the running test, as its configuration says, on a read-only root, as process 1 of its own, without any way to more rights: what a
 * container engine does with `read_only` and `no-new-privileges`. The network is that of this machine.
 *
 * @param args instead of its own
 */
export function runImage(
  { folder, config }: Image,
  env: Record<string, string>,
  args = config.Cmd,
): Container {
  const given = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const script = [
    'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t proc proc "$1/proc" && root=$1 user=$2 && shift 2',
    'exec setpriv --no-new-privs env -i "$@"',
  ];
  const chroot = ["/usr/sbin/chroot", `--userspec=${config.User}`, folder];
  const command = [...given, ...chroot, ...config.Entrypoint, ...args];
  const unshare: ChildProcess = spawn(
    "unshare",
    [
      "--mount",
      "--pid",
      "--fork",
      "--kill-child",
      "sh",
      "-c",
      script.join("\n"),
      "sh",
      folder,
      config.User,
      ...command,
    ],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  let log = "";
  unshare.stderr?.on("data", (chunk) => {
    log += String(chunk);
  });
  const { pid } = unshare;
  /** The number of the container's process 1 on this machine. */
  const first = () => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
  const ended = once(unshare, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    if (unshare.exitCode === null && unshare.signalCode === null) process.kill(first(), "SIGKILL");
    await ended;
  });
  return {
    log: () => log,
    status(field) {
      const text = readFileSync(`/proc/${first()}/status`, "utf8");
      return new RegExp(`^${field}:\\s+(.*)$`, "m").exec(text)?.[1] ?? "";
    },
    rootOptions() {
      const mounts = readFileSync(`/proc/${first()}/mountinfo`, "utf8");
      return /^(?:\S+ ){4}\/ (\S+) /m.exec(mounts)?.[1] ?? "";
    },
    stop: () => process.kill(first(), "SIGTERM"),
    ended,
  };
}
