import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from "@anthropic-ai/mcpb";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { readSettings } from "../../src/config/settings.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { pngSize } from "../helpers/png-size.ts";
import { seed } from "../helpers/seeds.ts";
import { connectOverStdio } from "../helpers/stdio.ts";

const ROOT = join(import.meta.dirname, "../..");

const execFileAsync = promisify(execFile);

let folder: string;
let bundles: Record<Deployment["kind"], Bundle>;

/** A bundle, unpacked as a host unpacks it. */
interface Bundle {
  path: string;
  manifest: McpbManifestAny;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tempofiller-bundle-test-"));
  await execFileAsync(process.execPath, ["--import", "tsx", "scripts/bundle.ts", folder], { cwd: ROOT });
  bundles = { cloud: await unpack("cloud"), datacenter: await unpack("datacenter") };
});

async function unpack(deployment: Deployment["kind"]): Promise<Bundle> {
  const path = join(folder, deployment);
  await unpackExtension({ mcpbPath: mcpbPath(deployment), outputDir: path, silent: true });
  return { path, manifest: JSON.parse(await readFile(join(path, "manifest.json"), "utf8")) };
}

const mcpbPath = (deployment: Deployment["kind"]) =>
  join(folder, `tempofiller-${deployment}-${packageJson.version}.mcpb`);

afterAll(() => rm(folder, { recursive: true, force: true }));

const FORMS = {
  cloud: [
    ["tempo_api_token", "Tempo API token", true],
    ["jira_base_url", "Jira site URL"],
    ["jira_email", "Atlassian account e-mail"],
    ["jira_api_token", "Jira API token", true],
    ["tempo_api_url", "Tempo API URL"],
    ["tempo_read_only", "Read-only"],
    ["tempo_toolsets", "Tool sets"],
    ["tempo_config_file", "Settings file"],
    ["sandbox", "Try it without an account"],
  ],
  datacenter: [
    ["tempo_base_url", "Jira Data Center URL"],
    ["tempo_pat", "Jira personal access token", true],
    ["tempo_read_only", "Read-only"],
    ["tempo_toolsets", "Tool sets"],
    ["tempo_config_file", "Settings file"],
    ["sandbox", "Try it without an account"],
  ],
};

const OPTIONS = {
  cloud: (address: string) => ({
    tempo_api_token: SANDBOX_CREDENTIALS.tempoToken,
    jira_base_url: address,
    jira_email: SANDBOX_CREDENTIALS.jiraEmail,
    jira_api_token: SANDBOX_CREDENTIALS.jiraToken,
    tempo_api_url: address,
  }),
  datacenter: (address: string) => ({
    tempo_base_url: address,
    tempo_pat: SANDBOX_CREDENTIALS.personalAccessToken,
  }),
};

describe.each(["cloud", "datacenter"] as const)("the bundle for %s", (deployment) => {
  test("contains the built command, the contract, the documents, the skills, icons and screenshots", async () => {
    expect((await readdir(bundles[deployment].path)).sort()).toEqual([
      "LICENSE",
      "README.md",
      "contracts",
      "dist",
      "docs",
      "icon-dark.png",
      "icon.png",
      "manifest.json",
      "package.json",
      "skills",
      "view-draft-light.png",
      "view-month-dark.png",
      "view-month-light.png",
      "view-receipt-light.png",
    ]);
    expect(await readdir(join(bundles[deployment].path, "skills"))).toEqual(
      await readdir(join(ROOT, "skills")),
    );
  });

  test("has a manifest that `mcpb validate` accepts", async () => {
    const mcpb = join(ROOT, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    const { stdout } = await execFileAsync(process.execPath, [mcpb, "validate", bundles[deployment].path]);
    // It recommends the icon's size whatever the size is.
    expect(stdout.split("\n")[0]).toBe("Manifest schema validation passes!");
  });

  test("has a manifest that the published schema of its version accepts", async () => {
    const { manifest } = bundles[deployment];
    const path = join(
      ROOT,
      `node_modules/@anthropic-ai/mcpb/schemas/mcpb-manifest-v${manifest.manifest_version}.schema.json`,
    );
    const ajv = new Ajv({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(await readFile(path, "utf8")));
    validate(manifest);
    expect(validate.errors).toBeNull();
  });

  test("has icons for light and dark pages, and screenshots that are at least 1,000 px wide", async () => {
    const { path, manifest } = bundles[deployment];
    const { icons = [], screenshots = [] } = manifest as {
      icons?: { src: string; size: string; theme: string }[];
    } & McpbManifestAny;
    const sizeIn = async (name: string) => pngSize(await readFile(join(path, name)));
    for (const { src, size } of icons) {
      const { width, height } = await sizeIn(src);
      expect(`${width}x${height}`).toBe(size);
    }
    expect(icons.map(({ theme }) => theme)).toEqual(["light", "dark"]);
    expect(screenshots.length).toBeGreaterThanOrEqual(3);
    expect(screenshots.length).toBeLessThanOrEqual(5);
    for (const name of screenshots) expect((await sizeIn(name)).width).toBeGreaterThanOrEqual(1000);
  });

  test("names the page of this repository that is the privacy policy", async () => {
    const { path, manifest } = bundles[deployment];
    expect(manifest).toMatchObject({
      privacy_policies: ["https://github.com/tempofiller/tempofiller/blob/main/docs/privacy.md"],
    });
    expect(await readFile(join(path, "docs/privacy.md"), "utf8")).toMatch(/^# Privacy\n/);
  });

  test("asks for what this deployment needs by titles, requires none and hides the secret ones", () => {
    const options = Object.entries(bundles[deployment].manifest.user_config ?? {});
    expect(options.map(([key, { title, required, sensitive }]) => [key, title, required, sensitive])).toEqual(
      FORMS[deployment].map(([key, title, sensitive]) => [key, title, false, sensitive]),
    );
  });

  test.each([
    ["nothing", []],
    ["every option left empty", FORMS[deployment].map(([key]) => key)],
  ])("with %s in the host reports what to set", async (_, names) => {
    const userConfig = Object.fromEntries(names.map((name) => [String(name), ""]));
    const { env } = await hostConfig(deployment, userConfig);
    expect(readSettings(env).deployment).toEqual(readSettings({}).deployment);
  });

  test("serves the deployment if a host starts it with its options", async () => {
    const { manifest } = bundles[deployment];
    const address = await serveOnLoopback(createSandbox(seed()).fetch);
    const config = await hostConfig(deployment, { ...OPTIONS[deployment](address), sandbox: "false" });
    const client = await connectOverStdio({ ...config, stderr: "pipe" });
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

  test("serves the embedded Tempo if its switch is on", async () => {
    const config = await hostConfig(deployment, { sandbox: "true" });
    const client = await connectOverStdio({ ...config, stderr: "pipe" });
    const { structuredContent } = await client.callTool({
      name: "get_schedule",
      arguments: { startDate: "2026-01-05" },
    });
    expect(structuredContent).toMatchObject({ startDate: "2026-01-05", summary: { totalDays: 1 } });
  });
});

/** The command with which a host starts the bundle, by mcpb's own rules: the placeholder of an option without a value stays. */
async function hostConfig(deployment: Deployment["kind"], userConfig: Record<string, string>) {
  const { path, manifest } = bundles[deployment];
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: path,
    systemDirs: {},
    userConfig,
    pathSeparator: sep,
  });
  if (!config) throw new Error("mcpb finds that a required option is missing");
  const { command, args = [], env = {} } = config;
  return { command, args, env };
}
