import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from "@anthropic-ai/mcpb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { readSettings } from "../../src/config/settings.ts";
import { listVariables } from "../../src/config/variable-names.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { connectOverStdio } from "../helpers/stdio.ts";

const ROOT = join(import.meta.dirname, "../..");

const execFileAsync = promisify(execFile);

let folder: string;
let unpacked: string;
let manifest: McpbManifestAny;

/** The bundle, unpacked as a host unpacks it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tempofiller-bundle-test-"));
  const mcpbPath = join(folder, "tempofiller.mcpb");
  await execFileAsync(process.execPath, ["--import", "tsx", "scripts/bundle.ts", mcpbPath], { cwd: ROOT });
  unpacked = join(folder, "unpacked");
  await unpackExtension({ mcpbPath, outputDir: unpacked, silent: true });
  manifest = JSON.parse(await readFile(join(unpacked, "manifest.json"), "utf8"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the bundle", () => {
  test("contains the built command, the contract and the documents", async () => {
    expect((await readdir(unpacked)).sort()).toEqual([
      "LICENSE",
      "README.md",
      "contracts",
      "dist",
      "docs",
      "manifest.json",
      "package.json",
    ]);
  });

  test("has a manifest that `mcpb validate` accepts", async () => {
    const mcpb = join(ROOT, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    const { stdout } = await execFileAsync(process.execPath, [mcpb, "validate", unpacked]);
    expect(stdout).toBe("Manifest schema validation passes!\n");
  });

  test("asks for every setting by its title, requires none and hides the secret ones", () => {
    const options = Object.entries(manifest.user_config ?? {});
    expect(options.map(([key, { title, required, sensitive }]) => [key, title, required, sensitive])).toEqual(
      listVariables().map((variable) => [
        variable.name.toLowerCase(),
        variable.title,
        false,
        "secret" in variable ? true : undefined,
      ]),
    );
  });

  test.each([
    ["nothing", {}],
    [
      "every option left empty",
      Object.fromEntries(listVariables().map(({ name }) => [name.toLowerCase(), ""])),
    ],
  ])("with %s in the host reports what to set", async (_, userConfig) => {
    const { deployment } = readSettings((await hostConfig(userConfig)).env);
    expect(deployment).toEqual(readSettings({}).deployment);
  });

  test.each([
    [
      "Tempo Cloud",
      (address: string) => ({
        tempo_api_token: SANDBOX_CREDENTIALS.tempoToken,
        jira_base_url: address,
        jira_email: SANDBOX_CREDENTIALS.jiraEmail,
        jira_api_token: SANDBOX_CREDENTIALS.jiraToken,
        tempo_api_url: address,
      }),
    ],
    [
      "Tempo on Jira Data Center",
      (address: string) => ({ tempo_base_url: address, tempo_pat: SANDBOX_CREDENTIALS.personalAccessToken }),
    ],
  ])("serves %s if a host starts it with only that deployment's options", async (_, userConfig) => {
    const address = await serveOnLoopback(createSandbox(seed()).fetch);
    const client = await connectOverStdio({ ...(await hostConfig(userConfig(address))), stderr: "pipe" });
    expect(client.getServerVersion()).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(manifest.version).toBe(packageJson.version);
    const { tools } = await client.listTools();
    expect(manifest.tools).toEqual(tools.map(({ name, description }) => ({ name, description })));
    const { structuredContent } = await client.callTool({
      name: "get_worklogs",
      arguments: { startDate: "2026-01-05" },
    });
    expect(structuredContent).toMatchObject({ startDate: "2026-01-05", worklogs: [] });
  });
});

/** How a host starts the bundle, by mcpb's own rules: the placeholder of an option without a value stays. */
async function hostConfig(userConfig: Record<string, string>) {
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: unpacked,
    systemDirs: {},
    userConfig,
    pathSeparator: sep,
  });
  if (!config) throw new Error("mcpb finds that a required option is missing");
  const { command, args = [], env = {} } = config;
  return { command, args, env };
}
