import type { Readable } from "node:stream";
import type { Environment } from "../../config/env.ts";
import type { SettingsFile } from "../../config/settings-file.ts";
import type { Deployment } from "../../tempo/deployment.ts";

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
