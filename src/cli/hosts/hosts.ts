import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { Environment } from "../../config/env.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { OptionDeclaration } from "../options.ts";
import { didYouMean } from "../usage-error.ts";

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
  /** The form of an entry that starts a server, where it is not `command`, `args` and `env` alone. */
  start?: { type: "stdio" | "local"; isList?: true; envKey?: "environment" };
  /** Its file for all of the user's projects. */
  file(place: Place): string;
  /** Its files in a project's folder, which it prefers to the user's; the first counts most. */
  projectFiles?: readonly string[];
  /** The form of an entry that leads to a team's server by its URL; not set if setup can write none. Where these are from: docs/teams.md. */
  team?: {
    urlKey: "url" | "httpUrl" | "serverUrl";
    type?: string;
    /** The form in which its file refers to a value that is not in it. */
    placeholder: "sample" | "shell" | "environment" | "braces" | "input";
    /** Whether it trusts the system's store of certificates instead of NODE_EXTRA_CA_CERTS, or either; not set for that variable alone. */
    trusts?: "store" | "either";
  };
  /** The file with the folders that the user trusts, if it starts servers in those alone; `isUsual` unless its settings say otherwise. */
  trust?: { file(place: Place): string; isUsual: boolean };
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
    start: { type: "stdio" },
    file: (place) => join(place, place.env.CLAUDE_CONFIG_DIR || place.home, ".claude.json"),
    trace: (place) => place.env.CLAUDE_CONFIG_DIR || join(place, place.home, ".claude"),
    projectFiles: [".mcp.json"],
    team: { urlKey: "url", type: "http", placeholder: "shell", trusts: "either" },
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    serversKey: "servers",
    start: { type: "stdio" },
    file: (place) => inConfig(place, "Code", "User", "mcp.json"),
    projectFiles: [".vscode/mcp.json"],
    team: { urlKey: "url", type: "http", placeholder: "input" },
    reload: "MCP: List Servers starts it.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.home, ".cursor", "mcp.json"),
    projectFiles: [".cursor/mcp.json"],
    team: { urlKey: "url", placeholder: "environment" },
    reload: "Restart it.",
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    serversKey: "mcp_servers",
    file: (place) => join(place, place.env.CODEX_HOME || join(place, place.home, ".codex"), "config.toml"),
    projectFiles: [".codex/config.toml"],
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "gemini-cli",
    title: "Gemini CLI",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => join(place, place.env.GEMINI_CLI_HOME || place.home, ".gemini", "settings.json"),
    projectFiles: [".gemini/settings.json"],
    team: { urlKey: "httpUrl", placeholder: "shell" },
    trust: {
      file: (place) =>
        place.env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ||
        join(place, place.env.GEMINI_CLI_HOME || place.home, ".gemini", "trustedFolders.json"),
      isUsual: true,
    },
    reload:
      "Start a new session in a folder that it trusts: in any other, it shows the server as Disabled. /permissions trusts a folder, and " +
      "/mcp shows whether the server runs.",
  },
  {
    name: "qwen-code",
    title: "Qwen Code",
    format: "json",
    serversKey: "mcpServers",
    file: (place) => inQwen(place, "settings.json"),
    projectFiles: [".qwen/settings.json"],
    team: { urlKey: "httpUrl", placeholder: "shell" },
    trust: {
      file: (place) => place.env.QWEN_CODE_TRUSTED_FOLDERS_PATH || inQwen(place, "trustedFolders.json"),
      isUsual: false,
    },
    reload: "Start a new session; /mcp shows whether the server runs.",
  },
  {
    name: "opencode",
    title: "OpenCode",
    format: "json",
    serversKey: "mcp",
    start: { type: "local", isList: true, envKey: "environment" },
    file(place) {
      const folder = join(place, place.env.XDG_CONFIG_HOME || join(place, place.home, ".config"), "opencode");
      const files = ["opencode.jsonc", "opencode.json", "config.json"].map((name) =>
        join(place, folder, name),
      );
      // It writes to the first that is there, and its values count.
      return files.find(existsSync) ?? join(place, folder, "opencode.json");
    },
    projectFiles: ["opencode.jsonc", "opencode.json"],
    team: { urlKey: "url", type: "remote", placeholder: "braces" },
    reload: "Start it again; opencode mcp list shows whether the server runs.",
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
    projectFiles: [".zed/settings.json"],
    team: { urlKey: "url", placeholder: "sample", trusts: "store" },
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
  const names = HOSTS.map((known) => known.name);
  throw new InvalidInputError(
    `Unknown host '${name}'.${didYouMean(name, names)} Available: ${names.join(", ")}.`,
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

function inQwen(place: Place, name: string): string {
  return join(place, place.env.QWEN_HOME || join(place, place.home, ".qwen"), name);
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
