import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hostSource } from "../../../src/cli/doctor/host.ts";
import type { Environment } from "../../../src/config/env.ts";
import { CLOUD, DATA_CENTER } from "../../helpers/settings.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const NODE = process.execPath;

/** A home folder and a project with files, by their path; `~` is where they are. */
function setUp(files: Record<string, string> = {}, env: Environment = {}) {
  const folder = temporaryFolder();
  const script = join(folder, "tempofiller.cjs");
  writeFileSync(script, "");
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content.replaceAll("SCRIPT", script).replaceAll("PROJECT", join(folder, "project")));
  }
  const all = { TEMPO_CONFIG_FILE: "off", PATH: dirname(NODE), ...env };
  return {
    folder,
    script,
    check: (name: string) =>
      hostSource(name, all, join(folder, "project"), { platform: "linux", home: folder }),
  };
}

const servers = (entry: object, key = "mcpServers") => JSON.stringify({ [key]: { tempofiller: entry } });

const ENTRY = { command: NODE, args: ["SCRIPT"], env: CLOUD };

const TOML = `[mcp_servers.tempofiller]\ncommand = "${NODE}"\nargs = ["SCRIPT"]\nenv = ${JSON.stringify(CLOUD).replaceAll('":', '"=')}\n`;

const VERSION = process.version.slice(1);

describe("doctor --host finds the server and its settings in the file of", () => {
  test.each([
    ["claude-desktop", "Claude Desktop", ".config/Claude/claude_desktop_config.json", servers(ENTRY)],
    ["claude-code", "Claude Code", ".claude.json", servers(ENTRY)],
    ["claude-code", "Claude Code", "project/.mcp.json", servers(ENTRY)],
    ["claude-code", "Claude Code", ".claude.json", `{"projects":{"PROJECT":${servers(ENTRY)}}}`],
    ["vscode", "VS Code", ".config/Code/User/mcp.json", `// mine\n${servers(ENTRY, "servers")}`],
    ["vscode", "VS Code", "project/.vscode/mcp.json", servers(ENTRY, "servers")],
    ["cursor", "Cursor", ".cursor/mcp.json", servers(ENTRY)],
    ["codex", "Codex", ".codex/config.toml", TOML],
    ["gemini-cli", "Gemini CLI", ".gemini/settings.json", servers(ENTRY)],
    ["windsurf", "Windsurf", ".codeium/windsurf/mcp_config.json", servers(ENTRY)],
    ["zed", "Zed", ".config/zed/settings.json", servers(ENTRY, "context_servers")],
    [
      "cline",
      "Cline",
      ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      servers(ENTRY),
    ],
  ])("%s (%s, %s)", (name, title, path, content) => {
    const { folder, script, check } = setUp({ [path]: content });
    const { settings, host } = check(name);
    expect(host).toEqual({
      finding: {
        status: "ok",
        message: `${title} starts ${NODE} ${script} (Node.js ${VERSION}), according to ${join(folder, path)}.`,
      },
      env: CLOUD,
    });
    expect(settings.deployment).toMatchObject({ kind: "cloud", jiraUrl: CLOUD.JIRA_BASE_URL });
  });
});

const FILE = ".cursor/mcp.json";

test("an entry under another name is found by what it starts, and the project's file counts first", () => {
  const { check } = setUp({
    [FILE]: servers(ENTRY),
    "project/.cursor/mcp.json": JSON.stringify({
      mcpServers: { other: { command: "x" }, hours: { ...ENTRY, env: DATA_CENTER } },
    }),
  });
  expect(check("cursor").settings.deployment).toMatchObject({ kind: "datacenter" });
});

test("the entry's settings are on top of the environment, and its placeholders are filled in from it", () => {
  const env = {
    JIRA_EMAIL: `\${env:MY_EMAIL}`,
    TEMPO_API_TOKEN: `\${MY_TOKEN}`,
    JIRA_API_TOKEN: `\${input:token}`,
    TEMPO_DUPLICATES: `\${MY_DUPLICATES:-allow}`,
  };
  const { check } = setUp(
    { [FILE]: servers({ ...ENTRY, env }) },
    { ...CLOUD, MY_EMAIL: "bob@example.com", MY_TOKEN: "mine" },
  );
  const { settings, host } = check("cursor");
  expect(host?.env).toEqual({
    ...env,
    JIRA_EMAIL: "bob@example.com",
    TEMPO_API_TOKEN: "mine",
    TEMPO_DUPLICATES: "allow",
  });
  expect(settings).toMatchObject({ duplicates: "allow" });
  expect(String(settings.deployment)).toContain("Also set JIRA_API_TOKEN.");
});

test("an entry that starts the embedded Tempo is checked as such", () => {
  const of = (flag: string) =>
    setUp({ [FILE]: servers({ command: NODE, args: ["SCRIPT", flag] }) }).check("cursor").host?.sandbox;
  expect([of("--sandbox"), of("--sandbox=datacenter"), of("--debug")]).toEqual([
    "cloud",
    "datacenter",
    undefined,
  ]);
});

describe("doctor --host fails, and says what to do", () => {
  const failureOf = (content: string | undefined, env: Environment = {}) => {
    const { folder, script, check } = setUp(content === undefined ? {} : { [FILE]: content }, env);
    const { finding } = check("cursor").host ?? {};
    expect(finding).toMatchObject({ status: "failed", code: "invalid_settings" });
    return finding?.message
      .replaceAll(join(folder, FILE), "<file>")
      .replaceAll(join(folder, "project", FILE), "<project's file>")
      .replaceAll(script, "<script>");
  };

  test.each([
    [
      "without the server",
      '{"mcpServers":{"other":{"command":"x"}}}',
      "Cursor has no server tempofiller in <project's file> or <file>. Add it with tempofiller setup --host cursor. If you " +
        "installed the MCPB bundle instead, only the host knows its settings.",
    ],
    [
      "without a file",
      undefined,
      "Cursor has no server tempofiller in <project's file> or <file>. Add it with tempofiller setup --host cursor. If you " +
        "installed the MCPB bundle instead, only the host knows its settings.",
    ],
    [
      "with a file that is not JSON",
      '{\n"mcpServers": {,}}',
      "<file> is not valid JSON (line 2), so the host ignores it. Correct it.",
    ],
    [
      "with a server elsewhere",
      servers({ url: "https://example.com" }),
      "<file> has an entry for TempoFiller without a command. If it is for your team's server, run tempofiller setup --team URL to try it; else add a command: see docs/hosts.md.",
    ],
    [
      "with the server switched off",
      servers({ ...ENTRY, disabled: true }),
      "<file> has TempoFiller switched off (`disabled`). Switch it on.",
    ],
    [
      "with a command that does not exist",
      servers({ ...ENTRY, command: "no-such-node" }),
      "<file> starts no-such-node, which was not found. Set `command` to the full path of the program.",
    ],
  ])("%s", (_, content, message) => {
    expect(failureOf(content)).toBe(message);
  });
});
