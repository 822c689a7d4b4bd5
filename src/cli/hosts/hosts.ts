import { posix, win32 } from "node:path";
import type { Environment } from "../../config/env.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
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
  /** Its file in a project's folder, which it prefers to the user's. */
  projectFile?: string;
  /** The form of an entry that leads to a team's server by its URL; not set if setup can write none. Where these are from: docs/teams.md. */
  team?: {
    urlKey: "url" | "httpUrl" | "serverUrl";
    type?: string;
    /** The form in which its file refers to a value that is not in it. */
    placeholder: "sample" | "shell" | "environment" | "input";
  };
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
    projectFile: ".mcp.json",
    team: { urlKey: "url", type: "http", placeholder: "shell" },
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    serversKey: "servers",
    typed: true,
    file: (place) => inConfig(place, "Code", "User", "mcp.json"),
    projectFile: ".vscode/mcp.json",
    team: { urlKey: "url", type: "http", placeholder: "input" },
    reload: "MCP: List Servers starts it.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".cursor", "mcp.json"),
    projectFile: ".cursor/mcp.json",
    team: { urlKey: "url", placeholder: "environment" },
    reload: "Restart it.",
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    serversKey: "mcp_servers",
    file: (place) => join(place, place.env.CODEX_HOME || join(place, place.home, ".codex"), "config.toml"),
    projectFile: ".codex/config.toml",
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".gemini", "settings.json"),
    projectFile: ".gemini/settings.json",
    team: { urlKey: "httpUrl", placeholder: "shell" },
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".codeium", "windsurf", "mcp_config.json"),
    team: { urlKey: "serverUrl", placeholder: "environment" },
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
    projectFile: ".zed/settings.json",
    team: { urlKey: "url", placeholder: "sample" },
    reload: "It notices the change.",
  },
  {
    name: "cline",
    title: "Cline",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => inConfig(place, ...CLINE, "settings", "cline_mcp_settings.json"),
    trace: (place) => inConfig(place, ...CLINE),
    team: { urlKey: "url", type: "streamableHttp", placeholder: "sample" },
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

/** @throws InvalidInputError for an unknown host */
export function hostNamed(name: string): Host {
  const host = findHost(name);
  if (host) return host;
  throw new InvalidInputError(
    `Unknown host '${name}'. Available: ${HOSTS.map((known) => known.name).join(", ")}.`,
  );
}

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
