import { describe, expect, test } from "vitest";
import { entryFor, type ServerCommand, snippet } from "../../../src/cli/hosts/entry.ts";
import { withEntry, withoutEntry } from "../../../src/cli/hosts/host-file.ts";
import { HOSTS, type Host, installedHosts, type Place } from "../../../src/cli/hosts/hosts.ts";

const LINUX: Place = { platform: "linux", env: {}, home: "/home/ada" };
const MACOS: Place = { platform: "darwin", env: {}, home: "/Users/ada" };
const WINDOWS: Place = {
  platform: "win32",
  env: { APPDATA: "C:\\Users\\Ada\\AppData\\Roaming" },
  home: "C:\\Users\\Ada",
};

const filesOf = (place: Place) => Object.fromEntries(HOSTS.map((host) => [host.name, host.file(place)]));

describe("the files of the hosts", () => {
  test("on Linux", () => {
    expect(filesOf(LINUX)).toEqual({
      "claude-desktop": "/home/ada/.config/Claude/claude_desktop_config.json",
      "claude-code": "/home/ada/.claude.json",
      vscode: "/home/ada/.config/Code/User/mcp.json",
      cursor: "/home/ada/.cursor/mcp.json",
      codex: "/home/ada/.codex/config.toml",
      "gemini-cli": "/home/ada/.gemini/settings.json",
      "qwen-code": "/home/ada/.qwen/settings.json",
      opencode: "/home/ada/.config/opencode/opencode.json",
      windsurf: "/home/ada/.codeium/windsurf/mcp_config.json",
      zed: "/home/ada/.config/zed/settings.json",
      cline:
        "/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    });
  });

  test("on macOS", () => {
    expect(filesOf(MACOS)).toEqual({
      "claude-desktop": "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
      "claude-code": "/Users/ada/.claude.json",
      vscode: "/Users/ada/Library/Application Support/Code/User/mcp.json",
      cursor: "/Users/ada/.cursor/mcp.json",
      codex: "/Users/ada/.codex/config.toml",
      "gemini-cli": "/Users/ada/.gemini/settings.json",
      "qwen-code": "/Users/ada/.qwen/settings.json",
      opencode: "/Users/ada/.config/opencode/opencode.json",
      windsurf: "/Users/ada/.codeium/windsurf/mcp_config.json",
      zed: "/Users/ada/.config/zed/settings.json",
      cline:
        "/Users/ada/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    });
  });

  test("on Windows", () => {
    expect(filesOf(WINDOWS)).toEqual({
      "claude-desktop": "C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
      "claude-code": "C:\\Users\\Ada\\.claude.json",
      vscode: "C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\mcp.json",
      cursor: "C:\\Users\\Ada\\.cursor\\mcp.json",
      codex: "C:\\Users\\Ada\\.codex\\config.toml",
      "gemini-cli": "C:\\Users\\Ada\\.gemini\\settings.json",
      "qwen-code": "C:\\Users\\Ada\\.qwen\\settings.json",
      opencode: "C:\\Users\\Ada\\.config\\opencode\\opencode.json",
      windsurf: "C:\\Users\\Ada\\.codeium\\windsurf\\mcp_config.json",
      zed: "C:\\Users\\Ada\\AppData\\Roaming\\Zed\\settings.json",
      cline:
        "C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\settings\\cline_mcp_settings.json",
    });
  });

  test("follow the variables that move them", () => {
    const env = {
      XDG_CONFIG_HOME: "/conf",
      CLAUDE_CONFIG_DIR: "/claude",
      CODEX_HOME: "/codex",
      GEMINI_CLI_HOME: "/gemini",
      QWEN_HOME: "/qwen",
    };
    expect(filesOf({ ...LINUX, env })).toMatchObject({
      "claude-desktop": "/conf/Claude/claude_desktop_config.json",
      "claude-code": "/claude/.claude.json",
      codex: "/codex/config.toml",
      "gemini-cli": "/gemini/.gemini/settings.json",
      "qwen-code": "/qwen/settings.json",
      opencode: "/conf/opencode/opencode.json",
      zed: "/conf/zed/settings.json",
    });
  });

  test("show which hosts are installed", () => {
    const paths = ["/home/ada/.claude", "/home/ada/.config/Code/User", "/home/ada/.codex"];
    const found = installedHosts(LINUX, (path) => paths.includes(path));
    expect(found.map(({ name }) => name)).toEqual(["claude-code", "vscode", "codex"]);
  });
});

const COMMANDS: [string, string, ServerCommand][] = [
  [
    "Linux",
    "\n",
    { name: "tempofiller", command: "/usr/bin/node", args: ["/opt/tempofiller/dist/tempofiller.cjs"] },
  ],
  [
    "macOS",
    "\n",
    {
      name: "tempofiller",
      command: "/usr/local/bin/node",
      args: ["/Users/ada/tempofiller/dist/tempofiller.cjs", "--sandbox"],
    },
  ],
  [
    "Windows",
    "\r\n",
    {
      name: "tempofiller-client-b",
      command: "C:\\Program Files\\nodejs\\node.exe",
      args: ["C:\\tempofiller\\dist\\tempofiller.cjs"],
      env: { TEMPO_PROFILE: "client-b" },
    },
  ],
];

const JSON_HOSTS = HOSTS.filter(({ format }) => format === "json");

const before = ({ serversKey }: Host) => `{
    // Mine
    "theme": "dark",
    "${serversKey}": {
        "other": { "command": "other", "args": [] }, // keep
    },
    "last": [1,2]
}
`;

const TYPED: Record<string, string> = { "claude-code": "stdio", vscode: "stdio", opencode: "local" };

const list = (words: string[]) =>
  `[\n                ${words.map((word) => JSON.stringify(word)).join(",\n                ")}\n            ]`;

const after = (host: Host, { name, command, args, env }: ServerCommand) => `{
    // Mine
    "theme": "dark",
    "${host.serversKey}": {
        "other": { "command": "other", "args": [] }, // keep
        "${name}": {
${TYPED[host.name] ? `            "type": "${TYPED[host.name]}",\n` : ""}            "command": ${
  host.name === "opencode"
    ? list([command, ...args])
    : `${JSON.stringify(command)},\n            "args": ${list(args)}`
}${
  env === undefined
    ? ""
    : `,
            "${host.name === "opencode" ? "environment" : "env"}": {
                "TEMPO_PROFILE": ${JSON.stringify(env.TEMPO_PROFILE)}
            }`
}
        },
    },
    "last": [1,2]
}
`;

describe.each(COMMANDS)("on %s", (_, eol, command) => {
  test.each(JSON_HOSTS)("the file of $title gets the entry, and is as before without it", (host) => {
    const native = (text: string) => text.replaceAll("\n", eol);
    const file = {
      path: "file",
      format: host.format,
      text: native(before(host)),
      serversKey: host.serversKey,
      name: command.name,
    };
    const changed = withEntry(file, entryFor(host, command));
    expect(changed).toBe(native(after(host, command)));
    expect(withoutEntry({ ...file, text: changed })).toBe(file.text);
  });
});

test("the snippet for Codex is TOML, on Windows too", () => {
  const [codex] = HOSTS.filter(({ format }) => format === "toml");
  expect(codex && snippet(codex, COMMANDS[2]?.[2] ?? { name: "", command: "", args: [] })).toBe(
    '[mcp_servers.tempofiller-client-b]\ncommand = "C:\\\\Program Files\\\\nodejs\\\\node.exe"\n' +
      'args = [ "C:\\\\tempofiller\\\\dist\\\\tempofiller.cjs" ]\n\n' +
      '[mcp_servers.tempofiller-client-b.env]\nTEMPO_PROFILE = "client-b"',
  );
});
