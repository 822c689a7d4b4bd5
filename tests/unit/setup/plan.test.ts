import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import type { ServerCommand } from "../../../src/cli/hosts/entry.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const COMMAND: ServerCommand = { name: "tempofiller", command: "/node", args: ["/dist/tempofiller.cjs"] };
const SANDBOX: ServerCommand = {
  name: "tempofiller",
  command: "/node",
  args: ["/dist/tempofiller.cjs", "--sandbox"],
};

/** Cursor's file in an empty home folder; undefined if it does not exist yet. */
function setUp(content?: string) {
  const home = temporaryFolder();
  const folder = join(home, ".cursor");
  const path = join(folder, "mcp.json");
  if (content !== undefined) {
    mkdirSync(folder);
    writeFileSync(path, content);
  }
  const host = findHost("cursor");
  if (!host) throw new Error("no such host");
  const place = { platform: "linux", env: {}, home } as const;
  return {
    folder,
    path,
    read: () => readFileSync(path, "utf8"),
    files: () => readdirSync(folder).sort(),
    register: (command = COMMAND) => planRegistration(host, place, command),
    remove: (name = COMMAND.name) => planRemoval(host, place, name),
  };
}

const ORIGINAL = '{"mcpServers": {"other": {"command": "x"}}} // mine\n';

describe("registering and removing", () => {
  test("restore a file byte for byte, and leave no backup", () => {
    const { register, remove, read, files } = setUp(ORIGINAL);
    register()?.apply();
    expect(files()).toEqual(["mcp.json", "mcp.json.tempofiller-backup"]);
    expect(register()).toBeUndefined();
    remove()?.apply();
    expect(read()).toBe(ORIGINAL);
    expect(files()).toEqual(["mcp.json"]);
    expect(remove()).toBeUndefined();
  });

  test("create a file that only its user can read, and delete it", () => {
    const { register, remove, path, files } = setUp();
    const change = register();
    expect(change?.effect).toBe("Created");
    change?.apply();
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    remove()?.apply();
    expect(files()).toEqual([]);
  });

  test("keep no secret of a team's entry of another name, and leave that entry as it is", () => {
    const team = { url: "https://tempo.example.com/mcp", headers: { "TempoFiller-Jira-Token": "a-secret" } };
    const others = `${JSON.stringify({ mcpServers: { tempofiller: team, other: { command: "x" } } }, null, 2)}\n`;
    const { register, remove, read, path, files } = setUp(others);
    register({ ...COMMAND, name: "tempofiller-client-b" })?.apply();
    const backup = readFileSync(`${path}.tempofiller-client-b-backup`, "utf8");
    expect(JSON.parse(backup)).toEqual({ mcpServers: { other: { command: "x" } } });
    remove("tempofiller-client-b")?.apply();
    expect({ text: read(), files: files() }).toEqual({ text: others, files: ["mcp.json"] });
  });

  test("restore the file after the entry changed in between", () => {
    const { register, remove, read } = setUp(ORIGINAL);
    register(SANDBOX)?.apply();
    register(COMMAND)?.apply();
    remove()?.apply();
    expect(read()).toBe(ORIGINAL);
  });

  test("keep what others changed in between", () => {
    const { register, remove, read, path, files } = setUp(ORIGINAL);
    register(SANDBOX)?.apply();
    writeFileSync(path, read().replace("// mine", "// ours"));
    register(COMMAND)?.apply();
    remove()?.apply();
    expect(read()).toBe(ORIGINAL.replace("// mine", "// ours"));
    expect(files()).toEqual(["mcp.json"]);
  });

  test("restore an entry that the user had written", () => {
    const own =
      '{"mcpServers": {"tempofiller": {"command": "npx", "args": ["x"], "env": {"TEMPO_PAT": "p"}}}}';
    const { register, remove, read } = setUp(own);
    register()?.apply();
    remove()?.apply();
    expect(read()).toBe(own);
  });

  test.skipIf(process.platform === "win32")("keep the mode of a file and a link to it", () => {
    const { register, folder, path, read } = setUp();
    mkdirSync(folder);
    writeFileSync(join(folder, "real.json"), ORIGINAL);
    chmodSync(join(folder, "real.json"), 0o640);
    symlinkSync("real.json", path);
    register()?.apply();
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(read()).toContain("tempofiller");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(statSync(`${path}.tempofiller-backup`).mode & 0o777).toBe(0o600);
  });
});

