import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import registryEntry from "../../server.json" with { type: "json" };
import { settingsHelp } from "../../src/cli/help/topics.ts";
import type { Environment } from "../../src/config/env.ts";
import { SERVER_VARIABLES } from "../../src/config/server-variables.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile } from "../../src/config/settings-file.ts";
import { listVariables } from "../../src/config/variable-names.ts";
import { createRedactor } from "../../src/runtime/redaction.ts";
import { REGISTRY_SCHEMA } from "../helpers/registry-schema.ts";
import { ROOT } from "../helpers/root.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";

const DECLARED = listVariables();

const namesInHelp = () => namesIn(settingsHelp(80), /^ {2}([A-Z]+(?:_[A-Z]+)+)/gm);

/** A setting as `server.json` describes it. */
interface Entry {
  name: string;
  description: string;
  isRequired: boolean;
  isSecret?: boolean;
  default?: string;
}

const ENTRIES: Entry[] = registryEntry.packages.flatMap(({ environmentVariables }) => environmentVariables);

describe("server.json", () => {
  test("names this package and its version", () => {
    expect(registryEntry).toEqual({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: packageJson.mcpName,
      title: expect.any(String),
      description: expect.any(String),
      version: packageJson.version,
      websiteUrl: packageJson.homepage,
      repository: { url: packageJson.homepage.replace("#readme", ""), source: "github" },
      icons: expect.any(Array),
      packages: [
        {
          registryType: "npm",
          identifier: packageJson.name,
          version: packageJson.version,
          transport: { type: "stdio" },
          environmentVariables: expect.any(Array),
        },
      ],
    });
  });

  test("follows the schema of the registry", () => {
    const ajv = new Ajv({ strict: true, allErrors: true });
    addFormats.default(ajv);
    const validate = ajv.compile(REGISTRY_SCHEMA);
    validate(registryEntry);
    expect(validate.errors).toBeNull();
    expect(validate({ ...registryEntry, title: "x".repeat(101) })).toBe(false);
    expect(validate({ ...registryEntry, websiteURL: "https://example.com" })).toBe(false);
  });

  test("has icons that are files here, for light and dark pages", () => {
    const files = registryEntry.icons.map(({ src }) => src.split("/tempofiller/main/")[1] ?? "");
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(new Set(registryEntry.icons.map(({ theme }) => theme))).toEqual(new Set(["light", "dark"]));
  });

  test("requires no setting, marks the secret ones, and gives defaults that suit both deployments", () => {
    expect(ENTRIES.filter(({ isRequired }) => isRequired !== false)).toEqual([]);
    expect(ENTRIES.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
      "TEMPO_API_TOKEN",
      "JIRA_API_TOKEN",
      "TEMPO_PAT",
      "TEMPO_CALENDARS",
      "HTTPS_PROXY",
      "HTTP_PROXY",
    ]);
    const defaults = Object.fromEntries(
      ENTRIES.flatMap(({ name, default: text }) => (text === undefined ? [] : [[name, text]])),
    );
    for (const deployment of Object.values(DEPLOYMENTS)) {
      expect(readSettings({ ...defaults, ...deployment })).toEqual(readSettings(deployment));
    }
  });
});

describe("the declared settings", () => {
  test("are those that are read, each by every name that it has", () => {
    const read = new Set<string>();
    for (const env of Object.values(DEPLOYMENTS)) {
      const recorded = recording(env, read);
      readSettings(recorded);
      readSettingsFile(recorded);
    }
    const ownSpellings = DECLARED.filter(({ readBy }) => readBy === undefined).map(({ name }) => name);
    const ofPlatform = [
      "XDG_STATE_HOME",
      "XDG_CONFIG_HOME",
      "NODE_TLS_REJECT_UNAUTHORIZED",
      "NODE_EXTRA_CA_CERTS",
    ];
    const ofAssistants = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME"];
    expect([...read].sort()).toEqual(
      [...ownSpellings, ...ofPlatform, ...ofAssistants, "http_proxy", "https_proxy", "no_proxy"].sort(),
    );
  });

  test("include one that Node itself reads", () => {
    expect(DECLARED.filter(({ readBy }) => readBy === "node").map(({ name }) => name)).toEqual([
      "NODE_EXTRA_CA_CERTS",
    ]);
  });

  test.each<[string, () => string[] | Promise<string[]>]>([
    ["server.json", () => ENTRIES.map(({ name }) => name)],
    ["docs/reference.md", async () => namesIn(await settingTable(), /(?<=^\| [\w`, ]*)`([A-Z_]+)`/gm)],
    ["help settings", () => namesInHelp().slice(0, DECLARED.length)],
  ])("are all listed by %s, and nothing else is", async (_, listed) => {
    expect((await listed()).sort()).toEqual(DECLARED.map(({ name }) => name).sort());
  });

  test("are followed by those of the server in help settings", () => {
    expect(namesInHelp().slice(DECLARED.length)).toEqual(Object.keys(SERVER_VARIABLES));
  });

  test("have titles and descriptions that a form can show", () => {
    const titles = DECLARED.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.filter((title) => !/^[A-Z].{2,39}$/.test(title) || title.includes("_"))).toEqual([]);
    expect(DECLARED.filter(({ description }) => !/^\S.+[.]$/.test(description))).toEqual([]);
  });

  test("that are a choice have a default that is one of the values", () => {
    const choices = DECLARED.flatMap((variable) => (variable.kind === "choice" ? [variable] : []));
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.filter(({ values, default: preset }) => !values.includes(preset))).toEqual([]);
  });

  test("that are secret are redacted in any output", () => {
    const secrets = DECLARED.filter((variable) => "secret" in variable && variable.secret);
    const env = Object.fromEntries(
      secrets.map(({ name, kind }) => [
        name,
        kind === "proxy" ? `http://ada:${name}-s3cret@proxy:8080` : `${name}-s3cret`,
      ]),
    );
    const redact = createRedactor(readSettings(env).secrets);
    expect(redact(Object.values(env).join(" "))).toBe(secrets.map(() => "[secret]").join(" "));
  });
});

/** The table of settings in docs/reference.md. */
async function settingTable(): Promise<string> {
  const path = join(import.meta.dirname, "../../docs/reference.md");
  return (await readFile(path, "utf8")).split(/<!-- \/?generated:settings.*-->/)[1] ?? "";
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

const DEPLOYMENTS: Record<string, Environment> = {
  cloud: CLOUD,
  datacenter: DATA_CENTER,
  proxied: { HTTPS_PROXY: "http://proxy.example.com:8080" },
};

/** An environment that records which variables are read from it. */
function recording(env: Environment, seen: Set<string>): Environment {
  return new Proxy(env, {
    get(target, name) {
      seen.add(String(name));
      return Reflect.get(target, name);
    },
  });
}
