import { UsageError } from "../usage-error.ts";
import { entryFor, type ServerCommand, type ServerEntry } from "./entry.ts";
import { HOSTS, type Host } from "./hosts.ts";

/** Links that a host opens, by its name, as VS Code's and Cursor's documentation describe them. */
const LINKS: Record<string, (name: string, entry: ServerEntry) => string> = {
  vscode: (name, entry) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
  cursor: (name, entry) => {
    const config = Buffer.from(JSON.stringify(entry)).toString("base64");
    return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(config)}`;
  },
};

/**
 * A line for each host, or for each that has links if none is named.
 *
 * @throws UsageError if a named host has none
 */
export function installLinks(hosts: readonly Host[], command: ServerCommand): string {
  const linked = hosts.length > 0 ? hosts : HOSTS.filter(({ name }) => LINKS[name]);
  return linked
    .map((host) => {
      const link = LINKS[host.name];
      if (!link)
        throw new UsageError(`--link only works with vscode and cursor, not with ${host.name}.`, "setup");
      return `${host.title}: ${link(command.name, entryFor(host, command))}`;
    })
    .join("\n");
}
