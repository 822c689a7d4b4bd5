import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const COMMAND = { name: "tempofiller", command: "/node", args: ["/tempofiller.cjs", "--sandbox"] };
const TABLE = '[mcp_servers.tempofiller]\ncommand = "/node"\nargs = [ "/tempofiller.cjs", "--sandbox" ]\n';

/** Codex's file in a folder of its own; undefined if it does not exist yet. */
function setUp(content?: string) {
  const home = temporaryFolder();
  const path = join(home, "config.toml");
  if (content !== undefined) writeFileSync(path, content);
  const host = findHost("codex");
  if (!host) throw new Error("no such host");
  const place = { platform: "linux", env: { CODEX_HOME: home }, home } as const;
  return {
    path,
    read: () => (existsSync(path) ? readFileSync(path, "utf8") : undefined),
    register: (command: Parameters<typeof planRegistration>[2] = COMMAND) =>
      planRegistration(host, place, command),
    remove: () => planRemoval(host, place, "tempofiller"),
  };
}

describe("Codex's file", () => {
  test.each([
    ["with settings", 'model = "x" # mine\n', `model = "x" # mine\n\n${TABLE}`],
    ["without a line break at its end", "a = 1", `a = 1\n\n${TABLE}`],
    ["of Windows", "a = 1\r\n", `a = 1\n\n${TABLE}`.replaceAll("\n", "\r\n")],
    ["that is empty", "", TABLE],
    ["that does not exist", undefined, TABLE],
  ])("%s gets a table, and is as before without it", (_, original, changed) => {
    const { path, read, register, remove } = setUp(original);
    register()?.apply();
    expect(read()).toBe(changed);
    expect(register()).toBeUndefined();
    remove()?.apply();
    expect(read()).toBe(original);
    expect(existsSync(`${path}.tempofiller-backup`)).toBe(false);
    expect(remove()).toBeUndefined();
  });

  const AROUND = [
    '[mcp_servers.other]\ncommand = "x" # keep\n\n',
    '[mcp_servers.tempofiller]\ncommand = "npx"\nargs = [\n  "-y",\n]\n\n[mcp_servers.tempofiller.env]\nA = "1"\n',
    '\n# Mine\n[mcp_servers.tempofiller-client-b]\ncommand = "y"\n[[list]]\na = 2026-01-01\n',
  ] as const;

  test("keeps other tables, comments and what the user has added when the table is replaced", () => {
    const { read, register } = setUp(AROUND.join(""));
    register({ ...COMMAND, env: { TEMPO_PROFILE: "a" } })?.apply();
    expect(read()).toBe(
      `${AROUND[0]}${AROUND[2]}\n${TABLE}\n[mcp_servers.tempofiller.env]\nA = "1"\nTEMPO_PROFILE = "a"\n`,
    );
  });

  test("keeps other tables and comments when the table is removed", () => {
    const { read, remove } = setUp(AROUND.join(""));
    remove()?.apply();
    expect(read()).toBe(`${AROUND[0]}${AROUND[2]}`);
  });

  test.each([
    ["in one line", 'mcp_servers = { tempofiller = { command = "x" } }'],
    ["with dots", 'mcp_servers.tempofiller.command = "x"'],
    ["in a table of all servers", '[mcp_servers]\ntempofiller = { command = "x" }'],
    ["with quotes", '[mcp_servers."tempofiller"]\ncommand = "x"'],
    [
      "with a text that looks like a table",
      'a = """\n[mcp_servers.tempofiller]\n"""\n[mcp_servers.tempofiller]\ncommand = "x"',
    ],
  ])("is left as it is if the entry is written %s", (_, text) => {
    expect(parse(text)).toMatchObject({ mcp_servers: { tempofiller: { command: "x" } } });
    const { read, register, remove } = setUp(text);
    const sentence = "is written in a way that setup cannot change safely";
    expect(() => register()).toThrow(sentence);
    expect(() => remove()?.apply()).toThrow(sentence);
    expect(read()).toBe(text);
  });
});
