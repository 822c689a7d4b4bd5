import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { stringify as stringifyToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { runDoctor } from "../../../src/cli/doctor/doctor.ts";
import { hostSource } from "../../../src/cli/doctor/host.ts";
import type { Check } from "../../../src/cli/doctor/report.ts";
import { HOSTS } from "../../../src/cli/hosts/hosts.ts";
import type { Environment } from "../../../src/config/env.ts";
import { serveOnLoopback } from "../../helpers/http-server.ts";
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

const OPENCODE = { type: "local", command: [NODE, "SCRIPT"], environment: CLOUD };

const UNTRUSTING = '"security":{"folderTrust":{"enabled":false}}';

const TOML = `[mcp_servers.tempofiller]\ncommand = "${NODE}"\nargs = ["SCRIPT"]\nn = 9223372036854775807\nenv = ${JSON.stringify(CLOUD).replaceAll('":', '"=')}\n`;

const VERSION = process.version.slice(1);

describe("doctor --host finds the server and its settings in the file of", () => {
  test.each([
    ["claude-desktop", "Claude Desktop", ".config/Claude/claude_desktop_config.json", servers(ENTRY)],
    ["claude-code", "Claude Code", ".claude.json", servers(ENTRY)],
    ["claude-code", "Claude Code", ".claude.json", `{"projects":{"PROJECT":${servers(ENTRY)}}}`],
    ["vscode", "VS Code", ".config/Code/User/mcp.json", `// mine\n${servers(ENTRY, "servers")}`],
    ["cursor", "Cursor", ".cursor/mcp.json", servers(ENTRY)],
    ["codex", "Codex", ".codex/config.toml", TOML],
    ["gemini-cli", "Gemini CLI", ".gemini/settings.json", servers(ENTRY).replace("{", `{${UNTRUSTING},`)],
    ["qwen-code", "Qwen Code", ".qwen/settings.json", servers(ENTRY)],
    ["opencode", "OpenCode", ".config/opencode/opencode.json", servers(OPENCODE, "mcp")],
    ["opencode", "OpenCode", ".config/opencode/config.json", servers(OPENCODE, "mcp")],
    ["opencode", "OpenCode", ".config/opencode/opencode.jsonc", `// mine\n${servers(OPENCODE, "mcp")}`],
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

test("an entry under another name is found by what it starts", () => {
  const { check } = setUp({
    [FILE]: JSON.stringify({
      mcpServers: { other: { command: "x" }, hours: { ...ENTRY, env: DATA_CENTER } },
    }),
  });
  expect(check("cursor").settings.deployment).toMatchObject({ kind: "datacenter" });
});

describe("the server of a project's file is not tried, though it counts first: the file may be a stranger's", () => {
  test.each(
    HOSTS.flatMap((host) => (host.projectFiles ?? []).map((projectFile) => ({ ...host, projectFile }))),
  )("$name: $projectFile", async ({ name, title, projectFile, serversKey, format, file }) => {
    const requests: string[] = [];
    const url = await serveOnLoopback(async (request) => {
      requests.push(request.url);
      return Response.json({});
    });
    const path = `project/${projectFile}`;
    const { folder, check } = setUp(
      { [path]: "", ".gemini/trustedFolders.json": '{"PROJECT":"TRUST_FOLDER"}' },
      { TEMPO_PAT: "mine", TEMPO_STATE_DIR: "off" },
    );
    const marker = join(folder, "marker");
    const program = join(folder, "node");
    writeFileSync(program, `#!/bin/sh\necho >> ${marker}\necho ${process.version}\n`);
    chmodSync(program, 0o755);
    const env = { TEMPO_BASE_URL: url, TEMPO_CONFIG_FILE: join(folder, "project", "settings.env") };
    writeFileSync(env.TEMPO_CONFIG_FILE, `TEMPO_PAT_COMMAND=${program}\n`);
    const reports = [];
    for (const values of [env, { ...env, TEMPO_PAT_COMMAND: program, TEMPO_PAT: "" }]) {
      const content = { [serversKey]: { tempofiller: { command: program, env: values } } };
      writeFileSync(join(folder, path), format === "toml" ? stringifyToml(content) : JSON.stringify(content));
      const lines: string[] = [];
      const print = (line: string) => lines.push(line);
      const output = { sandbox: undefined, json: true, colour: false, width: 100, print };
      const exitCode = await runDoctor(check(name), output);
      reports.push({ exitCode, ...JSON.parse(lines.join("\n")) });
    }
    expect([existsSync(marker), requests]).toEqual([false, []]);
    const own = file({ platform: "linux", env: {}, home: folder });
    const message =
      `The server of this folder's project was not tried: ${join(folder, path)} may be another's, and could start a program or ` +
      `send your tokens elsewhere. Read it; if you trust it, copy its entry to ${own} and run this in another folder.`;
    for (const { exitCode, ok, checks } of reports) {
      expect([exitCode, ok, ...checks.slice(0, 2)]).toEqual([
        1,
        false,
        {
          check: "host",
          status: "ok",
          message: `${title} starts ${program}, according to ${join(folder, path)}.`,
        },
        { check: "settings", status: "failed", message },
      ]);
      expect(new Set(checks.slice(2).map(({ status }: Check) => status))).toEqual(new Set(["skipped"]));
    }
  });

  test("but one in the home folder is in the user's own file", () => {
    const { folder } = setUp({ [FILE]: servers(ENTRY) });
    const env = { TEMPO_CONFIG_FILE: "off" };
    expect(hostSource("cursor", env, folder, { platform: "linux", home: folder }).host).toMatchObject({
      finding: { status: "ok" },
      env: CLOUD,
    });
  });
});

describe("doctor --host says that a host starts nothing in a folder that the user does not trust", () => {
  const GEMINI = ".gemini/settings.json";
  const [OFF, ON] = [UNTRUSTING, UNTRUSTING.replace("false", "true")];
  const none = undefined;

  test.each([
    ["gemini-cli", none, none, "unknown"],
    ["gemini-cli", none, "{}", "unknown"],
    ["gemini-cli", none, '{"PROJECT":"TRUST_FOLDER"}', "ok"],
    ["gemini-cli", none, '// mine\n{"PROJECT":"TRUST_FOLDER",}', "ok"],
    ["gemini-cli", none, '{"HOME":"TRUST_FOLDER"}', "ok"],
    ["gemini-cli", none, '{"PROJECT/x":"TRUST_PARENT"}', "ok"],
    ["gemini-cli", none, '{"PROJECT":"TRUST_PARENT"}', "ok"],
    ["gemini-cli", none, '{"PROJECT/x":"TRUST_FOLDER","PROJECTx":"TRUST_FOLDER"}', "unknown"],
    ["gemini-cli", none, '{"PROJECT":"DO_NOT_TRUST","HOME":"TRUST_FOLDER"}', "unknown"],
    ["gemini-cli", none, '{"HOME":"DO_NOT_TRUST","PROJECT":"TRUST_FOLDER"}', "ok"],
    ["gemini-cli", none, '{"PROJECT":"YES"}', "unknown"],
    ["gemini-cli", none, "[1]", "unknown"],
    ["gemini-cli", ON, none, "unknown"],
    ["gemini-cli", OFF, none, "ok"],
    ["gemini-cli", OFF, '{"PROJECT":"DO_NOT_TRUST"}', "ok"],
    ["qwen-code", none, '{"PROJECT":"DO_NOT_TRUST"}', "ok"],
    ["qwen-code", ON, none, "unknown"],
    ["qwen-code", ON, '{"PROJECT":"TRUST_FOLDER"}', "ok"],
    ["cursor", none, '{"PROJECT":"DO_NOT_TRUST"}', "ok"],
  ])("%s with %s and rules %s: %s", (name, security, rules, status) => {
    const at = (path: string) => path.replace("gemini", name.replace(/-.*/, ""));
    const settings = security ? servers(ENTRY).replace("{", `{${security},`) : servers(ENTRY);
    const { folder, check } = setUp({ "project/file": "", [FILE]: servers(ENTRY), [at(GEMINI)]: settings });
    if (rules) {
      const text = rules.replaceAll("PROJECT", join(folder, "project")).replaceAll("HOME", folder);
      writeFileSync(join(folder, at(".gemini/trustedFolders.json")), text);
    }
    expect(check(name).host?.finding.status).toBe(status);
  });

  test("with what to do", () => {
    const { folder, script, check } = setUp({ [GEMINI]: servers(ENTRY) });
    const project = join(folder, "project");
    expect(check("gemini-cli").host?.finding).toEqual({
      status: "unknown",
      message:
        `Gemini CLI starts ${NODE} ${script} (Node.js ${VERSION}), according to ${join(folder, GEMINI)}. In ${project} it starts none and ` +
        "shows it as Disabled, because you have not told Gemini CLI to trust that folder. Start Gemini CLI there and trust the folder, " +
        "with /permissions if it does not ask.",
    });
  });
});

test("the entry's settings are on top of the environment, and its placeholders are filled in from it", () => {
  const env = {
    JIRA_EMAIL: `\${env:MY_EMAIL}`,
    TEMPO_API_TOKEN: `\${MY_TOKEN}`,
    JIRA_API_TOKEN: `\${input:token}`,
    TEMPO_START_TIME: "{env:MY_START}",
    TEMPO_DUPLICATES: `\${MY_DUPLICATES:-allow}`,
  };
  const { check } = setUp(
    { [FILE]: servers({ ...ENTRY, env }) },
    { ...CLOUD, MY_EMAIL: "bob@example.com", MY_TOKEN: "mine", MY_START: "08:30" },
  );
  const { settings, host } = check("cursor");
  expect(host?.env).toEqual({
    ...env,
    JIRA_EMAIL: "bob@example.com",
    TEMPO_API_TOKEN: "mine",
    TEMPO_START_TIME: "08:30",
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
      "<file> is not valid JSON (line 2, column 16), so its host ignores it, and setup leaves it as it is. Correct it.",
    ],
    [
      "with a server elsewhere",
      servers({ url: "https://example.com" }),
      "<file> has an entry for TempoFiller without a command. If it is for your team's server, run tempofiller setup --team URL to try it; else add a command: see docs/hosts.md.",
    ],
    [
      "with the server switched off",
      servers({ ...ENTRY, disabled: true }),
      "<file> has TempoFiller switched off. Switch it on.",
    ],
    [
      "with the server not enabled",
      servers({ ...ENTRY, enabled: false }),
      "<file> has TempoFiller switched off. Switch it on.",
    ],
    [
      "with a command that does not exist",
      servers({ ...ENTRY, command: "no-such-node" }),
      "<file> starts no-such-node, which was not found. Set `command` to the full path of the program.",
    ],
  ])("%s", (_, content, message) => {
    expect(failureOf(content)).toBe(message);
  });

  test("with a command that is a relative path, which leads elsewhere in each folder", () => {
    const command = relative(process.cwd(), NODE);
    expect(failureOf(servers({ ...ENTRY, command }))).toBe(
      `<file> starts ${command}, which was not found. Set \`command\` to the full path of the program.`,
    );
  });

  test("with a command that is only in a relative folder of PATH, which may be a stranger's", () => {
    const env = { PATH: relative(process.cwd(), dirname(NODE)) };
    expect(failureOf(servers({ ...ENTRY, command: "node" }), env)).toBe(
      "<file> starts node, which was not found. Set `command` to the full path of the program.",
    );
  });
});
