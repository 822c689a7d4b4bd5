import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import registryEntry from "../../server.json" with { type: "json" };
import { HELP } from "../../src/cli/help.ts";
import type { Environment } from "../../src/config/env.ts";
import { readSettings } from "../../src/config/settings.ts";
import { SETTINGS } from "../helpers/settings.ts";

/** Read by Node itself, when it starts. */
const READ_BY_NODE = ["NODE_EXTRA_CA_CERTS"];

describe("server.json", () => {
  test("names this package and its version", () => {
    expect(registryEntry).toEqual({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: packageJson.mcpName,
      title: expect.any(String),
      description: expect.any(String),
      version: packageJson.version,
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

  test("keeps the bounds of its schema", () => {
    const { name, title, description } = registryEntry;
    expect(name).toMatch(/^[a-zA-Z0-9.-]{1,100}\/[a-zA-Z0-9._-]{1,99}$/);
    for (const text of [title, description]) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(100);
    }
    for (const variable of SETTINGS) {
      expect(Object.entries(variable).filter(([key, value]) => !MEMBERS[key]?.(value))).toEqual([]);
    }
  });

  test("asks for nothing in particular, hides what is secret, and gives defaults that are good for both deployments", () => {
    expect(SETTINGS.filter(({ isRequired }) => isRequired !== false)).toEqual([]);
    expect(SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
      "TEMPO_API_TOKEN",
      "JIRA_API_TOKEN",
      "TEMPO_PAT",
      "HTTPS_PROXY",
      "HTTP_PROXY",
    ]);
    const defaults = Object.fromEntries(
      SETTINGS.flatMap(({ name, default: text }) => (text === undefined ? [] : [[name, text]])),
    );
    for (const deployment of Object.values(DEPLOYMENTS)) {
      expect(readSettings({ ...defaults, ...deployment })).toEqual(readSettings(deployment));
    }
  });

  test("names the variables that the settings are read from, each once", () => {
    const seen = new Set<string>(READ_BY_NODE);
    for (const env of Object.values(DEPLOYMENTS)) readSettings(recording(env, seen));
    const names = SETTINGS.map(({ name }) => name);
    // The proxy's come in lower case as well.
    expect([...names].sort()).toEqual([...seen].filter((name) => name === name.toUpperCase()).sort());
  });

  test("names the variables of the table in docs/reference.md, in its order", async () => {
    const reference = await readFile(join(import.meta.dirname, "../../docs/reference.md"), "utf8");
    const rows = reference.split("\n| variable |")[1]?.split("\n\n")[0]?.split("\n").slice(2) ?? [];
    const inTable = rows.flatMap((row) => row.split("|")[1]?.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []);
    expect(inTable).toEqual(SETTINGS.map(({ name }) => name));
  });

  test("names every variable that --help tells of", () => {
    const inHelp = HELP.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? [];
    const names = SETTINGS.map(({ name }) => name);
    expect(inHelp.length).toBeGreaterThan(10);
    expect(inHelp.filter((name) => !names.includes(name))).toEqual([]);
  });
});

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isBoolean = (value: unknown) => typeof value === "boolean";

/** What the schema knows of a variable, and what it may be. */
const MEMBERS: Record<string, (value: unknown) => boolean> = {
  name: isText,
  description: isText,
  placeholder: isText,
  default: isText,
  isRequired: isBoolean,
  isSecret: isBoolean,
  format: (value) => ["string", "number", "boolean", "filepath"].includes(String(value)),
  choices: (value) => Array.isArray(value) && value.every(isText),
};

const DEPLOYMENTS: Record<string, Environment> = {
  cloud: {
    TEMPO_API_TOKEN: "tempo-token",
    JIRA_BASE_URL: "https://acme.atlassian.net",
    JIRA_EMAIL: "ada@example.com",
    JIRA_API_TOKEN: "jira-token",
  },
  datacenter: { TEMPO_BASE_URL: "https://jira.example.com", TEMPO_PAT: "pat-token" },
  proxied: { HTTPS_PROXY: "http://proxy.example.com:8080" },
};

/** An environment that notes which variables are read from it. */
function recording(env: Environment, seen: Set<string>): Environment {
  return new Proxy(env, {
    get(target, name) {
      seen.add(String(name));
      return Reflect.get(target, name);
    },
  });
}
