import type { Environment } from "../../config/env.ts";
import type { Settings } from "../../config/settings.ts";
import type { SettingsFile } from "../../config/settings-file.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import type { Finding } from "./report.ts";

export interface Source {
  settings: Settings;
  /** The environment that the settings were read from. */
  env: Environment;
  file: SettingsFile | undefined;
  /** The host whose server gets these settings. */
  host?: HostedServer;
}

/** The server as a host is configured to start it. */
export interface HostedServer {
  finding: Finding;
  /** The environment in the host's file; undefined if the file has no such server. */
  env?: Environment;
  sandbox?: Deployment["kind"];
}
