import type { Readable } from "node:stream";
import { ReadStream } from "node:tty";
import type { Environment } from "../../config/env.ts";
import type { SettingsFile } from "../../config/settings-file.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { CancelledError } from "../../timesheet/errors.ts";
import { exitAfter } from "../shutdown.ts";

/** The options of `tempofiller setup`. */
export interface SetupOptions {
  /** Registers the embedded Tempo, which needs no settings. */
  sandbox: Deployment["kind"] | undefined;
  host?: readonly string[] | undefined;
  tokens?: string | undefined;
  /** The URL of a team's server, to which the hosts are led. */
  team?: string | undefined;
  /** Prints an entry for a team on Jira Data Center. */
  datacenter?: boolean | undefined;
  print?: boolean | undefined;
  link?: boolean | undefined;
  remove?: boolean | undefined;
  yes?: boolean | undefined;
  /** Replaces the settings or the entry for another site. */
  replace?: boolean | undefined;
}

export interface SetupContext {
  env: Environment;
  file: SettingsFile | undefined;
  /** The user's home folder. */
  home: string;
  /** Path of the command that runs, as it was started. */
  script: string;
  stdin: Readable;
  /** Characters in a line of the terminal. */
  width: number;
  /** Whether there is a user to ask. */
  isTerminal: boolean;
  print(line: string): void;
  /** Prints to stderr. */
  log(line: string): void;
}

/** The user pressed Ctrl-C, or answered that nothing should be done. */
export function cancelled(): CancelledError {
  return new CancelledError("Cancelled: nothing was changed.");
}

const CTRL_C = 3;

/** Milliseconds to print the message before the process ends. */
const TIME_TO_REPORT = 100;

/**
 * Does some work that changes nothing. If stdin is a terminal, what is typed meanwhile is neither shown nor kept.
 *
 * @throws CancelledError on Ctrl-C; the process then ends without waiting for the work
 */
export async function withHiddenInput<Value>(stdin: Readable, work: () => Promise<Value>): Promise<Value> {
  if (!(stdin instanceof ReadStream && stdin.isTTY && stdin.readable)) return work();
  let discard = (_: Buffer): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    discard = (typed) => {
      if (!typed.includes(CTRL_C)) return;
      exitAfter(TIME_TO_REPORT);
      reject(cancelled());
    };
  });
  stdin.setRawMode(true);
  stdin.on("data", discard).resume();
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    stdin.off("data", discard).pause();
    stdin.setRawMode(false);
  }
}