test("a change shows no value that may be secret", () => {
  const { register, remove } = setUp(
    '{"mcpServers": {"other": {"env": {"T": "s1"}}, "tempofiller": {"command": "npx", "args": ["--token", "s2"], "env": {"TEMPO_PAT": "/s3", "TEMPO_CONFIG_FILE": "/a.env", "TEMPO_STATE_DIR": "s4"}}}}',
  );
  expect(register()?.lines).toEqual([
    '- "tempofiller": {',
    '-   "command": "npx",',
    '-   "args": [',
    '-     "…",',
    '-     "…"',
    "-   ],",
    '-   "env": {',
    '-     "TEMPO_PAT": "…",',
    '-     "TEMPO_CONFIG_FILE": "/a.env",',
    '-     "TEMPO_STATE_DIR": "…"',
    "-   }",
    "- }",
    '+ "tempofiller": {',
    '+   "command": "/node",',
    '+   "args": [',
    '+     "/dist/tempofiller.cjs"',
    "+   ],",
    '+   "env": {',
    '+     "TEMPO_STATE_DIR": "…"',
    "+   }",
    "+ }",
  ]);
  expect(remove()?.lines.join()).not.toMatch(/s\d/);
});

test("a file that another program changed after the change was shown is left as it is", () => {
  const { register, path, read, files } = setUp(ORIGINAL);
  const change = register();
  writeFileSync(path, "{}");
  expect(() => change?.apply()).toThrow("was changed by another program");
  expect(read()).toBe("{}");
  expect(files()).not.toContainEqual(expect.stringMatching(/\.[0-9a-f]{12}$/));
});

// Windows lets only administrators make links.
describe.skipIf(process.platform === "win32")(
  "a link that another user has put where the backup belongs",
  () => {
    const arrange = () => {
      const host = setUp(ORIGINAL);
      const [backup, other] = [`${host.path}.tempofiller-backup`, join(host.folder, "other")];
      return { ...host, backup, other };
    };

    test.each<[what: string, content: string | undefined]>([
      ["to a file of the user", "mine"],
      ["to nothing", undefined],
      ["to the host's file itself", ORIGINAL],
    ])("is replaced and not followed: %s", (_, content) => {
      const { backup, other, path, register, remove, read } = arrange();
      const target = content === ORIGINAL ? path : other;
      if (content === "mine") writeFileSync(other, content);
      symlinkSync(target, backup);
      register()?.apply();
      expect([lstatSync(backup).isFile(), statSync(backup).mode & 0o777]).toEqual([true, 0o600]);
      expect(readFileSync(backup, "utf8")).toBe(ORIGINAL);
      expect(existsSync(other) ? readFileSync(other, "utf8") : undefined).toBe(
        content === "mine" ? "mine" : undefined,
      );
      remove()?.apply();
      expect(read()).toBe(ORIGINAL);
    });

    test("is removed without its target", () => {
      const { backup, other, register, remove, files } = arrange();
      register()?.apply();
      writeFileSync(other, "mine");
      rmSync(backup);
      symlinkSync(other, backup);
      remove()?.apply();
      expect([readFileSync(other, "utf8"), files()]).toEqual(["mine", ["mcp.json", "other"]]);
    });

    test("and a folder there is left, with a sentence, before the host's file is changed", () => {
      const { backup, register, read } = arrange();
      mkdirSync(backup);
      const change = register();
      expect(() => change?.apply()).toThrow(`${backup} cannot be written (`);
      expect(read()).toBe(ORIGINAL);
    });
  },
);
