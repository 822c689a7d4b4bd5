import { posix, win32 } from "node:path";
import type { Environment } from "../../config/env.ts";
import type { OptionDeclaration } from "../options.ts";

/** The platform, environment and home folder, which decide where a host keeps its files. */
export interface Place {
  platform: NodeJS.Platform;
  env: Environment;
  /** The user's home folder. */
  home: string;
}

export interface Host {
  /** The value of `--host`. */
  name: string;
  title: string;
  format: "json" | "toml";
  /** The place of the servers in its file. */
  serversKey: string;
  /** Whether an entry names its transport. */
  typed?: true;
  /** Its file for all of the user's projects. */
  file(place: Place): string;
  /** A folder or file that exists if the host is installed; the folder of its file unless given. */
  trace?(place: Place): string;
  /** The step with which it notices a change. */
  reload: string;
}

/** The sources of these, and what was checked, are in docs/hosts.md. */
export const HOSTS: readonly Host[] = [
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => inConfig(place, "Claude", "claude_desktop_config.json"),
    reload: "Quit it and start it again; closing the window is not enough.",
  },
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    serversKey: "mcpServers",
    typed: true,
    file: (place) => join(place, place.env.CLAUDE_CONFIG_DIR || place.home, ".claude.json"),
    trace: (place) => place.env.CLAUDE_CONFIG_DIR || join(place, place.home, ".claude"),
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    serversKey: "servers",
    typed: true,
    file: (place) => inConfig(place, "Code", "User", "mcp.json"),
    reload: "MCP: List Servers starts it.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".cursor", "mcp.json"),
    reload: "Restart it.",
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    serversKey: "mcp_servers",
    file: (place) => join(place, place.env.CODEX_HOME || join(place, place.home, ".codex"), "config.toml"),
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".gemini", "settings.json"),
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".codeium", "windsurf", "mcp_config.json"),
    reload: "Press refresh in its list of servers.",
  },
  {
    name: "zed",
    title: "Zed",
    format: "json",
    serversKey: "context_servers",
    file: (place) =>
      place.platform === "darwin"
        ? join(place, place.home, ".config", "zed", "settings.json")
        : inConfig(place, place.platform === "win32" ? "Zed" : "zed", "settings.json"),
    reload: "It notices the change.",
  },
  {
    name: "cline",
    title: "Cline",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => inConfig(place, ...CLINE, "settings", "cline_mcp_settings.json"),
    trace: (place) => inConfig(place, ...CLINE),
    reload: "It notices the change.",
  },
];

/** The option of setup and of the doctor. */
export const HOST = {
  type: "string",
  multiple: true,
  choices: HOSTS,
  usage: "--host NAME",
  description: "the host to register with, or to check",
} as const satisfies OptionDeclaration;

const CLINE = ["Code", "User", "globalStorage", "saoudrizwan.claude-dev"];

export function findHost(name: string): Host | undefined {
  return HOSTS.find((host) => host.name === name);
}

/** The hosts whose file, folder or other trace exists. */
export function installedHosts(place: Place, exists: (path: string) => boolean): Host[] {
  return HOSTS.filter((host) => {
    const file = host.file(place);
    const folder = (place.platform === "win32" ? win32 : posix).dirname(file);
    return exists(file) || exists(host.trace?.(place) ?? folder);
  });
}

/** A path in the platform's folder for the settings of programs. */
function inConfig(place: Place, ...path: string[]): string {
  const { platform, env, home } = place;
  if (platform === "win32")
    return join(place, env.APPDATA || join(place, home, "AppData", "Roaming"), ...path);
  if (platform === "darwin") return join(place, home, "Library", "Application Support", ...path);
  return join(place, env.XDG_CONFIG_HOME || join(place, home, ".config"), ...path);
}

function join({ platform }: Place, ...path: string[]): string {
  return (platform === "win32" ? win32 : posix).join(...path);
}
