import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand } from "./command.ts";
import { emptyHome, twoServices } from "./setup.ts";

/** A user with files of three hosts, of which setup did not make one, and two sites. */
export async function twoSites({ home, env: given } = emptyHome()) {
  const env = { ...given, TEMPO_CONFIG_FILE: "" };
  mkdirSync(join(home, ".cursor"));
  writeFileSync(
    join(home, ".cursor/mcp.json"),
    '{\n  "mcpServers": { "other": { "command": "x" } } // mine\n}\n',
  );
  const vscode = process.platform === "linux" ? ".config/Code/User/mcp.json" : undefined;
  const files = [".claude.json", ".cursor/mcp.json", ...(vscode ? [vscode] : [".gemini/settings.json"])];
  const hosts = ["claude-code", "cursor", vscode ? "vscode" : "gemini-cli"].flatMap((name) => [
    "--host",
    name,
  ]);
  const [first, second] = [await twoServices("Server"), await twoServices("Server")];
  const setUp = async (site: string, ...options: string[]) => {
    const input = `TEMPO_BASE_URL=${site}\nTEMPO_PAT=${SANDBOX_CREDENTIALS.personalAccessToken}\n`;
    const line = ["setup", "--yes", "--tokens", "-", ...hosts, ...options];
    expect(await runCommand(line, { env, input })).toMatchObject({ code: 0, stderr: "" });
  };
  const content = () =>
    Object.fromEntries(files.map((file) => [file, readFileSync(join(home, file), "utf8")]));
  const remove = (...options: string[]) => runCommand(["setup", "--remove", "--yes", ...options], { env });
  return { home, env, files, first, second, setUp, content, remove };
}

/** The path of a profile's settings. */
export function settingsOf(
  { XDG_CONFIG_HOME = "", APPDATA = "", HOME = "" }: Record<string, string>,
  name: string,
): string {
  const folder = { win32: APPDATA, darwin: join(HOME, "Library/Application Support") }[
    process.platform as "win32" | "darwin"
  ];
  return join(folder ?? XDG_CONFIG_HOME, "tempofiller", `${name}.env`);
}
