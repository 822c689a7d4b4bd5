import type { Host } from "./hosts.ts";

/** The name of the entry in every host: each profile has one of its own. */
export function entryName(profile: string | undefined): string {
  return profile === undefined ? "tempofiller" : `tempofiller-${profile}`;
}

/** The options of `setup` that are about an entry of such a name; undefined if setup gives no such name. */
export function optionsFor(entry: string): string | undefined {
  const [isNamed, , profile] = /^tempofiller(-(.+))?$/.exec(entry) ?? [];
  return isNamed && (profile === undefined ? "" : ` --name ${profile}`);
}

/** The command with which a host starts the server. It holds no secret: the server reads the settings file. */
export interface ServerEntry {
  type?: "stdio";
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface ServerCommand {
  /** The name of its entry. */
  name: string;
  command: string;
  args: string[];
  /** The settings that say which settings file to read; undefined for the default one. */
  env?: Record<string, string>;
}

export function entryFor(host: Host, { command, args, env }: ServerCommand): ServerEntry {
  return { ...(host.typed && { type: "stdio" }), command, args, ...(env && { env }) };
}

/** The entry as text that a user can paste into the host's file. */
export function snippet(host: Host, command: ServerCommand): string {
  const entry = entryFor(host, command);
  if (host.format === "json") {
    return JSON.stringify({ [host.serversKey]: { [command.name]: entry } }, undefined, 2);
  }
  return [
    `[${host.serversKey}.${command.name}]`,
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
