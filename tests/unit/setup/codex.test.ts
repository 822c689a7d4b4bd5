import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const COMMAND = { name: "tempofiller", command: "/node", args: ["/tempofiller.cjs", "--sandbox"] };
const TABLE = '[mcp_servers.tempofiller]\ncommand = "/node"\nargs = [ "/tempofiller.cjs", "--sandbox" ]\n';
const OWN = '[mcp_servers.tempofiller]\ncommand = "x"\nargs=[]\n';
const OWN_ENV = '[mcp_servers.tempofiller.env]\nA = "1"';

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
      `${AROUND[0]}${TABLE}\n[mcp_servers.tempofiller.env]\nA = "1"\nTEMPO_PROFILE = "a"\n${AROUND[2]}`,
    );
  });

  test("keeps other tables and comments when the table is removed, with one blank line between them", () => {
    const { read, remove } = setUp(AROUND.join(""));
    remove()?.apply();
    expect(read()).toBe(`${AROUND[0].trimEnd()}\n${AROUND[2]}`);
  });

  test.each([
    ["", "a = 1\n"],
    ["that has such a table of the user's", `a = 1\n\n# mine\n${OWN}\n# about b\n[[b]]\nc = 1\n`],
  ])("%s is as before after any number of registrations and a removal", (_, original) => {
    const { path, read, register, remove } = setUp(original);
    const commands = ["/node1", "/node2", "/node3", "/node4"];
    for (const [index, command] of commands.entries())
      register({ ...COMMAND, command, ...(index % 2 === 1 && { env: { TEMPO_PROFILE: "a" } }) })?.apply();
    expect(readFileSync(`${path}.tempofiller-backup`, "utf8")).toBe(original);
    remove()?.apply();
    expect(read()).toBe(original);
  });

  test("has no blank line more if other things in it have changed between a registration and a removal", () => {
    const { path, read, register, remove } = setUp("a = 1\n");
    register()?.apply();
    writeFileSync(path, read()?.replace("a = 1", "a = 2") ?? "");
    remove()?.apply();
    expect(read()).toBe("a = 2\n");
  });

  test.each(["\n", "\r\n"])(
    "keeps the table's place, comments and line ends when it is changed: %j",
    (eol) => {
      const text = (lines: string[]) => lines.join(eol);
      const before = ["# First", "[[list]]", "x = 9223372036854775807", "", "# mine"];
      const after = [
        "",
        "# about the next",
        "[[list]]",
        "a = 2026-01-01",
        "  [mcp_servers.other]",
        'command = "y"',
        "",
      ];
      const { read, register } = setUp(
        text([
          ...before,
          "[mcp_servers.tempofiller] # ours",
          "# the command",
          "command='npx' # it's #1",
          "# these are",
          "#   arguments",
          'args=["-y", # yes',
          '"#"] # both',
          "",
          "startup_timeout_sec=20.0 # long",
          "n=9223372036854775807",
          "# between",
          "",
          "  [mcp_servers.tempofiller.env] # its",
          '"A"="1" # one',
          "# gone",
          'TEMPO_PAT = "secret" # too',
          ...after,
        ]),
      );
      const change = register();
      expect(change?.lines).toContain('-   "n": "9223372036854775807",');
      change?.apply();
      expect(read()).toBe(
        text([
          ...before,
          "[mcp_servers.tempofiller] # ours",
          "# the command",
          'command = "/node" # it\'s #1',
          "# these are",
          "#   arguments",
          'args = [ "/tempofiller.cjs", "--sandbox" ] # both',
          "",
          "startup_timeout_sec=20.0 # long",
          "n=9223372036854775807",
          "# between",
          "",
          "  [mcp_servers.tempofiller.env] # its",
          '"A"="1" # one',
          "# gone",
          "# too",
          ...after,
        ]),
      );
      expect(register()).toBeUndefined();
    },
  );

  test.each([
    ["a comment", `a = 1\n${OWN}# keep`, `a = 1\n${TABLE}# keep`, "a = 1\n# keep"],
    ["the table", `a = 1\n\n${OWN.trimEnd()}`, `a = 1\n\n${TABLE}`, "a = 1\n"],
    ["a table of ours after another", `${OWN}[b]\n\n${OWN_ENV}`, `${TABLE}${OWN_ENV}\n[b]\n\n`, "[b]\n\n"],
  ])("that ends with %s, without a line end, is changed in place", (_, original, changed, removed) => {
    const [first, second] = [setUp(original), setUp(original)];
    first.register()?.apply();
    second.remove()?.apply();
    expect([first.read(), second.read()]).toEqual([changed, removed]);
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
