import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isProgram } from "./is-program.ts";
import { KeychainError } from "./keychain.ts";

/** The most time that a keychain may take for one use, whatever it is asked for. */
export const KEYCHAIN_LIMIT_MS = 3000;

/** More than any secret has. */
const MAX_OUTPUT_BYTES = 64 * 1024;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. @throws KeychainError unless it ended by itself in time */
export type Run = (program: string, args: readonly string[], input?: string) => Ended;

export interface Programs {
  /** Whether a program of this name is on the PATH. */
  has(program: string): boolean;
  /** A function for the programs of one use of a keychain, which share its time. */
  use(): Run;
  /** The environment that they get. */
  env: Readonly<Record<string, string>>;
}

/** Programs that did not answer in time. This process does not wait for them again. */
const silent = new Set<string>();

/** The variables that the programs need to reach the keychain of this login. A token in the environment is in none of them. */
const KEPT = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "WINDIR",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERDOMAIN",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "PROGRAMFILES",
];

export function programsIn(env: Environment): Programs {
  const path = variableIn(env, "PATH") ?? "";
  const kept = keptOf(env);
  return {
    env: kept,
    has: (program) => find(program, path) !== undefined,
    use() {
      const end = performance.now() + KEYCHAIN_LIMIT_MS;
      return (program, args, input = "") => {
        const found = find(program, path);
        if (found === undefined) throw new KeychainError("absent");
        const timeout = Math.ceil(end - performance.now());
        if (timeout <= 0 || silent.has(found)) throw new KeychainError("slow");
        return start(found, args, { input, env: kept, timeout });
      };
    },
  };
}

function start(
  program: string,
  args: readonly string[],
  given: { input: string; env: Record<string, string>; timeout: number },
): Ended {
  // Not imported: a start without tokens in a keychain does not load it.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    ...given,
    encoding: "utf8",
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT") {
    silent.add(program);
    throw new KeychainError("slow");
  }
  if (status === null) throw new KeychainError("failed");
  return { code: status, stdout, stderr };
}

/** Windows writes names of variables in any case. */
function variableIn(env: Environment, name: string): string | undefined {
  return env[name] ?? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function keptOf(env: Environment): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = variableIn(env, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...runtimeFolder(env), ...Object.fromEntries(kept), LC_ALL: "C.UTF-8" };
}

/** Many hosts start the server without the variables that lead to the bus of the login. Its folder has a fixed path. */
function runtimeFolder({ DBUS_SESSION_BUS_ADDRESS: bus }: Environment): { XDG_RUNTIME_DIR?: string } {
  const folder = `/run/user/${process.getuid?.()}`;
  return bus === undefined && existsSync(folder) ? { XDG_RUNTIME_DIR: folder } : {};
}

/** The full path of a program, since Windows would look in the working folder first, and so would a PATH that names it. */
function find(program: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, program))
    .find(isProgram);
}
