import type { Host } from "./hosts.ts";

/** The name of our entry in every host. */
export const SERVER_NAME = "tempofiller";

/** How a host starts the server. It holds no secret: the server reads the settings file. */
export interface ServerEntry {
  type?: "stdio";
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface ServerCommand {
  command: string;
  args: string[];
  /** The value of TEMPO_CONFIG_FILE; undefined for the default settings file. */
  settingsFile?: string | undefined;
}

export function entryFor(host: Host, { command, args, settingsFile }: ServerCommand): ServerEntry {
  return {
    ...(host.typed && { type: "stdio" }),
    command,
    args,
    ...(settingsFile !== undefined && { env: { TEMPO_CONFIG_FILE: settingsFile } }),
  };
}

/** The entry as text that a user can paste into the host's file. */
export function snippet(host: Host, command: ServerCommand): string {
  const entry = entryFor(host, command);
  if (host.format === "json") {
    return JSON.stringify({ [host.serversKey]: { [SERVER_NAME]: entry } }, undefined, 2);
  }
  return [
    `[${host.serversKey}.${SERVER_NAME}]`,
    `command = ${tomlText(entry.command)}`,
    `args = [${entry.args.map(tomlText).join(", ")}]`,
    ...(entry.env ? [`env = { ${Object.entries(entry.env).map(tomlPair).join(", ")} }`] : []),
  ].join("\n");
}

/** A basic string of TOML takes the escapes of JSON. */
function tomlText(text: string): string {
  return JSON.stringify(text);
}

function tomlPair([name, value]: [string, string]): string {
  return `${name} = ${tomlText(value)}`;
}
